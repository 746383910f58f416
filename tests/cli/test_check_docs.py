"""What docs/check.md shows is what the command prints, with the system that the page names."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from motjuste.checking.configuration import forget_configurations, read_configuration
from motjuste.cli import main
from motjuste.systems import registry
from test_readme import BLOCK

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "check.md").read_text("utf-8")
EXAMPLES = BLOCK.findall(PAGE)


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[c for c, _ in EXAMPLES])
def test_an_example_prints_what_the_page_shows(monkeypatch, capsys, command, shown):
    monkeypatch.setitem(registry._OWN, "default", "improver:Listed")
    monkeypatch.chdir(ROOT)
    forget_configurations()
    assert main(shlex.split(command)[1:]) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines()]
    assert printed == shown.rstrip().splitlines()


def test_the_page_has_examples_and_leaves_the_text_alone():
    assert len(EXAMPLES) >= 3
    assert "**big**" in (ROOT / "examples" / "essay.md").read_text("utf-8")


def test_the_configuration_on_the_page_is_one(tmp_path):
    (toml,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert tomllib.loads(toml)
    path = tmp_path / "pyproject.toml"
    path.write_text(toml, encoding="utf-8")
    found = read_configuration(path)
    assert found is not None
    assert found.settings(tmp_path / "drafts" / "x.md").sensitivity == 0.05
    assert found.settings(tmp_path / "x.md").sensitivity == 0.1
    assert found.excludes(tmp_path / "vendor" / "x.md")
