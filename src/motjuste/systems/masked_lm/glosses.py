"""Similarity of sentences and of words' glosses, by a sentence embedding model.

A word is taken in the sense whose gloss is nearest to its sentence.
"""

from collections.abc import Sequence

import numpy as np

from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.systems.masked_lm.base import cosine
from motjuste.systems.masked_lm.model import Array, Model, Row
from motjuste.text import Target


class Glosses:
    """A sentence model over WordNet's glosses; each gloss is encoded once."""

    def __init__(self, network: Model) -> None:
        self.network = network
        self._vectors: dict[str, Array] = {}

    def scores(
        self, target: Target, lemma: str, pos: str, words: Sequence[str]
    ) -> tuple[Array, Array]:
        """For each word in the target's place: similarities of the sentences and the glosses."""
        place = self.network.pieces.place(target)
        pieces = [self.network.pieces.of(word, place) for word in words]
        texts = [place.ids, *(place.put(of_word).ids for of_word in pieces)]
        original, *changed = self._encode(texts)
        senses = [_senses(lemma, pos), *map(_senses, words)]
        self._learn([_gloss(sense) for of_word in senses for sense in of_word])
        best = [self._best(*pair) for pair in zip((original, *changed), senses, strict=True)]
        sentences = [float(cosine(original, vector)) for vector in changed]
        glosses = [_likeness(best[0], gloss) for gloss in best[1:]]
        return np.array(sentences), np.array(glosses)

    def _encode(self, texts: Sequence[tuple[int, ...]]) -> list[Array]:
        """The mean over all pieces of the last layer."""

        def mean(_: int, states: Array, __: Array) -> Array:
            pooled: Array = states[0].mean(axis=0)
            return pooled

        return self.network.states([Row(ids) for ids in texts], mean)

    def _learn(self, glosses: Sequence[str]) -> None:
        new = [gloss for gloss in dict.fromkeys(glosses) if gloss not in self._vectors]
        vectors = self._encode([self.network.pieces.sentence(gloss) for gloss in new])
        self._vectors |= dict(zip(new, vectors, strict=True))

    def _best(self, sentence: Array, senses: Sequence[Sense]) -> Array | None:
        """The gloss nearest to the sentence; in a tie, that of the more frequent sense."""
        vectors = [self._vectors[_gloss(sense)] for sense in senses]
        return max(vectors, key=lambda vector: float(cosine(sentence, vector)), default=None)


def _senses(word: str, pos: str | None = None) -> list[Sense]:
    """The senses of a word, or of the first of its possible lemmas that has any."""
    lexicon = Lexicon.open()
    parts = (pos,) if pos else ("NOUN", "VERB", "ADJ", "ADV")
    for known in (word, *(lemma_of(word, part) for part in parts)):
        senses = lexicon.senses(known, pos)
        if senses:
            return senses
    return []


def _gloss(sense: Sense) -> str:
    """The text for a sense: its words and its definition."""
    return f"{', '.join(sense.words)} - {sense.definition}"


def _likeness(first: Array | None, second: Array | None) -> float:
    return 0.0 if first is None or second is None else float(cosine(first, second))
