"""A paper's tables beside ours: every system that can run here is run, and scored as it was.

Runs are stored in a folder under names that depend on all their inputs. So the same command resumes
an interrupted run, and only scores one that is complete.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from motjuste import __version__
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.candidate_pools import with_pools
from motjuste.benchmarks.catalogue import find_entry, installed
from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import Run, read_lsr
from motjuste.benchmarks.run_files import read_run
from motjuste.errors import (
    BadInputError,
    MissingModelError,
    MissingResourceError,
    MotjusteError,
    brief,
)
from motjuste.metrics import Resampling, Scores, score
from motjuste.metrics.average_precision import position_of
from motjuste.metrics.best_oot import OOT_GUESSES
from motjuste.metrics.semeval import SUBSETS, has_subsets
from motjuste.reports.author_files import find_setting, handed_in, stored_answers
from motjuste.reports.published import Paper, Row, Table, Way, read_paper
from motjuste.reports.run_inputs import files_in, models_in, package_data
from motjuste.reports.sws import targets_by_votes
from motjuste.reports.ties import Ranges, tie_ranges, value_ranges
from motjuste.systems import Reranked, System, make_system, run_system, with_settings
from motjuste.systems.benchmark_runs import forget
from motjuste.systems.reference import Humans

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]

_GUESSES = {"best": 1, "oot": OOT_GUESSES}
_RERANKED = "+"
NOT_CHOSEN = "not among --systems"
# The setting by which a user gives a file of answers for any row, instead of running its system.
RUN = "run"


@dataclass(frozen=True)
class ReproducedRow:
    """A row of a table: the published figures, and ours or the reason why there are none."""

    row: Row
    scores: Scores | None = None
    missing: str = ""
    # Whether the system was trained on the benchmark that it is scored on.
    trained: bool = False
    # Lowest and highest value of each measure over the orders of ties, or over seeds.
    ranges: Ranges = field(default_factory=dict)
    range_over: str = ""

    def ours(self, measure: str) -> float | None:
        """Our figure for a measure, if there is one."""
        return self.scores.scores.get(measure) if self.scores else None


@dataclass(frozen=True)
class Reproduced:
    """A paper's tables with our figures in them."""

    paper: Paper
    benchmark: Benchmark
    tables: tuple[tuple[Table, tuple[ReproducedRow, ...]], ...]
    confidence: float

    @property
    def comparable(self) -> bool:
        """Whether our figures and the published ones are about the same targets."""
        return self.paper.size(self.benchmark) == self.paper.items

    @property
    def note(self) -> str:
        """A note about the figures as a whole."""
        paper, size = self.paper, self.paper.size(self.benchmark)
        about = f"Ours on {self.benchmark.name}, {size} {paper.unit}."
        if self.comparable:
            return about
        return (
            f"{about} The published figures are of {paper.split} ({paper.benchmark}, "
            f"{paper.items:,} {paper.unit}), so a difference is one of data as well as of systems."
        )

    @property
    def caution(self) -> str:
        """A warning that names the systems which were trained on this benchmark, if any were."""
        trained = dict.fromkeys(
            line.row.name for _, lines in self.tables for line in lines if line.trained
        )
        if not trained:
            return ""
        return (
            f"Trained on {self.benchmark.name}, so that these figures are no estimate "
            f"(docs/models.md has cross-validated ones): {', '.join(trained)}."
        )


@dataclass
class Reproducer:
    """Makes the runs that a paper's tables need, each once, and records those that failed."""

    paper: Paper
    benchmark: Benchmark
    work: Path
    given: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # Names of the rows to run; without any, all.
    chosen: Collection[str] | None = None
    workers: int = 1
    fresh: bool = False
    resampling: Resampling = field(default_factory=Resampling)
    progress: Progress = lambda what, total: nullcontext(lambda items: None)
    # Models that could not be loaded, with the reason: asking for one again may take half a minute.
    missing_models: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check(self.chosen or (), known_systems(self.paper), "--systems")
        systems = {way.system for way in self.paper.ways.values() if way.system}
        self._check(self.given, {*self.paper.ways, *systems}, "--set")
        self._runs: dict[tuple[str, str, bool, int], Run[Any] | str] = {}

    def _check(self, names: Collection[str], known: Collection[str], option: str) -> None:
        wrong = next((name for name in names if name not in known), None)
        if wrong is not None:
            raise BadInputError(f"{option}: there is no {wrong!r}; there are {sorted_names(known)}")

    def reproduce(self) -> Reproduced:
        """All tables of the paper, with our figures."""
        tables = tuple(
            (table, tuple(self._line(table, row) for row in table.rows))
            for table in self.paper.tables
        )
        return Reproduced(self.paper, self.benchmark, tables, self.resampling.confidence)

    def _line(self, table: Table, row: Row) -> ReproducedRow:
        if not row.run:
            return ReproducedRow(row)
        if self.chosen is not None and row.run not in self.chosen:
            return ReproducedRow(row, missing=NOT_CHOSEN)
        measures, missing = self._measures(table)
        if not measures:
            return ReproducedRow(row, missing=missing)
        try:
            parts = [
                self._scored(table, name, part) for name, part in self._by_way(row.run, measures)
            ]
        except MotjusteError as error:
            return ReproducedRow(row, missing=str(error))
        way = self.paper.ways.get(row.run, Way())
        return ReproducedRow(
            row,
            merged([scores for scores, _ in parts]),
            missing,
            self._is_trained(row.run),
            {name: ends for _, ranges in parts for name, ends in ranges.items()},
            f"{way.seeds} seeds" if way.seeds > 1 else "orders of ties",
        )

    def _by_way(self, name: str, measures: list[str]) -> Iterator[tuple[str, list[str]]]:
        """The measures of a row by the way whose run they are scored on."""
        instead = self.paper.ways.get(name, Way()).instead
        chosen: dict[str, list[str]] = {}
        for measure in measures:
            other = next((way for part, way in instead.items() if part in measure), name)
            chosen.setdefault(other, []).append(measure)
        yield from chosen.items()

    def _scored(self, table: Table, name: str, measures: list[str]) -> tuple[Scores, Ranges]:
        """The figures of a run, and how far they move with the order of ties or the seed."""
        run, benchmark = self._answers(table, name)
        scores = score(run, benchmark, measures, resampling=self.resampling)
        way = self.paper.ways.get(name, Way())
        if way.ties:
            return scores, tie_ranges(run, benchmark, measures)
        if way.seeds > 1 and RUN not in self.given.get(name, {}):
            others = [self._answers(table, name, seed)[0] for seed in range(1, way.seeds)]
            return scores, value_ranges([run, *others], benchmark, measures)
        return scores, {}

    def _is_trained(self, name: str) -> bool:
        way = self.paper.ways.get(name, Way())
        if not way.system or RUN in self.given.get(name, {}):
            return False
        return self.benchmark.name in self._system(name).trained_on()

    def _measures(self, table: Table) -> tuple[list[str], str]:
        """The measures of a table for which the benchmark has the gold, and what it lacks."""
        names = [column.measure for column in table.columns]
        measures = [name for name in names if _votes(name) in (None, *self._indexes)]
        missing = []
        for prefixes, what in self._unknown:
            lacking = [name for name in measures if name.startswith(prefixes)]
            measures = [name for name in measures if name not in lacking]
            missing += [what] if lacking else []
        positions = {f"MAP.{position_of(item)}" for item in self.benchmark.items}
        empty = [name for name in measures if name.startswith("MAP.") and name not in positions]
        missing += [f"any target for {', '.join(empty)}"] if empty else []
        note = f"{self.benchmark.name} does not say {' or '.join(missing)}" if missing else ""
        return [name for name in measures if name not in empty], note

    @cached_property
    def _unknown(self) -> list[tuple[tuple[str, ...], str]]:
        """What the benchmark lacks, by the prefix of the measures that need it."""
        unknown: list[tuple[tuple[str, ...], str]] = []
        if not any("multiwords" in item.extra for item in self.benchmark.items):
            unknown.append((("NMWT.", "mw."), "which targets are part of a multiword"))
        if not has_subsets(self.benchmark):
            prefixes = tuple(f"{subset}." for subset in SUBSETS)
            unknown.append((prefixes, "whose sentences were chosen by hand"))
        return unknown

    @cached_property
    def _indexes(self) -> list[int]:
        """The voting indexes that targets of the benchmark have."""
        return [row.voting_index for row in targets_by_votes(self.benchmark)]

    def _answers(self, table: Table, name: str, seed: int = 0) -> tuple[Run[Any], Benchmark]:
        """The run that a row needs, in the form in which its table scores.

        `seed` is added to the system's own, for rows that are run with several.
        """
        way = self.paper.ways.get(name, Way())
        if path := self.given.get(name, {}).get(RUN):
            return in_form(read_run(path, self.benchmark), table), self.benchmark
        if way.answers:
            return self._handed_in(table, name, way), self.benchmark
        benchmark = self._pooled if table.pools else self._covered(name, way)
        key = (name, table.setting, table.pools, seed)
        if key not in self._runs:
            self._runs[key] = self._run(table, name, benchmark, seed)
        run = self._runs[key]
        if isinstance(run, str):
            raise MotjusteError(run)
        return in_form(run, table), benchmark

    def _handed_in(self, table: Table, name: str, way: Way) -> Run[Any]:
        path = self.given.get(name, {}).get(table.form) or handed_in(way, table.form)
        if path is None:
            raise MissingResourceError(
                f"needs the answers that {way.answers} handed in: {way.answers}.best (or .oot, "
                f".mw) in MOTJUSTE_DATA, or --set {name}.best=PATH"
            )
        return read_run(path, self.benchmark, table.form)

    @cached_property
    def _pooled(self) -> Benchmark:
        return with_pools(self.benchmark, multiwords=False)

    def _covered(self, name: str, way: Way) -> Benchmark:
        """The benchmark, or only the targets that a second group of people was asked about."""
        if not way.covered:
            return self.benchmark
        system = self._system(name)
        assert isinstance(system, Humans)
        system.read()
        items = tuple(item for item in self.benchmark.items if system.covers(item.target))
        if not items:
            raise BadInputError(f"{system.labels} has labels for no target here")
        return replace(self.benchmark, items=items, memo={})

    def _system(self, name: str, seed: int = 0) -> System:
        generator, plus, ranker = name.partition(_RERANKED)
        if plus:
            return Reranked(self._system(generator), self._system(ranker))
        way = self.paper.ways[name]
        given = {**self.given.get(way.system, {}), **self.given.get(name, {})}
        if not given and (answers := stored_answers(way, self.benchmark)):
            return with_settings(make_system("stored"), {"file": str(answers)})
        for setting, patterns in way.files.items():
            if setting not in given and (value := find_setting(patterns)):
                given[setting] = value
        for setting, what in way.asks.items():
            if setting not in given:
                raise MissingResourceError(f"needs {what}: --set {name}.{setting}=…")
        system = with_settings(make_system(way.system, "benchmark"), {**way.settings, **given})
        if seed:
            return with_settings(system, {"seed": str(int(system.settings()["seed"]) + seed)})
        return system

    def _run(self, table: Table, name: str, benchmark: Benchmark, seed: int) -> Run[Any] | str:
        """A run, new or stored; the reason if it cannot be made.

        An error in one system does not affect the others.
        """
        try:
            system = self._system(name, seed)
            out = self._file(system, name, table, benchmark)
            if self.fresh:
                forget(out)
            if not out.exists():
                for model in models_in(system.settings()):
                    if model in self.missing_models:
                        return self.missing_models[model]
                size = self.paper.size(benchmark)
                with self.progress(f"{name} ({table.setting})", size) as advance:
                    report = run_system(
                        system, benchmark, out, table.setting, None, advance, self.workers
                    )
                if report.errors:
                    first = next(iter(report.errors.values()))
                    unit = self.paper.unit
                    return f"failed on {len(report.errors)} {unit}, the first with {first}"
            return read_run(out, benchmark, "sws") if table.form == "sws" else read_lsr(out)
        except MissingModelError as error:
            return self.missing_models.setdefault(error.name, str(error))
        except MotjusteError as error:
            return str(error)
        except Exception as error:
            return f"failed: {type(error).__name__}: {brief(str(error), 200)}"

    def _file(self, system: System, name: str, table: Table, benchmark: Benchmark) -> Path:
        """A file name for a run, which changes with everything that the run depends on."""
        about = {
            "system": system.name,
            "settings": system.settings(),
            "files": files_in(system.settings()),
            "benchmark": [benchmark.name, benchmark.fingerprint, len(benchmark)],
            "pools": table.pools,
            "version": [__version__, package_data()],
        }
        mark = sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()[:12]
        suffix = "json" if table.form == "sws" else "lsr.json"
        return self.work / f"{name}-{table.setting}-{mark}.{suffix}"


def sorted_names(names: Collection[str]) -> str:
    """Names in order, for an error."""
    return ", ".join(sorted(names))


def _votes(measure: str) -> int | None:
    """The voting index that a measure is about, if it is about one."""
    match = re.search(r"\.votes=(\d+)", measure)
    return int(match[1]) if match else None


def known_systems(paper: Paper) -> set[str]:
    """The names by which rows of a paper can be chosen."""
    return {row.run for table in paper.tables for row in table.rows if row.run} | set(paper.ways)


def merged(scores: Sequence[Scores]) -> Scores:
    """The figures of several runs of one row as one record; the first run gives the signature."""
    figures = {name: value for part in scores for name, value in part.scores.items()}
    ends = {name: pair for part in scores for name, pair in part.intervals.items()}
    return replace(scores[0], scores=figures, intervals=ends)


def in_form(run: Run[Any], table: Table) -> Run[Any]:
    """A run as a table scores it: for best its first guess, for oot its first ten."""
    if table.form in ("swords", "sws"):
        return run
    most = _GUESSES.get(table.form, 1)
    answers = {
        name: tuple(sorted(guesses, key=lambda guess: -guess.score))[:most]
        for name, guesses in run.answers.items()
    }
    return replace(run, form=table.form, answers=answers)


def find_benchmark(paper: Paper, given: str | None, limit: int | None = None) -> Benchmark:
    """The requested benchmark; else the paper's test split if it is here, else the other split."""
    if given is None:
        if not paper.otherwise:
            raise MissingResourceError(
                f"{paper.benchmark} is in no catalogue: make it with 'motjuste space anvan' and "
                "give it as --benchmark swords:FILE"
            )
        here = installed(find_entry(paper.benchmark)) is not None
        given = paper.benchmark if here else paper.otherwise
    benchmark = read_benchmark(given)
    return benchmark if limit is None else _cut(benchmark, paper, limit)


def _cut(benchmark: Benchmark, paper: Paper, limit: int) -> Benchmark:
    """The first targets of a benchmark, or all targets of its first sentences."""
    if paper.unit != "sentences":
        return replace(benchmark, items=benchmark.items[:limit])
    contexts = dict(list(benchmark.contexts.items())[:limit])
    items = tuple(item for item in benchmark.items if item.context_id in contexts)
    return replace(benchmark, contexts=contexts, items=items, memo={})


def reproduce(
    paper: str, work: Path, benchmark: str | None = None, limit: int | None = None, **options: Any
) -> Reproduced:
    """A paper's tables beside ours; the options are the fields of `Reproducer`."""
    tables = read_paper(paper)
    return Reproducer(tables, find_benchmark(tables, benchmark, limit), work, **options).reproduce()
