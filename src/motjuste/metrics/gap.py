"""Generalised average precision (Kishida 2005): average precision with graded gold."""

import re
from dataclasses import dataclass
from itertools import accumulate

from motjuste.metrics.lemmas import judged_lemmas
from motjuste.metrics.measure import Array, Family, Measure, item_rows, ratio
from motjuste.metrics.pairing import Pairing


def generalised_average_precision(weights: list[float], ideal: list[float]) -> float:
    """Sum of mean weights down to each hit, over the same sum for the best possible order.

    `weights` are the gold weights of the ranked list, `ideal` all gold weights.

    >>> round(generalised_average_precision([3, 0, 1], [1, 3]), 3)
    0.867
    """
    best = sorted((weight for weight in ideal if weight > 0), reverse=True)
    reached, wanted = _mean_weights(weights), _mean_weights(best)
    return reached / wanted if wanted else 0.0


def _mean_weights(weights: list[float]) -> float:
    sums = accumulate(weights)
    return sum(
        total / rank
        for rank, (weight, total) in enumerate(zip(weights, sums, strict=True), start=1)
        if weight > 0
    )


@dataclass(frozen=True)
class _Gaps:
    by_share: bool

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: item_rows(pairing, self._rows(pairing), 2))

    def _rows(self, pairing: Pairing) -> dict[str, tuple[float, int]]:
        rows = {}
        for gold, answer in judged_lemmas(pairing):
            weight_of: dict[str, float] = gold.shares if self.by_share else {**gold.votes}
            weights = [weight_of.get(word, 0.0) for word in answer]
            gap = generalised_average_precision(weights, list(weight_of.values()))
            rows[gold.item.id] = (gap, 1)
        return rows


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
