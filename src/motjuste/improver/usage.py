"""What style guides say of words and phrases: vague, colloquial, wordy, and what to write instead.

The list is in `data/usage.tsv`, written by hand, so that a teacher can read and mend it.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

DATA = Path(str(files("motjuste.improver") / "data"))

LABELS = ("vague", "colloquial", "wordy", "common")
# And what is said of a word that does not go with the noun after it.
COLLOCATION = "collocation"
# The part of speech of what is never inflected: `in order to`.
FIXED = "x"


class Usage(NamedTuple):
    """An expression of the list: its words as lemmas, why it is there, what to write instead.

    `noun` is the one that a word does not go with.
    """

    words: tuple[str, ...]
    letter: str
    label: str
    instead: tuple[str, ...]
    number: str = ""
    noun: str = ""


def usage(word: str, letter: str) -> Usage | None:
    """What the list says of a single word.

    >>> usage("kid", "n").label, usage("kid", "v")
    ('colloquial', None)
    """
    return _words().get((word, letter))


def phrases_from(word: str) -> tuple[Usage, ...]:
    """The phrases of the list that begin with a word, the longest first."""
    return _phrases().get(word, ())


@lru_cache(1)
def _words() -> dict[tuple[str, str], Usage]:
    return {(each.words[0], each.letter): each for each in _read() if len(each.words) == 1}


@lru_cache(1)
def _phrases() -> dict[str, tuple[Usage, ...]]:
    found: dict[str, list[Usage]] = {}
    for each in _read():
        # A single word that is never inflected (`gonna`) is looked for as phrases are.
        if len(each.words) > 1 or each.letter == FIXED:
            found.setdefault(each.words[0], []).append(each)
    return {
        first: tuple(sorted(some, key=lambda each: -len(each.words)))
        for first, some in found.items()
    }


def _read() -> Iterator[Usage]:
    for line in (DATA / "usage.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            expression, letter, label, instead = line.split("\t")
            words, _, number = expression.partition(" +")
            offered = tuple(instead.split("|")) if instead else ()
            yield Usage(tuple(words.split()), letter, label, offered, number)
