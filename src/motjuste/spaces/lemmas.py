"""Lemmas in a space: their frequencies, and similar lemmas with the same part of speech.

Rows may carry parts of speech (`bright.a`) or not, as in imported vectors; then the lexicon tells
which rows are lemmas of which part of speech, and, if the space has no frequencies, how frequent
they are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.spaces.bigrams import split_label
from motjuste.spaces.neighbours import Likeness
from motjuste.spaces.space import Space

# Base of the lexicon's frequencies, which are logarithms of occurrences per billion words.
_BASE = 10.0
_NAMES = {letter: pos for pos, letter in WORDNET_POS.items()}
# Share of a word's uses that must have a part of speech for the word to count as its lemma.
_MIN_POS_SHARE = 0.1


def names_of(lemma: str, parts: str) -> list[str]:
    """The names that a row for a lemma may have, most likely first.

    >>> names_of("ice cream", "n")
    ['ice_cream.n', 'ice_cream', 'ice cream']
    """
    joined = "_".join(lemma.split())
    lower = joined.lower()
    tagged = [f"{lower}.{part}" for part in parts]
    return list(dict.fromkeys([*tagged, joined, lower, lemma]))


@dataclass
class SpaceLemmas:
    """The lemmas of a space."""

    space: Space
    measure: str = "cosine"

    def row(self, lemma: str, parts: str) -> int | None:
        """The row of a lemma that may have several parts of speech."""
        rows = self.space.row_of
        return next((rows[name] for name in names_of(lemma, parts) if name in rows), None)

    def frequency(self, lemma: str, pos: str) -> float:
        """The corpus frequency of a lemma; 0 if it is not in the space."""
        row = self.row(lemma, _part(pos))
        if row is None:
            return 0.0
        if self.space.has("frequencies"):
            return float(self.space.frequencies[row])
        return float(_BASE ** Lexicon.open().frequency(lemma))

    def similar(self, lemma: str, pos: str, most: int) -> list[str]:
        """The most similar lemmas with the same part of speech, at most `most`."""
        row = self.row(lemma, _part(pos))
        return [] if row is None else list(self._nearest(row, _part(pos), most))

    def _nearest(self, row: int, part: str, most: int) -> Iterator[str]:
        scores = self.likeness.to_all(row)
        scores[row] = -np.inf
        for other in _descending(scores):
            if most <= 0 or scores[other] == -np.inf:
                return
            lemma = self._lemma(self.space.rows[other], part)
            if lemma is not None:
                most -= 1
                yield lemma

    def _lemma(self, name: str, part: str) -> str | None:
        """The lemma of a row, if it has that part of speech."""
        lemma, dot, letter = name.rpartition(".")
        if dot and letter in "nvarx" and lemma:
            return lemma if letter == part else None
        return name if _is_lemma(name, part) else None

    @cached_property
    def likeness(self) -> Likeness:
        """The similarity of rows by the measure."""
        return Likeness(self.space, self.measure)


@lru_cache(1 << 16)
def _is_lemma(word: str, part: str) -> bool:
    """Whether a word is a lemma that is used often enough as that part of speech."""
    if not (word.isalpha() and word.islower()):
        return False
    pos = _NAMES[part]
    share = Lexicon.open().parts_of_speech(word).get(pos, 0.0)
    return share >= _MIN_POS_SHARE and lemma_of(word, pos) == word


def _part(pos: str) -> str:
    return WORDNET_POS.get({"PROPN": "NOUN", "AUX": "VERB"}.get(pos, pos), "n")


def _descending(scores: NDArray[np.float64], presorted: int = 1000) -> Iterator[int]:
    """Indices by falling score; the first ones without sorting all."""
    if len(scores) > presorted:
        top = np.argpartition(-scores, presorted)[:presorted]
        top = top[np.lexsort((top, -scores[top]))]
        yield from top.tolist()
        scores = scores.copy()
        scores[top] = np.nan
    order = np.argsort(-scores, kind="stable")
    yield from order[~np.isnan(scores[order])].tolist()


@dataclass
class Modifiers:
    """Nouns that frequently modify other nouns, by the counts of a space of bigrams."""

    bigrams: Space
    types: int = 100
    count: int = 300

    def __call__(self, lemma: str) -> bool:
        """Whether a noun is the modifier in enough bigrams that are frequent enough."""
        return self._types.get(lemma, 0) >= self.types

    @cached_property
    def _types(self) -> dict[str, int]:
        types: dict[str, int] = {}
        frequent = np.flatnonzero(np.asarray(self.bigrams.frequencies) >= self.count)
        for row in frequent.tolist():
            kind, first, _ = split_label(self.bigrams.rows[row])
            if kind == "nn":
                lemma = first.removesuffix(".n")
                types[lemma] = types.get(lemma, 0) + 1
        return types
