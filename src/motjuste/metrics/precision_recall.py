"""P, R and F at k as SWORDS defines them: counts pooled over all targets."""

import re
from dataclasses import dataclass

from motjuste.metrics.lemmas import judged_lemmas
from motjuste.metrics.measure import Array, Family, Measure, f_score, item_rows, ratio
from motjuste.metrics.pairing import Pairing

# The program's thresholds: "more than 0 %" and "more than 50 %" of at most ten labels.
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
        return pairing.once(self, lambda: item_rows(pairing, self._rows(pairing), 4))

    def _rows(self, pairing: Pairing) -> dict[str, tuple[int, int, int, int]]:
        threshold = THRESHOLDS[self.reference]
        rows = {}
        for gold, answer in judged_lemmas(pairing):
            shares = gold.shares
            listed = answer if self.strict else [word for word in answer if word in shares]
            top = listed[: self.k]
            hits = sum(shares.get(word, 0.0) >= threshold for word in top)
            wanted = sum(share >= threshold for share in shares.values())
            rows[gold.item.id] = (hits, len(top), min(self.k, wanted), wanted)
        return rows


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
