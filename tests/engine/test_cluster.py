"""Work on a Ray cluster: the same bytes as here, though a node is lost on the way."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from distant_data import small_settings, write_corpus
from motjuste.cli import main
from motjuste.distant.shards import make
from motjuste.engine import corpus_files

SCRIPT = Path(__file__).with_name("lost_node.py")


def run(*command, seconds=600):
    """Run a program; processes that it leaves behind are ended with it."""
    process = subprocess.Popen(
        [sys.executable, *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        return process, *process.communicate(timeout=seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def below(folder):
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_a_cluster_that_loses_a_node_half_way_makes_the_same_data(tmp_path):
    pytest.importorskip("ray")
    pytest.importorskip("scipy")
    from motjuste.spaces.counting import Settings, count
    from motjuste.spaces.vocabulary import VocabularyChoice

    corpus = write_corpus(tmp_path / "a.txt", 300)
    cluster, here = tmp_path / "cluster", tmp_path / "here"
    for folder in (cluster, here):
        folder.mkdir()
    process, printed, errors = run(SCRIPT, corpus, cluster)
    assert process.returncode == 0, errors
    report = json.loads(printed.splitlines()[-1])
    assert report["alive"] == [2, 1]
    files = corpus_files([corpus])
    assert make(files, here / "records", small_settings(cluster)) == report["shards"] > 6
    assert below(cluster / "records") == below(here / "records")
    count(
        files,
        here / "counts",
        Settings(unit="word", choice=VocabularyChoice(least=1), block=20_000),
    )
    assert below(cluster / "counts") == below(here / "counts")


def test_an_address_without_a_cluster_is_one_line(tmp_path):
    pytest.importorskip("ray")
    corpus = write_corpus(tmp_path / "a.txt", 3)
    command = ["-m", "motjuste", "distant", "make", corpus, "--out", tmp_path / "out"]
    process, _, errors = run(*command, "--ray", "nowhere")
    assert process.returncode == 2
    assert "there is no Ray cluster at 'nowhere'" in errors.splitlines()[-1]


def test_without_the_extra_it_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    corpus = write_corpus(tmp_path / "a.txt", 3)
    for command in (["distant", "make"], ["space", "count"]):
        out = str(tmp_path / command[0])
        assert main([*command, str(corpus), "--out", out, "--ray", "local"]) == 3
        assert "pip install 'motjuste[ray]'" in capsys.readouterr().err
