"""Comparison as in SWORDS: gold and answers as lemmas, with duplicates merged.

Several measures of the SWORDS program (P/R/F, GAP, best and oot on judged labels) start from the
same lists, so these are computed once per benchmark and run. Measures of rankings work on all
guesses of a run at once, concatenated in arrays.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.benchmarks.benchmark import Abstentions, Benchmark, Item, count_labels, count_votes
from motjuste.benchmarks.run import Guess
from motjuste.lexicon import lemma_table
from motjuste.metrics.pairing import Pairing


class Gold(NamedTuple):
    """The judged lemmas of an item, with their positive votes and the share of positive votes."""

    row: int
    item: Item
    votes: dict[str, int]
    shares: dict[str, float]


class GoldAndAnswer(NamedTuple):
    """An item's gold and a system's answer to it: lemmas, best first, without repeats."""

    gold: Gold
    answer: list[str]


def gold_lemmas(benchmark: Benchmark, abstentions: Abstentions) -> list[Gold]:
    """The gold of every item that has any, in benchmark order."""
    key = ("gold", abstentions)
    if key not in benchmark.memo:
        tally = _LabelCounts(abstentions)
        golds = (_gold(row, item, tally) for row, item in enumerate(benchmark.items))
        benchmark.memo[key] = [gold for gold in golds if gold.votes]
    cached: list[Gold] = benchmark.memo[key]
    return cached


class _LabelCounts(dict[tuple[str, ...], tuple[int, int]]):
    """Cache from a judgement's labels to the numbers of positive and of counted labels."""

    def __init__(self, abstentions: Abstentions) -> None:
        self._abstentions = abstentions

    def __missing__(self, labels: tuple[str, ...]) -> tuple[int, int]:
        counted = (count_votes(labels), count_labels(labels, self._abstentions))
        self[labels] = counted
        return counted


def _gold(row: int, item: Item, tally: _LabelCounts) -> Gold:
    lemmas = lemma_table(item.target.pos)
    counts: dict[str, tuple[int, int]] = {}
    for text, labels, _ in item.judgements:
        word, (positive, counted) = lemmas[text], tally[labels]
        if word in counts:
            positive_before, total = counts[word]
            counts[word] = (positive_before + positive, total + counted)
        elif counted:
            counts[word] = (positive, counted)
    counts.pop(lemmas[item.target.word], None)
    votes = {word: positive for word, (positive, _) in counts.items()}
    return Gold(row, item, votes, {word: yes / total for word, (yes, total) in counts.items()})


def answer_lemmas(item: Item, guesses: tuple[Guess, ...]) -> list[str]:
    """A system's answer as lemmas, best first; of duplicates the best score counts.

    Equal scores keep the system's order. Blank guesses are dropped.
    """
    lemmas = lemma_table(item.target.pos)
    best: dict[str, float] = {}
    for text, score in guesses:
        word = lemmas[text]
        if word not in best or score > best[word]:
            best[word] = score
    best.pop(lemmas[item.target.word], None)
    best.pop("", None)
    return sorted(best, key=best.__getitem__, reverse=True)


def judged_lemmas(pairing: Pairing) -> list[GoldAndAnswer]:
    """Gold and answer of every item that has gold."""
    return pairing.once(
        "judged lemmas",
        lambda: [
            GoldAndAnswer(gold, answer_lemmas(gold.item, pairing.guesses(gold.item)))
            for gold in gold_lemmas(pairing.benchmark, pairing.settings.abstentions)
        ],
    )


@dataclass(frozen=True)
class Rankings:
    """All guesses of a run, item by item, each item's best first.

    `item` is the row of a guess's item in the benchmark, `rank` its place among the item's guesses,
    from 1. Items without gold have no guesses here, since they do not count.
    `share` and `votes` are the gold scores of a guess, -1 if it was not judged.
    """

    items: int
    item: NDArray[np.intp]
    rank: NDArray[np.intp]
    share: NDArray[np.float64]
    votes: NDArray[np.float64]

    def within_items(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The cumulative sum of values within each item's guesses."""
        running = np.cumsum(values)
        starts = np.flatnonzero(self.rank == 1)
        before = running[starts] - values[starts]
        sums: NDArray[np.float64] = running - np.repeat(before, np.diff([*starts, len(values)]))
        return sums

    def total(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum of values over each item's guesses."""
        sums = np.bincount(self.item, weights=values, minlength=self.items)
        return sums.astype(np.float64)


def rankings(pairing: Pairing) -> Rankings:
    """The run's guesses with their gold scores."""

    def make() -> Rankings:
        judged = judged_lemmas(pairing)
        shares: list[float] = []
        votes: list[int] = []
        for gold, answer in judged:
            share_of, votes_of = gold.shares.get, gold.votes.get
            shares += [share_of(word, -1.0) for word in answer]
            votes += [votes_of(word, -1) for word in answer]
        sizes = [len(answer) for _, answer in judged]
        golds = [gold for gold, _ in judged]
        return _lay_out(len(pairing.benchmark), golds, sizes, shares, votes)

    return pairing.once("rankings", make)


def ideal_rankings(benchmark: Benchmark, abstentions: Abstentions) -> Rankings:
    """The gold itself as a run: the answers of a system that gives all judged lemmas."""
    key = ("ideal", abstentions)
    if key not in benchmark.memo:
        golds = gold_lemmas(benchmark, abstentions)
        shares = [share for gold in golds for share in gold.shares.values()]
        votes = [count for gold in golds for count in gold.votes.values()]
        sizes = [len(gold.votes) for gold in golds]
        benchmark.memo[key] = _lay_out(len(benchmark), golds, sizes, shares, votes)
    cached: Rankings = benchmark.memo[key]
    return cached


def _lay_out(
    items: int, golds: list[Gold], sizes: list[int], shares: list[float], votes: list[int]
) -> Rankings:
    starts = np.repeat(np.cumsum(sizes, dtype=np.intp) - sizes, sizes)
    return Rankings(
        items=items,
        item=np.repeat(np.array([gold.row for gold in golds], dtype=np.intp), sizes),
        rank=np.arange(len(shares)) - starts + 1,
        share=np.array(shares, dtype=np.float64),
        votes=np.array(votes, dtype=np.float64),
    )
