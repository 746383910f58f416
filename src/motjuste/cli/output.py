"""How results look: text for people, one JSON document for programs."""

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# Characters of the longest error message that is shown whole.
_MAX_LINE_LENGTH = 400
# Characters shown from the end of a longer one, which often says what to do.
_END_LENGTH = 120
# Not printable by Python's rules, but part of many emoji and scripts, and harmless.
_JOINERS = "\u200c\u200d"
# Characters that control a terminal: C0 (escape, bell, backspace, …) and C1 (U+0080 to U+009F).
_CONTROLS = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"
_HIGH_CONTROLS = re.compile(r"[\x7f-\x9f]")
# The sequences that we send ourselves: colours, and on standard error bars that move.
_COLOURS = r"\x1b\[[0-9;]*m"
_BARS = r"\x1b\[\??[0-9;]*[A-Za-z]|\r"


def print_json(document: Any) -> None:
    """Exactly one JSON document on standard output; no NaN, which is not JSON."""
    # A character that standard output cannot hold is written as an escape that JSON knows.
    print(to_json(document, indent=2))


def to_json(document: Any, indent: int | None = None) -> str:
    """A document as JSON, with characters escaped that standard output cannot encode or that
    control a terminal.
    """
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(document, indent=indent, ensure_ascii=not unicode, allow_nan=False)
    # JSON escapes the control characters below a space, not those above.
    return _HIGH_CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class _Guarded:
    """A stream that shows control characters instead of sending them to a terminal.

    Consoles write to `styled`, which on a terminal passes the sequences that match `allowed`.
    """

    def __init__(self, stream: TextIO, allowed: str, passes: bool = False) -> None:
        self._stream = stream
        self._pattern = re.compile(f"({allowed if passes else '(?!)'})|{_CONTROLS}")
        self.styled = self if passes else _Guarded(stream, allowed, passes=True)

    def write(self, text: str) -> int:
        """Write a text with its control characters replaced."""
        self._stream.write(self._pattern.sub(lambda match: match[1] or "�", text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def guarded_output() -> Iterator[None]:
    """Let both streams take any text, and send none that a terminal would obey.

    Characters that standard output cannot encode are escaped. A closed stream is opened on the null
    device, so that no file gets its descriptor; writing to such an output is an error.
    """
    _open_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    before = sys.stdout, sys.stderr
    guards: Any = _Guarded(sys.stdout, _COLOURS), _Guarded(sys.stderr, _BARS)
    sys.stdout, sys.stderr = guards
    try:
        yield
    finally:
        # `main` sets standard output to None if it cannot be written to.
        if sys.stdout is guards[0]:
            sys.stdout = before[0]
        sys.stderr = before[1]


def _open_closed() -> None:
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115, until the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull)  # noqa: SIM115, for reading: there is no reader
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def console() -> "Console":
    """A console on standard output, as wide as needed if it is not a terminal."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 200
    return Console(file=styled(sys.stdout), highlight=False, width=width)


def styled(stream: TextIO) -> TextIO:
    """The stream for a console, whose own colours may pass where no other sequences do."""
    return getattr(stream, "styled", stream)


def visible(text: str) -> str:
    r"""The text on one line, without characters that control a terminal.

    >>> visible("a\n\tb\x1b[1m")
    'a b�[1m'
    """
    if text.isprintable():
        return text
    shown = (char if char.isprintable() or char in _JOINERS else _stand_in(char) for char in text)
    return re.sub(" {2,}", " ", "".join(shown))


def _stand_in(char: str) -> str:
    return " " if char.isspace() else "�"


def one_line(message: str) -> str:
    r"""An error or a warning as it is shown: one line of bounded length, no control characters.

    >>> one_line("no\nsuch file: \x1b[2J")
    'no such file: �[2J'
    >>> len(one_line("x" * 10_000))
    400
    """
    line = visible(message).strip()
    if len(line) <= _MAX_LINE_LENGTH:
        return line
    return f"{line[: _MAX_LINE_LENGTH - _END_LENGTH - 1]}…{line[-_END_LENGTH:]}"
