"""Places of a text in UTF-16 code units, as JavaScript and Java count, and in characters."""

from array import array
from bisect import bisect_left
from itertools import accumulate


class Utf16:
    """A text whose places can be had in either way of counting.

    >>> places = Utf16("a😀b")
    >>> places.units(2), places.characters(3)
    (3, 2)
    """

    def __init__(self, text: str) -> None:
        self.length = len(text)
        # A text without characters that take two units, as most are, counts the same both ways.
        self._units: array[int] | None = None
        if any(char > "\uffff" for char in text):
            widths = (1 + (char > "\uffff") for char in text)
            self._units = array("Q", accumulate(widths, initial=0))

    def units(self, place: int) -> int:
        """A place in characters as one in code units."""
        return place if self._units is None else self._units[place]

    def characters(self, place: int) -> int:
        """A place in code units as one in characters; one inside a character is where it starts.

        Places outside the text stay outside it.
        """
        if self._units is None or place < 0:
            return place
        if place > self._units[-1]:
            return self.length + place - self._units[-1]
        found = bisect_left(self._units, place)
        return found if self._units[found] == place else found - 1
