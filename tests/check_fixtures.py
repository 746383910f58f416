"""Fixtures of the tests of `check`: a folder of their own, and the command run in it."""

import io
import json
import sys

import pytest

from improver import Listed
from motjuste.check.configuration import forget_configurations
from motjuste.cli import main
from motjuste.systems import registry


@pytest.fixture
def surroundings(monkeypatch, tmp_path):
    monkeypatch.setitem(registry.SYSTEMS, "listed", "improver:Listed")
    monkeypatch.setitem(registry.SYSTEMS, "odd", "check_command:Odd")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / f"{tmp_path.name}-cache"))
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
def marked_words(run):
    """Run `check` with --format json; returns the words that were found."""

    def command(*arguments, **options):
        printed = run(*arguments, "--format", "json", **options)
        return [improvement["text"] for improvement in json.loads(printed.out)["improvements"]]

    return command


@pytest.fixture
def error_of(run):
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
