"""LexSubCon's validation score: target and attended context before and after a substitution.

The score is (target term + 2 x context term) / 3. The target term is the cosine of the mean
last-layer vectors of the target's pieces and of the substitute's in the same place. The context
term passes at the positions that the target attends to most: each is masked in turn in both texts,
and the cosines of the masked positions' last-layer vectors are averaged by attention.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from motjuste.errors import BadInputError
from motjuste.systems.masked_lm.base import cosine
from motjuste.systems.masked_lm.model import Array, Model, Row
from motjuste.systems.masked_lm.pieces import TargetInPieces

# Positions that the authors' program considers, before it drops the target's own.
MOST_POSITIONS = 12
# Positions with no more than this share of the target's attention are left out.
LEAST_ATTENTION = 0.01
# The weight of the context term beside the target term.
CONTEXT_WEIGHT = 2.0


class Attended(NamedTuple):
    """Positions of a text outside the target, and their shares of its attention (sum 1)."""

    positions: tuple[int, ...]
    weights: Array


class _Pass(NamedTuple):
    """A pass over a text, and the positions whose mean vector is used."""

    row: Row
    start: int
    end: int


def attended_scores(
    network: Model,
    places: Sequence[TargetInPieces],
    substitutes: Sequence[Sequence[tuple[int, ...]]],
) -> list[Array]:
    """The validation score of every substitute (by its pieces) of every target.

    A substitute costs a pass for itself and one for each position that is looked at. Where the
    target attends to nothing outside itself, the target term stands alone.
    """
    attended = _attended(network, places)
    mask = network.pieces.tokenizer.mask_token_id
    if mask is None:
        raise BadInputError("this model has no mask; use a masked language model")
    passes = [
        one_pass
        for place, pieces, about in zip(places, substitutes, attended, strict=True)
        for text in (place, *(place.put(word) for word in pieces))
        for one_pass in _passes(place, text, about.positions, mask)
    ]

    vectors = iter(_vectors(network, passes))
    scores = []
    for pieces, about in zip(substitutes, attended, strict=True):
        texts = [[next(vectors) for _ in range(1 + len(about.positions))] for _ in (0, *pieces)]
        scores.append(np.array([_score(texts[0], text, about.weights) for text in texts[1:]]))
    return scores


def _vectors(network: Model, passes: Sequence[_Pass]) -> list[Array]:
    """The mean state of the span that each pass is for, in the last layer."""

    def vector(row: int, states: Array, _: Array) -> Array:
        mean: Array = states[-1, passes[row].start : passes[row].end].mean(axis=0)
        return mean

    return network.states([one_pass.row for one_pass in passes], vector)


def _attended(network: Model, places: Sequence[TargetInPieces]) -> list[Attended]:
    """The positions that each target's first piece attends to most, mean over layers and heads."""

    def read(i: int, _: Array, passes: Array) -> Attended:
        return most_attended(passes[places[i].start], places[i].start, places[i].end)

    return network.states([Row(place.ids) for place in places], read, attention=True)


def most_attended(attention: Array, start: int, end: int) -> Attended:
    """The most attended positions of a text whose target stands from `start` to `end`.

    Of the twelve with most attention (over one per cent), the target's own and the closing mark
    are left out.

    >>> most_attended(np.array([0.2, 0.5, 0.005, 0.195, 0.1]), 1, 2)
    Attended(positions=(0, 3), weights=array([0.50632911, 0.49367089]))
    """
    best = np.argsort(-attention, kind="stable")[:MOST_POSITIONS]
    positions = [
        int(place)
        for place in best
        if attention[place] > LEAST_ATTENTION
        and not start <= place < end
        and place < len(attention) - 1
    ]
    weights = attention[positions]
    return Attended(tuple(positions), weights / weights.sum() if positions else weights)


def _passes(
    original: TargetInPieces, text: TargetInPieces, positions: Sequence[int], mask: int
) -> Iterator[_Pass]:
    """The text as it is, read at its target; then with each position masked, read there.

    Positions are the original text's; after the target they move with the substitute's length.
    The opening mark is never masked.
    """
    yield _Pass(Row(text.ids), text.start, text.end)
    for position in positions:
        at = position + (text.end - original.end if position >= original.end else 0)
        ids = list(text.ids)
        if at:
            ids[at] = mask
        yield _Pass(Row(tuple(ids)), at, at + 1)


def _score(original: Sequence[Array], changed: Sequence[Array], weights: Array) -> float:
    target = float(cosine(original[0], changed[0]))
    if not len(weights):
        return target
    context = float(weights @ cosine(np.stack(original[1:]), np.stack(changed[1:])))
    return (target + CONTEXT_WEIGHT * context) / (1 + CONTEXT_WEIGHT)
