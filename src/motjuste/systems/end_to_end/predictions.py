"""From a model's predictions of word pieces to suggested words, most probable first."""

from collections.abc import Iterator, Sequence
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon.inflection import match_case
from motjuste.systems.masked_lm.base import rounded
from motjuste.systems.masked_lm.pieces import Pieces
from motjuste.text import Improvement, Suggestion, SwsKind

# Data of distant supervision does not distinguish the kinds; its errors are errors of usage.
KIND: SwsKind = "refine-usage"
# Pieces predicted in addition to the suggestions wanted, since not all of them make words.
SPARE = 8


class Predictions(NamedTuple):
    """For each position the most probable pieces, and the log probability of the present one."""

    pieces: NDArray[np.int64]
    logs: NDArray[np.float64]
    log_kept: NDArray[np.float64]

    def stays(self, first: int, last: int) -> float:
        """The probability that the pieces of a span stay as they are."""
        return exp(min(0.0, float(self.log_kept[first:last].sum())))

    def best(self, first: int, last: int, most: int) -> list[tuple[tuple[int, ...], float]]:
        """The most probable sequences of pieces, with their log probabilities.

        >>> logs = np.array([[-1.0, -2.0], [-1.0, -4.0]])
        >>> predictions = Predictions(np.array([[1, 2], [3, 4]]), logs, np.zeros(2))
        >>> predictions.best(0, 2, 3)
        [((1, 3), -2.0), ((2, 3), -3.0), ((1, 4), -5.0)]
        """
        sequences: list[tuple[tuple[int, ...], float]] = [((), 0.0)]
        for place in range(first, last):
            row = list(zip(self.pieces[place].tolist(), self.logs[place].tolist(), strict=True))
            longer = [
                ((*ids, piece), log + added) for ids, log in sequences for piece, added in row
            ]
            sequences = sorted(longer, key=lambda sequence: -sequence[1])[:most]
        return sequences


def texts(
    sequences: Sequence[tuple[tuple[int, ...], float]], pieces: Pieces, like: int, blank: int | None
) -> Iterator[tuple[str, float]]:
    """Sequences of pieces as words, with their probabilities; blanks may stand at the end.

    A sequence must begin a word, or continue one, as the piece `like` does: in some vocabularies
    the first word of a text is spelled like a piece inside a word.
    """
    special = set(pieces.tokenizer.all_special_ids)
    for ids, log in sequences:
        visible = tuple(piece for piece in ids if piece != blank)
        if not visible or ids[: len(visible)] != visible or special & set(visible):
            continue
        if pieces.continues(visible[0]) == pieces.continues(like):
            yield str(pieces.tokenizer.decode(visible)).strip(), exp(log)


def improvement(
    text: str, start: int, end: int, candidates: Iterator[tuple[str, float]], most: int
) -> Improvement | None:
    """The improvement of a span by words other than the present ones, if there are any."""
    word = text[start:end]
    suggestions: dict[str, Suggestion] = {}
    for candidate, probability in candidates:
        plain = candidate.replace("-", "").replace("'", "").replace(" ", "")
        if plain.isalpha() and candidate.lower() != word.lower() and len(suggestions) < most:
            cased = match_case(candidate, word)
            # With the word itself as its lemma: the model gives the form that fits.
            suggestions.setdefault(cased.lower(), Suggestion(cased, rounded(probability), cased))
    return Improvement(start, end, KIND, tuple(suggestions.values())) if suggestions else None
