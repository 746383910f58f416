"""Documents open in an editor: their text, updated with every change, and positions in it.

An editor counts lines, and within a line the code units of the encoding agreed upon: UTF-16 as a
rule, in which an emoji counts twice. Only LF, CR LF and CR end a line.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)
from pygls.uris import to_fs_path

from motjuste.documents.formats import Format, by_editor_id, by_suffix
from motjuste.documents.passage import lines
from motjuste.text import Edit, Improvement

_CODECS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}


@dataclass(frozen=True)
class OpenDocument:
    """The text of a document in an editor."""

    uri: str
    language: str
    version: int
    text: str
    encoding: PositionEncodingKind = PositionEncodingKind.Utf16

    @property
    def path(self) -> Path | None:
        """Its file, if it is one."""
        path = to_fs_path(self.uri) if self.uri.startswith("file:") else None
        return Path(path) if path else None

    @property
    def form(self) -> Format | None:
        """The document format; None if it is not a format with prose."""
        by_name = by_suffix(self.path) if self.path else None
        return by_name or by_editor_id(self.language)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(line.next for line in lines(self.text) if line.next > line.end)]

    def line(self, number: int) -> str:
        """The text of a line, counted from 0, without its end."""
        start = self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def position(self, offset: int) -> Position:
        """The editor's position of an offset."""
        codec, width = _CODECS[self.encoding]
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : offset].encode(codec, "surrogatepass")
        return Position(line, len(before) // width)

    def range(self, start: int, end: int) -> Range:
        """The editor's range of a span."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The offset of an editor's position; a position past the end of a line is at its end."""
        codec, width = _CODECS[self.encoding]
        if position.line >= len(self._starts):
            return len(self.text)
        content = self.line(position.line).encode(codec, "surrogatepass")
        before = content[: position.character * width].decode(codec, "ignore")
        return self._starts[position.line] + len(before)

    def changed(self, change: TextDocumentContentChangeEvent) -> "tuple[OpenDocument, Edit]":
        """The document after a change, and the edit."""
        if isinstance(change, TextDocumentContentChangePartial):
            start, end = self.offset(change.range.start), self.offset(change.range.end)
        else:
            start, end = 0, len(self.text)
        edit = Edit(start, max(start, end), change.text)
        return replace(self, text=edit.apply(self.text)), edit


def follow(findings: Sequence[Improvement], edit: Edit) -> Iterator[Improvement]:
    """The marks at their places after an edit, without those that it touches."""
    by = len(edit.text) - (edit.end - edit.start)
    for finding in findings:
        first = min(
            [finding.start, *(suggestion.edits[0].start for suggestion in finding.suggestions)]
        )
        if finding.end < edit.start:
            yield finding
        elif first > edit.end:
            yield _moved(finding, by)


def _moved(finding: Improvement, by: int) -> Improvement:
    suggestions = tuple(
        replace(suggestion, edits=tuple(edit.moved(by) for edit in suggestion.edits))
        for suggestion in finding.suggestions
    )
    start, end = finding.start + by, finding.end + by
    return replace(finding, start=start, end=end, suggestions=suggestions)
