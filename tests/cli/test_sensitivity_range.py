"""One range of sensitivity on all surfaces, one line for what is beyond, and 0 marks nothing."""

import json
import re
from pathlib import Path

import pytest

from check_command import write
from improver import Listed
from motjuste.check import Checkers, Settings
from motjuste.check.configuration import read_settings
from motjuste.errors import BadInputError
from motjuste.systems.system import LEAST_SENSITIVITY, MOST_SENSITIVITY

pytestmark = pytest.mark.usefixtures("surroundings")

LINE = "sensitivity is {}; give the share of words to mark, from 0 (none) to 1"
WRONG = [7.0, -0.1, float("nan"), float("inf")]
JSON = "application/json"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def server():
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from serving import Client, application

    with application() as app:
        yield Client(app)


@pytest.mark.parametrize("value", WRONG, ids=str)
def test_what_is_beyond_is_refused_in_the_same_words_everywhere(error_of, server, value):
    line = LINE.format(value)
    write("a.txt", "big")
    assert error_of("a.txt", f"--sensitivity={value}") == line
    path = write("b/.motjuste.toml", f"sensitivity = {value}")
    write("b/a.txt", "big")
    assert error_of("b/a.txt") == f"{path.absolute()}: {line}"
    with pytest.raises(BadInputError, match=re.escape(line)):
        read_settings({"sensitivity": value}, Path("the editor's settings"))
    content, headers = json.dumps({"text": "big", "sensitivity": value}), {"Content-Type": JSON}
    answer = server.post("/api/check", content=content, headers=headers)
    assert (answer.status_code, answer.json()) == (422, {"error": line})


def test_who_asks_for_no_word_hears_of_none_and_no_system_is_asked(marked_words, run, server):
    write("a.txt", "A big day.")
    assert marked_words("a.txt", "--sensitivity", "0") == []
    assert marked_words("a.txt", "--sensitivity", "0", "--workers", "2") == []
    assert "3 words)" in run("a.txt", "--sensitivity", "0").out
    assert run("a.txt", "--sensitivity", "0", "--diff").out == ""
    answer = server.post("/api/check", json={"text": "A big day.", "sensitivity": 0})
    assert (answer.status_code, answer.json()) == (200, {**answer.json(), "improvements": []})
    write(".motjuste.toml", "sensitivity = 0")
    assert marked_words("a.txt") == []
    assert Listed.read == []
    assert marked_words("a.txt", "--sensitivity", "0.1") == ["big"]


def test_one_file_can_be_silent_among_others_that_workers_share(run):
    write(".motjuste.toml", "[files.'quiet.txt']\nsensitivity = 0")
    for name in ("a.txt", "quiet.txt", "z.txt"):
        write(name, "A big day.")
    for workers in ("1", "2"):
        shown = json.loads(run(".", "--format", "json", "--workers", workers).out)
        counts = {file["path"]: len(file["improvements"]) for file in shown["files"]}
        assert counts == {"a.txt": 1, "quiet.txt": 0, "z.txt": 1}


def test_the_default_system_is_silent_when_asked_for_no_word():
    checker = Checkers()(Settings(sensitivity=0))
    assert list(checker.findings("It was a very nice, very good thing.")) == []


def test_the_description_and_the_page_begin_and_end_where_the_range_does(server):
    described = server.get("/openapi.json").json()["components"]["schemas"]["CheckRequest"]
    share = described["properties"]["sensitivity"]["anyOf"][0]
    assert (share["type"], share["minimum"], share["maximum"]) == (
        "number",
        LEAST_SENSITIVITY,
        MOST_SENSITIVITY,
    )
    html = (ROOT / "src/motjuste/serve/static/editor.html").read_text("utf-8")
    (slider,) = re.findall(r'<input type="range" id="sensitivity" [^>]*>', html)
    assert f'min="{LEAST_SENSITIVITY:g}"' in slider
