"""An edit to a text, and several of them applied, merged, or undone in thought."""

from collections.abc import Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """What to write from one place of a text to another, in place of what is there."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """The text after the edit."""
        return text[: self.start] + self.text + text[self.end :]

    def moved(self, by: int) -> "Edit":
        """The same edit in a text that begins that many characters earlier."""
        return Edit(self.start + by, self.end + by, self.text)


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits made, which are in order and do not overlap.

    >>> apply_edits("a big dog", [Edit(0, 1, "an"), Edit(2, 5, "old")])
    'an old dog'
    """
    pieces, at = [], 0
    for start, end, new in edits:
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])


def merged(text: str, edits: Sequence[Edit]) -> Edit:
    """One edit that does what several do: from the first place that changes to the last.

    >>> merged("a big dog", [Edit(0, 1, "an"), Edit(2, 5, "old")])
    Edit(start=0, end=5, text='an old')
    """
    start, end = edits[0].start, edits[-1].end
    return Edit(start, end, apply_edits(text[start:end], [edit.moved(-start) for edit in edits]))


def new_places(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Where each edit's new text stands in the changed text.

    >>> new_places([Edit(0, 1, "an"), Edit(2, 5, "enormous")])
    [(0, 2), (3, 11)]
    """
    places, shift = [], 0
    for start, end, new in edits:
        places.append((start + shift, start + shift + len(new)))
        shift += len(new) - (end - start)
    return places


def before(span: tuple[int, int], edits: Sequence[Edit]) -> tuple[int, int]:
    """Where a span of the changed text was; what touches new text was all that it replaced.

    >>> edits = [Edit(2, 5, "enormous")]
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
