"""The documents and messages of `check` that programs read."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from check_command import ESSAY, write
from motjuste.rules import kinds

pytestmark = pytest.mark.usefixtures("surroundings")


def test_the_document_of_one_text_is_as_designed(run):
    write("essay.md", ESSAY)
    document = json.loads(run("essay.md", "--format", "json", "--top", 2).out)
    assert list(document) == ["genre", "is_english", "improvements"]
    assert document["improvements"][0] == {
        "start": 11,
        "end": 14,
        "text": "big",
        "kind": "word-choice",
        "sws_kind": "refine-usage",
        "confidence": None,
        "substitutes": [{"text": "enormous", "score": 1.0}, {"text": "large", "score": 0.5}],
        "message": "“big” may not be quite the right word here.",
    }
    assert len(document["improvements"][1]["substitutes"]) == 2
    assert json.loads(run("-", "--format", "json", stdin=b"fine").out)["improvements"] == []


def test_the_document_of_several_files_names_each(run):
    write("texts/a.txt", "a big dog")
    write("texts/b.md", "nothing `big`")
    document = json.loads(run("texts", "--format", "json").out)
    assert [(file["path"], len(file["improvements"])) for file in document["files"]] == [
        ("texts/a.txt", 1),
        ("texts/b.md", 0),
    ]
    assert json.loads(run("texts/a.txt", "texts/b.md", "--format", "json").out) == document
    Path("empty").mkdir()
    printed = run("empty", "--format", "json")
    assert json.loads(printed.out) == {"files": []}
    assert "no text or Markdown file" in printed.err


def test_a_reason_that_the_system_gives_is_the_message_in_every_format(run):
    write("a.txt", "That thing.\n")
    printed = {
        format_name: run("a.txt", "--format", format_name).out
        for format_name in ("text", "json", "sarif")
    }
    assert "a.txt:1:6: word-choice: 'thing' is vague\n" in printed["text"]
    (improvement,) = json.loads(printed["json"])["improvements"]
    assert improvement["message"] == "'thing' is vague"
    (result,) = json.loads(printed["sarif"])["runs"][0]["results"]
    assert result["message"]["text"] == "'thing' is vague"
    assert run("a.txt", "--format", "github").out.splitlines()[0].endswith("::'thing' is vague")


SARIF_REGION = {"startLine", "startColumn", "endLine", "endColumn"}


def test_sarif_is_what_the_schema_asks_for(run):
    write("a b/é.md", "An\r\namazing big thing\n")
    document = json.loads(run(".", "--format", "sarif").out)
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-schema-2.1.0.json")
    (once,) = document["runs"]
    driver = once["tool"]["driver"]
    assert driver["name"] == "motjuste"
    assert [rule["id"] for rule in driver["rules"]] == list(kinds())
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    assert once["columnKind"] == "unicodeCodePoints"
    for result in once["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert re.fullmatch(r"[\w/.%-]+", place["artifactLocation"]["uri"])
        assert unquote(place["artifactLocation"]["uri"]) == "a b/é.md"
        assert all(place["region"][name] >= 1 for name in SARIF_REGION)
        for fix in result.get("fixes", []):
            (change,) = fix["artifactChanges"]
            assert change["artifactLocation"] == place["artifactLocation"]
            for replacement in change["replacements"]:
                assert set(replacement["deletedRegion"]) == SARIF_REGION
                assert isinstance(replacement["insertedContent"]["text"], str)
    amazing, _, thing = once["results"]
    region = amazing["locations"][0]["physicalLocation"]["region"]
    assert region == {
        "startLine": 2,
        "startColumn": 1,
        "endLine": 2,
        "endColumn": 8,
        "snippet": {"text": "amazing"},
    }
    # `An` before it, on the line above, becomes `A`.
    article, word = amazing["fixes"][0]["artifactChanges"][0]["replacements"]
    assert (article["insertedContent"]["text"], word["insertedContent"]["text"]) == (
        "A",
        "wonderful",
    )
    assert article["deletedRegion"]["startLine"] == 1
    assert "fixes" not in thing


def test_workflow_commands_are_escaped(run):
    write("100%,a:b/big.txt", "a\nbig dog, give\nup")
    lines = run(".", "--format", "github").out.splitlines()
    assert lines[0] == (
        "::notice file=100%25%2Ca%3Ab/big.txt,line=2,col=1,endLine=2,endColumn=4,"
        "title=motjuste%3A word-choice::“big” may not be quite the right word here. "
        "Try: enormous, large"
    )
    assert lines[1].startswith(
        "::notice file=100%25%2Ca%3Ab/big.txt,line=2,col=10,endLine=3,title=motjuste%3A word"
    )
    assert len(lines) == 3


@pytest.mark.parametrize("mode", ["--diff", "-i"])
def test_a_format_is_for_reports_alone(run, mode):
    write("a.txt", "big")
    assert "is for reports" in run("a.txt", mode, "--format", "sarif", code=2).err
