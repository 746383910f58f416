"""Word-sense disambiguation: the encoder's states compared with vectors of WordNet senses.

`senses.bin` holds the mean state of every sense that SemCor tags: one vector for a word in a sense
(`bank` as sloping land) and one for a synset over all its words. States are centred, projected onto
their principal axes and scaled to unit length before they are compared.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.encoder import unit
from motjuste.encoder.quantisation import Floats
from motjuste.errors import bad_file
from motjuste.lexicon import keys
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.suggester.associations import DATA, LETTERS, POS_COUNT

# A component of a unit vector is stored as a signed byte, times this; few exceed a half.
BYTE_SCALE = 254.0
# The cosine assumed for a sense without a vector: the usual one of unrelated senses.
UNSEEN_COSINE = 0.0
# Columns of `sense_columns`: cosine to the word in the sense, to the synset, log of the sense's
# share in tagged text, log of its place in WordNet's order, and whether each vector is missing.
COLUMNS = 6
# Bits of a synset's number in `word_key`.
_SYNSET_BITS = 20
# Added to the count of a sense in SemCor, divided by its place in WordNet's order (1, 2, …).
_SMOOTHING = 0.5
# Pools of candidates whose vectors are kept in memory.
_CACHED_POOLS = 1 << 14


class SenseVectors:
    """The probabilities of a word's senses in its sentence.

    >>> from motjuste.encoder import Encoder
    >>> senses, encoder = SenseVectors.open(), Encoder.open()
    >>> text = "The bank was steep and muddy."
    >>> reading = encoder.read(text, 4, 8)
    >>> point = senses.locate(reading.states[reading.pieces(4, 8)].mean(0))
    >>> best = max(senses.probabilities(point, "bank", "n").items(), key=lambda pair: pair[1])
    >>> Lexicon.open().gloss(best[0])[:12]
    'sloping land'
    """

    def __init__(self, store: ArrayFile, lexicon: Lexicon) -> None:
        if store.about["lexicon"] != lexicon.store.checksum:
            raise bad_file(store.path, "was made for another lexicon", "train it again")
        self._lexicon = lexicon
        self._mean = store.array("mean")
        self._axes = store.array("axes").astype(np.float32)
        self._weights = store.array("weights")
        self._word_keys = store.array("word.key")
        self._word_vectors = store.array("word.vector")
        self._synsets, self._synset_vectors = store.array("synset.id"), store.array("synset.vector")
        self._pos_weights = store.array("pos.weight").astype(np.float32)
        self._pos_bias = store.array("pos.bias")
        self._rows_of = lru_cache(_CACHED_POOLS)(self._find_rows)

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "SenseVectors":
        """The vectors in the package, or in another file; opened once."""
        return SenseVectors(ArrayFile(path or DATA / "senses.bin"), Lexicon.open())

    def locate(self, state: Floats) -> Floats:
        """A state of the encoder (both layers side by side) as a point in the space of senses."""
        return project(state, self._mean, self._axes)

    def parts_of_speech(self, state: Floats) -> dict[str, float]:
        """The probability that a word with this state is a noun, verb, adjective or adverb."""
        return dict(zip(LETTERS, _softmax(state @ self._pos_weights + self._pos_bias), strict=True))

    def probabilities(self, point: Floats, word: str, letter: str) -> dict[int, float]:
        """The probability of each synset of a word, given its point in the space of senses."""
        senses = self._lexicon.senses(word, keys.PARTS_OF_SPEECH[letter])
        if not senses:
            return {}
        columns = self._columns(point, word, letter, senses)
        probabilities = _softmax(columns @ self._weights)
        return dict(zip((sense.synset for sense in senses), probabilities, strict=True))

    def cosine(self, point: Floats, word: str, letter: str, synset: int) -> float | None:
        """The cosine of a point and a word in a sense; None for a sense without a vector."""
        return self._cosine(point, self._lexicon.number(word), letter, synset)

    def nearness(self, point: Floats, numbers: tuple[int | None, ...], letter: str) -> Floats:
        """For each word, the cosine of its sense nearest to a point, and whether it has any.

        `numbers` are the lexicon's numbers of the words; None for a word that it lacks.
        """
        rows, owner = self._rows_of(numbers, letter)
        best = np.full(len(numbers), -1.0, np.float32)
        np.maximum.at(best, owner, rows.astype(np.float32) @ point / BYTE_SCALE)
        known = best > -1
        return np.stack([np.where(known, best, UNSEEN_COSINE), known], 1).astype(np.float32)

    def _find_rows(
        self, numbers: tuple[int | None, ...], letter: str
    ) -> tuple[NDArray[np.int8], NDArray[np.intp]]:
        """The stored vectors of all senses of the words, and which word each belongs to."""
        lexicon, pos = self._lexicon, keys.PARTS_OF_SPEECH[letter]
        senses = [() if n is None else lexicon.synsets_of(n, pos) for n in numbers]
        synsets = np.array([synset for own in senses for synset in own], np.intp)
        owner = np.repeat(np.arange(len(numbers)), [len(own) for own in senses])
        places = np.searchsorted(self._synsets, synsets).clip(max=len(self._synsets) - 1)
        has_vector = self._synsets[places] == synsets
        return self._synset_vectors[places[has_vector]], owner[has_vector]

    def _columns(self, point: Floats, word: str, letter: str, senses: list[Sense]) -> Floats:
        number = self._lexicon.number(word)
        by_word = [self._cosine(point, number, letter, sense.synset) for sense in senses]
        by_synset = [self._synset_cosine(point, sense.synset) for sense in senses]
        return sense_columns(by_word, by_synset, [sense.count for sense in senses])

    def _cosine(self, point: Floats, number: int | None, letter: str, synset: int) -> float | None:
        if number is None:
            return None
        place = _find(self._word_keys, word_key(number, letter, synset))
        return None if place is None else _dot(self._word_vectors[place], point)

    def _synset_cosine(self, point: Floats, synset: int) -> float | None:
        place = _find(self._synsets, synset)
        return None if place is None else _dot(self._synset_vectors[place], point)


def sense_columns(
    by_word: list[float | None], by_synset: list[float | None], counts: list[int]
) -> Floats:
    """The features of each sense, in WordNet's order: the input of a linear model.

    `by_word` are cosines to the word in the sense, `by_synset` to the synset; None where there is
    no vector. `counts` are the senses' occurrences in SemCor.
    """
    order = np.arange(1, len(counts) + 1)
    share = (np.array(counts) + _SMOOTHING / order) / (sum(counts) + 1.0)
    pairs = (by_word, by_synset)
    missing = [[cosine is None for cosine in column] for column in pairs]
    cosines = [[UNSEEN_COSINE if c is None else c for c in column] for column in pairs]
    columns = [*cosines, np.log(share), -np.log(order), *missing]
    return np.array(columns, np.float32).T


def project(states: Floats, mean: Floats, axes: Floats) -> Floats:
    """States of both layers as unit vectors in the space of senses."""
    half = states.shape[-1] // 2
    both = np.concatenate([unit(states[..., :half]), unit(states[..., half:])], -1)
    return unit((both - mean) @ axes)


def word_key(number: int, letter: str, synset: int) -> int:
    """One number that stands for a word, its part of speech and a synset."""
    return (number * POS_COUNT + LETTERS.index(letter)) << _SYNSET_BITS | synset


def _find(sorted_keys: NDArray[np.int64], key: int) -> int | None:
    place = int(sorted_keys.searchsorted(key))
    return place if place < len(sorted_keys) and sorted_keys[place] == key else None


def _softmax(scores: Floats) -> list[float]:
    powers = np.exp(scores - scores.max())
    return [float(probability) for probability in powers / powers.sum()]


def _dot(row: NDArray[np.int8], point: Floats) -> float:
    return float(row.astype(np.float32) @ point) / BYTE_SCALE
