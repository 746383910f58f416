"""The authors' and participants' own files, found below the data folders by their names."""

import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.catalogue import data_folders
from motjuste.benchmarks.data_files import files_matching
from motjuste.errors import MotjusteError
from motjuste.metrics.pairing import Pairing
from motjuste.reports.published import Way
from motjuste.systems.stored import read_answers


def find_data(patterns: Iterable[str]) -> Iterator[Path]:
    """The files below the data folders whose names fit; those of an earlier pattern come first."""
    files: dict[Path, None] = {}
    for pattern in patterns:
        for folder in data_folders():
            files.update(dict.fromkeys(files_matching(folder, pattern)))
    yield from files


def find_setting(patterns: Iterable[str]) -> str | None:
    """The value of a setting that names files: those of the first pattern that are all here.

    A pattern with commas names several files, such as two thesauri.
    """
    for pattern in patterns:
        paths = [next(find_data([part]), None) for part in pattern.split(",")]
        if all(paths):
            return ",".join(map(str, paths))
    return None


def stored_answers(way: Way, benchmark: Benchmark) -> Path | None:
    """The authors' own answers to a benchmark, if they are on this machine.

    Of several files that may hold them, the first one with an answer to a target of the benchmark.
    """
    split = "test" if "test" in benchmark.name else "dev"
    files = list(find_data(pattern.format(split=split) for pattern in way.stored))
    if len(files) < 2:
        return files[0] if files else None
    return next((file for file in files if _answers(file, benchmark)), files[0])


def _answers(file: Path, benchmark: Benchmark) -> bool:
    """Whether a file has an answer to any target."""
    with warnings.catch_warnings():
        # Errors in the file are reported when it is used.
        warnings.simplefilter("ignore")
        try:
            Pairing(benchmark, read_answers(file, benchmark))
        except MotjusteError:
            return False
    return True


def handed_in(way: Way, form: str) -> Path | None:
    """The file that a participant of a shared task submitted (KU.best), if it is here."""
    names = [way.answers, *way.answer_files]
    return next(
        find_data(f"{name}.{form}{packed}" for name in names for packed in ("", ".gz")), None
    )
