"""Counts from the training of the improver: how often words were marked, and replaced by what.

A count is kept only if it comes from several sentences, so that the counts hold habits of
annotators and no sentence can be read off them.
"""

from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon import keys
from motjuste.lexicon.array_file import ArrayFile
from motjuste.suggester.associations import LETTERS
from motjuste.suggester.candidates import Pool

# A count from fewer sentences than this is taken for chance and not kept.
MIN_SENTENCES = 2
# The marking rate assumed of a word that training did not see …
_PRIOR_RATE = 0.4
# … and the number of sentences that this prior weighs as much as.
_PRIOR_SENTENCES = 3.0


class HeadwordCounts(NamedTuple):
    """Numbers of sentences in which a headword was seen, marked, and replaced by each word.

    `replacements` has the lexicon's numbers of words as keys.
    """

    seen: int
    marked: int
    replacements: dict[int, int]


_UNSEEN = HeadwordCounts(0, 0, {})


class TrainingCounts:
    """Counts by headword, and in how many sentences each word replaced any other."""

    def __init__(
        self, headwords: dict[int, HeadwordCounts], used: dict[int, int] | None = None
    ) -> None:
        self._headwords, self._used = headwords, used or {}

    @staticmethod
    def read(store: ArrayFile) -> "TrainingCounts":
        """The counts in a model file."""
        names = ("memory.head", "memory.seen", "memory.marked")
        heads, seen, marked = (store.array(name).tolist() for name in names)
        headwords = {
            h: HeadwordCounts(s, m, {}) for h, s, m in zip(heads, seen, marked, strict=True)
        }
        names = ("memory.pair.head", "memory.pair.word", "memory.pair.count")
        for head, word, count in zip(*(store.array(name).tolist() for name in names), strict=True):
            headwords[head].replacements[word] = count
        words, counts = (store.array(name).tolist() for name in ("memory.word", "memory.put"))
        return TrainingCounts(headwords, dict(zip(words, counts, strict=True)))

    def arrays(self) -> dict[str, Floats]:
        """The counts as arrays for a model file, in the form that `read` expects."""
        heads = sorted(self._headwords)
        counts = [self._headwords[head] for head in heads]
        pairs = sorted(
            (head, *pair)
            for head, of_head in zip(heads, counts, strict=True)
            for pair in of_head.replacements.items()
        )
        columns = np.array(pairs, np.uint32).reshape(-1, 3).T
        return {
            "memory.head": np.array(heads, np.uint32),
            "memory.seen": np.array([of_head.seen for of_head in counts], np.uint16),
            "memory.marked": np.array([of_head.marked for of_head in counts], np.uint16),
            "memory.pair.head": columns[0],
            "memory.pair.word": columns[1],
            "memory.pair.count": columns[2].astype(np.uint16),
            "memory.word": np.array(sorted(self._used), np.uint32),
            "memory.put": np.array([self._used[word] for word in sorted(self._used)], np.uint16),
        }

    def of_head(self, pool: Pool) -> Floats:
        """Two features of a headword: its smoothed marking rate, and log(1 + times seen)."""
        counts = self._headwords.get(key_of(pool), _UNSEEN)
        prior_marked = _PRIOR_SENTENCES * _PRIOR_RATE
        rate = (counts.marked + prior_marked) / (counts.seen + _PRIOR_SENTENCES)
        return np.array([rate, np.log1p(counts.seen)], np.float32)

    def of_candidates(self, pool: Pool) -> Floats:
        """Two features of each candidate: log(1 + times it replaced the headword, or any word)."""
        features = np.zeros((len(pool), 2), np.float32)
        for word, count in self._headwords.get(key_of(pool), _UNSEEN).replacements.items():
            features[pool.numbers == word, 0] = np.log1p(count)
        features[:, 1] = np.log1p([self._used.get(key, 0) for key in candidate_keys(pool)])
        return features

    def words(self, pool: Pool) -> list[str]:
        """Words that replaced the headword in training and are not among its candidates."""
        candidates, lexicon = set(pool.numbers.tolist()), pool.lexicon
        replacements = self._headwords.get(key_of(pool), _UNSEEN).replacements
        # Annotators sometimes replaced a verb by a noun and rewrote the rest of the sentence.
        same_pos = (
            word for word in replacements if lexicon.pos_bits[word] & keys.POS_BITS[pool.letter]
        )
        return [lexicon.spelling(word) for word in same_pos if word not in candidates]


def key_of(pool: Pool) -> int:
    """The key of a headword's counts: its number and part of speech; -1 if not in the lexicon."""
    number = pool.lexicon.number(pool.headword)
    return -1 if number is None else number * len(LETTERS) + LETTERS.index(pool.letter)


def candidate_keys(pool: Pool) -> list[int]:
    """The keys of candidates, as in `key_of`; negative for those that are not in the lexicon."""
    keys: list[int] = (pool.numbers * len(LETTERS) + LETTERS.index(pool.letter)).tolist()
    return keys
