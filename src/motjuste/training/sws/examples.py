"""Records of distant supervision as pairs of pieces: what a model reads, and what it should say.

The masked language model says something at every place that it reads: the same piece, or those of
the original, which may be fewer (blanks follow) but not more. The others write a sentence.
"""

from motjuste.distant.records import Record, Replaced
from motjuste.systems.end_to_end.network import Paradigm
from motjuste.systems.end_to_end.sentence import Sentence, pieced
from motjuste.systems.masked_lm.pieces import Pieces, Place

# What PyTorch's cross entropy leaves out.
IGNORED = -100
Pair = tuple[list[int], list[int]]


def encode(record: Record, pieces: Pieces, paradigm: Paradigm) -> Pair:
    """A record as a pair of sequences of pieces."""
    if paradigm == "bert":
        return _kept_or_changed(record, pieces)
    return list(pieces.sentence(record.text)), list(pieces.sentence(record.source))


def _kept_or_changed(record: Record, pieces: Pieces) -> Pair:
    sentence = pieced(record.text, pieces)
    said = list(sentence.ids)
    for target in record.targets:
        place = _place(sentence, target)
        if place is not None:
            said[place[0] : place[1]] = _labels(sentence, place, target.original, pieces)
    return list(sentence.ids), said


def _place(sentence: Sentence, target: Replaced) -> tuple[int, int] | None:
    """The places of a target's pieces, if its words have pieces of their own."""
    inside = [
        place
        for token, place in zip(sentence.words, sentence.places, strict=True)
        if token.start >= target.start and token.end <= target.end
    ]
    found = [place for place in inside if place is not None]
    return (found[0][0], found[-1][1]) if found and len(found) == len(inside) else None


def _labels(sentence: Sentence, place: tuple[int, int], original: str, pieces: Pieces) -> list[int]:
    """The original's pieces and blanks; nothing is learned where they are too many."""
    room = place[1] - place[0]
    wanted = pieces.of(original, Place(sentence.ids, *place))
    if len(wanted) > room:
        return [IGNORED] * room
    return [*wanted, *[int(pieces.tokenizer.pad_token_id)] * (room - len(wanted))]
