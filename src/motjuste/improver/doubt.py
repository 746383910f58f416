"""The network that doubts words: does a word look as if another one had stood in its place?

It sees the encoder's states of a word, in the mean over its pieces, and how common the word is. It
was trained on good prose in which some words were put in the place of others.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.improver.usage import DATA
from motjuste.lexicon.store import Store
from motjuste.suggester.networks import Network
from motjuste.text import DIALS, Confidence, Dial


class Doubt:
    """The network, and the log odds from which on a word is doubted at each setting."""

    def __init__(self, store: Store) -> None:
        self._network = Network(store, "doubt")
        self._thresholds = store.array("thresholds").tolist()

    @staticmethod
    @lru_cache
    def open(folder: Path | None = None) -> "Doubt | None":
        """The network in the package, or in another folder; None if there is none."""
        path = (folder or DATA) / "doubt.bin"
        return Doubt(Store(path)) if path.exists() else None

    def threshold(self, dial: Dial) -> float:
        """The log odds from which on a word is doubted."""
        return float(self._thresholds[DIALS.index(dial)])

    def confidence(self, score: float) -> Confidence:
        """How sure it is that a word with these log odds is wrong."""
        return "likely" if score >= self._thresholds[0] else "thorough"

    def scores(self, states: Sequence[Floats], frequencies: Sequence[float]) -> Floats:
        """Log odds that each word is not the one that belongs in its place."""
        rows = np.column_stack([np.stack(states), np.array(frequencies, np.float32)])
        scores: Floats = self._network.scores(rows)[:, 0]
        return scores
