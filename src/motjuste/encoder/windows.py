"""Which part of a text the encoder reads: a word's sentence, and as many neighbours as fit.

The window depends on the sentence alone, so all words of a sentence share one pass. Only in a
sentence that is too long for a window does it move with the word, in steps.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from motjuste.text.segmentation import Span, sentences

# Characters on each side of a word that are considered; more never fits into a window.
REACH = 1500
# Word pieces by which the window moves within a sentence that is longer than the window.
_STEP = 64

Pieces = tuple[list[int], list[tuple[int, int]]]
Tokenise = Callable[[str], Pieces]


class Window(NamedTuple):
    """The word pieces that are read, each with its offsets in the text."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]


def window(
    text: str,
    start: int,
    end: int,
    tokenise: Tokenise,
    size: int,
    known_sentences: Sequence[Span] | None = None,
) -> Window:
    """The window for a span of a text: at most `size` pieces.

    `known_sentences` are the sentences around the span, if already segmented.
    """
    low, high = _reachable(text, start, end)
    if known_sentences is None:
        known_sentences = [Span(s.start + low, s.end + low) for s in sentences(text[low:high])]
    nearby = (span for span in known_sentences if span.end > low and span.start < high)
    spans = [Span(max(span.start, low), min(span.end, high)) for span in nearby]
    first, last = _sentences_of(spans, start, end)
    spans[first : last + 1] = [Span(min(spans[first].start, start), max(spans[last].end, end))]
    encoded = [tokenise(text[span.start : span.end]) for span in spans]
    sizes = [len(ids) for ids, _ in encoded]
    first_sentence, end_sentence = _neighbours(sizes, first, size)
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    for span, (sentence_ids, sentence_offsets) in zip(
        spans[first_sentence:end_sentence], encoded[first_sentence:end_sentence], strict=True
    ):
        ids += sentence_ids
        offsets += [(begin + span.start, finish + span.start) for begin, finish in sentence_offsets]
    skip = _skipped(offsets, start, size)
    return Window(tuple(ids[skip : skip + size]), tuple(offsets[skip : skip + size]))


def _skipped(offsets: Sequence[tuple[int, int]], start: int, size: int) -> int:
    """The pieces of a long sentence before the window that holds the piece at an offset."""
    target_piece = next((piece for piece, (_, finish) in enumerate(offsets) if finish > start), 0)
    middle = target_piece // _STEP * _STEP - (size - _STEP) // 2
    return max(0, min(middle, len(offsets) - size))


def tiles(
    text: str, tokenise: Tokenise, size: int, known_sentences: Sequence[Span] | None = None
) -> Iterator[Window]:
    """Windows that together hold every piece of a text once: as many whole sentences as fit."""
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    for span in sentences(text) if known_sentences is None else known_sentences:
        sentence_ids, sentence_offsets = tokenise(text[span.start : span.end])
        if ids and len(ids) + len(sentence_ids) > size:
            yield from _cut(ids, offsets, size)
            ids, offsets = [], []
        ids = ids + sentence_ids
        offsets = offsets + [
            (begin + span.start, finish + span.start) for begin, finish in sentence_offsets
        ]
    yield from _cut(ids, offsets, size)


def _cut(ids: list[int], offsets: list[tuple[int, int]], size: int) -> Iterator[Window]:
    """One window, or several of about equal length if the pieces do not fit into one."""
    parts = -(-len(ids) // size)
    for part in range(parts):
        low, high = len(ids) * part // parts, len(ids) * (part + 1) // parts
        yield Window(tuple(ids[low:high]), tuple(offsets[low:high]))


def _reachable(text: str, start: int, end: int) -> tuple[int, int]:
    """The reachable part of a text around a span, cut at spaces where there are any."""
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    if low:
        low = max(text.find(" ", low, start) + 1, low)
    if high < len(text):
        space = text.rfind(" ", end, high)
        high = space if space >= 0 else high
    return low, high


def _sentences_of(spans: list[Span], start: int, end: int) -> tuple[int, int]:
    """Indices of the first and last sentence that overlap a span; one is added if none does."""
    touched = [index for index, span in enumerate(spans) if span.end > start and span.start < end]
    if touched:
        return touched[0], touched[-1]
    position = sum(span.end <= start for span in spans)
    spans.insert(position, Span(start, end))
    return position, position


def _neighbours(sizes: list[int], middle: int, size: int) -> tuple[int, int]:
    """A range of whole sentences around one, extended before and after it while they fit."""
    start, end, total = middle, middle + 1, sizes[middle]
    while True:
        before = start > 0 and total + sizes[start - 1] <= size
        if before:
            start, total = start - 1, total + sizes[start - 1]
        after = end < len(sizes) and total + sizes[end] <= size
        if after:
            end, total = end + 1, total + sizes[end]
        if not (before or after):
            return start, end
