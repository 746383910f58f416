"""What the README shows is what the commands print."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from motjuste.cli import main
from motjuste.text import Target

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(
    r"^```\n\$ (motjuste (?:[^\n]*\\\n)*[^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
EXAMPLES = BLOCK.findall((ROOT / "README.md").read_text("utf-8"))


def test_the_readme_has_examples():
    assert EXAMPLES


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[c.split()[1] for c, _ in EXAMPLES])
def test_an_example_prints_what_the_readme_shows(monkeypatch, capsys, command, shown):
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command.replace("\\\n", " "))[1:]) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines()]
    expected = shown.rstrip().splitlines()
    if "suggest" in command:  # The last digits of the model's scores are the processor's.
        printed, expected = (_without_scores(lines) for lines in (printed, expected))
    assert printed == expected


def _without_scores(lines: list[str]) -> list[str]:
    return [re.sub(r"0\.\d\d", "0.00", line) for line in lines]


def test_the_python_examples_run(monkeypatch, capsys):
    found = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert found
    monkeypatch.chdir(ROOT)
    for code in found:
        exec(code, {})
        assert capsys.readouterr().out


def test_the_example_of_a_system_is_one(tmp_path):
    page = (ROOT / "docs" / "systems.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    space: dict[str, Any] = {"__name__": "example"}
    exec(code, space)
    system = space["Shortest"]()
    ranked = system.rank([Target("a big dog", 2, 5)], [["large", "vast"]])
    assert [each.text for each in ranked[0]] == ["vast", "large"]
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
