"""The papers' published figures, and how each of their systems is run here.

A file in `data` for each paper: its tables with their columns, and rows with the published figures.
A row that can be run names its *way*: a system with settings, `generator+ranker` for one re-ranked
by another, or the files of answers that a participant of a shared task handed in.
"""

import json
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Form
from motjuste.shipped import read_shipped
from motjuste.systems.benchmark_runs import Setting

PAPERS = ("swords", "semeval2007", "anvan-ls", "sws")


@dataclass(frozen=True)
class Way:
    """How a row of a table is run: a system, its settings, and what the user must give for it."""

    system: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    asks: dict[str, str] = field(default_factory=dict)
    # Score only the targets that the system has answers for.
    covered: bool = False
    # The participant whose answers are needed, since nobody else can run the system.
    answers: str = ""
    # Beginnings of the names of the participant's files, if they are not the name above.
    answer_files: tuple[str, ...] = ()
    # The authors' own data, looked for below MOTJUSTE_DATA where the user gives none: for each
    # setting the patterns of a file's name, the likeliest first.
    files: dict[str, list[str]] = field(default_factory=dict)
    # The authors' own answers, likewise; {split} stands for dev or test. They replace a run.
    stored: tuple[str, ...] = ()
    # Measures whose name contains the key are scored on another way's run.
    instead: dict[str, str] = field(default_factory=dict)
    # Whether many substitutes have equal scores, so that their order is an accident of the file.
    ties: bool = False
    # How many seeds are run to show the spread of a random system; the figure is the first one's.
    seeds: int = 1


class Column(NamedTuple):
    """A column of a table, and the measure that it shows."""

    name: str
    measure: str


@dataclass(frozen=True)
class Row:
    """A line of a table: the figures printed, in the order of the columns, and how to run it."""

    name: str
    published: tuple[float | None, ...]
    run: str = ""
    source: str = ""
    # Why our figures differ from the published ones on the same targets, where that is known.
    note: str = ""


@dataclass(frozen=True)
class Table:
    """A table of a paper, or of what came later."""

    table: str
    title: str
    setting: Setting
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    form: Form = "swords"
    # Whether rankers get all substitutes of a lemma, since the items have no candidates.
    pools: bool = False


@dataclass(frozen=True)
class Paper:
    """A paper's tables, and the benchmark they are about."""

    name: str
    paper: str
    benchmark: str
    otherwise: str
    split: str
    items: int
    # What its size is counted in: targets, or sentences.
    unit: str = field(default="targets", kw_only=True)
    # How many decimals its figures have.
    digits: int
    ways: dict[str, Way]
    tables: tuple[Table, ...]
    legend: str

    def size(self, benchmark: Benchmark) -> int:
        """How large a benchmark is, counted as the paper does."""
        return len(benchmark.contexts if self.unit == "sentences" else benchmark)


def read_paper(name: str) -> Paper:
    """The tables of a paper that is named in `PAPERS`."""
    text = read_shipped(Path(str(files("motjuste.reports"))) / "data" / f"{name}.json")
    document: dict[str, Any] = json.loads(text)
    ways = {key: Way(**way) for key, way in document.pop("ways").items()}
    tables = tuple(map(_table, document.pop("tables")))
    return Paper(name=name, ways=ways, tables=tables, **document)


def _table(document: dict[str, Any]) -> Table:
    columns = tuple(Column(*column) for column in document.pop("columns"))
    nothing = [None] * len(columns)
    rows = tuple(
        Row(**{**row, "published": tuple(row.get("published", nothing))})
        for row in document.pop("rows")
    )
    return Table(columns=columns, rows=rows, **document)
