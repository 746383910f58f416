"""How results look: text for people, one JSON document for programs."""

import io
import json
import re
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

# Characters of the longest error that is shown whole; of a longer one, the end often says what to
# do.
_LONGEST_LINE = 400
_KEPT_END = 120
# Not printable by Python's rules, but part of many emoji and scripts, and harmless.
_JOINERS = "\u200c\u200d"


def print_json(document: Any) -> None:
    """Exactly one JSON document on standard output; no NaN, which is not JSON."""
    # A character that standard output cannot hold is written as an escape that JSON knows.
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    json.dump(document, sys.stdout, indent=2, ensure_ascii=not unicode, allow_nan=False)
    print()


def print_anything() -> None:
    """Let standard output take any text: what its encoding has no place for is escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def console() -> "Console":
    """A console on standard output, as wide as needed where nobody looks at it."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 200)


def visible(text: str) -> str:
    r"""The text on one line, without signs that a terminal would obey.

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
    r"""An error or a warning as it is shown: one line of bounded length, nothing a terminal obeys.

    >>> one_line("no\nsuch file: \x1b[2J")
    'no such file: �[2J'
    >>> len(one_line("x" * 10_000))
    400
    """
    line = visible(message).strip()
    if len(line) <= _LONGEST_LINE:
        return line
    return f"{line[: _LONGEST_LINE - _KEPT_END - 1]}…{line[-_KEPT_END:]}"
