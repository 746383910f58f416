"""What the improver remembers of its training: which words were marked how often, replaced by what.

What happened to a headword is kept if it did in several sentences, and of a word in how many it
was put anywhere: so it knows habits and no sentence.
"""

from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon import keys
from motjuste.lexicon.store import Store
from motjuste.suggester.associations import LETTERS
from motjuste.suggester.candidates import Pool

# What happened in fewer sentences is chance.
LEAST = 2
# How often a word is marked of which nothing is known, and how many sentences that is worth.
_USUAL, _DOUBT = 0.4, 3.0


class Habit(NamedTuple):
    """In how many sentences a headword was seen and marked, and what was put there in how many."""

    seen: int
    marked: int
    instead: dict[int, int]


_NONE = Habit(0, 0, {})


class TrainingCounts:
    """Habits by headword, and in how many sentences a word was put anywhere."""

    def __init__(self, habits: dict[int, Habit], put: dict[int, int] | None = None) -> None:
        self._habits, self._put = habits, put or {}

    @staticmethod
    def read(store: Store) -> "TrainingCounts":
        """The memory in a file."""
        names = ("memory.head", "memory.seen", "memory.marked")
        heads, seen, marked = (store.array(name).tolist() for name in names)
        habits = {h: Habit(s, m, {}) for h, s, m in zip(heads, seen, marked, strict=True)}
        names = ("memory.pair.head", "memory.pair.word", "memory.pair.count")
        for head, word, count in zip(*(store.array(name).tolist() for name in names), strict=True):
            habits[head].instead[word] = count
        words, counts = (store.array(name).tolist() for name in ("memory.word", "memory.put"))
        return TrainingCounts(habits, dict(zip(words, counts, strict=True)))

    def arrays(self) -> dict[str, Floats]:
        """The memory as arrays, which `read` understands."""
        heads = sorted(self._habits)
        habits = [self._habits[head] for head in heads]
        pairs = sorted(
            (head, *pair)
            for head, habit in zip(heads, habits, strict=True)
            for pair in habit.instead.items()
        )
        columns = np.array(pairs, np.uint32).reshape(-1, 3).T
        return {
            "memory.head": np.array(heads, np.uint32),
            "memory.seen": np.array([habit.seen for habit in habits], np.uint16),
            "memory.marked": np.array([habit.marked for habit in habits], np.uint16),
            "memory.pair.head": columns[0],
            "memory.pair.word": columns[1],
            "memory.pair.count": columns[2].astype(np.uint16),
            "memory.word": np.array(sorted(self._put), np.uint32),
            "memory.put": np.array([self._put[word] for word in sorted(self._put)], np.uint16),
        }

    def of_head(self, pool: Pool) -> Floats:
        """How often a headword is marked, as far as can be told, and how often it was seen."""
        habit = self._habits.get(key_of(pool), _NONE)
        rate = (habit.marked + _DOUBT * _USUAL) / (habit.seen + _DOUBT)
        return np.array([rate, np.log1p(habit.seen)], np.float32)

    def of_candidates(self, pool: Pool) -> Floats:
        """How often each was put in the headword's place, and anywhere: logs of one more."""
        found = np.zeros((len(pool), 2), np.float32)
        for word, count in self._habits.get(key_of(pool), _NONE).instead.items():
            found[pool.numbers == word, 0] = np.log1p(count)
        found[:, 1] = np.log1p([self._put.get(key, 0) for key in candidate_keys(pool)])
        return found

    def words(self, pool: Pool) -> list[str]:
        """What was put in the headword's place and is not among its candidates."""
        there, lexicon = set(pool.numbers.tolist()), pool.lexicon
        known = self._habits.get(key_of(pool), _NONE).instead
        # People sometimes put a noun in the place of a verb, and wrote the rest anew.
        fits = (word for word in known if lexicon.pos_bits[word] & keys.POS_BITS[pool.letter])
        return [lexicon.spelling(word) for word in fits if word not in there]


def key_of(pool: Pool) -> int:
    """The number under which a headword is remembered; of one that is in no lexicon, none."""
    number = pool.lexicon.number(pool.headword)
    return -1 if number is None else number * len(LETTERS) + LETTERS.index(pool.letter)


def candidate_keys(pool: Pool) -> list[int]:
    """The numbers under which candidates are remembered; of those in no lexicon, less than 0."""
    keys: list[int] = (pool.numbers * len(LETTERS) + LETTERS.index(pool.letter)).tolist()
    return keys
