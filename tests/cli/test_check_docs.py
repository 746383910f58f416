"""What docs/check.md shows is what the command prints, with the default system."""

import re
import sys

import pytest

import documented
from documented import ROOT, examples, hold, run
from motjuste.check.configuration import forget_configurations, read_configuration

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGE = "docs/check.md"
ESSAY = (ROOT / "examples" / "essay.md").read_text("utf-8")
COMMANDS = [command for command, _ in examples(PAGE)]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_prints_what_the_page_shows_and_leaves_the_text_alone(
    monkeypatch, capsys, command
):
    monkeypatch.chdir(ROOT)
    forget_configurations()
    run(command)
    hold(PAGE, command, capsys.readouterr().out)
    assert (ROOT / "examples" / "essay.md").read_text("utf-8") == ESSAY


def test_the_page_shows_a_report_a_diff_and_a_document():
    assert len(COMMANDS) == 3
    assert [option in " ".join(COMMANDS) for option in ("--diff", "--format json")] == [True, True]


def test_an_example_follows_the_model_only_where_that_is_wanted(monkeypatch, tmp_path):
    page = "```\n$ motjuste check a.txt\nold 0.25\n```\n\nText.\n"
    monkeypatch.setattr(documented, "ROOT", tmp_path)
    monkeypatch.delenv("MOTJUSTE_EXAMPLES", raising=False)
    (tmp_path / "a.md").write_text(page, "utf-8")
    hold("a.md", "motjuste check a.txt", "old 0.26 \n\n")
    with pytest.raises(AssertionError):
        hold("a.md", "motjuste check a.txt", "new 0.25\n")
    monkeypatch.setenv("MOTJUSTE_EXAMPLES", "1")
    hold("a.md", "motjuste check a.txt", "new 0.25 \n")
    assert (tmp_path / "a.md").read_text("utf-8") == page.replace("old", "new")


def test_the_configuration_on_the_page_is_one(tmp_path):
    (toml,) = re.findall(r"```toml\n(.*?)```", (ROOT / PAGE).read_text("utf-8"), re.DOTALL)
    assert tomllib.loads(toml)
    path = tmp_path / "pyproject.toml"
    path.write_text(toml, encoding="utf-8")
    configuration = read_configuration(path)
    assert configuration is not None
    assert configuration.settings(tmp_path / "drafts" / "x.md").confidence == "sure"
    assert configuration.settings(tmp_path / "x.md").confidence == "balanced"
    assert configuration.excludes(tmp_path / "vendor" / "x.md")
