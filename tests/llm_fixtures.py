"""Fixtures of the tests of systems that ask a language model."""

import pytest

from asking_models import KEY, make_benchmark
from motjuste.benchmarks.swords import write


@pytest.fixture
def model_surroundings(monkeypatch, tmp_path):
    """A key, a cache of its own, and no waiting."""
    # Without its extra, tests of language models are skipped; all others need this file.
    from motjuste.systems.llm import client as client_module

    monkeypatch.setattr(client_module, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def priming(tmp_path):
    """A benchmark in a file whose items are examples in prompts."""
    path = tmp_path / "priming.json"
    write(make_benchmark(["1", "2", "3"]), path)
    return str(path)
