"""Generalised average precision (Kishida 2005): average precision with graded gold."""

import re
from dataclasses import dataclass

import numpy as np

from motjuste.metrics.lemmas import Rankings, gold_lemmas, rankings
from motjuste.metrics.measure import Array, Family, Measure, divide, ratio
from motjuste.metrics.pairing import Pairing


def mean_weights(run: Rankings, weights: Array) -> Array:
    """For each item, the mean weight down to each hit of its ranking, summed over the hits."""
    weights = np.maximum(weights, 0.0)
    means = run.within_items(weights) / run.rank
    return run.total(means * (weights > 0))


def _best_sums(weight_lists: list[list[float]]) -> Array:
    """The same for the best possible ranking of each item's weights."""
    return np.array([_best_sum(sorted(weights, reverse=True)) for weights in weight_lists])


def _best_sum(weights: list[float]) -> float:
    hits = np.array([weight for weight in weights if weight > 0])
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1)).sum())


@dataclass(frozen=True)
class _Gaps:
    by_share: bool

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: self._columns(pairing))

    def _columns(self, pairing: Pairing) -> Array:
        run = rankings(pairing)
        reached = mean_weights(run, run.share if self.by_share else run.votes)
        gaps = divide(reached, self._wanted(pairing))
        return np.stack([gaps, np.ones_like(gaps)], axis=1)

    def _wanted(self, pairing: Pairing) -> Array:
        abstentions, memo = pairing.settings.abstentions, pairing.benchmark.memo
        key = ("best GAP", self.by_share, abstentions)
        if key not in memo:
            golds = gold_lemmas(pairing.benchmark, abstentions)
            memo[key] = _best_sums(
                [list((gold.shares if self.by_share else gold.votes).values()) for gold in golds]
            )
        wanted: Array = memo[key]
        return wanted


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
