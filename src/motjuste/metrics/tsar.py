"""TSAR-2022's measures of lexical simplification, over the items that a system answered.

Strings are compared as they are. The target itself and repeated guesses are removed before anything
is counted. An empty cell of a system's file is a guess, and a wrong one.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Item
from motjuste.metrics.measure import Array, Family, Measure, item_rows, ratio
from motjuste.metrics.pairing import Pairing


class Answered(NamedTuple):
    """An item that the system answered: counts of its annotations, and the guesses."""

    item: Item
    annotations: dict[str, int]
    guesses: list[str]


def potential(answered: Answered, k: int) -> float:
    """Whether one of the first k guesses was annotated."""
    return not answered.annotations.keys().isdisjoint(answered.guesses[:k])


def average_precision_at(answered: Answered, k: int) -> float:
    """The sum of precisions at the hits among the first k, divided by k (not by the hits)."""
    hits = [guess in answered.annotations for guess in answered.guesses[:k]]
    ranked = enumerate(zip(hits, accumulate(hits), strict=True), start=1)
    return sum(hits_so_far / rank for rank, (hit, hits_so_far) in ranked if hit) / k


def top_accuracy(answered: Answered, k: int) -> float:
    """Whether one of the first k guesses is a most frequent annotation."""
    highest = max(answered.annotations.values(), default=0)
    return any(answered.annotations.get(guess) == highest for guess in answered.guesses[:k])


def answered_items(pairing: Pairing) -> list[Answered]:
    """The items that the system answered, in benchmark order."""
    return pairing.once("tsar items", lambda: list(_answered_items(pairing)))


def _answered_items(pairing: Pairing) -> Iterator[Answered]:
    for item in filter(pairing.answered, pairing.benchmark.items):
        annotations: dict[str, int] = {}
        for text, votes in ((judgement.text, judgement.votes) for judgement in item.judgements):
            if votes and text != item.named:
                annotations[text] = annotations.get(text, 0) + votes
        texts = dict.fromkeys(guess.text for guess in pairing.ranking(item))
        guesses = [text for text in texts if text != item.named]
        yield Answered(item, annotations, guesses)


@dataclass(frozen=True)
class _Figures:
    figure: Callable[[Answered, int], float]
    k: int

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: item_rows(pairing, self._rows(pairing), 2))

    def _rows(self, pairing: Pairing) -> dict[str, tuple[float, float]]:
        return {
            answered.item.id: (self.figure(answered, self.k), 1)
            for answered in answered_items(pairing)
        }


_FIGURES = {
    "ACC": (potential, "share of items whose first guess was annotated"),
    "MAP": (average_precision_at, "mean average precision of the first {k} guesses"),
    "Potential": (potential, "share of items with an annotation among the first {k} guesses"),
    "Accuracy": (
        top_accuracy,
        "share of items with a most frequent annotation among the first {k} guesses",
    ),
}


def _build(match: re.Match[str]) -> Measure:
    name, k = match[0].split("@")[:2]
    figure, description = _FIGURES[name]
    return Measure(match[0], description.format(k=k), _Figures(figure, int(k)), ratio(0, 1))


_PAPER = "Saggion et al. 2022 (TSAR-2022 shared task)"

FAMILIES = (
    Family(
        r"ACC@1|Potential@[1-9]\d{0,3}",
        "How often one of the first k guesses is among the annotations.",
        _PAPER,
        ("ACC@1", "Potential@3"),
        _build,
    ),
    Family(
        r"MAP@[1-9]\d{0,3}",
        "Mean average precision of the first k guesses, divided by k.",
        _PAPER,
        ("MAP@3",),
        _build,
    ),
    Family(
        r"Accuracy@[1-9]\d{0,3}@top1",
        "How often a most frequent annotation is among the first k guesses.",
        _PAPER,
        ("Accuracy@1@top1",),
        _build,
    ),
)
