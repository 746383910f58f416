"""Lines and columns of a text, counted from 1 in characters, as editors do."""

from array import array
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from motjuste.documents.passage import lines


class Place(NamedTuple):
    """A line number and a column number."""

    line: int
    column: int


class Places:
    r"""Converts offsets of a text to lines and columns.

    >>> Places("one\r\ntwo").at(5)
    Place(line=2, column=1)
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> "array[int]":
        return array("Q", [0, *(line.next for line in lines(self.text) if line.next > line.end)])

    def at(self, offset: int) -> Place:
        """The line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")
