"""Cleaning learners' essays before words are marked in them (Smart Word Suggestions, 3.1, stage 1).

Sentences that are too short are left out, corrections are put in, and a person reviews the others:
only they can say which are unclear, name somebody, or still have an error.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from motjuste.analysis import Text
from motjuste.collect.results import csv_text
from motjuste.errors import BadInputError, bad_file
from motjuste.files import read_rows, read_text
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import is_in_exclusive_set, is_offensive
from motjuste.text import Word
from motjuste.text.segmentation import sentences, words

COLUMNS = ("id", "sentence", "original", "look_at", "keep")
_PERSONAL = re.compile(r"\S+@\S+\.\S+|https?://\S+|\+?\d[\d ()/-]{6,}\d|@\w+")
_CHOOSE = "choose another file, or replace it with --force"
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
    """The reasons to review a sentence closely: an address, a number, a name, an offensive word."""
    tagged = Text(sentence).words
    personal = [*_PERSONAL.findall(sentence), *_names(tagged)]
    if personal:
        yield f"may name somebody: {', '.join(dict.fromkeys(personal))}"
    lexicon = Lexicon.open()
    offensive = [
        word.text
        for word in tagged
        if any(is_offensive(lexicon, form.lower()) for form in (word.text, word.lemma))
    ]
    if offensive:
        yield f"may offend: {', '.join(dict.fromkeys(offensive))}"


def _names(tagged: Sequence[Word]) -> Iterator[str]:
    """The names in a sentence, neighbouring words together; days and months are none."""
    for is_name, group in groupby(tagged, _is_name):
        if is_name:
            yield " ".join(word.text for word in group)


def _is_name(word: Word) -> bool:
    return word.pos == "PROPN" and not is_in_exclusive_set(word.text)


def check_table(path: Path) -> None:
    """Refuse to overwrite anything but a table of sentences that nobody has reviewed yet."""
    if not path.exists():
        return
    rows = list(read_rows(path)) if _is_table(path) else None
    if rows is None:
        raise bad_file(path, "is not a table of sentences to review", _CHOOSE)
    if any(row.get("keep", "").strip() for _, row in rows):
        raise bad_file(path, "has a reviewer's verdicts", _CHOOSE)


def _is_table(path: Path) -> bool:
    """Whether a file begins as the tables that we write do."""
    if not path.is_file():
        return False
    header = read_text(path).partition("\n")[0].strip()
    return header == ",".join(COLUMNS)


def check_split(path: Path, lines: str) -> None:
    """Refuse to overwrite anything but the same sentences: they may be corrected already."""
    if path.exists() and not (path.is_file() and read_text(path) == lines):
        raise bad_file(path, "holds something other than these sentences", _CHOOSE)


def is_kept(path: Path, line: int, row: dict[str, str]) -> bool:
    """Whether a reviewer kept a sentence; an unreviewed one is refused."""
    if "keep" not in row:
        return True
    verdict = row["keep"].strip().lower()
    if verdict not in _KEEP:
        raise bad_file(path, f"line {line}: the sentence is not reviewed", "keep is yes or no")
    return _KEEP[verdict]
