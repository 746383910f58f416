"""A passage: a stretch of prose as a reader sees it, and where each character stands in the file.

Markup is hidden from whoever reads the passage; code, addresses and the like are fixed: they are
read, since the sentence needs them, and never changed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.text.segmentation import Span, sentences

PLAIN, FIXED, HIDDEN = 0, 1, 2
LONGEST_PART = 5_000

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_KEPT = re.compile(rb"[\x00\x01]+")


class Line(NamedTuple):
    """A line of a text: where it starts, where its end is, and where the next one starts."""

    start: int
    end: int
    next: int


def lines(text: str, at: int = 0) -> Iterator[Line]:
    r"""The lines of a text from a place on, whether they end in LF, CR LF or CR.

    >>> [text[line.start : line.end] for text in ["a\r\nb\rc\n"] for line in lines(text)]
    ['a', 'b', 'c']
    """
    while at < len(text):
        match = _LINE.match(text, at)
        assert match is not None
        yield Line(at, match.end(1), match.end())
        at = match.end()


class Raw:
    """The lines of a paragraph as one text, and marks on those characters that are not plain."""

    def __init__(self, source: str, pieces: Sequence[Span]) -> None:
        self.source = source
        self.pieces = pieces
        self.text = "\n".join([source[start:end] for start, end in pieces])
        self.marks = bytearray(len(self.text))
        self._starts: list[int] = []
        at = 0
        for start, end in pieces:
            self._starts.append(at)
            at += end - start + 1

    def mark(self, start: int, end: int, mark: int) -> None:
        """Mark a stretch of it; what is hidden stays so."""
        if mark == HIDDEN or not any(self.marks[start:end]):
            self.marks[start:end] = bytes([mark]) * (end - start)
        else:
            self.marks[start:end] = bytes(max(mark, old) for old in self.marks[start:end])

    def line(self, at: int) -> Span:
        """The line around a place."""
        end = self.text.find("\n", at)
        return Span(self.text.rfind("\n", 0, at) + 1, len(self.text) if end < 0 else end)

    def in_source(self, start: int, end: int) -> Span | None:
        """Where a stretch stands in the file; nothing if more than white space parts its lines."""
        first, last = (bisect_right(self._starts, at) - 1 for at in (start, end - 1))
        for before, after in zip(self.pieces[first:last], self.pieces[first + 1 :], strict=False):
            if self.source[before.end : after.start].strip():
                return None
        places = [
            self.pieces[piece].start + at - self._starts[piece]
            for piece, at in ((first, start), (last, end - 1))
        ]
        if any(place >= self.pieces[piece].end for place, piece in zip(places, (first, last))):  # noqa: B905
            # A line break is no end of anything.
            return None
        return Span(places[0], places[1] + 1)

    def of_source(self, at: int) -> int | None:
        """Where a character of the file stands in it."""
        piece = bisect_right(self.pieces, at, key=lambda span: span.start) - 1
        if piece < 0 or at >= self.pieces[piece].end:
            return None
        return self._starts[piece] + at - self.pieces[piece].start


class Part(NamedTuple):
    """Some whole sentences of a passage, and where in it they begin."""

    start: int
    text: str


class Passage:
    """What is to be read of a paragraph, cell or heading, with the words that it exempts."""

    def __init__(self, raw: Raw, exempt: frozenset[str] = frozenset()) -> None:
        self.raw = raw
        self.exempt = exempt
        self._kept = [Span(*match.span()) for match in _KEPT.finditer(raw.marks)]
        self._at: list[int] = []
        at = 0
        for start, end in self._kept:
            self._at.append(at)
            at += end - start
        self.text = "".join([raw.text[start:end] for start, end in self._kept])

    def in_source(self, start: int, end: int) -> Span | None:
        """Where a stretch of the passage stands in the file, if it may be changed there.

        It may not if it touches what is fixed, or if something hidden stands inside it.
        """
        if not 0 <= start < end <= len(self.text):
            return None
        first, last = self._raw(start), self._raw(end - 1) + 1
        if last - first != end - start or any(self.raw.marks[first:last]):
            return None
        return self.raw.in_source(first, last)

    def of_source(self, at: int) -> int | None:
        """Where a character of the file stands in the passage; nothing if it is not seen there."""
        raw = self.raw.of_source(at)
        if raw is None or self.raw.marks[raw] == HIDDEN:
            return None
        run = bisect_right(self._kept, raw, key=lambda span: span.start) - 1
        return self._at[run] + raw - self._kept[run].start

    def _raw(self, at: int) -> int:
        run = bisect_right(self._at, at) - 1
        return self._kept[run].start + at - self._at[run]

    def changeable(self) -> bool:
        """Whether there is any letter that may be changed."""
        fixed = any(self.raw.marks)
        if not fixed:
            return any(map(str.isalpha, self.text))
        pairs = zip(self.raw.text, self.raw.marks, strict=True)
        return any(mark == PLAIN and char.isalpha() for char, mark in pairs)

    def parts(self, most: int = LONGEST_PART) -> Iterator[Part]:
        """The passage in parts of at most so many characters, cut between sentences or words."""
        at = 0
        while len(self.text) - at > most:
            end = at + _cut(self.text[at : at + most])
            yield Part(at, self.text[at:end])
            at = end
        yield Part(at, self.text[at:])


def _cut(text: str) -> int:
    """Where to part a text: before its last sentence, else its last word, else at its end."""
    if text.isspace():
        return len(text)
    last = sentences(text)[-1:]
    if last and last[0].start > 0:
        return last[0].start
    space = max(text.rfind(" "), text.rfind("\n")) + 1
    return space or len(text)
