"""Offsets of a text in UTF-16 code units, as JavaScript and Java count, and in characters."""

from array import array
from bisect import bisect_left
from itertools import accumulate


class Utf16:
    """Converts offsets of a text between characters and UTF-16 code units.

    >>> places = Utf16("a😀b")
    >>> places.units(2), places.characters(3)
    (3, 2)
    """

    def __init__(self, text: str) -> None:
        self.length = len(text)
        # Without characters that take two units, as in most texts, both counts are equal.
        self._units: array[int] | None = None
        if any(char > "\uffff" for char in text):
            widths = (1 + (char > "\uffff") for char in text)
            self._units = array("Q", accumulate(widths, initial=0))

    def units(self, offset: int) -> int:
        """An offset in characters, converted to code units."""
        return offset if self._units is None else self._units[offset]

    def characters(self, offset: int) -> int:
        """An offset in code units, converted to characters; inside a character, its start.

        Offsets outside the text stay outside it.
        """
        if self._units is None or offset < 0:
            return offset
        if offset > self._units[-1]:
            return self.length + offset - self._units[-1]
        index = bisect_left(self._units, offset)
        return index if self._units[index] == offset else index - 1
