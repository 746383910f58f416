"""The rows of rule files: one loader for all files of rules."""

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from motjuste.files import read_text
from motjuste.rules.kinds import DATA, kinds
from motjuste.shipped import read_shipped
from motjuste.text import CONFIDENCES, GENRES, Confidence

# Tables in the same folder that hold no rules.
_OTHER_TABLES = frozenset({"kinds.tsv", "lists.tsv"})
_HEADERS = frozenset({"kind", "source", "register", "flags"})
# The flag of rows that do not match after a negation: `not very good` is not `not excellent`.
AFFIRMATIVE = "affirmative"
FLAGS = frozenset(
    [
        *CONFIDENCES,
        *(f"{genre}-only" for genre in GENRES),
        *(f"not-{genre}" for genre in GENRES),
        AFFIRMATIVE,
    ]
)
# Columns that every row has: pattern, replacement, reason, fires, quiet; flags may follow.
_COLUMNS = 5


class Header(NamedTuple):
    """The values that lines `#! name: value` set for the rows below them, and the file's name."""

    file: str
    kind: str = ""
    source: str = ""
    flags: str = ""


class Rule:
    """A row of a rule file.

    Its line is split into columns when they are needed: a text needs a few of thousands of rows.
    """

    __slots__ = ("_line", "header", "line")

    def __init__(self, text: str, header: Header, line: int) -> None:
        self._line, self.header, self.line = text, header, line

    @property
    def columns(self) -> list[str]:
        """The columns as they stand in the file, with empty flags if there are none."""
        columns = self._line.rstrip("\r").split("\t")
        return [*columns, ""] if len(columns) == _COLUMNS else columns

    @property
    def pattern(self) -> str:
        """What the row looks for."""
        return self._line.partition("\t")[0]

    @property
    def kind(self) -> str:
        """The name of the row's kind."""
        return self.header.kind

    @property
    def replacement(self) -> str:
        """What to write instead: alternatives, best first."""
        return self.columns[1]

    @property
    def reason(self) -> str:
        """A sentence for the writer, or nothing if the kind's own is enough."""
        return self.columns[2]

    @property
    def fires(self) -> str:
        """A sentence with `{wrong|right}` in which the row must fire."""
        return self.columns[3]

    @property
    def quiet(self) -> str:
        """A sentence in which the row must not fire."""
        return self.columns[4]

    @property
    def flags(self) -> str:
        """The row's conditions; those of its header come first."""
        return f"{self.header.flags} {self.columns[5]}".strip()

    @property
    def id(self) -> str:
        """A name that stays when rows are added or moved."""
        return f"{self.kind}:{self.pattern}"


class Problem(NamedTuple):
    """What is wrong with a line of a rule file."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class Conditions(NamedTuple):
    """The meaning of a row's flags: confidence, genres, and whether a negation turns it off."""

    confidence: Confidence | None
    genres: frozenset[str]
    affirmative: bool


@lru_cache(256)
def conditions(flags: str) -> Conditions:
    """The meaning of a row's flags; where two name a confidence, the last counts.

    >>> conditions("likely formal-only")
    Conditions(confidence='likely', genres=frozenset({'formal'}), affirmative=False)
    """
    confidence: Confidence | None = None
    genres = set(GENRES)
    for flag in flags.split():
        if flag in CONFIDENCES:
            confidence = flag
        elif flag.endswith("-only"):
            genres &= {flag.removesuffix("-only")}
        elif flag != AFFIRMATIVE:
            genres -= {flag.removeprefix("not-")}
    return Conditions(confidence, frozenset(genres), AFFIRMATIVE in flags.split())


def shipped(without: Collection[str] = ()) -> list[Rule]:
    """All rules in the package, file by file, except those of the files named in `without`."""
    paths = [path for path in rule_files() if path.name not in without]
    return [rule for path in paths for rule in parse_rows(read_shipped(path), path.name)]


def rule_files() -> list[Path]:
    """The rule files in the package, by name."""
    return sorted(path for path in DATA.glob("*.tsv") if path.name not in _OTHER_TABLES)


def read_rows(path: Path) -> list[Rule]:
    """The rules of a file; `problems_of` says what is wrong with its lines."""
    return parse_rows(read_text(path), path.name)


def parse_rows(text: str, name: str) -> list[Rule]:
    """The rules of a file's text."""
    rules: list[Rule] = []
    header = Header(name)
    for number, line in enumerate(text.split("\n"), 1):
        if line[:1] not in ("#", "", "\r"):
            rules.append(Rule(line, header, number))
        elif line.startswith("#!"):
            header = _with_header(line, header)
    return rules


def problems_of(path: Path) -> list[Problem]:
    """What is wrong with the headers and the columns of a file."""
    text = read_text(path)
    problems = [
        Problem(path.name, number, message)
        for number, line in enumerate(text.split("\n"), 1)
        if line.startswith("#!") and (message := _header_fault(line))
    ]
    rows = ((rule.line, row_fault(rule)) for rule in parse_rows(text, path.name))
    return problems + [Problem(path.name, number, message) for number, message in rows if message]


def _name_and_value(line: str) -> tuple[str, str]:
    name, _, value = line[2:].partition(":")
    return name.strip(), value.strip()


def _with_header(line: str, header: Header) -> Header:
    """The header after one more line; a new kind begins without flags."""
    name, value = _name_and_value(line)
    if name == "kind":
        return Header(header.file, value, header.source)
    if name == "register":
        return header._replace(flags=f"{value}-only" if value else "")
    return header._replace(**{name: value}) if name in _HEADERS else header


def _header_fault(line: str) -> str:
    name, value = _name_and_value(line)
    if name not in _HEADERS:
        return f"unknown header {name!r}; use {', '.join(sorted(_HEADERS))}"
    if name == "kind" and value not in kinds():
        return f"unknown kind {value!r}; use {', '.join(kinds())}"
    if name == "register" and value and value not in GENRES:
        return f"unknown register {value!r}; use {', '.join(GENRES)}"
    return _flag_fault(value) if name == "flags" else ""


def _flag_fault(flags: str) -> str:
    unknown = [flag for flag in flags.split() if flag not in FLAGS]
    return f"unknown flag {unknown[0]!r}; use {', '.join(sorted(FLAGS))}" if unknown else ""


def row_fault(rule: Rule) -> str:
    """What is wrong with the columns of a row, or nothing."""
    columns = rule.columns
    if len(columns) != _COLUMNS + 1:
        return (
            f"{len(columns)} columns; a row has pattern, replacement, reason, fires, quiet "
            "and perhaps flags, separated by tabs"
        )
    if not rule.kind:
        return "no '#! kind: …' line stands above this row"
    if not all(columns[1].split("|")):
        return "the replacement or an alternative in it is empty; write - to delete"
    return _flag_fault(columns[5])
