"""Reads large JSON objects member by member, so that memory stays small.

The members themselves are parsed by the standard library's scanner, at its speed.
"""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from json.decoder import JSONDecoder, scanstring  # type: ignore[attr-defined]
from typing import Any

_SPACE = re.compile(r"[ \t\n\r]*")
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_FIRST = re.compile(r'\{[ \t\n\r]*(?:"|(\}))')
_NEXT = re.compile(r'[ \t\n\r]*(?:,[ \t\n\r]*"|(\}))')


@contextmanager
def paused_gc() -> Iterator[None]:
    """No garbage collection: it would only scan the many objects that are being built."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class JsonCursor:
    """A position in a JSON text. Objects are entered by `keys` or read whole by `value`.

    >>> cursor = JsonCursor('{"a": {"b": [1, 2]}, "c": 3}')
    >>> [(key, list(cursor.items()) if key == "a" else cursor.value()) for key in cursor.keys()]
    [('a', [('b', [1, 2])]), ('c', 3)]
    """

    # Characters up to which an object is read at once, which is faster.
    ordinary = 1 << 25

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = _SPACE.match(text, 0).end()  # type: ignore[union-attr]
        self._scan = JSONDecoder().scan_once  # type: ignore[attr-defined]

    def at_object(self) -> bool:
        """Whether an object begins here."""
        return self._text.startswith("{", self._at)

    def value(self) -> Any:
        """The whole value that begins here."""
        try:
            value, self._at = self._scan(self._text, self._at)
        except StopIteration as stop:
            raise JSONDecodeError("Expecting value", self._text, stop.value) from None
        return value

    def keys(self) -> Iterator[str]:
        """The keys of the object that begins here; each value must be read before the next key."""
        match = self._match(_FIRST, "Expecting an object")
        while not match[1]:
            key, self._at = scanstring(self._text, self._at, True)
            self._match(_COLON, "Expecting ':' delimiter")
            yield key
            match = self._match(_NEXT, "Expecting ',' delimiter")

    def items(self) -> Iterator[tuple[str, Any]]:
        """The members of the object that begins here.

        In a text of ordinary size they are read all at once, which is faster.
        """
        if self.at_object() and len(self._text) <= self.ordinary:
            yield from self.value().items()
            return
        for key in self.keys():
            yield key, self.value()

    def end(self) -> None:
        """Check that only white space is left."""
        self._match(_SPACE, "")
        if self._at != len(self._text):
            raise JSONDecodeError("Extra data", self._text, self._at)

    def _match(self, pattern: re.Pattern[str], problem: str) -> re.Match[str]:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise JSONDecodeError(problem, self._text, self._at)
        self._at = match.end()
        return match
