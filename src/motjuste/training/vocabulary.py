"""The words that may be offered at all, each with a part of speech: what a vector is stored for."""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon import keys
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.systems.default.associations import LETTERS

# A pair has 17 bits in the table of associations.
MOST_PAIRS = 1 << 17
_SHAPE = re.compile(r"[a-z][a-z' -]*[a-z]\Z")
_MOST_WORDS = 4
_LEAST_FREQUENCY = 1.0
# Noun compounds are many and seldom wanted, unless they are common or Moby often lists them.
_COMMON_PHRASE = 3.0
_OFTEN_LISTED = 4
# `boy` is a slur in its last sense; nobody would miss it in the list of slurs.
_TOO_COMMON_TO_BE_RUDE = 4.5
_SLURS = frozenset({"ethnic slur"})
_RUDE = frozenset({"ethnic slur", "disparagement", "obscenity"})


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
    pairs = [
        (number, LETTERS.index(letter))
        for number in range(len(lexicon))
        if _wanted(lexicon, number) and not _rude(lexicon, number)
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


def _rude(lexicon: Lexicon, number: int) -> bool:
    """Whether the lexicon marks a word as a slur in any sense, or as coarse in a first one."""
    if lexicon.frequency_of(number) >= _TOO_COMMON_TO_BE_RUDE:
        return False
    senses = lexicon.senses(lexicon.spelling(number))
    marks = [(sense.number, _usages(lexicon, sense, number)) for sense in senses]
    return any(_SLURS & found or (place == 1 and _RUDE & found) for place, found in marks)


def _usages(lexicon: Lexicon, sense: Sense, number: int) -> set[str]:
    """The names of the usages under which WordNet puts a word in one of its senses."""
    members = lexicon.members(sense.synset)
    place = members.index(number) + 1 if number in members else 0
    return {
        lexicon.spelling(lexicon.members(pointer.synset)[0])
        for pointer in lexicon.pointers(sense.synset)
        if pointer.relation == "usage" and pointer.source in (0, place)
    }
