"""Edits to a text: made, and undone in thought."""

from collections.abc import Sequence

from motjuste.lexicon.context import Replacement


def apply_edits(text: str, edits: Sequence[Replacement]) -> str:
    """The text with all edits made, which are in order and do not overlap.

    >>> apply_edits("a big dog", [Replacement(0, 1, "an"), Replacement(2, 5, "old")])
    'an old dog'
    """
    pieces, at = [], 0
    for start, end, new in edits:
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])


def new_places(edits: Sequence[Replacement]) -> list[tuple[int, int]]:
    """Where what is new stands in the changed text.

    >>> new_places([Replacement(0, 1, "an"), Replacement(2, 5, "enormous")])
    [(0, 2), (3, 11)]
    """
    found, shift = [], 0
    for start, end, new in edits:
        found.append((start + shift, start + shift + len(new)))
        shift += len(new) - (end - start)
    return found


def before(span: tuple[int, int], edits: Sequence[Replacement]) -> tuple[int, int]:
    """Where a stretch of a changed text was; what touches something new was all that it replaced.

    >>> edits = [Replacement(2, 5, "enormous")]
    >>> [before(span, edits) for span in ((0, 1), (3, 4), (0, 14), (11, 14))]
    [(0, 1), (2, 5), (0, 9), (6, 9)]
    """
    (low, high), shift = span, 0
    start, end = low, None
    for edit, (first, last) in zip(edits, new_places(edits), strict=True):
        if last <= low:
            shift = edit.end - last
            start = low + shift
        elif first < high:
            start = min(start, edit.start)
            end = edit.end
            shift = edit.end - last
    inside = end is not None and high + shift < end
    return start, end if inside and end is not None else high + shift
