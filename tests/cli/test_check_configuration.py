"""Settings of `check`: from files, from the command line, and the hooks."""

import json
import re
from pathlib import Path

import pytest

from check_command import write
from improver import Listed
from motjuste.cli import main

pytestmark = pytest.mark.usefixtures("surroundings")


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
        file["path"]: [f["text"] for f in file["improvements"]] for file in document["files"]
    } == {
        "a.md": ["amazing"],
        "deep/er/b.md": ["amazing"],
        "drafts/c.md": ["nice"],
    }
    # What is excluded is so even where it is named, as pre-commit does.
    assert "no text" in run("old/d.md", system=None).err


def test_the_command_line_wins_over_the_configuration(run, marked_words):
    write("pyproject.toml", CONFIG)
    write("a.md", "a big amazing dog, very nice")
    kinds = ("--kinds", "diversify-expression")
    assert marked_words("a.md", *kinds) == ["very", "nice"]
    assert marked_words("a.md", *kinds, "--ignore", "very, x") == ["nice"]
    assert marked_words("a.md", "--no-config") == ["big", "amazing", "very", "nice"]
    write("other.toml", "ignore = ['nice']")
    assert marked_words("a.md", "--config", "other.toml") == ["big", "amazing", "very"]


def test_a_file_of_its_own_comes_before_the_projects_and_a_silent_project_is_passed_over(
    marked_words,
):
    write("pyproject.toml", CONFIG)
    write("a/.motjuste.toml", "ignore = ['nice']")
    write("a/pyproject.toml", "[tool.motjuste]\nignore = ['very']")
    write("b/pyproject.toml", "[project]\nname = 'b'")
    for name in ("a/x.txt", "b/x.txt"):
        write(name, "big amazing very nice")
    assert marked_words("a/x.txt") == ["big", "amazing", "very"]
    assert marked_words("b/x.txt") == ["amazing"]


def test_sensitivity_reaches_the_system(monkeypatch, run, error_of):
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
    assert error_of("a.txt", system="odd") == "system 'odd' has no sensitivity to set"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[tool.motjuste", "is not TOML"),
        ("sensitivity = " + "9" * 6000, "is not TOML"),
        (
            "[tool.motjuste]\nsensitvity = 0.1",
            "no key 'sensitvity' in [tool.motjuste]; did you mean sensitivity?",
        ),
        (
            "[tool.motjuste.files.'a']\nexclude = []",
            "no key 'exclude' in [tool.motjuste.files.a]; keys are",
        ),
        ("[tool.motjuste]\nsensitivity = 'high'", "sensitivity is 'high'; give the share"),
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
def test_a_broken_configuration_is_one_line_and_nothing_is_touched(error_of, content, problem):
    write("b/pyproject.toml", content)
    first, second = write("b/a.txt", "a big dog"), write("b/b.txt", "a big dog")
    assert problem in error_of(
        ".", "--apply", system=None if "system" in str(content) else "listed"
    )
    assert first.read_text() == second.read_text() == "a big dog"


def test_the_hooks_call_a_command_that_exists():
    hooks = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text()
    entries = re.findall(r"^  entry: motjuste (.*)$", hooks, re.MULTILINE)
    assert len(entries) == hooks.count("- id: ") == 2
    write("a.txt", "a big dog")
    for entry in entries:
        assert main([*entry.split(), "a.txt", "--system", "listed"]) == 1
