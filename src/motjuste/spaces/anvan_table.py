"""ANVAN-LS as its authors published it: a table whose columns the user names.

A row is a target with its lists of substitutes and confounders, or one candidate with its label.
The phrase is one column of five words or five columns; the target is told by its position (A1, N1,
V, A2, N2, or 1 to 5) or by the word itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import FALSE_IMPLICIT, Benchmark, Context, Item, Judgement, voted
from motjuste.errors import BadInputError, bad_file
from motjuste.files import parse_rows, read_text
from motjuste.spaces.phrases import POSITIONS
from motjuste.text import Target

# The parts of speech of the five words.
_POS = ("ADJ", "NOUN", "VERB", "ADJ", "NOUN")
# Labels of a candidate that people gave; any other is a confounder's.
_POSITIVE = frozenset({"1", "true", "yes", "+", "gold", "sub", "subst", "substitute"})


@dataclass(frozen=True)
class Columns:
    """Which columns hold what; those that a table does not have are empty."""

    # One column with the phrase, or the five columns of its words.
    phrase: tuple[str, ...]
    # The position of the target, or the target itself.
    target: str
    # Lists of words in a cell, separated by commas or semicolons ...
    substitutes: str = ""
    confounders: str = ""
    # ... or one candidate a row, with its label.
    candidate: str = ""
    label: str = ""

    def named(self) -> list[str]:
        """All columns that are named."""
        others = (self.target, self.substitutes, self.confounders, self.candidate, self.label)
        return [name for name in (*self.phrase, *others) if name]

    def check(self) -> None:
        """Raise an error where the names cannot describe a table."""
        if len(self.phrase) not in (1, len(POSITIONS)):
            raise BadInputError("--phrase names one column, or five with commas between them")
        lists = bool(self.substitutes and self.confounders)
        single = bool(self.candidate and self.label)
        if lists == single:
            raise BadInputError(
                "give the columns of --substitutes and --confounders, or of --candidate and --label"
            )


class _Row(NamedTuple):
    phrase: tuple[str, ...]
    position: str
    substitutes: tuple[str, ...]
    confounders: tuple[str, ...]


def read_anvan(path: Path, columns: Columns) -> Benchmark:
    """The table as a benchmark of the same shape as `motjuste space anvan` writes."""
    columns.check()
    items: dict[tuple[tuple[str, ...], str], Item] = {}
    for row in _rows(path, columns):
        key = (row.phrase, row.position)
        items[key] = _with(items.get(key) or _item(row), row)
    if not items:
        raise bad_file(path, "has no rows below its header")
    contexts = {item.context_id: Context(item.target.text) for item in items.values()}
    return Benchmark("anvan-ls", "anvan-ls", contexts, tuple(items.values()))


def _rows(path: Path, columns: Columns) -> Iterator[_Row]:
    text = read_text(path)
    header = text.partition("\n")[0]
    for line, cells in parse_rows(text, path, delimiter="\t" if "\t" in header else ","):
        missing = [name for name in columns.named() if name not in cells]
        if missing:
            raise bad_file(path, f"has no column {missing[0]!r}", f"there are {', '.join(cells)}")
        try:
            yield _row({name: (value or "").strip() for name, value in cells.items()}, columns)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None


def _row(cells: dict[str, str], columns: Columns) -> _Row:
    joined = " ".join(cells[name] for name in columns.phrase)
    phrase = tuple(joined.lower().replace(",", " ").split())
    if len(phrase) != len(POSITIONS):
        raise BadInputError(f"{joined!r} is not a phrase of {len(POSITIONS)} words")
    position = _position(cells[columns.target], phrase)
    if columns.candidate:
        words = (cells[columns.candidate].lower(),)
        positive = cells[columns.label].lower() in _POSITIVE
        return _Row(phrase, position, words if positive else (), () if positive else words)
    lists = (_words(cells[columns.substitutes]), _words(cells[columns.confounders]))
    return _Row(phrase, position, *lists)


def _position(given: str, phrase: Sequence[str]) -> str:
    """The target's position: named, counted from 1, or the only place where the word stands."""
    if given.upper() in POSITIONS:
        return given.upper()
    if given.isdecimal() and 1 <= int(given) <= len(POSITIONS):
        return POSITIONS[int(given) - 1]
    places = [place for place, word in enumerate(phrase) if word == given.lower()]
    if len(places) != 1:
        positions = ", ".join(POSITIONS)
        raise BadInputError(
            f"{given!r} is neither a position ({positions}) nor a word of the phrase"
        )
    return POSITIONS[places[0]]


def _words(cell: str) -> tuple[str, ...]:
    """The words of a cell, each once.

    >>> _words("['raise', 'make']"), _words("leg; hand")
    (('raise', 'make'), ('leg', 'hand'))
    """
    separated = cell.strip("[](){} ").replace(";", ",").split(",")
    words = (word.strip(" '\"").lower() for word in separated)
    return tuple(dict.fromkeys(word for word in words if word))


def _item(row: _Row) -> Item:
    text, place = " ".join(row.phrase), POSITIONS.index(row.position)
    start = len(" ".join([*row.phrase[:place], ""]))
    target = Target(text, start, start + len(row.phrase[place]), _POS[place], row.phrase[place])
    extra = {
        "position": row.position,
        "anvan": [f"{lemma} {pos}" for lemma, pos in zip(row.phrase, _POS, strict=True)],
    }
    return Item(f"{text}.{row.position}", text, target, (), extra)


def _with(item: Item, row: _Row) -> Item:
    """The item with the candidates of one more row."""
    known = {judgement.text for judgement in item.judgements}
    new = [*_judged(row.substitutes, known, positive=True)]
    new += _judged(row.confounders, known | {judgement.text for judgement in new}, positive=False)
    return Item(item.id, item.context_id, item.target, (*item.judgements, *new), item.extra)


def _judged(words: Iterable[str], known: set[str], *, positive: bool) -> list[Judgement]:
    if positive:
        return [voted(word, 1, {"sources": ["coinco"]}) for word in words if word not in known]
    return [
        Judgement(word, (FALSE_IMPLICIT,), {"sources": ["confounder"]})
        for word in words
        if word not in known
    ]
