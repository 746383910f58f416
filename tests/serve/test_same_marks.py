"""The same marks on every surface, for the same text and settings."""

import json

import pytest

from motjuste.cli import main
from motjuste.lsp.documents import OpenDocument
from motjuste.lsp.session import Session
from motjuste.serve.app import make_app
from motjuste.serve.assistant import Assistant
from serving import Client

TEXT = """Last summer I did a mistake, and the strong rain stoped us.
We discussed about the the plan.

My freind, who had a very good idea, recieved alot of help. She put it 🙂 in a enviroment file.

The gaudy boats lurched against the pier all afternoon.
"""
SETTINGS = [
    {},
    {"confidence": "sure"},
    {"confidence": "thorough", "genre": "formal"},
    {"kinds": ["spelling", "collocation"], "genre": "casual"},
    {"ignore_kinds": ["intensifier"], "sensitivity": 0.1},
]


@pytest.fixture(scope="module")
def client():
    return Client(make_app(Assistant()))


def by_command(tmp_path, capsys, given):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    options = ["--no-config", "--format", "json"]
    for name, value in given.items():
        if name == "confidence":
            options.append(f"--{value}")
        else:
            text = ",".join(value) if isinstance(value, list) else str(value)
            options += [f"--{name.replace('_', '-')}", text]
    assert main(["check", str(path), *options]) == 0
    shown = json.loads(capsys.readouterr().out)["improvements"]
    return [(m["start"], m["end"], m["kind"], m["message"]) for m in shown]


def by_language_server(given):
    session = Session()
    session.configure(given)
    marks = session.findings(OpenDocument("untitled:a", "plaintext", 1, TEXT))
    return [(m.start, m.end, m.kind, m.message) for m in marks]


@pytest.mark.parametrize("given", SETTINGS)
def test_the_command_the_api_and_the_language_server_show_the_same(
    tmp_path, capsys, monkeypatch, client, given
):
    monkeypatch.chdir(tmp_path)
    expected = by_command(tmp_path, capsys, given)
    assert expected
    answer = client.post("/api/check", json={"text": TEXT, **given}).json()["improvements"]
    assert [(m["start"], m["end"], m["kind"], m["message"]) for m in answer] == expected
    assert by_language_server(given) == expected


@pytest.mark.parametrize(("level", "given"), [("default", {}), ("picky", SETTINGS[2])])
def test_languagetools_interface_shows_the_same(tmp_path, capsys, client, level, given):
    wanted = {name: value for name, value in given.items() if name != "genre"}
    expected = by_command(tmp_path, capsys, wanted)
    form = {"text": TEXT, "language": "en-US", "level": level}
    matches = client.post("/v2/check", data=form).json()["matches"]
    assert [match["message"] for match in matches] == [message for *_, message in expected]
