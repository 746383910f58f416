"""The run files of a folder and the benchmarks of this machine, read on request.

Nothing outside the folder can be read: only names that the folder lists are accepted, and symbolic
links are not followed.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks import Benchmark, read_benchmark, read_run
from motjuste.benchmarks.catalogue import CATALOGUE, installed
from motjuste.errors import BadInputError, bad_file
from motjuste.metrics import Comparison, compare
from motjuste.metrics.pairing import Pairing
from motjuste.reports.side_by_side import Row, side_by_side
from motjuste.serve.problems import ProblemError

# Run files of a folder that are listed.
MOST_RUNS = 1_000
_ENDINGS = (".json", ".best", ".oot", ".mw", ".tsv", ".csv", ".txt")
# Benchmarks kept in memory; each may take a hundred megabytes.
_BENCHMARKS_KEPT = 2
# Run files kept in memory.
_RUNS_KEPT = 8
# Comparisons kept in memory.
_COMPARISONS_KEPT = 8


class Stamped(NamedTuple):
    """A run file with its size and time of change, so that a changed file is read again."""

    name: str
    changed: int
    size: int


class RunFolder:
    """The runs and benchmarks that can be compared."""

    def __init__(self, folder: Path | None = None, benchmarks: tuple[str, ...] = ()) -> None:
        if folder is not None and not folder.is_dir():
            raise bad_file(folder, "is not a folder", "give the folder that holds the runs")
        self.folder = None if folder is None else folder.resolve()
        self._given = benchmarks
        self._benchmark = lru_cache(_BENCHMARKS_KEPT)(read_benchmark)
        self._pairing = lru_cache(_RUNS_KEPT)(self._read)
        self._comparison = lru_cache(_COMPARISONS_KEPT)(self._compare)
        self._rows = lru_cache(_COMPARISONS_KEPT)(self._lay_out)
        for name in benchmarks:
            self._benchmark(name)

    def benchmarks(self) -> list[str]:
        """The benchmarks that were named, and those of the catalogue that are on this machine."""
        names = [name for name, entry in CATALOGUE.items() if installed(entry)]
        return list(dict.fromkeys([*self._given, *names]))

    def runs(self) -> list[Stamped]:
        """The run files of the folder and of the folders in it."""
        files = [] if self.folder is None else list(_run_files(self.folder))
        return sorted(files)[:MOST_RUNS]

    def compare(self, benchmark: str, runs: list[str], measures: list[str]) -> Comparison:
        """Runs with intervals, each tested against the first."""
        chosen = self._chosen(benchmark, runs)
        return self._comparison(benchmark, chosen, tuple(measures))

    def rows(self, benchmark: str, runs: list[str]) -> list[Row]:
        """Runs item by item."""
        return self._rows(benchmark, self._chosen(benchmark, runs))

    def _chosen(self, benchmark: str, runs: list[str]) -> tuple[Stamped, ...]:
        if benchmark not in self.benchmarks():
            raise ProblemError(404, f"there is no benchmark {benchmark[:80]!r} here")
        known = {run.name: run for run in self.runs()}
        for name in runs:
            if name not in known:
                raise ProblemError(404, f"there is no run {name[:80]!r} here")
        return tuple(known[name] for name in runs)

    def _compare(
        self, benchmark: str, runs: tuple[Stamped, ...], measures: tuple[str, ...]
    ) -> Comparison:
        read = [self._pairing(benchmark, run).run for run in runs]
        return compare(read, self._benchmark(benchmark), measures or None)

    def _lay_out(self, benchmark: str, runs: tuple[Stamped, ...]) -> list[Row]:
        pairings = [self._pairing(benchmark, run) for run in runs]
        return side_by_side(self._benchmark(benchmark), pairings)

    def _read(self, benchmark: str, run: Stamped) -> Pairing:
        assert self.folder is not None
        gold: Benchmark = self._benchmark(benchmark)
        try:
            return Pairing(gold, read_run(self.folder / run.name, gold))
        except BadInputError as error:
            # The path of the folder on this machine is not shown.
            raise BadInputError(str(error).replace(f"{self.folder}{os.sep}", "")) from None


def _run_files(folder: Path) -> Iterator[Stamped]:
    for place, _, names in os.walk(folder):
        for name in names:
            if name.removesuffix(".gz").endswith(_ENDINGS) and not name.startswith("."):
                path = Path(place, name)
                # A file may be gone by now.
                with suppress(OSError):
                    about = path.lstat()
                    if stat.S_ISREG(about.st_mode):
                        inside = path.relative_to(folder).as_posix()
                        yield Stamped(inside, about.st_mtime_ns, about.st_size)
