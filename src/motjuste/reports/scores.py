"""Substitutes with their score as the SWORDS paper reads it, which every analysis starts from."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from motjuste.benchmarks.benchmark import (
    FALSE,
    TRUE,
    UNSURE,
    Abstentions,
    Benchmark,
    Item,
    Judgement,
)

_GIVEN = frozenset({TRUE, FALSE, UNSURE})


class ScoredSubstitute(NamedTuple):
    """A substitute and the share of its labels that are positive."""

    item: Item
    judgement: Judgement
    score: float

    @property
    def conceivable(self) -> bool:
        """Whether it has a positive label."""
        return self.score > 0

    @property
    def acceptable(self) -> bool:
        """Whether most labels are positive."""
        return self.score > 0.5


def is_judged(benchmark: Benchmark) -> bool:
    """Whether people judged substitutes, rather than only wrote down what came to mind."""
    return any(
        label in _GIVEN
        for item in benchmark.items
        for judgement in item.judgements
        for label in judgement.labels
    )


def scored(benchmark: Benchmark, abstentions: Abstentions = "negative") -> list[ScoredSubstitute]:
    """Every substitute that has a label that counts, in the benchmark's order.

    The paper counts an abstention as a negative label, so that is the default here (its scoring
    program drops abstentions; the measures do as the program does).
    """
    key = ("scored", abstentions)
    if key not in benchmark.memo:
        benchmark.memo[key] = list(_scored(benchmark, abstentions))
    scored_judgements: list[ScoredSubstitute] = benchmark.memo[key]
    return scored_judgements


def _scored(benchmark: Benchmark, abstentions: Abstentions) -> Iterable[ScoredSubstitute]:
    for item in benchmark.items:
        for judgement in item.judgements:
            score = judgement.share(abstentions)
            if score is not None:
                yield ScoredSubstitute(item, judgement, score)


def percentage(part: float, whole: float) -> float | None:
    """A percentage; None if the total is 0.

    >>> percentage(1, 8), percentage(0, 0)
    (12.5, None)
    """
    return 100.0 * part / whole if whole else None


def mean(figures: Sequence[float]) -> float | None:
    """The arithmetic mean; None without figures."""
    return sum(figures) / len(figures) if figures else None
