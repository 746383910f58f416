"""Cleaning learners' essays before words are marked in them (Smart Word Suggestions, 3.1, stage 1).

Sentences that are too short are left out, corrections are put in, and the rest goes to a person:
only they can say what is unclear, what names somebody, and whether an error is left.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from motjuste.collect.results import csv_text
from motjuste.errors import BadInputError, bad_file
from motjuste.files import read_text
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import is_offensive
from motjuste.text.segmentation import sentences, words

COLUMNS = ("id", "sentence", "original", "look_at", "keep")
_PERSONAL = re.compile(r"\S+@\S+\.\S+|https?://\S+|\+?\d[\d ()/-]{6,}\d|@\w+")
_KEEP = {"yes": True, "no": False}


@dataclass(frozen=True)
class Cleaned:
    """The outcome of cleaning: the file to review, and what was left out or corrected."""

    table: str
    sentences: int
    too_short: int
    corrected: int


def split_sentences(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """The sentences of essays, each with an id made of the file's name and a number."""
    split = []
    for path in paths:
        text = read_text(path)
        spans = sentences(text)
        split += [
            (f"{path.stem}-{number}", " ".join(text[start:end].split()))
            for number, (start, end) in enumerate(spans, 1)
        ]
    if not split:
        raise BadInputError("there are no sentences in these files")
    return split


def clean(
    originals: Sequence[tuple[str, str]], corrections: Sequence[str] | None, shortest: int
) -> Cleaned:
    """A table for a reviewer: sentences long enough, corrected if corrections are given."""
    if corrections is not None and len(corrections) != len(originals):
        raise BadInputError(
            f"there are {len(originals)} sentences and {len(corrections)} corrections: "
            "give a line for each sentence"
        )
    rows, changed = [], 0
    for number, (name, original) in enumerate(originals):
        sentence = original if corrections is None else " ".join(corrections[number].split())
        if _length(sentence) < shortest:
            continue
        changed += sentence != original
        rows.append([name, sentence, original, "; ".join(_doubts(sentence)), ""])
    return Cleaned(csv_text(COLUMNS, rows), len(rows), len(originals) - len(rows), changed)


def _length(sentence: str) -> int:
    return sum(any(map(str.isalpha, token.text)) for token in words(sentence))


def _doubts(sentence: str) -> Iterator[str]:
    """The reasons to review a sentence closely: an address, a number, an offensive word."""
    if _PERSONAL.search(sentence):
        yield "may name somebody"
    lexicon = Lexicon.open()
    if any(is_offensive(lexicon, token.text.lower()) for token in words(sentence)):
        yield "may offend"


def is_kept(path: Path, line: int, row: dict[str, str]) -> bool:
    """Whether a reviewer kept a sentence; an unreviewed one is refused."""
    if "keep" not in row:
        return True
    verdict = row["keep"].strip().lower()
    if verdict not in _KEEP:
        raise bad_file(path, f"line {line}: the sentence is not reviewed", "keep is yes or no")
    return _KEEP[verdict]
