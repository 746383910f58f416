"""Generalised average precision (Kishida 2005): average precision with graded gold."""

import re
from dataclasses import dataclass

import numpy as np

from motjuste.benchmarks.benchmark import Abstentions, Benchmark
from motjuste.metrics.lemmas import Rankings, ideal_rankings, rankings
from motjuste.metrics.measure import Array, Family, Measure, divide, ratio
from motjuste.metrics.pairing import Pairing


def mean_weights(run: Rankings, weights: Array) -> Array:
    """For each item, the mean weight down to each hit of its ranking, summed over the hits."""
    weights = np.maximum(weights, 0.0)
    means = run.within_items(weights) / run.rank
    return run.total(means * (weights > 0))


@dataclass(frozen=True)
class _Gaps:
    by_share: bool

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: self._columns(pairing))

    def _columns(self, pairing: Pairing) -> Array:
        run = rankings(pairing)
        reached = mean_weights(run, self._weights(run))
        wanted, counted = self._wanted(pairing.benchmark, pairing.settings.abstentions)
        # Sums over many items carry rounding, and no ranking is better than the best.
        gaps = np.minimum(divide(reached, wanted), 1.0)
        return np.stack([gaps, counted], axis=1)

    def _weights(self, run: Rankings) -> Array:
        return run.share if self.by_share else run.votes

    def _wanted(self, benchmark: Benchmark, abstentions: Abstentions) -> tuple[Array, Array]:
        """For each item, what the best ranking reaches, and whether the item counts."""
        key = ("best GAP", self.by_share, abstentions)
        if key not in benchmark.memo:
            gold = ideal_rankings(benchmark, abstentions)
            weights = self._weights(gold)
            best_first = weights[np.lexsort((-weights, gold.item))]
            counted = (gold.total(np.ones_like(weights)) > 0).astype(np.float64)
            benchmark.memo[key] = (mean_weights(gold, best_first), counted)
        kept: tuple[Array, Array] = benchmark.memo[key]
        return kept


def _build(match: re.Match[str]) -> Measure:
    by_share = match[0] == "GAP"
    description = "by share of positive labels" if by_share else "by number of positive labels"
    return Measure(
        match[0],
        f"generalised average precision, substitutes weighted {description}",
        _Gaps(by_share),
        ratio(0, 1),
    )


FAMILIES = (
    Family(
        r"GAP(\.count)?",
        "Generalised average precision of the ranking, gold weighted by the share of positive "
        "labels (GAP) or by their number (GAP.count); what is not ranked earns nothing.",
        "Lee et al. 2021, appendix D.2; Kishida 2005",
        ("GAP", "GAP.count"),
        _build,
    ),
)
