"""The vocabulary: all words that can be offered, each with a part of speech and a vector."""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon import keys
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import offensive
from motjuste.suggester.associations import LETTERS, POS_COUNT

# Pairs of word and part of speech, at most: a pair has 17 bits in the table of associations.
MAX_PAIRS = 1 << 17
_SHAPE = re.compile(r"[a-z][a-z' -]*[a-z]\Z")
# Words in the longest phrase.
_MAX_WORDS = 4
# The frequency that a word must have (log10 of occurrences in a billion words).
_MIN_FREQUENCY = 1.0
# Compound nouns are many and rarely useful. They need this frequency …
_MIN_FREQUENCY_COMPOUND = 3.0
# … or this number of Moby's lists.
_MIN_LISTS = 4


class Vocabulary(NamedTuple):
    """Pairs of a word (its number in the lexicon) and a part of speech (its place in `nvar`)."""

    number: NDArray[np.uint32]
    pos: NDArray[np.uint8]

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self.number)

    @property
    def keys(self) -> NDArray[np.uint32]:
        """Number and part of speech as one integer, ascending."""
        return self.number * np.uint32(POS_COUNT) + self.pos

    def words(self, lexicon: Lexicon) -> list[str]:
        """The spelling of each pair's word."""
        return [lexicon.spelling(number) for number in self.number.tolist()]

    def save(self, path: Path) -> None:
        """Write the pairs to an npz file."""
        np.savez(path, number=self.number, pos=self.pos)


def load(path: Path) -> Vocabulary:
    """The pairs that `Vocabulary.save` wrote."""
    with np.load(path) as arrays:
        return Vocabulary(arrays["number"], arrays["pos"])


def build(lexicon: Lexicon) -> Vocabulary:
    """Every word that is common enough, with each of its parts of speech."""
    refused = offensive(lexicon)
    pairs = [
        (number, LETTERS.index(letter))
        for number in range(len(lexicon))
        if number not in refused and _wanted(lexicon, number)
        for letter, bit in keys.POS_BITS.items()
        if lexicon.pos_bits[number] & bit
    ]
    assert len(pairs) < MAX_PAIRS
    columns = np.array(pairs, np.uint32).reshape(-1, 2)
    return Vocabulary(columns[:, 0].copy(), columns[:, 1].astype(np.uint8))


def _wanted(lexicon: Lexicon, number: int) -> bool:
    """Whether a word is not a name, common enough and, if a phrase, short and in use."""
    word, frequency = lexicon.spelling(number), lexicon.frequency_of(number)
    if frequency < _MIN_FREQUENCY or not _SHAPE.match(word):
        return False
    if " " not in word or frequency >= _MIN_FREQUENCY_COMPOUND:
        return word.count(" ") < _MAX_WORDS
    more_than_noun = lexicon.pos_bits[number] & ~(keys.POS_BITS["n"] | keys.GUESSED)
    listed = sum(map(len, lexicon.moby(number)))
    return word.count(" ") < _MAX_WORDS and (bool(more_than_noun) or listed >= _MIN_LISTS)
