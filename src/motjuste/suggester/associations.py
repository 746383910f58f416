"""The table of associations: for every common word, the words that may replace it somewhere.

A script made it from the lexicon: each candidate with what can be said of it before any sentence is
read (how likely it is to be acceptable, to be conceivable, to be thought of at all), and a vector.
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
# A link is one number: which pair of word and part of speech, and which row of the features.
CODE_BITS = 15
NO_VECTOR = -1
_TYPICAL = 100


class Links(NamedTuple):
    """The candidates of a headword: words by number, places of their vectors, what is known."""

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
        # In ascending order, so that a word is found by halving.
        self._pairs = self._numbers.astype(np.int64) * len(LETTERS) + store.array("pair.pos")
        self._spaces = store.array("pair.spaces")
        self._vectors = ProductQuantised(store.array("pair.vector"), store.array("centroid"))

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Associations":
        """The table in the package, or in another file; opened once."""
        return Associations(ArrayFile(path or DATA / "associations.bin"), Lexicon.open())

    def links(self, number: int, letter: str) -> Links | None:
        """The candidates of a headword, the likeliest first; nothing if it is not in the table."""
        # Of the array's own type, or NumPy would convert all of it for every search.
        wanted = np.uint32(number * len(LETTERS) + LETTERS.index(letter))
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
        """What the first, second, … candidate of a headword is like on average."""
        rows = self._typical
        return rows[np.minimum(np.arange(count), len(rows) - 1)]

    @cached_property
    def _typical(self) -> Floats:
        sizes = np.diff(self._starts.astype(np.int64))
        most = min(_TYPICAL, int(sizes.max()))
        codes = self._links & ((1 << CODE_BITS) - 1)
        return np.stack(
            [self._codes[codes[self._starts[:-1][sizes > n] + n]].mean(0) for n in range(most)]
        )

    def nearness(self, vectors: NDArray[Any], query: Floats) -> Floats:
        """How near a query is to some words' vectors; to words without any, as to the average."""
        known = vectors != NO_VECTOR
        cosines = np.zeros(len(vectors), np.float32)
        if known.any():
            cosines[known] = self._vectors.dot(vectors[known], query)
            cosines[~known] = cosines[known].mean()
        return cosines

    def likeness(self, vectors: NDArray[Any], own: int) -> Floats:
        """How like a word's own vector some others are, no sentence being read."""
        if own == NO_VECTOR:
            return np.zeros(len(vectors), np.float32)
        return self.nearness(vectors, self._vectors.vector(own))

    def vector(self, number: int | None, letter: str) -> int:
        """The place of a word's vector."""
        if number is None:
            return NO_VECTOR
        wanted = number * len(LETTERS) + LETTERS.index(letter)
        place = int(self._pairs.searchsorted(wanted))
        is_there = place < len(self._pairs) and self._pairs[place] == wanted
        return place if is_there else NO_VECTOR
