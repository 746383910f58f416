"""Changing a text: the edits that are wanted and nothing else, and a diff that shows them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.text import Edit, Suggestion
from motjuste.text.edits import apply_edits

_CONTEXT = 3


class Edits:
    """Edits to one text, in order; one that touches an earlier one is refused."""

    def __init__(self) -> None:
        self.all: list[Edit] = []

    def fits(self, suggestion: Suggestion) -> bool:
        """Whether a suggestion touches nothing that was changed before."""
        return not self.all or suggestion.edits[0].start >= self.all[-1].end

    def add(self, suggestion: Suggestion) -> bool:
        """Take up a suggestion, whole; whether it could be."""
        if not self.fits(suggestion):
            return False
        self.all.extend(suggestion.edits)
        return True


class _Change(NamedTuple):
    """Lines from one number to another (from 0, end exclusive), and what comes in their place."""

    first: int
    last: int
    new: list[str]


def unified_diff(text: str, edits: Sequence[Edit], path: str) -> Iterator[str]:
    """The edits as a unified diff, line by line with their ends, such as `git apply` takes.

    Lines end with LF, as they do for those who read diffs; a CR before it is part of the line.
    """
    if not edits:
        return
    old = _split(text)
    yield f"--- {_name('a', path)}\n"
    yield f"+++ {_name('b', path)}\n"
    shift = 0
    for hunk in _hunks(_changes(old, edits)):
        first = max(0, hunk[0].first - _CONTEXT)
        last = min(len(old), hunk[-1].last + _CONTEXT)
        growth = sum(len(each.new) - (each.last - each.first) for each in hunk)
        yield f"@@ -{_range(first, last)} +{_range(first + shift, last + shift + growth)} @@\n"
        yield from _body(old, hunk, first, last)
        shift += growth


def _name(side: str, path: str) -> str:
    name = path if path.startswith("/") else f"{side}/{path}"
    if name.isprintable() and " " not in name and '"' not in name:
        return name
    # As git writes odd names.
    quoted = name.encode("unicode_escape", "surrogateescape").decode("ascii").replace('"', r"\"")
    return f'"{quoted}"' if not name.isprintable() or '"' in name else f"{name}\t"


def _split(text: str) -> list[str]:
    parts = text.split("\n")
    return [f"{line}\n" for line in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _changes(old: list[str], edits: Sequence[Edit]) -> list[_Change]:
    """The lines that change; those that touch are one change."""
    groups: list[tuple[int, int, int, list[Edit]]] = []
    number, start = 0, 0
    for edit in edits:
        while edit.start >= start + len(old[number]):
            start += len(old[number])
            number += 1
        first, begin = number, start
        last, end = number, start + len(old[number])
        while edit.end > end:
            last += 1
            end += len(old[last])
        if groups and groups[-1][1] >= first - 1:
            begun = groups[-1]
            groups[-1] = (begun[0], max(last, begun[1]), begun[2], [*begun[3], edit])
        else:
            groups.append((first, last, begin, [edit]))
    return [_change(old, *group) for group in groups]


def _change(old: list[str], first: int, last: int, begin: int, edits: list[Edit]) -> _Change:
    moved = [Edit(start - begin, end - begin, new) for start, end, new in edits]
    return _Change(first, last + 1, _split(apply_edits("".join(old[first : last + 1]), moved)))


def _hunks(changes: list[_Change]) -> Iterator[list[_Change]]:
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.first - hunk[-1].last > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _range(first: int, last: int) -> str:
    length = last - first
    return str(first + 1) if length == 1 else f"{first + 1 if length else first},{length}"


def _body(old: list[str], hunk: list[_Change], first: int, last: int) -> Iterator[str]:
    at = first
    for change in hunk:
        yield from (_shown(" ", line) for line in old[at : change.first])
        yield from (_shown("-", line) for line in old[change.first : change.last])
        yield from (_shown("+", line) for line in change.new)
        at = change.last
    yield from (_shown(" ", line) for line in old[at:last])


def _shown(sign: str, line: str) -> str:
    return (
        f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"
    )
