"""Text with markup as LanguageTool's clients send it: the plain text, and its offsets.

Markup is skipped; the client may give a text to read in its place, such as a line break.
"""

import json
from bisect import bisect_right
from typing import Any

from motjuste.serve.problems import ProblemError
from motjuste.text.segmentation import Span
from motjuste.text.targets import replace_surrogates


class AnnotatedText:
    """A document in pieces of text and of markup."""

    def __init__(self) -> None:
        self._plain: list[str] = []
        self._whole: list[str] = []
        # Where each piece of text begins: in the plain text, and in the document.
        self._starts: list[int] = []
        self._places: list[int] = []
        self._ends: list[int] = []
        self._read = self._length = 0

    @property
    def plain(self) -> str:
        """The plain text."""
        return "".join(self._plain)

    @property
    def whole(self) -> str:
        """The document."""
        return "".join(self._whole)

    def add_text(self, text: str) -> None:
        """Add a piece of text, which may be changed."""
        text = replace_surrogates(text)
        if self._ends and self._ends[-1] == self._read and self._continues():
            self._ends[-1] += len(text)
        else:
            self._starts.append(self._read)
            self._places.append(self._length)
            self._ends.append(self._read + len(text))
        self._add(text, text)

    def _continues(self) -> bool:
        """Whether the document continues right after the last piece of text."""
        return self._places[-1] + self._read - self._starts[-1] == self._length

    def add_markup(self, markup: str, read_as: str = "") -> None:
        """Add a piece of markup, with the text that it stands for."""
        self._add(replace_surrogates(read_as), replace_surrogates(markup))

    def _add(self, plain: str, whole: str) -> None:
        self._plain.append(plain)
        self._whole.append(whole)
        self._read += len(plain)
        self._length += len(whole)

    def in_whole(self, start: int, end: int) -> Span | None:
        """The span of the document for a span of the plain text, if it is in one piece."""
        piece = bisect_right(self._starts, start) - 1
        if piece < 0 or end > self._ends[piece]:
            return None
        place = self._places[piece] + start - self._starts[piece]
        return Span(place, place + end - start)


def plain_text(text: str) -> AnnotatedText:
    """A document that is all text."""
    document = AnnotatedText()
    document.add_text(text)
    return document


def read_annotations(data: str) -> AnnotatedText:
    """The document that the parameter `data` holds as JSON."""
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        raise ProblemError(400, "Could not parse JSON from 'data' parameter") from None
    if not isinstance(given, dict) or ("text" in given) == ("annotation" in given):
        raise ProblemError(400, "'data' key in JSON requires either 'text' or 'annotation' key")
    if "text" in given:
        return plain_text(_text(given["text"], "text"))
    if not isinstance(given["annotation"], list):
        raise ProblemError(400, "'annotation' must be a list")
    document = AnnotatedText()
    for piece in given["annotation"]:
        _add(document, piece)
    return document


def _add(document: AnnotatedText, piece: Any) -> None:
    if not isinstance(piece, dict) or ("text" in piece) == ("markup" in piece):
        message = "Every object in 'annotation' needs either 'text' or 'markup', not both"
        raise ProblemError(400, message)
    if "text" in piece:
        document.add_text(_text(piece["text"], "text"))
    else:
        read_as = piece.get("interpretAs")
        markup = _text(piece["markup"], "markup")
        document.add_markup(markup, "" if read_as is None else _text(read_as, "interpretAs"))


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ProblemError(400, f"'{name}' must be a text")
    return value
