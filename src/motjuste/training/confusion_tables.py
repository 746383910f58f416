"""The tables of `improver/confusions.py`, made from the labels and from corrections."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from motjuste.errors import bad_file
from motjuste.files import numbered_lines, read_text
from motjuste.improver.confusions import Collocates, Lexeme

# The columns of a confusion list: a word, its part of speech, what learners mean by it.
_COLUMNS = 3
_POS_NAMES = {"noun": "NOUN", "verb": "VERB", "adjective": "ADJ", "adverb": "ADV"}
Tables = tuple[list[str], list[str], list[str]]


def read_confusion_lists(folder: Path) -> dict[Lexeme, list[Lexeme]]:
    """What learners mean by a word: the files of `labels/confusions`."""
    listed: dict[Lexeme, list[Lexeme]] = {}
    for path in sorted(folder.glob("*.tsv")):
        for number, line in numbered_lines(read_text(path)):
            columns = line.split("\t")
            if len(columns) != _COLUMNS or columns[1] not in _POS_NAMES:
                raise bad_file(path, f"line {number} must have a word, its part of speech, words")
            wrong = Lexeme(columns[0], _POS_NAMES[columns[1]])
            right = [_lexeme(written.strip(), wrong.pos) for written in columns[2].split(",")]
            listed[wrong] = list(dict.fromkeys([*listed.get(wrong, []), *right]))
    if not listed:
        raise bad_file(folder, "holds no .tsv files of confused words")
    return listed


def _lexeme(written: str, pos: str) -> Lexeme:
    """A word of a list, which names a part of speech only where it is another one."""
    lemma, _, other = written.partition("/")
    return Lexeme(lemma, _POS_NAMES.get(other, pos))


def read_collocates(folder: Path) -> dict[str, Collocates]:
    """The words that go with nouns: the files of `labels/partners`."""
    collocates = {}
    for path in sorted(folder.glob("*.tsv")):
        for number, line in numbered_lines(read_text(path)):
            noun, *parts = line.split("\t")
            if len(parts) != len(Collocates._fields):
                raise bad_file(path, f"line {number} must have a noun and three columns of words")
            collocates[noun] = Collocates(*map(_words, parts))
    if not collocates:
        raise bad_file(folder, "holds no .tsv files of collocations")
    return collocates


def _words(column: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in column.split(",") if word.strip())


def make_tables(
    listed: Mapping[Lexeme, Sequence[Lexeme]],
    corrected: Mapping[Lexeme, Counter[Lexeme]],
    collocates: Mapping[str, Collocates],
) -> Tables:
    """The lines of the tables, in the order of the fields of `Confusions`."""
    return (
        [f"{wrong}\t{', '.join(map(str, right))}" for wrong, right in sorted(listed.items())],
        [f"{wrong}\t{_written(counts)}" for wrong, counts in sorted(corrected.items())],
        ["\t".join((noun, *map(", ".join, parts))) for noun, parts in sorted(collocates.items())],
    )


def _written(counts: Counter[Lexeme]) -> str:
    """Counts as text, the largest first, equal ones by the alphabet."""
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{lexeme}:{count}" for lexeme, count in ordered)
