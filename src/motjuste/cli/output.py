"""How results look: text for people, one JSON document for programs."""

import io
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


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
