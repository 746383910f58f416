"""`check`: what is found where, how it is shown, and that nothing else is touched."""

import io
import json
import os
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from improver import LISTED, Listed
from motjuste.checking import Checker, Settings
from motjuste.checking.configuration import forget_configurations
from motjuste.cli import main
from motjuste.systems import registry
from motjuste.systems.system import System
from motjuste.text import Improvement, Substitute

# The command as a program of its own, with the improver of the list.
PROGRAM = [
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
    "from motjuste.systems import registry\n"
    "registry._OWN['listed'] = 'improver:Listed'\n"
    "from motjuste.cli import main\n"
    "sys.exit(main(sys.argv[1:]))",
]
ESSAY = "It was a **big** dog.\n\n> A big quote, `big`.\n\nHow very nice.\n"


@dataclass
class Odd(System):
    """Says what is no answer, by the first word of the text."""

    name: ClassVar[str] = "odd"

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        first, size = texts[0].split()[0], len(texts[0])
        said = {
            "beyond": Improvement(0, size + 1, "refine-usage", ()),
            "empty": Improvement(2, 2, "refine-usage", ()),
            "kind": Improvement(0, 4, "delete", ()),  # type: ignore[arg-type]
            "nan": Improvement(0, 3, "refine-usage", (Substitute("x", float("nan"), "x"),)),
            "twice": Improvement(
                0,
                5,
                "refine-usage",
                tuple(Substitute(each, 1.0, each) for each in ("Twice", "", "a\nb", "2", "2")),
            ),
        }
        if first == "crash":
            raise ValueError("no\nidea")
        if first == "lemma":
            return [
                [Improvement(6, 12, "refine-usage", (Substitute("purchase", 1.0),))] for _ in texts
            ]
        overlapping = [Improvement(2, 9, "refine-usage", (Substitute("x", 1.0, "x"),))] * 2
        return [] if first == "none" else [[said[first]] if first in said else overlapping]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, tmp_path):
    monkeypatch.setitem(registry._OWN, "listed", "improver:Listed")
    monkeypatch.setitem(registry._OWN, "odd", f"{__name__}:Odd")
    monkeypatch.chdir(tmp_path)
    Listed.read.clear()
    forget_configurations()


@pytest.fixture
def run(capsys, monkeypatch):
    """Run `check` with the improver of the list; returns what it printed."""

    def command(*arguments, stdin=b"", code=0, system="listed"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        forget_configurations()
        given = ["--system", system] if system else []
        assert main(["check", *map(str, arguments), *given]) == code
        return capsys.readouterr()

    return command


@pytest.fixture
def found(run):
    """Run `check` with --format json; returns the words that were found."""

    def command(*arguments, **options):
        printed = run(*arguments, "--format", "json", **options)
        return [each["text"] for each in json.loads(printed.out)["improvements"]]

    return command


@pytest.fixture
def said(run):
    """Run `check` so that it must fail with one line, and the same as JSON."""

    def command(*arguments, code=2, **options):
        printed = run(*arguments, code=code, **options)
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert len(printed.err) < 500
        line = printed.err.removeprefix("motjuste: ").strip()
        as_json = run(*arguments, "--format", "json", code=code, **options)
        assert json.loads(as_json.out) == {"error": line}
        return line

    return command


def write(name, content):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_finding_has_its_place_its_line_and_suggestions(run):
    write("essay.md", ESSAY)
    assert run("essay.md").out.splitlines() == [
        "essay.md:1:12: refine-usage: 'big' may not be quite the right word here",
        "    It was a **big** dog.",
        "               ^^^",
        "    → enormous, large",
        "essay.md:5:5: diversify-expression: another expression than 'very' would make the text "
        "more varied",
        "    How very nice.",
        "        ^^^^",
        "    → extremely, quite, rather",
        "essay.md:5:10: diversify-expression: another expression than 'nice' would make the text "
        "more varied",
        "    How very nice.",
        "             ^^^^",
        "    → kind",
        # It was a big dog. How very nice: 8 words, of which 3 are 37.5 %.
        "3 places worth changing in 1 of 1 file (8 words, 37.5 % of them).",
    ]


def test_the_document_of_one_text_is_as_designed(run):
    write("essay.md", ESSAY)
    document = json.loads(run("essay.md", "--format", "json", "--top", 2).out)
    assert list(document) == ["improvements"]
    assert document["improvements"][0] == {
        "start": 11,
        "end": 14,
        "text": "big",
        "kind": "refine-usage",
        "substitutes": [{"text": "enormous", "score": 1.0}, {"text": "large", "score": 0.5}],
        "message": "'big' may not be quite the right word here",
    }
    assert len(document["improvements"][1]["substitutes"]) == 2
    assert json.loads(run("-", "--format", "json", stdin=b"fine").out) == {"improvements": []}


def test_the_document_of_several_files_names_each(run):
    write("texts/a.txt", "a big dog")
    write("texts/b.md", "nothing `big`")
    document = json.loads(run("texts", "--format", "json").out)
    assert [(each["path"], len(each["improvements"])) for each in document["files"]] == [
        ("texts/a.txt", 1),
        ("texts/b.md", 0),
    ]
    assert json.loads(run("texts/a.txt", "texts/b.md", "--format", "json").out) == document
    Path("empty").mkdir()
    printed = run("empty", "--format", "json")
    assert json.loads(printed.out) == {"files": []}
    assert "no text or Markdown file" in printed.err


def test_nothing_found_is_said(run):
    write("a.txt", "a fine dog\n")
    assert run("a.txt").out == "Nothing to improve in 1 file (3 words).\n"


def test_the_exit_code_is_1_only_if_asked_for(run):
    run("-", stdin=b"big")
    run("-", "--exit-code", stdin=b"big", code=1)
    run("-", "--exit-code", stdin=b"fine")
    run("-", "--exit-code", "--diff", stdin=b"big", code=1)


def test_standard_input_is_plain_text_unless_said_otherwise(found):
    assert found("-", stdin=b"`big` nice") == ["big", "nice"]
    assert found("-", "--as", "markdown", stdin=b"`big` nice") == ["nice"]


SARIF_REGION = {"startLine", "startColumn", "endLine", "endColumn"}


def test_sarif_is_what_the_schema_asks_for(run):
    write("a b/é.md", "An\r\namazing big thing\n")
    document = json.loads(run(".", "--format", "sarif").out)
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-schema-2.1.0.json")
    (once,) = document["runs"]
    driver = once["tool"]["driver"]
    assert driver["name"] == "motjuste"
    assert [rule["id"] for rule in driver["rules"]] == ["refine-usage", "diversify-expression"]
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
        "title=motjuste%3A refine-usage::'big' may not be quite the right word here; "
        "try enormous, large"
    )
    assert lines[1].startswith(
        "::notice file=100%25%2Ca%3Ab/big.txt,line=2,col=10,endLine=3,title=motjuste%3A refine"
    )
    assert len(lines) == 3


def test_the_best_suggestions_are_applied_and_nothing_else(run):
    path = write("essay.md", ESSAY)
    printed = run("essay.md", "--apply").out.splitlines()
    assert printed[0] == "essay.md:1:12: big → enormous"
    assert printed[-1] == "3 of 3 places changed."
    assert path.read_text() == (
        "It was an **enormous** dog.\n\n> A big quote, `big`.\n\nHow extremely kind.\n"
    )
    before = path.stat().st_mtime_ns
    run("essay.md", "--apply")
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_marks_and_permissions_stay(run, found, mark, end):
    text = end.join(["An amazing day,", "", "very\tnice \u2028big", ""])
    path = write("a.txt", mark + text.encode())
    path.chmod(0o640)
    link = Path("link.txt")
    link.symlink_to(path)
    run("link.txt", "--apply")
    changed = end.join(["A wonderful day,", "", "extremely\tkind \u2028enormous", ""])
    assert path.read_bytes() == mark + changed.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(os.listdir()) == ["a.txt", "link.txt"]


def test_utf_16_stays_utf_16(run):
    path = write("a.txt", "\ufeffa big 𝄞 dog\n".encode("utf-16-le"))
    run("a.txt", "--apply")
    assert path.read_bytes() == "\ufeffan enormous 𝄞 dog\n".encode("utf-16-le")


def test_standard_input_is_applied_to_standard_output():
    text = "\ufeffAn amazing\r\nday\r\n".encode()
    done = command("check", "-", "-s", "listed", "--apply", input=text)
    assert done.stdout == "\ufeffA wonderful\r\nday\r\n".encode()


def command(*arguments, **options):
    """Run the command as a program of its own."""
    given = [*PROGRAM, *map(str, arguments)]
    return subprocess.run(given, capture_output=True, check=False, **options)


@pytest.mark.parametrize(
    "text", ["a big dog", "a\nbig\n\n\n\n\n\n\n\n\nvery\r\nnice\n", "x\ngive\nup"]
)
def test_a_diff_can_be_applied_and_writes_nothing(run, text):
    path = write("a.txt", text)
    diff = run("a.txt", "--diff").out
    assert path.read_bytes() == text.encode()
    if shutil.which("git"):
        subprocess.run(["git", "apply", "-"], input=diff.encode(), check=True)
        by_git = path.read_bytes()
        path.write_bytes(text.encode())
        run("a.txt", "--apply")
        assert path.read_bytes() == by_git != text.encode()


def test_a_diff_is_unified(run):
    write("a.txt", "1\n2\n3\n4\na big dog\n6\n7\n8\n9\n10\n11\n12\n13\n14\nnice")
    assert run("a.txt", "--diff").out.splitlines() == [
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -2,7 +2,7 @@",
        " 2",
        " 3",
        " 4",
        "-a big dog",
        "+an enormous dog",
        " 6",
        " 7",
        " 8",
        "@@ -12,4 +12,4 @@",
        " 12",
        " 13",
        " 14",
        "-nice",
        "\\ No newline at end of file",
        "+kind",
        "\\ No newline at end of file",
    ]
    assert run("-", "--diff", stdin=b"fine").out == ""


WORDS = st.sampled_from(
    [
        *LISTED,
        "a",
        "an",
        "A",
        "Big",
        "`big`",
        "**nice**",
        "[big](big)",
        "dog",
        "<b>",
        "שלום",
        "é",
        "𝄞",
    ]
)
SPACES = st.sampled_from(
    [" ", " ", "\n", "\r\n", "\n\n", "\t", "\n- ", "\n> ", "\n    ", "\n```\n", ", "]
)


@pytest.mark.parametrize("form", ["text", "markdown"])
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(parts=st.lists(st.tuples(WORDS, SPACES), max_size=25))
def test_what_is_reported_is_what_stands_there_and_only_that_is_changed(form, parts):
    from motjuste.checking import Edits, apply_edits

    text = "".join(word + space for word, space in parts)
    edits, last = Edits(), 0
    for finding in Checker(Listed(), Settings()).findings(text, form):
        assert text[finding.start : finding.end] == finding.text
        assert " ".join(finding.text.lower().split()) in LISTED
        assert finding.start >= last
        last = finding.end
        for suggestion in finding.suggestions:
            *article, word = suggestion.edits
            assert (word.start, word.end) == (finding.start, finding.end)
            assert all(text[each.start : each.end].lower() in ("a", "an") for each in article)
        if finding.suggestions:
            edits.add(finding.suggestions[0])
    changed = apply_edits(text, edits.all)
    again = [f for f in Checker(Listed(), Settings()).findings(changed, form) if f.suggestions]
    assert again == []


def test_choices_are_made_one_by_one(run):
    first = write("a.txt", "a big dog, very nice, big, a big cat\n")
    second = write("b.txt", "very nice")
    answers = b"2\n?\ns\ni\n1\nq\n"
    printed = run("a.txt", "b.txt", "--interactive", stdin=answers)
    assert first.read_text() == "a large dog, very nice, enormous, a big cat\n"
    assert second.read_text() == "very nice"
    assert "    2  large" in printed.out
    assert "a number to put that there" in printed.out
    assert printed.out.splitlines()[-1].endswith("2 of 5 places changed.")
    assert "ignored in this run alone: nice; name a 'dictionary'" in printed.err


def test_an_ignored_word_goes_to_the_dictionary_and_the_end_of_input_quits(run):
    write(".motjuste.toml", "dictionary = 'words.txt'\n")
    write("words.txt", "")
    path = write("a.txt", "very nice, very nice\n")
    run("a.txt", "-i", stdin=b"i\n1")
    assert Path("words.txt").read_text() == "very\n"
    assert path.read_text() == "very kind, very nice\n"
    assert run("a.txt").out.count("very") < run("a.txt", "--no-config").out.count("very")


CONFIG = """
[tool.motjuste]
system = "listed"
sensitivity = 0.2
kinds = ["refine-usage"]
ignore = ["Big"]
exclude = ["old/", "*.skip.md"]
[tool.motjuste.files."drafts/*.md"]
kinds = ["diversify-expression"]
ignore = ["very"]
"""


def test_configuration_is_found_upwards_and_can_differ_by_file(run):
    write("pyproject.toml", CONFIG)
    for name in ("a.md", "deep/er/b.md", "drafts/c.md", "old/d.md", "e.skip.md"):
        write(name, "a big amazing dog, very nice")
    document = json.loads(run(".", "--format", "json", system=None).out)
    assert {
        each["path"]: [f["text"] for f in each["improvements"]] for each in document["files"]
    } == {
        "a.md": ["amazing"],
        "deep/er/b.md": ["amazing"],
        "drafts/c.md": ["nice"],
    }
    # What is excluded is so even where it is named, as pre-commit does.
    assert "no text" in run("old/d.md", system=None).err


def test_the_command_line_wins_over_the_configuration(run, found):
    write("pyproject.toml", CONFIG)
    write("a.md", "a big amazing dog, very nice")
    kinds = ("--kinds", "diversify-expression")
    assert found("a.md", *kinds) == ["very", "nice"]
    assert found("a.md", *kinds, "--ignore", "very, x") == ["nice"]
    assert found("a.md", "--no-config") == ["big", "amazing", "very", "nice"]
    write("other.toml", "ignore = ['nice']")
    assert found("a.md", "--config", "other.toml") == ["big", "amazing", "very"]


def test_a_file_of_its_own_comes_before_the_projects_and_a_silent_project_is_passed_over(found):
    write("pyproject.toml", CONFIG)
    write("a/.motjuste.toml", "ignore = ['nice']")
    write("a/pyproject.toml", "[tool.motjuste]\nignore = ['very']")
    write("b/pyproject.toml", "[project]\nname = 'b'")
    for name in ("a/x.txt", "b/x.txt"):
        write(name, "big amazing very nice")
    assert found("a/x.txt") == ["big", "amazing", "very"]
    assert found("b/x.txt") == ["amazing"]


def test_sensitivity_reaches_the_system(monkeypatch, run, said):
    seen = []
    monkeypatch.setattr(
        Listed, "improve", lambda self, texts: seen.append(self.sensitivity) or [[] for _ in texts]
    )
    write("a.txt", "big")
    run("a.txt")
    run("a.txt", "--sensitivity", "0.3")
    write(".motjuste.toml", "sensitivity = 0.25")
    run("a.txt")
    run("a.txt", "--sensitivity", "0.3")
    assert seen == [0.1, 0.3, 0.25, 0.3]
    assert said("a.txt", system="odd") == "system 'odd' has no sensitivity to set"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[tool.motjuste", "is not TOML"),
        (
            "[tool.motjuste]\nsensitvity = 0.1",
            "no key 'sensitvity' in [tool.motjuste]; did you mean sensitivity?",
        ),
        (
            "[tool.motjuste.files.'a']\nexclude = []",
            "no key 'exclude' in [tool.motjuste.files.a]; keys are",
        ),
        (
            "[tool.motjuste]\nsensitivity = 'high'",
            "sensitivity is 'high', not a number from 0 to 1",
        ),
        ("[tool.motjuste]\nsensitivity = 10", "sensitivity is 10, not a number from 0 to 1"),
        ("[tool.motjuste]\nsensitivity = nan", "sensitivity is nan"),
        ("[tool.motjuste]\nsensitivity = true", "sensitivity is True"),
        (
            "[tool.motjuste]\nkinds = ['refine']",
            "there is no kind 'refine'; did you mean refine-usage?",
        ),
        ("[tool.motjuste]\nkinds = []", "no kind is named"),
        ("[tool.motjuste]\nignore = 'big'", "ignore is 'big', not a list of texts"),
        ("[tool.motjuste]\ndictionary = 3", "dictionary is 3, not the path"),
        ("[tool.motjuste]\ndictionary = 'none.txt'", "none.txt: there is no such file"),
        ("[tool.motjuste]\nsystem = 5", "system is 5"),
        ("[tool.motjuste]\nsystem = 'lisstd'", "there is no system 'lisstd'; did you mean listed"),
        ("[tool]\nmotjuste = 1", "tool.motjuste is 1, not a table"),
        (b"\xff\xfe\x00", "pyproject.toml"),
    ],
)
def test_a_broken_configuration_is_one_line_and_nothing_is_touched(said, content, problem):
    write("b/pyproject.toml", content)
    first, second = write("b/a.txt", "a big dog"), write("b/b.txt", "a big dog")
    assert problem in said(".", "--apply", system=None if "system" in str(content) else "listed")
    assert first.read_text() == second.read_text() == "a big dog"


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("z.txt", b"one\ntw\xff", "z.txt: line 2 is not UTF-8 text; save the file as UTF-8"),
        ("z.txt", b"\x7fELF\0\0\xff\xfe", "z.txt: is no text"),
        ("z.md", b"one\ntwo\0", "z.md: line 2 holds a NUL"),
        ("z.txt", b"\xff\xfea", "z.txt: line 1 is not UTF-16 text"),
    ],
)
def test_a_file_that_is_no_text_stops_everything(said, name, content, problem):
    first = write("a.txt", "a big dog")
    write(name, content)
    assert problem in said(".", "--apply")
    assert first.read_text() == "a big dog"


def test_a_folder_that_cannot_be_read_stops_everything(said, monkeypatch):
    first = write("a.txt", "a big dog")
    write("locked/b.txt", "a big dog")
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert said(".", "--apply") == "locked: cannot be read (Permission denied)"
    assert first.read_text() == "a big dog"


@pytest.mark.parametrize("mode", ["--apply", "--interactive"])
def test_a_file_that_cannot_be_written_stops_everything(run, monkeypatch, mode):
    first = write("a.txt", "a big dog")
    write("b.txt", "a big dog")
    monkeypatch.setattr(os, "access", lambda path, how: not str(path).endswith("b.txt"))
    printed = run("a.txt", "b.txt", mode, code=2)
    assert printed.err == "motjuste: b.txt: cannot be written (no permission)\n"
    assert first.read_text() == "a big dog"


def test_a_system_that_fails_half_way_leaves_all_files_as_they_are(run):
    first = write("a.txt", "fine, nice and good")
    write("b.txt", "crash")
    printed = run("a.txt", "b.txt", "--apply", system="odd", code=2)
    assert printed.err == "motjuste: system 'odd' failed: ValueError: no idea\n"
    printed = run("a.txt", "b.txt", "--format", "json", system="odd", code=2)
    assert list(json.loads(printed.out)) == ["error"]
    assert run("a.txt", "b.txt", "--apply", "--format", "sarif", system="odd", code=2).out == ""
    assert first.read_text() == "fine, nice and good"


def test_a_file_that_changes_meanwhile_is_left_alone(run, monkeypatch):
    path = write("a.txt", "a big dog")
    improve = Listed.improve

    def meddle(self, texts):
        path.write_text("somebody else's big text")
        return improve(self, texts)

    monkeypatch.setattr(Listed, "improve", meddle)
    assert "has changed while it was checked" in run("a.txt", "--apply", code=2).err
    assert path.read_text() == "somebody else's big text"


def test_a_write_that_fails_leaves_the_old_file_and_no_other(run, monkeypatch):
    path = write("a.txt", "a big dog")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "a.txt: cannot be written (No space left" in run("a.txt", "--apply", code=2).err
    assert path.read_text() == "a big dog"
    assert os.listdir() == ["a.txt"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "give files or folders to check"),
        (["none.txt"], "none.txt: there is no such file"),
        (["-", "a.txt"], "standard input or files, not both"),
        (["a.tex"], "a.tex: is LaTeX, which is not understood; name a format with --as"),
        (["loop.txt"], "loop.txt: cannot be read"),
        (["pipe"], "pipe: is no plain file"),
        (["a.txt", "--apply", "--diff"], "choose one of --apply"),
        (["-", "-i"], "--interactive needs standard input"),
        (["a.txt", "--kinds", "odd"], "there is no kind 'odd'"),
        (["a.txt", "--sensitivity", "7"], "--sensitivity"),
        (["a.txt", "--sensitivity", "nan"], "--sensitivity"),
        (["a.txt", "--config", "none.toml"], "none.toml: there is no such file"),
        (["a.txt", "--config", "a.txt", "--no-config"], "choose one of --config"),
        (["a.txt", "--dictionary", "none.txt"], "none.txt: there is no such file"),
        (["a.txt", "--set", "x=1"], "has no setting 'x'"),
    ],
)
def test_what_cannot_be_done_is_one_line(said, arguments, problem):
    write("a.txt", "big")
    write("a.tex", "big")
    Path("loop.txt").symlink_to("loop.txt")
    os.mkfifo("pipe")
    assert problem in said(*arguments)


@pytest.mark.parametrize("system", ["random", "nobody"])
def test_a_system_that_does_not_improve_is_one_line(said, system):
    write("a.txt", "big")
    assert f"'{system}'" in said("a.txt", system=system)


def test_a_system_whose_extra_is_missing_is_named_with_the_remedy(said, monkeypatch):
    monkeypatch.setattr(Odd, "needs", {"no_such_module": "torch"})
    write("a.txt", "big")
    assert "pip install 'motjuste[torch]'" in said("a.txt", system="odd", code=3)


def test_files_are_changed_even_if_nobody_reads_what_is_said_of_it():
    path = write("a.txt", "a big dog\n" * 5_000)
    given = [*PROGRAM, "check", "a.txt", "-s", "listed", "--apply"]
    with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert path.read_text() == "an enormous dog\n" * 5_000


@pytest.mark.parametrize("mode", ["--diff", "-i"])
def test_a_format_has_no_place_beside_other_output(run, mode):
    write("a.txt", "big")
    assert "has no place" in run("a.txt", mode, "--format", "sarif", code=2).err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("crash", "system 'odd' failed: ValueError: no idea"),
        ("none", "system 'odd' gave 0 answers for 1 texts"),
        ("beyond", "would refine-usage from 0 to 7 in a text of 6 characters"),
        ("empty", "from 2 to 2"),
        ("kind", "would delete from 0 to 4"),
        ("nan", "gave 'x' the score nan"),
    ],
)
def test_what_is_no_answer_is_one_line(said, text, problem):
    assert problem in said("-", stdin=text.encode(), system="odd")


def test_suggestions_are_made_fit_and_of_two_places_that_overlap_one_is_changed(run):
    def offered(text):
        document = json.loads(run("-", "--format", "json", stdin=text, system="odd").out)
        return [[each["text"] for each in f["substitutes"]] for f in document["improvements"]]

    assert offered(b"lemma bought it") == [["purchased"]]
    assert offered(b"twice") == [["Twice", "2"]]
    assert command_text(run, b"It overlaps here") == "Itxps here"


def command_text(run, text):
    path = write("overlap.txt", text)
    run("overlap.txt", "--apply", system="odd")
    return path.read_text()


def test_ignored_words_count_in_every_form_and_inside_phrases(found):
    assert found("-", "--ignore", "GIVE", stdin=b"Never give up, big.") == ["big"]
    assert found("-", "--ignore", "give  up", stdin=b"Never give\nup, big.") == ["big"]
    write("words.txt", "# mine\nbig # so what\n\n")
    assert found("-", "--dictionary", "words.txt", stdin=b"Never give up, Big.") == ["give up"]
    text = b"big\n\nmotjuste: ignore big, x\n\nbig nice\n"
    assert found("-", stdin=text) == ["big", "nice"]


def test_folders_are_searched_for_texts_that_belong_to_the_writer(run):
    kept = ["a.md", "b.TXT", "deep/c.markdown", "keep/d.txt", "logs/kept.txt"]
    left = [
        ".hidden.md",
        ".git/x.md",
        "built/x.md",
        "deep/draft.txt",
        "logs/x.txt",
        "x.tex",
        "y.py",
    ]
    for name in kept + left:
        write(name, "big")
    write(".gitignore", "# made\nbuilt/\nlogs/*\n!kept.txt\n")
    write("deep/.gitignore", "/draft.*\n")
    Path("keep/loop").symlink_to("..")
    Path("keep/again.txt").symlink_to("d.txt")
    Path("keep/broken.txt").symlink_to("nowhere")
    document = json.loads(run(".", "a.md", "--format", "json").out)
    paths = [each["path"] for each in document["files"]]
    # The link and the file that it leads to are one, under the name that comes first.
    assert paths == ["a.md", "b.TXT", "deep/c.markdown", "keep/again.txt", "logs/kept.txt"]
    deep = json.loads(run("logs", "--format", "json").out)
    assert [each["path"] for each in deep["files"]] == ["logs/kept.txt"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n",
        "\ufeff",
        "\r",
        "\u202e big שלום",
        "big\x85\x0cbig",
        "big" + "\u0301" * 1_000,
        "\x1b[31mbig",
    ],
)
def test_odd_texts_are_read_and_shown_without_harm(run, found, content):
    path = write("odd.md", content)
    for word in found("odd.md"):
        assert word.lower() in LISTED
    shown = run("odd.md").out
    assert all(line.isprintable() for line in shown.split("\n"))
    run("odd.md", "--apply")
    if "big" not in content:
        assert path.read_bytes() == content.encode()


def test_ten_megabytes_in_one_line_are_no_trouble(run):
    write("long.md", "a fine day and " * 700_000 + "a big dog")
    begin = time.process_time()
    lines = run("long.md").out.splitlines()
    assert time.process_time() - begin < 60
    assert lines[0].startswith("long.md:1:10500003:")
    assert max(map(len, lines)) < 200
    assert lines[1][lines[2].index("^") :].startswith("big")
    assert max(map(len, Listed.read)) <= 5_000


def test_memory_does_not_grow_with_the_findings():
    code = (
        "import sys, resource; sys.path.insert(0, sys.argv[1])\n"
        "from improver import Listed\n"
        "from motjuste.checking import Checker, Settings\n"
        "text = 'It was a big dog and a very nice thing, as far as that goes. ' * 14 + '\\n\\n'\n"
        "def peak(times):\n"
        "    Listed.read.clear()\n"
        "    class Quiet(Listed):\n"
        "        def improve(self, texts):\n"
        "            found = super().improve(texts); Listed.read.clear(); return found\n"
        "    n = sum(1 for _ in Checker(Quiet(), Settings()).findings(text * times, 'markdown'))\n"
        "    return n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(*peak(5), *peak(150))\n"
    )
    tests = str(Path(__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code, tests], capture_output=True, check=True)
    few, small, many, large = map(int, done.stdout.split())
    assert (few, many) == (5 * 14 * 4, 150 * 14 * 4)
    # 30,000 words are 130 KB; a few MB are what the allocator takes.
    assert large - small < 8_000


def on_terminal(columns, arguments, answers=b"", **environment):
    """What a command prints on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    unset = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}
    base = {name: value for name, value in os.environ.items() if name not in unset}
    given = {**base, "TERM": "xterm-256color", "COLUMNS": str(columns), **environment}
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=given,
    )
    os.close(theirs)
    os.write(ours, answers)
    printed = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            printed += os.read(ours, 65_536)
        except OSError:
            break
    os.close(ours)
    assert process.wait() == 0
    return printed.decode().replace("\r\n", "\n")


def test_a_terminal_has_colours_unless_nobody_wants_them():
    write("a.txt", "Such a big dog.")
    coloured = on_terminal(80, ["check", "a.txt", "-s", "listed"])
    assert "\x1b[1;33mbig\x1b[0m" in coloured
    plain = on_terminal(80, ["check", "a.txt", "-s", "listed"], NO_COLOR="1")
    assert "33m" not in plain
    assert "Such a" in plain


def test_a_narrow_terminal_shows_the_words_in_a_part_of_the_line():
    write("a.txt", "one two three four five six seven " * 5 + "big dog " + "eight nine ten " * 9)
    shown = re.sub(r"\x1b\[[\d;]*m", "", on_terminal(40, ["check", "a.txt", "-s", "listed"]))
    lines = shown.splitlines()
    (marks,) = [number for number, line in enumerate(lines) if line.strip() == "^^^"]
    assert lines[marks - 1][lines[marks].index("^") :].startswith("big")
    assert len(lines[marks - 1]) <= 42


def test_choices_can_be_made_on_a_terminal():
    path = write("a.txt", "Such a big dog.")
    on_terminal(80, ["check", "a.txt", "-s", "listed", "-i"], answers=b"2\n")
    assert path.read_text() == "Such a large dog."


def test_an_interruption_is_one_line_and_touches_nothing(tmp_path):
    path = write("a.txt", "a big dog")
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "import improver, time\n"
        "from motjuste.systems import registry\n"
        "registry._OWN['listed'] = 'improver:Listed'\n"
        "improver.Listed.improve = lambda self, texts: print('now', flush=True) or time.sleep(60)\n"
        "from motjuste.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    arguments = [sys.executable, "-c", code, "check", "a.txt", "-s", "listed", "--apply"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(arguments, **pipes) as process:
        assert process.stdout.readline() == b"now\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"motjuste: interrupted\n")
    assert path.read_text() == "a big dog"


def test_a_directive_that_is_none_is_a_warning_on_standard_error():
    write("a.md", "<!-- motjuste: ignroe -->\nbig\n")
    done = command("check", "a.md", "-s", "listed", "--format", "json")
    assert b"warning: 'motjuste: ignroe' is no directive" in done.stderr
    assert len(json.loads(done.stdout)["improvements"]) == 1


def test_the_hooks_call_a_command_that_exists():
    hooks = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text()
    entries = re.findall(r"^  entry: motjuste (.*)$", hooks, re.MULTILINE)
    assert len(entries) == hooks.count("- id: ") == 2
    write("a.txt", "a big dog")
    for entry in entries:
        assert main([*entry.split(), "a.txt", "--system", "listed"]) == 1
