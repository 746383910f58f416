"""Cross-validation folds that never split a lemma."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from motjuste.benchmarks.benchmark import Item
from motjuste.lexicon import lemma

# Folds of the improver's cross-validation.
FOLDS = 5
# Features of labelled targets come from models that were trained on the other half of the lemmas.
HALVES = 2
# The names of these models.
HALF_NAMES = tuple(f"half{number}" for number in range(HALVES))


def folds(items: Sequence[Item], count: int = FOLDS, seed: int = 0) -> list[int]:
    """The fold of every item; all items of a lemma share one."""
    own = [lemma(item.target.word, item.target.pos) for item in items]
    lemmas = sorted(set(own))
    order = np.random.default_rng(seed).permutation(len(lemmas))
    fold = {lemmas[place]: number % count for number, place in enumerate(order.tolist())}
    return [fold[text] for text in own]


def halves(items: Sequence[Item]) -> list[int]:
    """The half of every item."""
    return [half_of(item.target.word, item.target.pos) for item in items]


def half_of(word: str, pos: str | None) -> int:
    """The half of a target, by a hash of its lemma: the same whatever other targets there are."""
    return crc32(lemma(word, pos).encode()) % HALVES
