"""The scale of sensitivity: how much a word must be worth for a share of all words to be marked.

A text says itself which of its words are worth most, all texts together what is usual. A word is
marked if its place in both orders, weighted, is within the share that was asked for; so a long
text has exactly that share, and a single sentence may have more or less than others. What style
guides ask for comes first in the order of its text from some share on, whatever it is worth.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats

# A text of so many words decides as much as all texts before it.
OWN_WEIGHT = 20.0
# From no share on is a word marked in any case of which no style guide speaks.
NEVER = 2.0


class Weighed(NamedTuple):
    """What decides whether a word or phrase is marked: its worth, its words, and from what share on
    it is marked in any case.
    """

    worth: float
    size: int = 1
    latest: float = NEVER


class Calibration:
    """The worth from which on 0, 1, …, 100 % of all words of ordinary texts are marked."""

    def __init__(self, thresholds: Floats) -> None:
        self._thresholds = np.asarray(thresholds, np.float64)
        self._shares = np.linspace(0, 1, len(thresholds))

    def usual(self, share: float) -> float:
        """The worth from which on a share of all words is marked in ordinary texts."""
        return float(np.interp(share, self._shares, self._thresholds))

    def share(self, worth: Floats) -> Floats:
        """The share of all words that are worth as much or more in ordinary texts."""
        # `interp` wants ascending points, and a threshold may stand for several shares.
        found: Floats = np.interp(-worth, -self._thresholds, self._shares)
        return found

    def marked(self, asked: float, candidates: Sequence[Weighed], words: float) -> list[bool]:
        """Which of some words and phrases are marked, in a text of so many words."""
        if not candidates:
            return []
        values, sizes, latest = np.array([each[:3] for each in candidates], np.float64).T
        sure = latest <= asked
        order = np.lexsort((-values, np.where(sure, latest, NEVER)))
        own = np.empty(len(values))
        own[order] = (np.cumsum(sizes[order]) - sizes[order] / 2) / max(words, 1.0)
        weight = words / (words + OWN_WEIGHT)
        place = weight * own + (1 - weight) * np.where(sure, 0.0, self.share(values))
        return [bool(each) for each in place <= asked]

    def usually(self, asked: float, candidates: Sequence[Weighed]) -> list[bool]:
        """Which of some words and phrases are marked, whatever else is in the text."""
        least = self.usual(asked)
        return [each.worth >= least or each.latest <= asked for each in candidates]
