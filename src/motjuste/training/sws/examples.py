"""Distant supervision records as training pairs of token ids: the input and the labels.

The masked language model has a label at every input position: the same token, or a token of the
original. An original with fewer tokens is padded; one with more cannot be expressed. The other
models generate the whole sentence.
"""

from motjuste.distant.records import Record, Replaced
from motjuste.systems.end_to_end.network import Paradigm
from motjuste.systems.end_to_end.sentence import SentenceInPieces, as_pieces
from motjuste.systems.masked_lm.pieces import Pieces, TargetInPieces

# The label that PyTorch's cross entropy ignores.
IGNORED = -100
Pair = tuple[list[int], list[int]]


def encode(record: Record, pieces: Pieces, paradigm: Paradigm) -> Pair:
    """A record as a pair of token id sequences."""
    if paradigm == "bert":
        return _labelled_positions(record, pieces)
    return list(pieces.sentence(record.text)), list(pieces.sentence(record.source))


def _labelled_positions(record: Record, pieces: Pieces) -> Pair:
    sentence = as_pieces(record.text, pieces)
    labels = list(sentence.ids)
    for target in record.targets:
        place = _place(sentence, target)
        if place is not None:
            labels[place[0] : place[1]] = _labels(sentence, place, target.original, pieces)
    return list(sentence.ids), labels


def _place(sentence: SentenceInPieces, target: Replaced) -> tuple[int, int] | None:
    """The range of a target's tokens; None if one of its words has no tokens of its own."""
    inside = [
        place
        for token, place in zip(sentence.words, sentence.places, strict=True)
        if token.start >= target.start and token.end <= target.end
    ]
    known = [place for place in inside if place is not None]
    return (known[0][0], known[-1][1]) if known and len(known) == len(inside) else None


def _labels(
    sentence: SentenceInPieces, place: tuple[int, int], original: str, pieces: Pieces
) -> list[int]:
    """The original's tokens, padded; all ignored if there are more than fit."""
    room = place[1] - place[0]
    original_ids = pieces.of(original, TargetInPieces(sentence.ids, *place))
    if len(original_ids) > room:
        return [IGNORED] * room
    padding = [int(pieces.tokenizer.pad_token_id)] * (room - len(original_ids))
    return [*original_ids, *padding]
