"""P, R and F at k as in SWORDS: counts summed over all targets."""

import re
from dataclasses import dataclass

import numpy as np

from motjuste.metrics.lemmas import ideal_rankings, rankings
from motjuste.metrics.measure import Array, Family, Measure, f_score, ratio
from motjuste.metrics.pairing import Pairing

# The program's thresholds of the share of positive labels, for at most ten labels: more than half,
# and at least one.
THRESHOLDS = {"acceptable": 0.5001, "conceivable": 0.1}

_HITS, _LISTED, _GOLD_AT_K, _GOLD = range(4)
_REDUCE = {
    "P": (ratio(_HITS, _LISTED), "precision"),
    "R": (ratio(_HITS, _GOLD_AT_K), "recall of min(k, gold)"),
    "F": (f_score(_HITS, _LISTED, _GOLD_AT_K), "harmonic mean of P and R"),
    "Rs": (ratio(_HITS, _GOLD), "recall of all gold"),
    "Fs": (f_score(_HITS, _LISTED, _GOLD), "harmonic mean of P and Rs"),
}


@dataclass(frozen=True)
class _Counts:
    strict: bool
    reference: str
    k: int

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: self._columns(pairing))

    def _columns(self, pairing: Pairing) -> Array:
        threshold, run = THRESHOLDS[self.reference], rankings(pairing)
        judged = (run.share >= 0).astype(np.float64)
        listed = np.ones_like(judged) if self.strict else judged
        top = listed * (run.within_items(listed) <= self.k)
        gold = ideal_rankings(pairing.benchmark, pairing.settings.abstentions)
        gold_count = gold.total((gold.share >= threshold).astype(np.float64))
        hits = run.total(top * (run.share >= threshold))
        return np.stack([hits, run.total(top), np.minimum(gold_count, self.k), gold_count], axis=1)


def _build(match: re.Match[str]) -> Measure:
    listing, reference, letter, k = match.groups()
    reduce, description = _REDUCE[letter]
    return Measure(
        match[0],
        f"{description} at {k} of {reference} substitutes"
        + (", unjudged ones left out" if listing == "lenient" else ""),
        _Counts(listing == "strict", reference, int(k)),
        reduce,
    )


def _build_p1(match: re.Match[str]) -> Measure:
    description = "share of first guesses that are conceivable"
    return Measure(match[0], description, _Counts(True, "conceivable", 1), _REDUCE["P"][0])


FAMILIES = (
    Family(
        r"(strict|lenient)\.(acceptable|conceivable)\.(P|R|F|Rs|Fs)@([1-9]\d{0,5})",
        "Precision, recall and F at k against the substitutes that people judged acceptable "
        "(over half) or conceivable (anybody); lenient leaves out what nobody judged; Rs and Fs "
        "count all gold instead of min(k, gold).",
        "Lee et al. 2021, section 5.2",
        ("strict.acceptable.F@10", "lenient.conceivable.P@10", "strict.acceptable.Rs@10"),
        _build,
    ),
    Family(
        r"P@1",
        "How often the first guess is conceivable.",
        "Lee et al. 2021, table 8",
        ("P@1",),
        _build_p1,
    ),
)
