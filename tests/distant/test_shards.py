"""Records are the same for any number of workers, after any interruption and on any backend."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from distant_data import small_settings, thesauri, write_corpus, written
from motjuste.distant.records import read_records
from motjuste.distant.shards import Maker, Settings, make
from motjuste.engine import Backend, corpus_files
from motjuste.errors import BadInputError


def test_the_files_are_the_same_bytes_for_any_number_of_workers(tmp_path):
    files = corpus_files([write_corpus(tmp_path / "a.txt")])
    for workers in (1, 2, 4):
        backend = Backend(workers)
        assert make(files, tmp_path / str(workers), small_settings(tmp_path), backend) > 6
    outputs = [written(tmp_path / str(workers)) for workers in (1, 2, 4)]
    assert outputs[0] == outputs[1] == outputs[2]


def test_the_hash_seed_decides_nothing_and_the_seed_does(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 40)
    first = thesauri(tmp_path)[0]
    for name, hash_seed, seed in (("a", "1", "0"), ("b", "2", "0"), ("c", "1", "7")):
        command = ["distant", "make", corpus, "--out", tmp_path / name, "--seed", seed]
        command += ["--thesaurus", first, "--with", "wordnet", "--combine", "union", "--json"]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, "-m", "motjuste", *command], env=environment, check=True)
    a, b, c = (list(read_records(tmp_path / name)) for name in "abc")
    assert a == b
    assert a != c
    assert [record.source for record in a] == [record.source for record in c]


MAKE = """
import sys
from pathlib import Path
sys.path.append(sys.argv[4])
from distant_data import small_settings
from motjuste.distant.shards import make
from motjuste.engine import Backend, corpus_files

if __name__ == "__main__":
    out = Path(sys.argv[2])
    settings = small_settings(out.parent)
    make(corpus_files([Path(sys.argv[1])]), out, settings, Backend(int(sys.argv[3])))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_goes_on_and_ends_the_same(tmp_path, workers):
    corpus = write_corpus(tmp_path / "a.txt", 1500)
    script, killed = tmp_path / "make.py", tmp_path / "killed"
    script.write_text(MAKE)
    command = [sys.executable, script, corpus, killed, str(workers), Path(__file__).parents[1]]
    process = subprocess.Popen(command, start_new_session=True)
    while process.poll() is None:
        if len(list(killed.glob("part-*"))) > 5:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        time.sleep(0.001)
    assert process.returncode == -signal.SIGKILL, "it was done before it could be killed"
    before = written(killed)
    files = corpus_files([corpus])
    make(files, killed, small_settings(tmp_path), Backend(workers))
    make(files, tmp_path / "whole", small_settings(tmp_path))
    # A file that was half written when the run was killed is nobody's any more.
    after = {name: content for name, content in written(killed).items() if name[0] != "."}
    assert after == written(tmp_path / "whole")
    shards = {name: content for name, content in before.items() if name.startswith("part-")}
    assert 5 < len(shards) < len(after) - 1
    assert shards.items() <= after.items()


def test_what_was_made_before_is_not_made_again(tmp_path, monkeypatch):
    files = corpus_files([write_corpus(tmp_path / "a.txt")])
    out = tmp_path / "out"
    make(files, out, small_settings(tmp_path))
    (out / "part-00003.jsonl.gz").unlink()
    whole, made = written(out), []
    real = Maker.__call__
    monkeypatch.setattr(
        Maker, "__call__", lambda self, shard: made.append(shard.number) or real(self, shard)
    )
    seen = []
    make(files, out, small_settings(tmp_path), watch=lambda *progress: seen.append(progress))
    assert made == [3]
    assert whole.items() <= written(out).items()
    total = files[0].size
    assert seen[-1] == (total, total)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_small_files_are_put_together(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.txt").write_text(f"The big dog number {number} gave up.")
    settings = small_settings(tmp_path)
    assert make(corpus_files([folder]), tmp_path / "out", settings) == 1
    assert [record.id for record in read_records(tmp_path / "out")] == [
        f"0-{number}" for number in range(30)
    ]


def test_a_folder_of_other_records_is_refused(tmp_path):
    files = corpus_files([write_corpus(tmp_path / "a.txt", 20)])
    make(files, tmp_path / "out", small_settings(tmp_path))
    make(files, tmp_path / "out", small_settings(tmp_path))
    with pytest.raises(BadInputError, match="another corpus or with other settings"):
        make(files, tmp_path / "out", small_settings(tmp_path, seed=1))
    (tmp_path / "first.json").write_text(json.dumps({"big": ["huge"]}))
    settings = Settings(thesauri=(str(tmp_path / "first.json"),), block=4000)
    with pytest.raises(BadInputError, match="another corpus or with other settings"):
        make(files, tmp_path / "out", settings)
    (tmp_path / "out" / "about.json").write_text("{")
    with pytest.raises(BadInputError, match=r"about\.json: is damaged"):
        make(files, tmp_path / "out", settings)


def test_what_makes_no_sense_is_one_line(tmp_path):
    (tmp_path / "empty.txt").write_text(" \n")
    settings = small_settings(tmp_path)
    with pytest.raises(BadInputError, match="the corpus is empty"):
        make(corpus_files([tmp_path / "empty.txt"]), tmp_path / "out", settings)
    for wrong in ({"rate": 0.0}, {"rate": 1.5}, {"shortest": 9, "longest": 8}):
        with pytest.raises(BadInputError):
            small_settings(tmp_path, **wrong)
    corpus = write_corpus(tmp_path / "a.txt", 5)
    (tmp_path / "file").touch()
    with pytest.raises(BadInputError, match="cannot be written"):
        make(corpus_files([corpus]), tmp_path / "file" / "out", settings)
