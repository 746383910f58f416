"""Masked language models where their extra is not installed."""

import sys

import pytest

from motjuste.cli import main
from motjuste.errors import MissingExtraError
from motjuste.systems import make_system


@pytest.mark.parametrize("name", ["bert-m", "bert-k", "bert-ls", "bert-ranker", "lexsubcon"])
def test_without_the_extra_the_error_names_it_and_the_command(monkeypatch, name):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError) as caught:
        make_system(name)
    assert str(caught.value).endswith("install it with pip install 'motjuste[transformers]'")


def test_systems_shows_what_is_missing(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "transformers", None)
    assert main(["systems", "--json"]) == 0
    assert "motjuste[transformers]" in capsys.readouterr().out
