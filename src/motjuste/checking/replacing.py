"""Edits to a text: made, undone in thought, and several rounds of them made into one."""

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


def compose(
    text: str, first: Sequence[Replacement], then: Sequence[Replacement]
) -> list[Replacement]:
    """Edits that do at once what some do to a text, and others to what comes of it.

    >>> first = [Replacement(2, 5, "very old")]
    >>> compose("a big dog", first, [Replacement(7, 10, "aged"), Replacement(11, 14, "cat")])
    [Replacement(start=2, end=5, text='very aged'), Replacement(start=6, end=9, text='cat')]
    """
    middle = apply_edits(text, first)
    spans = sorted([*new_places(first), *((edit.start, edit.end) for edit in then)])
    found = []
    for low, high in _joined(spans):
        inside = [
            Replacement(edit.start - low, edit.end - low, edit.text)
            for edit in then
            if low <= edit.start < high
        ]
        start, end = before((low, high), first)
        new = apply_edits(middle[low:high], inside)
        if new != text[start:end]:
            found.append(Replacement(start, end, new))
    return found


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for low, high in spans:
        if joined and low < joined[-1][1]:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    return joined
