"""Sensitivity turned into a threshold: which expressions to mark for a share of marked words.

An expression is marked if the weighted mean of its rank in the text (as a share of words) and its
rank among ordinary texts (the share of their words that score at least as high) is at most the
requested share. The longer the text, the more its own ranking weighs. So a long text gets nearly
exactly that share, and a single sentence may get more or fewer marks than others. Expressions that
style guides advise against come first within their text once the share is large enough for them,
whatever their score.
"""

from collections.abc import Sequence

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.improver.expressions import NEVER_MANDATORY

# The length of a text, in words, at which its own ranking weighs as much as that of ordinary texts.
TEXT_WEIGHT = 20.0


class Calibration:
    """The scores above which 0, 1, …, 100 % of all words of ordinary texts are marked."""

    def __init__(self, thresholds: Floats) -> None:
        self._thresholds = np.asarray(thresholds, np.float64)
        self._shares = np.linspace(0, 1, len(thresholds))

    def threshold(self, share: float) -> float:
        """The score at or above which a share of the words of ordinary texts is marked."""
        return float(np.interp(share, self._shares, self._thresholds))

    def share(self, scores: Floats) -> Floats:
        """The share of all words in ordinary texts that score as high or higher."""
        # `interp` needs ascending x values; a threshold may stand for several shares.
        shares: Floats = np.interp(-scores, -self._thresholds, self._shares)
        return shares

    def marked_in_text(
        self,
        share: float,
        scores: Sequence[float],
        sizes: Sequence[int],
        mandatory_from: Sequence[float],
        words: float,
    ) -> list[bool]:
        """Which expressions to mark, so that a share of the text's `words` is marked.

        Each expression has a score, a size in words and `mandatory_from`: the sensitivity at or
        above which it outranks every scored expression.
        """
        if not scores:
            return []
        score, size, first_from = (
            np.array(column, np.float64) for column in (scores, sizes, mandatory_from)
        )
        is_first = first_from <= share
        order = np.lexsort((-score, np.where(is_first, first_from, NEVER_MANDATORY)))
        # The rank of each expression in its text: the share of words above its middle.
        share_in_text = np.empty(len(score))
        share_in_text[order] = (np.cumsum(size[order]) - size[order] / 2) / max(words, 1.0)
        weight = words / (words + TEXT_WEIGHT)
        usual_share = np.where(is_first, 0.0, self.share(score))
        rank = weight * share_in_text + (1 - weight) * usual_share
        return [bool(is_within) for is_within in rank <= share]

    def marked_alone(
        self, share: float, scores: Sequence[float], mandatory_from: Sequence[float]
    ) -> list[bool]:
        """Which expressions to mark if each is compared with ordinary texts, not with its own."""
        threshold = self.threshold(share)
        return [
            score >= threshold or first_from <= share
            for score, first_from in zip(scores, mandatory_from, strict=True)
        ]
