"""How results look: text for people, one JSON document for programs."""

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def print_json(document: Any) -> None:
    """Exactly one JSON document on standard output; no NaN, which is not JSON."""
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False, allow_nan=False)
    print()


def console() -> "Console":
    """A console on standard output, as wide as needed where nobody looks at it."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 200)
