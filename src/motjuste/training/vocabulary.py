"""The words that may be offered at all, each with a part of speech: what a vector is stored for."""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon import keys
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import offensive
from motjuste.suggester.associations import LETTERS

# A pair has 17 bits in the table of associations.
MOST_PAIRS = 1 << 17
_SHAPE = re.compile(r"[a-z][a-z' -]*[a-z]\Z")
_MOST_WORDS = 4
_LEAST_FREQUENCY = 1.0
# Noun compounds are many and seldom wanted, unless they are common or Moby often lists them.
_COMMON_PHRASE = 3.0
_OFTEN_LISTED = 4


class Vocabulary(NamedTuple):
    """Pairs of a word (its number in the lexicon) and a part of speech (its place in `nvar`)."""

    number: NDArray[np.uint32]
    pos: NDArray[np.uint8]

    def __len__(self) -> int:
        """How many pairs there are."""
        return len(self.number)

    @property
    def keys(self) -> NDArray[np.uint32]:
        """Number and part of speech in one, ascending."""
        return self.number * np.uint32(4) + self.pos

    def words(self, lexicon: Lexicon) -> list[str]:
        """The word of each pair as it is written."""
        return [lexicon.spelling(number) for number in self.number.tolist()]

    def save(self, path: Path) -> None:
        """Write the pairs to an npz file."""
        np.savez(path, number=self.number, pos=self.pos)


def load(path: Path) -> Vocabulary:
    """The pairs that `Vocabulary.save` wrote."""
    with np.load(path) as arrays:
        return Vocabulary(arrays["number"], arrays["pos"])


def build(lexicon: Lexicon) -> Vocabulary:
    """Every word that is common enough, with each part of speech that it may have."""
    refused = offensive(lexicon)
    pairs = [
        (number, LETTERS.index(letter))
        for number in range(len(lexicon))
        if number not in refused and _wanted(lexicon, number)
        for letter, bit in keys.POS_BITS.items()
        if lexicon.pos_bits[number] & bit
    ]
    assert len(pairs) < MOST_PAIRS
    columns = np.array(pairs, np.uint32).reshape(-1, 2)
    return Vocabulary(columns[:, 0].copy(), columns[:, 1].astype(np.uint8))


def _wanted(lexicon: Lexicon, number: int) -> bool:
    """Whether a word is no name, not too rare and, if a phrase, short and in use."""
    word, frequency = lexicon.spelling(number), lexicon.frequency_of(number)
    if frequency < _LEAST_FREQUENCY or not _SHAPE.match(word):
        return False
    if " " not in word or frequency >= _COMMON_PHRASE:
        return word.count(" ") < _MOST_WORDS
    more_than_noun = lexicon.pos_bits[number] & ~(keys.POS_BITS["n"] | keys.GUESSED)
    listed = sum(map(len, lexicon.moby(number)))
    return word.count(" ") < _MOST_WORDS and (bool(more_than_noun) or listed >= _OFTEN_LISTED)
