"""An edit to a text; several of them applied, merged into one, or traced back."""

from collections.abc import Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """A replacement: the text to write from `start` to `end`, in characters, end exclusive."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """The text after the edit."""
        return text[: self.start] + self.text + text[self.end :]

    def moved(self, by: int) -> "Edit":
        """The same edit, shifted by a number of characters (negative: to the left)."""
        return Edit(self.start + by, self.end + by, self.text)


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits made; they must be in order and not overlap.

    >>> apply_edits("a big dog", [Edit(0, 1, "an"), Edit(2, 5, "old")])
    'an old dog'
    """
    parts, position = [], 0
    for start, end, new in edits:
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])


def merged(text: str, edits: Sequence[Edit]) -> Edit:
    """One edit equivalent to several: it reaches from the first changed place to the last.

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


def span_before(span: tuple[int, int], edits: Sequence[Edit]) -> tuple[int, int]:
    """Where a span of the edited text was before; a part of an edit's new text maps to all of it.

    >>> edits = [Edit(2, 5, "enormous")]
    >>> [span_before(span, edits) for span in ((0, 1), (3, 4), (0, 14), (11, 14))]
    [(0, 1), (2, 5), (0, 9), (6, 9)]
    """
    (low, high), offset = span, 0
    start, end = low, None
    for edit, (new_start, new_end) in zip(edits, new_places(edits), strict=True):
        if new_end <= low:
            offset = edit.end - new_end
            start = low + offset
        elif new_start < high:
            start = min(start, edit.start)
            end = edit.end
            offset = edit.end - new_end
    ends_in_new_text = end is not None and high + offset < end
    return start, end if ends_in_new_text and end is not None else high + offset
