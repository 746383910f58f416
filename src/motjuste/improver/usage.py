"""The usage list: words and phrases that style guides advise against, and what to write instead.

The list, `data/detector_usage.tsv`, is written by hand, so that a teacher can read and correct it.
Only the detector uses it, when a sensitivity is set; the rules of everyday checks are in
`rules/data`.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from motjuste.shipped import shipped_rows

DATA = Path(str(files("motjuste.improver") / "data"))

# What an entry of the usage list may be.
LABELS = ("vague", "colloquial", "wordy", "common")
# The label of entries of the other list (`collocations.py`): a word that does not go with its noun.
COLLOCATION = "collocation"
# Stands for the part of speech of expressions that are never inflected: `in order to`.
FIXED = "x"


class UsageEntry(NamedTuple):
    """An expression as a list has it.

    `words`: its words as lemmas.
    `letter`: its part of speech as WordNet's letter, or `FIXED`.
    `noun_form`: the tag (NN or NNS) that the noun after it must have, or an empty string.
    `noun`: the noun that the word does not go with, in entries of collocations.
    """

    words: tuple[str, ...]
    letter: str
    label: str
    replacements: tuple[str, ...]
    noun_form: str = ""
    noun: str = ""


def usage_of_word(word: str, letter: str) -> UsageEntry | None:
    """The entry of a single word.

    >>> usage_of_word("kid", "n").label, usage_of_word("kid", "v")
    ('colloquial', None)
    """
    return _words().get((word, letter))


def phrases_from(word: str) -> tuple[UsageEntry, ...]:
    """The entries that begin with a word and are looked up as phrases, the longest first."""
    return _phrases().get(word, ())


@lru_cache(1)
def _words() -> dict[tuple[str, str], UsageEntry]:
    return {
        (entry.words[0], entry.letter): entry for entry in read_usage() if len(entry.words) == 1
    }


@lru_cache(1)
def _phrases() -> dict[str, tuple[UsageEntry, ...]]:
    by_first_word: dict[str, list[UsageEntry]] = {}
    for entry in read_usage():
        # A single word that is never inflected (`gonna`) is looked up as phrases are.
        if len(entry.words) > 1 or entry.letter == FIXED:
            by_first_word.setdefault(entry.words[0], []).append(entry)
    return {
        first: tuple(sorted(entries, key=lambda entry: -len(entry.words)))
        for first, entries in by_first_word.items()
    }


def read_usage() -> Iterator[UsageEntry]:
    """The entries of the usage list, in the order of the file."""
    for expression, letter, label, listed in shipped_rows(DATA / "detector_usage.tsv", 4):
        words, _, noun_form = expression.partition(" +")
        replacements = tuple(listed.split("|")) if listed else ()
        yield UsageEntry(tuple(words.split()), letter, label, replacements, noun_form)
