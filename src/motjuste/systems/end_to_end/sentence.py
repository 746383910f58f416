"""A sentence as pieces of a model's vocabulary, with the pieces that each of its words has."""

from collections.abc import Iterator
from typing import NamedTuple

from motjuste.systems.masked_lm.pieces import Pieces
from motjuste.text.segmentation import Token, sentences, words


class SentenceInPieces(NamedTuple):
    """A sentence, its offset in the text, its pieces, and the range of pieces of each word.

    The range is None for a word that shares a piece with another, was cut off, or cannot be spelled
    with the vocabulary.
    """

    text: str
    start: int
    ids: tuple[int, ...]
    words: tuple[Token, ...]
    places: tuple[tuple[int, int] | None, ...]


def split_sentences(text: str, pieces: Pieces) -> Iterator[SentenceInPieces]:
    """The sentences of a text, each as pieces."""
    for start, end in sentences(text):
        yield as_pieces(text[start:end], pieces, start)


def as_pieces(text: str, pieces: Pieces, start: int = 0) -> SentenceInPieces:
    """A sentence as pieces, cut off at what the model can read."""
    encoded = pieces.tokenizer(
        text,
        return_offsets_mapping=True,
        truncation=True,
        max_length=pieces.limit,
        verbose=False,
    )
    spans = [_trimmed(text, *span) for span in encoded["offset_mapping"]]
    tokens = tuple(words(text))
    ids = tuple(encoded["input_ids"])
    unknown = pieces.tokenizer.unk_token_id
    places = (
        None if place is None or unknown in ids[slice(*place)] else place
        for place in _places(tokens, spans)
    )
    return SentenceInPieces(text, start, ids, tokens, tuple(places))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A piece's characters without the space before it, which some tokenizers count."""
    while start < end and text[start].isspace():
        start += 1
    return start, end


def _places(
    tokens: tuple[Token, ...], spans: list[tuple[int, int]]
) -> Iterator[tuple[int, int] | None]:
    """The pieces of each word, if they spell it and nothing else."""
    first = 0
    for token in tokens:
        while first < len(spans) and (_empty(spans[first]) or spans[first][1] <= token.start):
            first += 1
        last = first
        while last < len(spans) and not _empty(spans[last]) and spans[last][1] <= token.end:
            last += 1
        whole = last > first and (spans[first][0], spans[last - 1][1]) == (token.start, token.end)
        yield (first, last) if whole else None


def _empty(span: tuple[int, int]) -> bool:
    return span[0] == span[1]


def is_word(token: Token) -> bool:
    """Whether a token is a word of letters, which alone may be changed."""
    return token.text.replace("-", "").isalpha()
