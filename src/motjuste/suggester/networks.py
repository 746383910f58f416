"""The rankers: small networks that turn what a look saw of a candidate into two scores.

One score is for suggesting (is this word acceptable, among all that could be said?), the other for
ordering words that somebody already thought of.
"""

from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.array_file import ArrayFile
from motjuste.suggester.associations import DATA

SUGGEST, RANK = 0, 1
# How many the first score chooses; those after them are ordered by the second.
CHOSEN = 10


class Network:
    """One hidden layer; several trained copies stand side by side in it."""

    def __init__(self, store: ArrayFile, name: str) -> None:
        def array(part: str) -> Floats:
            return store.array(f"{name}.{part}")

        self._mean, self._deviation = array("mean"), array("deviation")
        self._hidden, self._hidden_bias = array("hidden"), array("hidden_bias")
        self._output, self._output_bias = array("output"), array("output_bias")

    def scores(self, rows: Floats) -> Floats:
        """Log odds by both scores, a row for each candidate."""
        standard = np.clip((rows - self._mean) / self._deviation, -5, 5)
        hidden = np.maximum(standard @ self._hidden + self._hidden_bias, 0)
        return hidden @ self._output + self._output_bias


class Rankers:
    """The networks for a first look, a second one, and given words, each read when first used."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Rankers":
        """The rankers in the package, or in another file; opened once."""
        return Rankers(path or DATA / "ranker.bin")

    @cached_property
    def _store(self) -> ArrayFile:
        return ArrayFile(self._path)

    @cached_property
    def first(self) -> Network:
        """For all candidates, after the one pass."""
        return Network(self._store, "one")

    @cached_property
    def second(self) -> Network:
        """For the best candidates, each in the target's place."""
        return Network(self._store, "two")

    @cached_property
    def given(self) -> Network:
        """For words that somebody gives."""
        return Network(self._store, "rank")


def probability(log_odds: Floats) -> Floats:
    """Log odds as probabilities."""
    return 1 / (1 + np.exp(-log_odds))


def listed(scores: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The order of candidates and their probabilities, which never rise along it.

    The first ten are chosen and ordered by the score for suggesting. Those after them are words
    that hardly anyone would put first; the other score orders these better.
    """
    chances = probability(scores)
    order = np.argsort(-scores[:, SUGGEST], kind="stable")
    chosen, rest = order[:CHOSEN], order[CHOSEN:]
    rest = rest[np.argsort(-scores[rest, RANK], kind="stable")]
    values = chances[:, SUGGEST].copy()
    if len(rest):
        values[rest] = values[chosen[-1]] * chances[rest, RANK]
    order = np.concatenate([chosen, rest])
    return order, values[order]
