"""Training lists for the encoder: a target in its text, and words with grades of how they fit."""

from typing import NamedTuple

import numpy as np

from motjuste.analysis import locate
from motjuste.benchmarks.benchmark import Item
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.associations import LETTERS, POS_COUNT
from motjuste.training.senses import SynonymList
from motjuste.training.vocabulary import Vocabulary

# Unjudged candidates added to a list, at most.
_UNJUDGED = 400
# The share of readers assumed to accept a synonym of the right sense.
RIGHT_SENSE = 0.8


class Example(NamedTuple):
    """A target in its text with words, as lemmas, and how well each fits.

    `pairs`: the words' indices in the vocabulary, or -1.
    `weights`: the share of readers who accept each word; 0 for an unjudged one.
    """

    text: str
    start: int
    end: int
    words: tuple[str, ...]
    pairs: tuple[int, ...]
    weights: tuple[float, ...]
    judged: tuple[bool, ...]


class Pairs:
    """Finds the index of a word and part of speech in the vocabulary."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._place = {key: place for place, key in enumerate(vocabulary.keys.tolist())}

    def place(self, number: int | None, pos: str) -> int:
        """The index of a pair, or -1."""
        letter = LETTERS.index(WORDNET_POS.get(pos, "n"))
        return -1 if number is None else self._place.get(number * POS_COUNT + letter, -1)

    def find(self, word: str, pos: str) -> int:
        """The index of a word in any spelling that the vocabulary has, or -1."""
        places = (self.place(number, pos) for number in self.lexicon.find_all(word))
        return next((place for place in places if place >= 0), -1)


def from_item(item: Item, lexicon: Lexicon, pairs: Pairs, seed: int = 0) -> Example:
    """The list of a judged target: judged words, and unjudged candidates."""
    target, word = item.target, locate(item.target)
    pos = target.pos if target.pos in WORDNET_POS else word.pos
    judged = {j.text: share for j in item.judgements if (share := j.share()) is not None}
    lower = {text.lower() for text in judged} | {target.word.lower(), word.lemma.lower()}
    pool = [c.word for c in candidates(lexicon, word.lemma, pos) if c.word.lower() not in lower]
    others = [text for text in pool if pairs.find(text, pos) >= 0]
    chosen = np.random.default_rng(seed).permutation(len(others))[:_UNJUDGED].tolist()
    texts = [*judged, *(others[place] for place in chosen)]
    return Example(
        target.text,
        target.start,
        target.end,
        tuple(lemma_of(text, pos) for text in texts),
        tuple(pairs.find(text, pos) for text in texts),
        tuple(judged.get(text, 0.0) for text in texts),
        tuple(text in judged for text in texts),
    )


def from_senses(synonyms: SynonymList, pairs: Pairs) -> Example:
    """The list of a sense-tagged word: synonyms of its sense fit, those of other senses do not."""
    target = synonyms.target
    pos, texts = locate(target).pos, (*synonyms.right, *synonyms.wrong)
    return Example(
        target.text,
        target.start,
        target.end,
        texts,
        tuple(pairs.find(text, pos) for text in texts),
        tuple(RIGHT_SENSE if text in synonyms.right else 0.0 for text in texts),
        (True,) * len(texts),
    )
