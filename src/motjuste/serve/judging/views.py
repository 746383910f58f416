"""Values that templates derive from a task."""

from dataclasses import dataclass

from motjuste.collect.service import Task


@dataclass(frozen=True)
class Piece:
    """A part of a sentence: a word that can be marked, or the text between words."""

    text: str
    start: int
    end: int
    word: bool


def minutes(seconds: int) -> str:
    """A duration as people say it.

    >>> minutes(1790), minutes(70), minutes(20)
    ('30 minutes', '1 minute', '20 seconds')
    """
    if seconds < 60:
        return f"{seconds} seconds"
    whole = round(seconds / 60)
    return "1 minute" if whole == 1 else f"{whole} minutes"


def pieces_of(task: Task) -> list[Piece]:
    """A sentence as its words and the text between them."""
    pieces, place = [], 0
    for token in task.tokens:
        if place < token.start:
            pieces.append(Piece(task.text[place : token.start], place, token.start, False))
        pieces.append(Piece(task.text[token.start : token.end], token.start, token.end, True))
        place = token.end
    if place < len(task.text):
        pieces.append(Piece(task.text[place:], place, len(task.text), False))
    return pieces
