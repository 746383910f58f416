"""Sentences improved: spans of tokens in a file that the scorer of SWS reads, resumable."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

from improver import Listed
from motjuste.benchmarks import read_benchmark, read_run
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.metrics import score
from motjuste.systems import registry, run_system
from motjuste.systems.system import System
from motjuste.text import Improvement, Suggestion
from small import benchmark, item


def sentence(text, tokens, *spans):
    return {"sentence": text, "sentence_split": tokens.split(), "substitutes": list(spans)}


SENTENCES = {
    "one": sentence("A big dog.", "A big dog .", [[1, 2], {"enormous": 3}, 1]),
    "two": sentence("Never give up!", "Never give up !", [[1, 3], {"quit": 2}, 1]),
    "three": sentence("A nice-looking day", "A nice-looking day", [[2, 3], {"time": 1}, 2]),
    **{f"more {n}": sentence("Fine.", "Fine .", [[0, 1], {"Good": 1}, 2]) for n in range(40)},
}


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    monkeypatch.setitem(registry.SYSTEMS, "listed", "improver:Listed")
    monkeypatch.setitem(registry.SYSTEMS, "fails", f"{__name__}:Fails")


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(SENTENCES), encoding="utf-8")
    return read_benchmark(f"sws:{path}")


@dataclass
class Fails(System):
    """Fails on one sentence, and gives an answer that is none on another."""

    name: ClassVar[str] = "fails"
    word: str = "Never"

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        if self.word and any(text.startswith(self.word) for text in texts):
            raise ValueError("no idea")
        return [[Improvement(0, 1, "refine-usage", (Suggestion("X", 1.0, "x"),))] for _ in texts]


def test_the_run_file_is_what_the_scorer_reads(gold, tmp_path):
    out = tmp_path / "run.json"
    report = run_system(Listed(), gold, out, "improve")
    assert (report.answered, report.errors) == (43, {})
    document = json.loads(out.read_text())
    assert list(document) == list(SENTENCES)
    assert document["one"] == {
        "input_words": ["A", "big", "dog", "."],
        "substitute_topk": [[["big", 1, 2], ["enormous", "large"]]],
    }
    assert document["two"]["substitute_topk"] == [[["give up", 1, 3], ["quit"]]]
    # A part of a token: what the token becomes.
    assert document["three"]["substitute_topk"] == [[["nice-looking", 1, 2], ["kind-looking"]]]
    scores = score(read_run(out, gold), gold).scores
    # Of three spans two are among the 43 of the benchmark.
    assert scores["det.P"] == pytest.approx(100 * 2 / 3)
    assert scores["det.R"] == pytest.approx(100 * 2 / 43)


def test_a_run_goes_on_where_it_stopped(gold, tmp_path):
    whole, out = tmp_path / "whole.json", tmp_path / "run.json"
    run_system(Fails(word=""), gold, whole, "improve")
    report = run_system(Fails(), gold, out, "improve")
    assert report.errors == {"two": "ValueError: no idea"}
    assert (report.answered, out.exists()) == (42, False)
    journal = out.with_name("run.json.journal")
    # The same settings, as far as the journal knows, and a system that has recovered.
    journal.write_text(journal.read_text().replace('"word": "Never"', '"word": ""'))
    report = run_system(Fails(word=""), gold, out, "improve")
    assert (report.resumed, report.answered) == (42, 1)
    assert out.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def test_an_answer_that_is_none_is_blamed_on_its_sentence(gold, tmp_path, monkeypatch):
    def improve(self, texts):
        end = 99 if "A big dog." in texts else 1
        return [[Improvement(0, end, "refine-usage", ())] for _ in texts]

    monkeypatch.setattr(Fails, "improve", improve)
    report = run_system(Fails(), gold, tmp_path / "run.json", "improve")
    assert list(report.errors) == ["one"]
    assert "from 0 to 99 in a text of 10 characters" in report.errors["one"]


def test_the_command_counts_sentences(gold, tmp_path, capsys):
    out = tmp_path / "run.json"
    place = f"sws:{tmp_path / 'gold.json'}"
    assert main(["run", "listed", "-b", place, "-o", str(out), "--setting", "improve"]) == 0
    assert "43 items" in capsys.readouterr().err
    given = ["-o", str(out), "--setting", "improve", "--limit", "2"]
    assert main(["run", "listed", "-b", place, *given]) == 0
    assert list(json.loads(out.read_text())) == ["one", "two"]


def test_what_cannot_be_improved_is_one_line(gold, tmp_path):
    with pytest.raises(BadInputError, match="does not improve"):
        run_system(registry.make_system("wordnet"), gold, tmp_path / "x.json", "improve")
    targets = benchmark(item("1", "car", {"auto": 1}))
    with pytest.raises(BadInputError, match="has no sentences to improve"):
        run_system(Listed(), targets, tmp_path / "x.json", "improve")
    assert not list(tmp_path.glob("x.json*"))
