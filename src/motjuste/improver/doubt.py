"""The network that doubts words: a detector of wrong words (lexical errors).

For a content word it estimates whether another word belongs in its place. Its input is the mean of
the encoder's states over the word's pieces, and the word's frequency. It is a first stage: what it
doubts is decided by `corrections.py`, which compares the word with what could stand there instead.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import log
from pathlib import Path

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.improver.confusions import Confusions
from motjuste.improver.correction_options import OptionFinder
from motjuste.improver.corrections import Corrector
from motjuste.improver.detector import DATA
from motjuste.lexicon.array_file import ArrayFile
from motjuste.suggester.networks import forward
from motjuste.suggester.suggester import Suggester
from motjuste.text import DIALS, Confidence, Dial

# The arrays of the network, stored as 16-bit numbers.
NETWORK = ("mean", "deviation", "hidden", "hidden_bias", "output", "output_bias")
# The tables of `Confusions`, in the order of its fields.
TABLES = ("listed", "corrected", "collocates")
# Probabilities nearer to 0 or 1 count as this one: the networks are never surer.
_LEAST_CHANCE = 1e-4


class Doubt:
    """What is in `doubt.bin`: the network, its threshold, and what decides on doubted words."""

    def __init__(self, store: ArrayFile) -> None:
        self._store = store
        self.threshold = float(store.array("threshold")[0])
        self._least_scores = store.array("least_scores").tolist()

    @staticmethod
    @lru_cache
    def open(folder: Path | None = None) -> "Doubt | None":
        """The network in the package, or in another folder; None if there is none."""
        path = (folder or DATA) / "doubt.bin"
        return Doubt(ArrayFile(path)) if path.exists() else None

    @cached_property
    def _network(self) -> dict[str, Floats]:
        return {name: self._store.array(f"doubt.{name}").astype(np.float32) for name in NETWORK}

    def scores(self, states: Sequence[Floats], frequencies: Sequence[float]) -> Floats:
        """Log odds that each word is wrong in its place."""
        rows = np.column_stack([np.stack(states), np.array(frequencies, np.float32)])
        return forward(self._network, rows)[:, 0]

    def least_score(self, dial: Dial) -> float:
        """The score (`score_of`) from which a word is marked at a setting of the dial."""
        return float(self._least_scores[DIALS.index(dial)])

    def confidence(self, score: float) -> Confidence:
        """How sure a mark is on a word with this score."""
        return "likely" if score >= self.least_score("balanced") else "thorough"

    def corrector(self, suggester: Suggester) -> Corrector:
        """What decides on doubted words."""
        tables = (bytes(self._store.array(name)).decode().splitlines() for name in TABLES)
        return Corrector(self._store, OptionFinder(suggester, Confusions(*tables)))


def score_of(doubt: float, chance: float) -> float:
    """How surely a word is wrong: the log odds that both networks give it, added.

    `doubt` are those of the first; `chance` is the probability that the second gives. Their errors
    differ: of held-out marked sentences the sum finds more at the same number of false marks.

    >>> score_of(1.0, 0.5)
    1.0
    """
    odds = max(chance, _LEAST_CHANCE) / max(1 - chance, _LEAST_CHANCE)
    return doubt + log(odds)
