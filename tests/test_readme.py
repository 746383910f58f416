"""What the README shows is what the commands print."""

import io
import re
from typing import Any

import pytest

from documented import ROOT, examples, hold, run
from motjuste.text import Target

COMMANDS = [command for command, _ in examples("README.md")]


def test_the_readme_has_examples():
    assert COMMANDS


@pytest.mark.parametrize("command", COMMANDS, ids=[command.split()[1] for command in COMMANDS])
def test_an_example_prints_what_the_readme_shows(monkeypatch, capsys, command):
    monkeypatch.chdir(ROOT)
    run(command)
    hold("README.md", command, capsys.readouterr().out)


def corrections(page):
    """The rows of a page's table of corrections, without emphasis."""
    table = page.split("| you write | it becomes |\n|---|---|\n")[1].split("\n\n")[0]
    rows = table.replace("*", "").splitlines()
    return [tuple(row.strip("| ").split(" | ")) for row in rows]


def test_ten_corrections_are_those_that_the_command_makes(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    run("motjuste check examples/mistakes.txt --diff --no-config")
    lines = capsys.readouterr().out.splitlines()[2:]
    before = [line[1:] for line in lines if line.startswith("-")]
    after = [line[1:] for line in lines if line.startswith("+")]
    shown = corrections((ROOT / "README.md").read_text("utf-8"))
    assert len(shown) == 10
    assert shown == list(zip(before, after, strict=True))


def test_the_postcard_of_make_try_is_corrected(monkeypatch, capsys):
    text = (ROOT / "examples" / "postcard.txt").read_text("utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    run("motjuste check - --apply --no-config")
    changes = [
        ("lost the bus", "missed the bus"),
        ("made my homework", "did my homework"),
        ("strong rain", "heavy rain"),
        ("opened the light", "turned on the light"),
        ("made a photo", "took a photo"),
        ("did a mistake", "made a mistake"),
        ("did an effort", "made an effort"),
    ]
    for wrong, right in changes:
        assert wrong in text
        text = text.replace(wrong, right)
    assert capsys.readouterr().out == text


def test_the_python_examples_run(monkeypatch, capsys):
    examples = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert examples
    monkeypatch.chdir(ROOT)
    for code in examples:
        exec(code, {})
        assert capsys.readouterr().out


def test_the_example_of_a_system_is_one(tmp_path):
    page = (ROOT / "docs" / "systems.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    space: dict[str, Any] = {"__name__": "example"}
    exec(code, space)
    system = space["Shortest"]()
    ranked = system.rank([Target("a big dog", 2, 5)], [["large", "vast"]])
    assert [suggestion.text for suggestion in ranked[0]] == ["vast", "large"]
    assert system.settings() == {"penalty": 1.0}


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CONTRIBUTING.md",
        *(
            f"docs/{name}.md"
            for name in ("check", "collect", "formats", "systems", "reproduce", "models")
        ),
    ],
)
def test_links_to_files_lead_somewhere(page):
    path = ROOT / page
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []
