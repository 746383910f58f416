"""What templates show that is not plainly in a task."""

from dataclasses import dataclass

from motjuste.collect.service import ProjectKind, Task

_KEYS: dict[ProjectKind, str] = {
    "swords": "1 or a accepts, 2 or r rejects, 3 or d says that you don't know; ↑ and ↓ move; "
    "Enter submits.",
    "posthoc": "1 or g is good, 2 or r reasonable, 3 or b bad; ↑ and ↓ move; Enter submits.",
    "sws": "← and → move, with Shift they choose a phrase, Enter marks it; Esc leads back to the "
    "sentence; Ctrl and Enter submit.",
}


@dataclass(frozen=True)
class Piece:
    """A part of a sentence: a word that can be marked, or what stands between words."""

    text: str
    start: int
    end: int
    word: bool


def keyboard_of(kind: ProjectKind) -> str:
    """How to work without a mouse."""
    return _KEYS[kind]


def minutes(seconds: int) -> str:
    """A time to go by.

    >>> minutes(1790), minutes(70), minutes(20)
    ('30 minutes', '1 minute', '20 seconds')
    """
    if seconds < 60:
        return f"{seconds} seconds"
    whole = round(seconds / 60)
    return "1 minute" if whole == 1 else f"{whole} minutes"


def pieces_of(task: Task) -> list[Piece]:
    """A sentence cut into its words and what stands between them."""
    pieces, place = [], 0
    for token in task.tokens:
        if place < token.start:
            pieces.append(Piece(task.text[place : token.start], place, token.start, False))
        pieces.append(Piece(task.text[token.start : token.end], token.start, token.end, True))
        place = token.end
    if place < len(task.text):
        pieces.append(Piece(task.text[place:], place, len(task.text), False))
    return pieces
