"""What the encoder reads of a text: a word's sentence, with as much around it as fits.

The window depends on the sentence alone, so that all its words are served by the same pass; only
in a sentence that does not fit does it move with the word, in steps.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from motjuste.text.segmentation import Span, sentences

# Characters on each side of a word that are looked at; more never fits into a window.
NEAR = 1500
# Word pieces by which the window moves within a sentence that is too long for it.
_STEP = 64

Pieces = tuple[list[int], list[tuple[int, int]]]
Tokenise = Callable[[str], Pieces]


class Window(NamedTuple):
    """The pieces that are read, each with its place in the text."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]


def window(
    text: str,
    start: int,
    end: int,
    tokenise: Tokenise,
    size: int,
    known: Sequence[Span] | None = None,
) -> Window:
    """The window for a span of a text: at most `size` pieces.

    `known` are the sentences around the span, if they have been found already.
    """
    low, high = _near(text, start, end)
    if known is None:
        known = [Span(s.start + low, s.end + low) for s in sentences(text[low:high])]
    near = (span for span in known if span.end > low and span.start < high)
    spans = [Span(max(span.start, low), min(span.end, high)) for span in near]
    first, last = _holding(spans, start, end)
    spans[first : last + 1] = [Span(min(spans[first].start, start), max(spans[last].end, end))]
    encoded = [tokenise(text[span.start : span.end]) for span in spans]
    sizes = [len(ids) for ids, _ in encoded]
    left, right = _grow(sizes, first, size)
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    for span, (more, places) in zip(spans[left:right], encoded[left:right], strict=True):
        ids += more
        offsets += [(a + span.start, b + span.start) for a, b in places]
    if len(ids) > size:
        here = next((place for place, (_, b) in enumerate(offsets) if b > start), 0)
        skip = max(0, min(here // _STEP * _STEP - (size - _STEP) // 2, len(ids) - size))
        ids, offsets = ids[skip : skip + size], offsets[skip : skip + size]
    return Window(tuple(ids), tuple(offsets))


def tiles(
    text: str, tokenise: Tokenise, size: int, known: Sequence[Span] | None = None
) -> Iterator[Window]:
    """Windows that hold every piece of a text once: whole sentences, as many as fit."""
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    for span in sentences(text) if known is None else known:
        more, places = tokenise(text[span.start : span.end])
        if ids and len(ids) + len(more) > size:
            yield from _cut(ids, offsets, size)
            ids, offsets = [], []
        ids = ids + more
        offsets = offsets + [(a + span.start, b + span.start) for a, b in places]
    yield from _cut(ids, offsets, size)


def _cut(ids: list[int], offsets: list[tuple[int, int]], size: int) -> Iterator[Window]:
    """A window, or several about equally long if one cannot hold it all."""
    parts = -(-len(ids) // size)
    for part in range(parts):
        low, high = len(ids) * part // parts, len(ids) * (part + 1) // parts
        yield Window(tuple(ids[low:high]), tuple(offsets[low:high]))


def _near(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a text that is looked at, cut between words where there are any."""
    low, high = max(0, start - NEAR), min(len(text), end + NEAR)
    if low:
        low = max(text.find(" ", low, start) + 1, low)
    if high < len(text):
        space = text.rfind(" ", end, high)
        high = space if space >= 0 else high
    return low, high


def _holding(spans: list[Span], start: int, end: int) -> tuple[int, int]:
    """The first and the last sentence that a span touches; it may stand between two."""
    touched = [n for n, span in enumerate(spans) if span.end > start and span.start < end]
    if touched:
        return touched[0], touched[-1]
    place = sum(span.end <= start for span in spans)
    spans.insert(place, Span(start, end))
    return place, place


def _grow(sizes: list[int], middle: int, size: int) -> tuple[int, int]:
    """Whole sentences around one, in turn before and after it, while they fit."""
    left, right, total = middle, middle + 1, sizes[middle]
    while True:
        before = left > 0 and total + sizes[left - 1] <= size
        if before:
            left, total = left - 1, total + sizes[left - 1]
        after = right < len(sizes) and total + sizes[right] <= size
        if after:
            right, total = right + 1, total + sizes[right]
        if not (before or after):
            return left, right
