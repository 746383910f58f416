"""Alignment of a sentence with its rewritten form."""

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

# Words or pieces that a change may have on either side; longer ones rewrite the sentence instead of
# replacing words.
MAX_CHANGE = 8


class Change(NamedTuple):
    """A span of the source, end exclusive, and the span of the target that replaces it."""

    start: int
    end: int
    other_start: int
    other_end: int


class Aligned(NamedTuple):
    """Which positions of two sequences correspond, and the spans whose lengths differ.

    Insertions and deletions are left out: they replace nothing by something.
    """

    pairs: dict[int, int]
    parts: list[Change]


def align(source: Sequence[Hashable], target: Sequence[Hashable]) -> Aligned:
    """Align two sequences; replaced spans of equal length are paired position by position.

    >>> align("the big dog sat".split(), "the large hound sat".split()).pairs
    {0: 0, 1: 1, 2: 2, 3: 3}
    >>> align("they gave up now".split(), "they quit now".split()).parts
    [Change(start=1, end=3, other_start=1, other_end=2)]
    """
    pairs: dict[int, int] = {}
    parts = []
    matcher = SequenceMatcher(None, source, target, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind in ("equal", "replace") and b - a == d - c:
            pairs.update(zip(range(a, b), range(c, d), strict=True))
        elif kind == "replace" and max(b - a, d - c) <= MAX_CHANGE:
            parts.append(Change(a, b, c, d))
    return Aligned(pairs, parts)


def changes(source: Sequence[Hashable], target: Sequence[Hashable]) -> list[Change]:
    """Where two sequences differ, in order.

    >>> [one[:2] for one in changes("a big dog gave up".split(), "a large dog quit".split())]
    [(1, 2), (3, 5)]
    """
    pairs, parts = align(source, target)
    single = [Change(a, a + 1, c, c + 1) for a, c in pairs.items() if source[a] != target[c]]
    return sorted([*single, *parts])
