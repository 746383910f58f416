"""`check` with several workers says what it says with one, in the same order."""

import subprocess

import pytest

from improver import Listed, program
from motjuste.check import Checkers, Job
from motjuste.check.configuration import Settings
from motjuste.check.parallel import improved_ahead
from motjuste.cli import main
from motjuste.engine import Backend
from motjuste.errors import BadInputError
from motjuste.systems import registry


@pytest.fixture
def essays(tmp_path):
    """Files, one of them longer than what a worker is given at once."""
    (tmp_path / "a.txt").write_text(("It rained. " * 17 + "A big dog.\n\n") * 360, "utf-8")
    (tmp_path / "b.md").write_text("# How very nice\n\nIt was a **big** `big` thing.\n", "utf-8")
    (tmp_path / "c.txt").write_text("", "utf-8")
    (tmp_path / "d.txt").write_text("They give up. Amazing.\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(("output", "workers"), [("text", 2), ("json", 3)])
def test_the_report_is_the_same_for_any_number_of_workers(
    essays, output, workers, capsys, monkeypatch
):
    monkeypatch.setitem(registry.SYSTEMS, "listed", "improver:Listed")
    command = ["check", str(essays), "--system", "listed", "--format", output]
    assert main([*command, "--workers", "1"]) == 0
    alone = capsys.readouterr().out
    together = subprocess.run(
        program(*command, "--workers", str(workers)), capture_output=True, check=True
    ).stdout.decode()
    assert together == alone
    assert alone.count("big") >= 361


def test_workers_are_for_reports_alone(essays, capsys):
    for way in ("--apply", "--diff", "--interactive"):
        assert main(["check", str(essays / "d.txt"), way, "--workers", "2"]) == 2
        assert "--workers is for reports" in capsys.readouterr().err


def test_a_file_that_grows_while_workers_are_at_it_is_an_error(essays):
    job = Job(essays / "d.txt", "text", Settings())
    checkers = Checkers()
    checkers(job.settings).system = Listed()
    with improved_ahead(checkers, [job], Backend()) as improve:
        improve(Listed(), ["They give up. Amazing."])
        with pytest.raises(BadInputError, match="has changed while it was checked"):
            improve(Listed(), ["And more."])
