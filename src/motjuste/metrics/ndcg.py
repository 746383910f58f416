"""Smart Word Suggestions, NDCG: are the suggestions in the order of the annotators' votes?

The paper's formula adds a running sum of weights at each rank; its worked example (appendix D) and
its program add each weight once, as is usual, and so does this.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from motjuste.metrics.measure import Array, Family, Measure, columns, ratio
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.sws import PAPER, SUBSET, of_targets, sentences


def ndcg(suggestions: Sequence[str], votes: Mapping[str, int], m: int | None = None) -> float:
    """Discounted gain of suggestions, best first, divided by that of the best possible list.

    Only the first `m` count, and the best possible list has length `m`; without `m`, both have the
    length of the suggestions. A repeated suggestion gains nothing the second time.

    >>> votes = {"respond to": 3, "respond": 2, "response": 1, "reply to": 1}
    >>> round(ndcg(["respond", "respond to", "tell", "response", "solution"], votes, m=5), 3)
    0.833
    """
    remaining = dict(votes)
    gained = discounted(remaining.pop(suggestion, 0) for suggestion in suggestions[:m])
    length = len(suggestions) if m is None else m
    best = discounted(sorted(votes.values(), reverse=True)[:length])
    return gained / best if best else 0.0


def discounted(gains: Iterable[int]) -> float:
    """The sum of gains, each divided by log2(rank + 1)."""
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


@dataclass(frozen=True)
class _Ndcgs:
    m: int | None
    subset: str | None

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: columns(self._rows(pairing), 2))

    def _rows(self, pairing: Pairing) -> Iterable[tuple[float, int]]:
        for sentence in sentences(pairing, self.subset):
            gains = [
                ndcg(target.suggestions or (), target.votes, self.m) for target in sentence.detected
            ]
            yield sum(gains), len(gains)


def _build(match: re.Match[str]) -> Measure:
    m, subset = match["m"], match["subset"]
    listed = f"the first {m} suggestions" if m else "all suggestions"
    return Measure(
        match[0],
        f"discounted cumulative gain of {listed}, normalised, where the target was detected"
        + of_targets(subset),
        _Ndcgs(int(m) if m else None, subset),
        ratio(0, 1),
    )


FAMILIES = (
    Family(
        r"NDCG(?:@(?P<m>[1-9]\d{0,3}))?" + SUBSET,
        "Normalised discounted cumulative gain of the suggestions for detected targets: of the "
        "whole list against the best list of its length, or (@m) of the first m suggestions "
        "against the best m; of all targets or of one kind or part of speech.",
        f"{PAPER}, section 6.2 and appendix D",
        ("NDCG", "NDCG@1", "NDCG@4", "NDCG.refine-usage"),
        _build,
    ),
)
