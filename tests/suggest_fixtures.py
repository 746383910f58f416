"""Fixtures of the tests of `suggest` and `rank`: the systems, and a command that is typed."""

import io
import json
import sys

import pytest

from motjuste.cli import main
from motjuste.systems import registry
from suggesting import Broken, Fake, Plain


@pytest.fixture
def suggesters(monkeypatch):
    """The systems of `suggesting`, by their names."""
    for kind in (Plain, Fake, Broken):
        monkeypatch.setitem(registry.SYSTEMS, kind.name, f"suggesting:{kind.__name__}")


@pytest.fixture
def typed(capsys, monkeypatch):
    """Run a command with something on standard input; returns its output."""

    def command(*arguments, stdin=b"", code=0):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        assert main([*map(str, arguments)]) == code
        return capsys.readouterr()

    return command


@pytest.fixture
def document(typed):
    """Run a command with --json, which must print nothing else."""

    def command(*arguments, **options):
        printed = typed(*arguments, "--json", **options)
        return json.loads(printed.out)

    return command


@pytest.fixture
def refused(typed):
    """Run a command that must fail, with the same one line as text and as JSON."""

    def command(*arguments, **options):
        printed = typed(*arguments, code=2, **options)
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert len(printed.err) < 500
        line = printed.err.removeprefix("motjuste: ").strip()
        assert json.loads(typed(*arguments, "--json", code=2, **options).out) == {"error": line}
        return line

    return command
