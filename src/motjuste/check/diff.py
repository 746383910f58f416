"""Edits to a document that do not overlap, and the unified diff of them."""

import difflib
from collections.abc import Iterator, Sequence

from motjuste.text import Edit, Suggestion, apply_edits


class Edits:
    """Edits to one text, in order; one that overlaps an earlier one is refused."""

    def __init__(self) -> None:
        self.all: list[Edit] = []

    def fits(self, suggestion: Suggestion) -> bool:
        """Whether a suggestion overlaps nothing that was changed before."""
        return not self.all or suggestion.edits[0].start >= self.all[-1].end

    def add(self, suggestion: Suggestion) -> bool:
        """Add all edits of a suggestion; False if it does not fit."""
        if not self.fits(suggestion):
            return False
        self.all.extend(suggestion.edits)
        return True


def unified_diff(text: str, edits: Sequence[Edit], path: str) -> Iterator[str]:
    """The edits as a unified diff, line by line with line ends, as `git apply` takes it.

    Lines end with LF; a CR before it is part of the line.
    """
    old, new = _split(text), _split(apply_edits(text, edits))
    for line in difflib.unified_diff(old, new, _name("a", path), _name("b", path)):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _name(side: str, path: str) -> str:
    name = path if path.startswith("/") else f"{side}/{path}"
    if name.isprintable() and " " not in name and '"' not in name:
        return name
    # Quoted as git does.
    quoted = name.encode("unicode_escape", "surrogateescape").decode("ascii").replace('"', r"\"")
    return f'"{quoted}"' if not name.isprintable() or '"' in name else f"{name}\t"


def _split(text: str) -> list[str]:
    parts = text.split("\n")
    return [f"{line}\n" for line in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
