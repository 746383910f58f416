"""The table of associations: for every common word, the words that may replace it in some sentence.

Training makes it from the lexicon (`training/association_table.py`). Each candidate has features
that do not depend on a sentence (the prior log odds that it is acceptable, that it is conceivable,
that somebody names it) and a vector.
"""

from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.quantisation import Floats, ProductQuantised
from motjuste.errors import bad_file
from motjuste.lexicon import keys
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.lexicon import Lexicon

DATA = Path(str(files("motjuste.suggester") / "data"))
LETTERS = "".join(keys.PARTS_OF_SPEECH)
# A word with a part of speech is one key: the word's number in the lexicon times this, plus the
# index of the letter.
POS_COUNT = len(LETTERS)
# A link is one number: the index of a pair of word and part of speech, then, in this many low bits,
# the index of a row of features.
CODE_BITS = 15
# The index of the vector of a word that has none.
NO_VECTOR = -1
# Ranks for which mean features are computed (`typical`); later candidates get those of the last.
_TYPICAL_RANKS = 100
# Every n-th headword is used for these means; all of them would slow the start down.
_TYPICAL_SAMPLE = 4


class Links(NamedTuple):
    """The candidates of a headword: numbers of words, indices of vectors, features, spaces."""

    numbers: NDArray[np.int64]
    vectors: NDArray[np.int64]
    features: Floats
    spaces: Floats


class Associations:
    """Candidates of headwords; words are numbers of the lexicon, parts of speech are letters."""

    def __init__(self, store: ArrayFile, lexicon: Lexicon) -> None:
        if store.about["lexicon"] != lexicon.store.checksum:
            raise bad_file(store.path, "was made for another lexicon", "train it again")
        self._heads, self._starts = store.array("head.key"), store.array("head.start")
        self._links, self._codes = store.array("link"), store.array("code")
        self._numbers = store.array("pair.number")
        # In ascending order, for binary search.
        self._pairs = self._numbers.astype(np.int64) * POS_COUNT + store.array("pair.pos")
        self._spaces = store.array("pair.spaces")
        self._vectors = ProductQuantised(store.array("pair.vector"), store.array("centroid"))

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Associations":
        """The table in the package, or in another file; opened once."""
        return Associations(ArrayFile(path or DATA / "associations.bin"), Lexicon.open())

    def links(self, number: int, letter: str) -> Links | None:
        """The candidates of a headword, the most likely first; None if it is not in the table."""
        # In the array's own type: otherwise NumPy would convert the whole array for every search.
        wanted = np.uint32(number * POS_COUNT + LETTERS.index(letter))
        place = int(self._heads.searchsorted(wanted))
        if place == len(self._heads) or self._heads[place] != wanted:
            return None
        links = self._links[self._starts[place] : self._starts[place + 1]]
        pairs = (links >> CODE_BITS).astype(np.int64)
        features = self._codes[links & ((1 << CODE_BITS) - 1)]
        spaces = self._spaces[pairs].astype(np.float32)
        return Links(self._numbers[pairs].astype(np.int64), pairs, features, spaces)

    @property
    def width(self) -> int:
        """The number of features of a link."""
        return int(self._codes.shape[1])

    def typical(self, count: int) -> Floats:
        """The mean features of the first, second, … candidate over all headwords."""
        rows = self._typical
        return rows[np.minimum(np.arange(count), len(rows) - 1)]

    @cached_property
    def _typical(self) -> Floats:
        sizes = np.diff(self._starts.astype(np.int64))[::_TYPICAL_SAMPLE]
        starts = self._starts[:-1:_TYPICAL_SAMPLE]
        ranks = range(min(_TYPICAL_RANKS, int(sizes.max())))
        mask = (1 << CODE_BITS) - 1
        return np.stack(
            [self._codes[self._links[starts[sizes > n] + n] & mask].mean(0) for n in ranks]
        )

    def nearness(self, vectors: NDArray[Any], query: Floats) -> Floats:
        """The cosines of a query and some words' vectors; a word without one gets the mean."""
        known = vectors != NO_VECTOR
        cosines = np.zeros(len(vectors), np.float32)
        if known.any():
            cosines[known] = self._vectors.dot(vectors[known], query)
            cosines[~known] = cosines[known].mean()
        return cosines

    def likeness(self, vectors: NDArray[Any], own: int) -> Floats:
        """The cosines of a word's own vector and some others; these need no sentence."""
        if own == NO_VECTOR:
            return np.zeros(len(vectors), np.float32)
        return self.nearness(vectors, self._vectors.vector(own))

    def vector(self, number: int | None, letter: str) -> int:
        """The index of a word's vector, or `NO_VECTOR`."""
        if number is None:
            return NO_VECTOR
        wanted = number * POS_COUNT + LETTERS.index(letter)
        place = int(self._pairs.searchsorted(wanted))
        is_there = place < len(self._pairs) and self._pairs[place] == wanted
        return place if is_there else NO_VECTOR
