"""What a model would put at some places of a sentence, as words: the most likely first."""

from collections.abc import Iterator, Sequence
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon.inflection import match_case
from motjuste.systems.masked_lm.base import rounded
from motjuste.systems.masked_lm.pieces import Pieces
from motjuste.text import Improvement, Kind, Suggestion

# Data of distant supervision does not tell the kinds; what it corrupts is the usage of words.
KIND: Kind = "refine-usage"
# So many more pieces than suggestions are looked at, since not all are words.
SPARE = 8


class Looks(NamedTuple):
    """For each place the likeliest pieces with their log probabilities, and that of its own."""

    pieces: NDArray[np.int64]
    logs: NDArray[np.float64]
    own: NDArray[np.float64]

    def stays(self, first: int, last: int) -> float:
        """The chance that the pieces at some places stay as they are."""
        return exp(min(0.0, float(self.own[first:last].sum())))

    def best(self, first: int, last: int, most: int) -> list[tuple[tuple[int, ...], float]]:
        """The likeliest sequences of pieces, with their log probabilities.

        >>> logs = np.array([[-1.0, -2.0], [-1.0, -4.0]])
        >>> looks = Looks(np.array([[1, 2], [3, 4]]), logs, np.zeros(2))
        >>> looks.best(0, 2, 3)
        [((1, 3), -2.0), ((2, 3), -3.0), ((1, 4), -5.0)]
        """
        found: list[tuple[tuple[int, ...], float]] = [((), 0.0)]
        for place in range(first, last):
            row = list(zip(self.pieces[place].tolist(), self.logs[place].tolist(), strict=True))
            longer = [((*ids, piece), log + more) for ids, log in found for piece, more in row]
            found = sorted(longer, key=lambda each: -each[1])[:most]
        return found


def texts(
    found: Sequence[tuple[tuple[int, ...], float]], pieces: Pieces, like: int, blank: int | None
) -> Iterator[tuple[str, float]]:
    """Sequences of pieces as words, with their probabilities; blanks may stand at the end.

    A sequence must begin as the piece `like` does: in some vocabularies the first word of a text
    looks like the end of one.
    """
    special = set(pieces.tokenizer.all_special_ids)
    for ids, log in found:
        kept = tuple(piece for piece in ids if piece != blank)
        if not kept or ids[: len(kept)] != kept or special & set(kept):
            continue
        if pieces.continues(kept[0]) == pieces.continues(like):
            yield str(pieces.tokenizer.decode(kept)).strip(), exp(log)


def improvement(
    text: str, start: int, end: int, found: Iterator[tuple[str, float]], most: int
) -> Improvement | None:
    """An improvement of a span by words other than those that stand there; none without any."""
    word = text[start:end]
    offers: dict[str, Suggestion] = {}
    for offer, chance in found:
        plain = offer.replace("-", "").replace("'", "").replace(" ", "")
        if plain.isalpha() and offer.lower() != word.lower() and len(offers) < most:
            cased = match_case(offer, word)
            # With the word itself as its lemma: the model gives the form that fits.
            offers.setdefault(cased.lower(), Suggestion(cased, rounded(chance), cased))
    return Improvement(start, end, KIND, tuple(offers.values())) if offers else None
