"""ProLex's precision, recall and F at k: counts summed over the items that have gold.

"hard" compares strings, "soft" the lemma of the first word. The original program takes lemmas from
a tagger that sees the word alone; here they are WordNet's, for the target's part of speech or, if
that is unknown, the shortest for any part of speech. As in the program, the list is cut to k
guesses before repeated ones are removed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Item
from motjuste.errors import BadInputError
from motjuste.lexicon import lemma
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.metrics.measure import Array, Family, Measure, f_score, item_rows, ratio
from motjuste.metrics.pairing import Pairing

_HITS, _GUESSED, _GOLD = range(3)
_REDUCE = {
    "P": (ratio(_HITS, _GUESSED), "precision"),
    "R": (ratio(_HITS, _GOLD), "recall of min(k, gold)"),
    "F": (f_score(_HITS, _GUESSED, _GOLD), "harmonic mean of P and R"),
}


def _hard(text: str, pos: str | None) -> str:
    return text


def _soft(text: str, pos: str | None) -> str:
    """The lemma of a string's first word.

    >>> _soft("gave up", "VERB"), _soft("houses", None), _soft("walked", None)
    ('give', 'house', 'walk')
    """
    first = text.split()[0]
    return min((lemma(first, any_pos) for any_pos in ([pos] if pos else WORDNET_POS)), key=len)


_SAME = {"hard": _hard, "soft": _soft}


@dataclass(frozen=True)
class _Counts:
    proficient: bool
    same: Callable[[str, str | None], str]
    k: int

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: item_rows(pairing, self._rows(pairing), 3))

    def _rows(self, pairing: Pairing) -> dict[str, tuple[int, int, int]]:
        rows = {}
        for item, gold in self._golds(pairing):
            if gold:
                texts = [guess.text for guess in pairing.ranking(item) if guess.text.strip()]
                guesses = self._compared(texts[: self.k], item)
                rows[item.id] = (len(gold & guesses), len(guesses), min(self.k, len(gold)))
        return rows

    def _golds(self, pairing: Pairing) -> list[tuple[Item, set[str]]]:
        items = pairing.benchmark.items
        if not self.proficient:
            return [
                (
                    item,
                    self._compared(
                        [judgement.text for judgement in item.judgements if judgement.votes], item
                    ),
                )
                for item in items
            ]
        if not any("proficient" in item.extra for item in items):
            raise BadInputError(
                f"{pairing.benchmark.name} does not say which substitutes are proficient: "
                "measures named prof. need a benchmark like ProLex"
            )
        return [(item, self._compared(item.extra.get("proficient", []), item)) for item in items]

    def _compared(self, texts: list[str], item: Item) -> set[str]:
        return {self.same(text, item.target.pos) for text in texts if text.strip()}


def _build(match: re.Match[str]) -> Measure:
    proficient, comparison, letter, k = match.groups()
    reduce, description = _REDUCE[letter]
    reference = "acceptable and proficient" if proficient else "acceptable"
    compared = "as strings" if comparison == "hard" else "by the lemma of the first word"
    return Measure(
        match[0],
        f"{description} at {k} of {reference} substitutes, compared {compared}",
        _Counts(bool(proficient), _SAME[comparison], int(k)),
        reduce,
    )


FAMILIES = (
    Family(
        r"(prof\.)?(hard|soft)\.(P|R|F)@([1-9]\d{0,3})",
        "Precision, recall and F at k against the acceptable substitutes, or (prof.) those that "
        "are also at least as proficient as the target; hard compares strings, soft the lemma of "
        "the first word.",
        "Zhang et al. 2024 (ProLex)",
        ("hard.F@10", "soft.P@10", "prof.hard.R@10", "prof.soft.F@10"),
        _build,
    ),
)
