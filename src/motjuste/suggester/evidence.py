"""Features of candidates from the target's sense and from labelled sentences.

They combine the probability of each sense of the target with the words that the lexicon links to
that sense, the similarity of the target in this sentence to each candidate's own senses, and what
readers accepted in similar sentences.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Pool, pool_of_words, with_words
from motjuste.suggester.features import standard
from motjuste.suggester.labelled import Labelled
from motjuste.suggester.senses import SenseVectors
from motjuste.text import Word

# Added to a probability before its logarithm is taken.
_FLOOR = 0.01
# The weight of a linked synset's probability, relative to the synset's own.
_LINKED_WEIGHT = 0.5
# The only relation of synsets that does not make their words candidates.
_OPPOSITE = "antonym"
# Pools with the words of labels, and sense links, kept in memory: a long document's vocabulary.
_CACHED_WORDS = 1 << 12


class _SenseLinks(NamedTuple):
    """A synset of the target, the words (by number) in it and in linked synsets, and these."""

    synset: int
    synonyms: frozenset[int]
    neighbours: frozenset[int]
    linked: frozenset[int]


@dataclass(frozen=True, eq=False)
class Meaning:
    """The sense of a target in its sentence.

    `point`: the target's vector in the space of senses.
    `probabilities`: of each synset of the target.
    """

    senses: SenseVectors
    point: Floats
    probabilities: dict[int, float]
    links: tuple[_SenseLinks, ...]

    def near(self, synset: int) -> float:
        """The probability that the target has a sense, or half that of its likeliest linked one."""
        of_linked = (
            self.probabilities.get(link.synset, 0.0) for link in self.links if synset in link.linked
        )
        probability = self.probabilities.get(synset, 0.0)
        return max(probability, _LINKED_WEIGHT * max(of_linked, default=0.0))


class Evidence:
    """Computes the features of candidates from senses and labelled sentences."""

    def __init__(self, lexicon: Lexicon, senses: SenseVectors, labelled: Labelled) -> None:
        self._lexicon, self.senses, self._labelled = lexicon, senses, labelled
        # `candidates.py` caches pools, so that the same object recurs.
        self._extended = lru_cache(_CACHED_WORDS)(self._extend)

    def has_labels(self, lemma: str, letter: str) -> bool:
        """Whether a word or phrase has labelled sentences."""
        return self._labelled.has(lemma, letter)

    def labelled_pool(
        self, table: Associations, word: Word, without: Floats | None = None
    ) -> Pool | None:
        """A pool of the words that labels accept for a phrase; None if there are none."""
        letter = WORDNET_POS.get(word.pos, "n")
        words = self._accepted(word.lemma, letter, without)
        if not words:
            return None
        return pool_of_words(self._lexicon, table, word.lemma, letter, words)

    def with_labelled(self, pool: Pool, without: Floats | None = None) -> Pool:
        """The pool with the words that labels accept.

        `without` is the point of a labelled sentence that training leaves out.
        """
        return self._extended(pool) if without is None else self._extend(pool, without)

    def _extend(self, pool: Pool, without: Floats | None = None) -> Pool:
        words = self._accepted(pool.headword, pool.letter, without)
        return with_words(pool, words) if words else pool

    def _accepted(self, headword: str, letter: str, without: Floats | None) -> list[str]:
        """The words that labels accept for a headword, and those that it is accepted for."""
        accepted = self._labelled.accepted(headword, letter, without)
        return list(dict.fromkeys([*accepted, *self._labelled.accepting(headword, letter)]))

    def meaning(self, state: Floats, pool: Pool) -> Meaning:
        """The sense of a target; `state` is its mean state, from both layers of the encoder."""
        point = self.senses.locate(state)
        probabilities = self.senses.probabilities(point, pool.headword, pool.letter)
        links = _sense_links(self._lexicon, pool.headword, pool.letter)
        return Meaning(self.senses, point, probabilities, links)

    def columns(self, meaning: Meaning, pool: Pool, without_own_labels: bool = False) -> Floats:
        """A row for each candidate; training leaves out the labels of the target's own sentence."""
        point, words = meaning.point, pool.words
        near = self.senses.nearness(point, words, pool.letter)
        labelled = self._labelled.columns(
            point, pool.headword, pool.letter, words, without_own_labels
        )
        reverse = self._labelled.reverse_columns(point, pool.headword, pool.letter, words)
        links = _link_columns(meaning, pool.numbers.tolist())
        return np.concatenate([links, near, standard(near[:, :1]), reverse, labelled], 1)


def _link_columns(meaning: Meaning, numbers: list[int]) -> Floats:
    """The probability of the senses that each candidate is in, or is linked to.

    Columns: the probability that it is a synonym, its logarithm, whether it is one in any sense;
    the probability of the sense that it is linked to, whether it is linked to any.
    """
    out = np.zeros((len(numbers), 5), np.float32)
    for links in meaning.links:
        chance = meaning.probabilities.get(links.synset, 0.0)
        for row, number in enumerate(numbers):
            if number in links.synonyms:
                out[row, 0] += chance
                out[row, 2] = 1
            elif number in links.neighbours:
                out[row, 3] = max(out[row, 3], chance)
                out[row, 4] = 1
    out[:, 1] = np.log(out[:, 0] + _FLOOR)
    return out


@lru_cache(_CACHED_WORDS)
def _sense_links(lexicon: Lexicon, headword: str, letter: str) -> tuple[_SenseLinks, ...]:
    senses = lexicon.senses(headword, PARTS_OF_SPEECH[letter])
    return tuple(_links_of(lexicon, sense.synset) for sense in senses)


def _links_of(lexicon: Lexicon, synset: int) -> _SenseLinks:
    pointers = lexicon.pointers(synset)
    linked = frozenset(p.synset for p in pointers if p.relation != _OPPOSITE)
    words = frozenset(number for other in linked for number in lexicon.members(other))
    return _SenseLinks(synset, frozenset(lexicon.members(synset)), words, linked)
