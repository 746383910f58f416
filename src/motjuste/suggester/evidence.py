"""Evidence from the sentence about each candidate: the sense of the target, and labelled sentences.

It joins what the lexicon links to each sense of the target with how likely that sense is here, how
near the target stands to the candidate's own senses, and what readers accepted in like sentences.
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
_OPPOSITE = "antonym"


class _SenseLinks(NamedTuple):
    """The words (by number) in a synset of the target, and in the synsets `next` to it."""

    synset: int
    synonyms: frozenset[int]
    neighbours: frozenset[int]
    next: frozenset[int]


@dataclass(frozen=True, eq=False)
class Meaning:
    """Where a target stands in the space of senses, and the probabilities of its synsets."""

    senses: SenseVectors
    here: Floats
    chances: dict[int, float]
    links: tuple[_SenseLinks, ...]

    def near(self, synset: int) -> float:
        """The probability that the target has a sense, or half that of one next to it."""
        beside = (self.chances.get(link.synset, 0.0) for link in self.links if synset in link.next)
        return max(self.chances.get(synset, 0.0), 0.5 * max(beside, default=0.0))


class Evidence:
    """Finds the evidence for candidates of a target."""

    def __init__(self, lexicon: Lexicon, senses: SenseVectors, labelled: Labelled) -> None:
        self._lexicon, self.senses, self._labelled = lexicon, senses, labelled
        # Pools are kept by the candidates' room, so the same object comes again and again.
        self._extended = lru_cache(1 << 12)(self._extend)

    def has_labels(self, lemma: str, letter: str) -> bool:
        """Whether a word or phrase was labelled in some sentence."""
        return self._labelled.has(lemma, letter)

    def labelled_pool(
        self, table: Associations, word: Word, without: Floats | None = None
    ) -> Pool | None:
        """The words that labels accept for a phrase that no lexicon has; nothing without any."""
        letter = WORDNET_POS.get(word.pos, "n")
        words = self._accepted(word.lemma, letter, without)
        if not words:
            return None
        return pool_of_words(self._lexicon, table, word.lemma, letter, words)

    def with_labelled(self, pool: Pool, without: Floats | None = None) -> Pool:
        """The pool with the words that labels accept; `without` the sentence at a point."""
        return self._extended(pool) if without is None else self._extend(pool, without)

    def _extend(self, pool: Pool, without: Floats | None = None) -> Pool:
        words = self._accepted(pool.headword, pool.letter, without)
        return with_words(pool, words) if words else pool

    def _accepted(self, headword: str, letter: str, without: Floats | None) -> list[str]:
        """What labels accept for a headword, and the words that they accept it for."""
        own = self._labelled.accepted(headword, letter, without)
        return list(dict.fromkeys([*own, *self._labelled.accepting(headword, letter)]))

    def meaning(self, state: Floats, pool: Pool) -> Meaning:
        """The sense of a target; `state` is its mean state, from both layers of the encoder."""
        here = self.senses.locate(state)
        chances = self.senses.probabilities(here, pool.headword, pool.letter)
        links = _sense_links(self._lexicon, pool.headword, pool.letter)
        return Meaning(self.senses, here, chances, links)

    def columns(self, meaning: Meaning, pool: Pool, without_own_labels: bool = False) -> Floats:
        """A row for each candidate; training leaves out the labels of the target's own sentence."""
        here, words = meaning.here, pool.words
        near = self.senses.nearness(here, words, pool.letter)
        labelled = self._labelled.columns(
            here, pool.headword, pool.letter, words, without_own_labels
        )
        reverse = self._labelled.reverse_columns(here, pool.headword, pool.letter, words)
        links = _link_columns(meaning, pool.numbers.tolist())
        return np.concatenate([links, near, standard(near[:, :1]), reverse, labelled], 1)


def _link_columns(meaning: Meaning, numbers: list[int]) -> Floats:
    """The probability of the senses that each candidate is a synonym or a neighbour of."""
    out = np.zeros((len(numbers), 5), np.float32)
    for links in meaning.links:
        chance = meaning.chances.get(links.synset, 0.0)
        for row, number in enumerate(numbers):
            if number in links.synonyms:
                out[row, 0] += chance
                out[row, 2] = 1
            elif number in links.neighbours:
                out[row, 3] = max(out[row, 3], chance)
                out[row, 4] = 1
    out[:, 1] = np.log(out[:, 0] + _FLOOR)
    return out


@lru_cache(1 << 12)
def _sense_links(lexicon: Lexicon, headword: str, letter: str) -> tuple[_SenseLinks, ...]:
    senses = lexicon.senses(headword, PARTS_OF_SPEECH[letter])
    return tuple(_links_of(lexicon, sense.synset) for sense in senses)


def _links_of(lexicon: Lexicon, synset: int) -> _SenseLinks:
    pointers = lexicon.pointers(synset)
    beside = frozenset(p.synset for p in pointers if p.relation != _OPPOSITE)
    words = frozenset(number for other in beside for number in lexicon.members(other))
    return _SenseLinks(synset, frozenset(lexicon.members(synset)), words, beside)
