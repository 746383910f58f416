"""A sentence and what a model made of it, side by side: what became what."""

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

# A change of more words or pieces than this on either side is no longer one of words.
LONGEST = 8


class Change(NamedTuple):
    """A part of the one side, end exclusive, and the part of the other that stands for it."""

    start: int
    end: int
    other_start: int
    other_end: int


class Aligned(NamedTuple):
    """Which places of two sequences stand for each other, and the parts that differ in length.

    What is only added is no change of anything, and what is only left out has become nothing.
    """

    pairs: dict[int, int]
    parts: list[Change]


def align(one: Sequence[Hashable], other: Sequence[Hashable]) -> Aligned:
    """Lay two sequences side by side; as many in the place of as many are taken one by one.

    >>> align("the big dog sat".split(), "the large hound sat".split()).pairs
    {0: 0, 1: 1, 2: 2, 3: 3}
    >>> align("they gave up now".split(), "they quit now".split()).parts
    [Change(start=1, end=3, other_start=1, other_end=2)]
    """
    pairs: dict[int, int] = {}
    parts = []
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind in ("equal", "replace") and b - a == d - c:
            pairs.update(zip(range(a, b), range(c, d), strict=True))
        elif kind == "replace" and max(b - a, d - c) <= LONGEST:
            parts.append(Change(a, b, c, d))
    return Aligned(pairs, parts)


def changes(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[Change]:
    """Where two sequences differ, in order.

    >>> [one[:2] for one in changes("a big dog gave up".split(), "a large dog quit".split())]
    [(1, 2), (3, 5)]
    """
    pairs, parts = align(one, other)
    single = [Change(a, a + 1, c, c + 1) for a, c in pairs.items() if one[a] != other[c]]
    return sorted([*single, *parts])
