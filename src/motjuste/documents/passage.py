"""A passage: prose as a reader sees it, with the position of each character in the file.

Markup is hidden from the reader of a passage. Code, addresses and the like are fixed: they are
read, since the sentence needs them, and never changed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.text.segmentation import Span, sentences

# Marks of characters. A plain one is read and may be changed …
PLAIN = 0
# … a fixed one is read and never changed …
FIXED = 1
# … and a hidden one is not read.
HIDDEN = 2
# Characters in the longest part of a passage that is handed to a system.
MAX_PART_LENGTH = 5_000

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_VISIBLE = re.compile(rb"[\x00\x01]+")


class Line(NamedTuple):
    """A line of a text: its start, its end, and the start of the next line."""

    start: int
    end: int
    next: int


def lines(text: str, offset: int = 0) -> Iterator[Line]:
    r"""The lines of a text from an offset on, whether they end in LF, CR LF or CR.

    >>> [text[line.start : line.end] for text in ["a\r\nb\rc\n"] for line in lines(text)]
    ['a', 'b', 'c']
    """
    while offset < len(text):
        match = _LINE.match(text, offset)
        assert match is not None
        yield Line(offset, match.end(1), match.end())
        offset = match.end()


class Raw:
    """The lines of a paragraph as one text, with marks on characters that are not plain."""

    def __init__(self, source: str, pieces: Sequence[Span]) -> None:
        self.source = source
        self.pieces = pieces
        self.text = "\n".join([source[start:end] for start, end in pieces])
        self.marks = bytearray(len(self.text))
        self._starts: list[int] = []
        offset = 0
        for start, end in pieces:
            self._starts.append(offset)
            offset += end - start + 1

    def mark(self, start: int, end: int, mark: int) -> None:
        """Mark a span; hidden characters stay hidden."""
        if mark == HIDDEN or not any(self.marks[start:end]):
            self.marks[start:end] = bytes([mark]) * (end - start)
        else:
            self.marks[start:end] = bytes(max(mark, old) for old in self.marks[start:end])

    def line(self, offset: int) -> Span:
        """The line that contains an offset."""
        end = self.text.find("\n", offset)
        return Span(self.text.rfind("\n", 0, offset) + 1, len(self.text) if end < 0 else end)

    def in_source(self, start: int, end: int) -> Span | None:
        """A span's position in the file; None if more than white space separates its lines."""
        first, last = (bisect_right(self._starts, offset) - 1 for offset in (start, end - 1))
        for before, after in zip(self.pieces[first:last], self.pieces[first + 1 :], strict=False):
            if self.source[before.end : after.start].strip():
                return None
        positions = [
            self.pieces[piece].start + offset - self._starts[piece]
            for piece, offset in ((first, start), (last, end - 1))
        ]
        ends = (self.pieces[first].end, self.pieces[last].end)
        if any(position >= end for position, end in zip(positions, ends, strict=True)):
            # A span must not begin or end at a line break.
            return None
        return Span(positions[0], positions[1] + 1)

    def of_source(self, offset: int) -> int | None:
        """The offset, in this text, of a character of the file."""
        piece = bisect_right(self.pieces, offset, key=lambda span: span.start) - 1
        if piece < 0 or offset >= self.pieces[piece].end:
            return None
        return self._starts[piece] + offset - self.pieces[piece].start


class PassagePart(NamedTuple):
    """Some whole sentences of a passage, and their offset in it."""

    start: int
    text: str


class Passage:
    """The readable text of a paragraph, cell or heading, with the words that it exempts."""

    def __init__(self, raw: Raw, exempt: frozenset[str] = frozenset()) -> None:
        self.raw = raw
        self.exempt = exempt
        self._kept = [Span(*match.span()) for match in _VISIBLE.finditer(raw.marks)]
        self._at: list[int] = []
        offset = 0
        for start, end in self._kept:
            self._at.append(offset)
            offset += end - start
        self.text = "".join([raw.text[start:end] for start, end in self._kept])

    def in_source(self, start: int, end: int) -> Span | None:
        """A span's position in the file, if it may be changed there.

        It may not if it overlaps anything fixed, or if there is anything hidden inside it.
        """
        if not 0 <= start < end <= len(self.text):
            return None
        first, last = self._raw(start), self._raw(end - 1) + 1
        if last - first != end - start or any(self.raw.marks[first:last]):
            return None
        return self.raw.in_source(first, last)

    def of_source(self, offset: int) -> int | None:
        """The offset, in the passage, of a character of the file; None if it is not visible."""
        raw = self.raw.of_source(offset)
        if raw is None or self.raw.marks[raw] == HIDDEN:
            return None
        run = bisect_right(self._kept, raw, key=lambda span: span.start) - 1
        return self._at[run] + raw - self._kept[run].start

    def _raw(self, offset: int) -> int:
        run = bisect_right(self._at, offset) - 1
        return self._kept[run].start + offset - self._at[run]

    def changeable(self) -> bool:
        """Whether there is any letter that may be changed."""
        has_marks = any(self.raw.marks)
        if not has_marks:
            return any(map(str.isalpha, self.text))
        pairs = zip(self.raw.text, self.raw.marks, strict=True)
        return any(mark == PLAIN and char.isalpha() for char, mark in pairs)

    def parts(self, max_length: int = MAX_PART_LENGTH) -> Iterator[PassagePart]:
        """The passage in parts of at most `max_length` characters, cut between sentences."""
        offset = 0
        while len(self.text) - offset > max_length:
            end = offset + _cut(self.text[offset : offset + max_length])
            yield PassagePart(offset, self.text[offset:end])
            offset = end
        yield PassagePart(offset, self.text[offset:])


def _cut(text: str) -> int:
    """Where to cut a text: before its last sentence, else its last word, else at its end."""
    if text.isspace():
        return len(text)
    last = sentences(text)[-1:]
    if last and last[0].start > 0:
        return last[0].start
    space = max(text.rfind(" "), text.rfind("\n")) + 1
    return space or len(text)
