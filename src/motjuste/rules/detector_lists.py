"""The two hand-written lists that the detector reads, when a sensitivity is set.

`data/detector/usage.tsv` has words and phrases that style guides advise against, and
`data/detector/collocations.tsv` words that do not go with their noun (`strong rain`, `do a
mistake`). Features of the trained detector are made from them, so a change of a row changes what
the network sees; the rows of everyday checks are in `data/` itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from motjuste.rules.kinds import DATA
from motjuste.shipped import shipped_rows

# The labels of the usage list.
LABELS = ("vague", "informal", "wordy", "common")
# The label of entries of the list of collocations.
COLLOCATION = "collocation"
# Stands for the part of speech of expressions that are never inflected: `in order to`.
FIXED = "x"
# Columns of both tables.
_COLUMNS = 4


class UsageEntry(NamedTuple):
    """An expression as a list has it.

    `words`: its words as lemmas.
    `pos_code`: its part of speech as WordNet's code, or `FIXED`.
    `noun_form`: the tag (NN or NNS) that the noun after it must have, or an empty string.
    `noun`: the noun that the word does not go with, in entries of collocations.
    """

    words: tuple[str, ...]
    pos_code: str
    label: str
    replacements: tuple[str, ...]
    noun_form: str = ""
    noun: str = ""


def read_usage() -> Iterator[UsageEntry]:
    """The entries of the usage list, in the order of the file."""
    for expression, pos_code, label, listed in shipped_rows(DATA / "detector/usage.tsv", _COLUMNS):
        words, _, noun_form = expression.partition(" +")
        replacements = tuple(listed.split("|")) if listed else ()
        yield UsageEntry(tuple(words.split()), pos_code, label, replacements, noun_form)


def read_collocations() -> Iterator[UsageEntry]:
    """An entry for each word that does not go with a noun of the list of collocations."""
    for noun, pos_code, right, wrong in shipped_rows(DATA / "detector/collocations.tsv", _COLUMNS):
        for word in wrong.split("|"):
            yield UsageEntry((word,), pos_code, COLLOCATION, tuple(right.split("|")), noun=noun)
