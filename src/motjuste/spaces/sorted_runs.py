"""Sorted runs on disk: counts that do not fit into memory, merged as they are written.

A run is a sorted list of keys with their counts. Sixteen runs of one level are merged into one of
the next, so that few files remain and none is read into memory whole. A run exists when its last
file has its final name, which it gets when complete: a killed process loses only its current run.
"""

import heapq
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from motjuste.files import whole_file

Int64 = NDArray[np.int64]
# Runs of one level that are merged into one of the next.
RUNS_PER_MERGE = 16
# Levels of merging: enough for 16^8 blocks.
_MAX_LEVELS = 8
# Cells merged at a time; each takes about 48 bytes.
_CELLS_PER_CHUNK = 4 << 20


def run_path(folder: Path, level: int, number: int) -> Path:
    """The path of a run."""
    return folder / f"{level}-{number:07}"


def is_done(folder: Path, number: int) -> bool:
    """Whether a block's counts are there, as a run or as part of a merged one."""
    return any(
        run_path(folder, level, number // RUNS_PER_MERGE**level).exists()
        for level in range(_MAX_LEVELS)
    )


def ready_merge(folder: Path, level: int, number: int) -> bool:
    """Whether the group of a run is complete and can be merged."""
    return all(path.exists() for path in _group(folder, level, number // RUNS_PER_MERGE))


def _group(folder: Path, level: int, group: int) -> list[Path]:
    return [
        run_path(folder, level, group * RUNS_PER_MERGE + index) for index in range(RUNS_PER_MERGE)
    ]


def runs(folder: Path) -> list[Path]:
    """All runs of a folder, in a fixed order, without those that are part of another one."""
    paths = sorted(path for path in folder.iterdir() if not path.suffix)
    return [path for path in paths if not _is_merged(path)]


def _is_merged(path: Path) -> bool:
    """Whether a run was merged by a process that ended before removing it."""
    level, number = map(int, path.name.split("-"))
    levels_up = range(1, _MAX_LEVELS - level)
    return any(
        run_path(path.parent, level + step, number // RUNS_PER_MERGE**step).exists()
        for step in levels_up
    )


def remove(paths: Iterable[Path]) -> None:
    """Remove runs with all their files, beginning with the one that marks them as complete."""
    for path in paths:
        path.unlink(missing_ok=True)
        path.with_suffix(".keys").unlink(missing_ok=True)


def merge_group(folder: Path, level: int, number: int) -> None:
    """Merge the group that a run belongs to into one run of the next level."""
    parts = _group(folder, level, number // RUNS_PER_MERGE)
    merged = run_path(folder, level + 1, number // RUNS_PER_MERGE)
    if parts[0].with_suffix(".keys").exists():
        with CellWriter(merged) as writer:
            for keys, counts in merge_cells(parts):
                writer.add(keys, counts)
    else:
        write_names(merged, merge_names(parts))
    remove(parts)


def write_names(path: Path, counts: Iterable[tuple[str, int]]) -> None:
    """Write names with their counts, sorted by name, completely or not at all."""
    with (
        whole_file(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as stream,
    ):
        for name, count in counts:
            stream.write(f"{name}\t{count}\n")


def sorted_names(counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Names and counts in the order of a run."""
    return iter(sorted(counts.items()))


def read_names(path: Path) -> Iterator[tuple[str, int]]:
    """The names of a run with their counts."""
    with path.open(encoding="utf-8", newline="\n") as stream:
        for line in stream:
            name, _, count = line.rstrip("\n").rpartition("\t")
            yield name, int(count)


def merge_names(paths: Sequence[Path]) -> Iterator[tuple[str, int]]:
    """The names of several runs without repeats, with the sums of their counts."""
    merged = heapq.merge(*(read_names(path) for path in paths), key=itemgetter(0))
    for name, group in groupby(merged, key=itemgetter(0)):
        yield name, sum(count for _, count in group)


def count_cells(cells: Int64) -> tuple[Int64, Int64]:
    """The distinct cells, sorted, with their counts."""
    keys, counts = np.unique(cells, return_counts=True)
    return keys, counts.astype(np.int64)


class CellWriter:
    """Writes a run of cells piece by piece; the run exists when it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_suffix(f".{os.getpid()}")
        self._keys: IO[bytes] = path.with_suffix(".keys").open("wb")
        self._counts: IO[bytes] = self._temporary.open("wb")

    def add(self, keys: Int64, counts: Int64) -> None:
        """Append cells, which must come after those added before."""
        self._keys.write(keys.tobytes())
        self._counts.write(counts.tobytes())

    def __enter__(self) -> "CellWriter":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._keys.close()
        self._counts.close()
        if kind is None:
            self._temporary.replace(self._path)


def read_cells(path: Path) -> tuple[Int64, Int64]:
    """The keys and counts of a run, memory-mapped."""
    count = path.stat().st_size // 8
    if not count:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return (
        np.memmap(path.with_suffix(".keys"), np.int64, "r", shape=(count,)),
        np.memmap(path, np.int64, "r", shape=(count,)),
    )


def merge_cells(
    paths: Sequence[Path], chunk: int = _CELLS_PER_CHUNK
) -> Iterator[tuple[Int64, Int64]]:
    """The cells of several runs without repeats, with summed counts, in chunks."""
    opened = [read_cells(path) for path in paths]
    starts = [0] * len(opened)
    for limit in _limits([keys for keys, _ in opened], chunk):
        ends = [int(np.searchsorted(keys, limit, side="right")) for keys, _ in opened]
        # Read, not mapped: mapped pages count as memory of the process until they are released.
        pieces = list(zip(paths, starts, ends, strict=True))
        keys = np.concatenate(
            [_piece(path.with_suffix(".keys"), first, last) for path, first, last in pieces]
        )
        counts = np.concatenate([_piece(path, first, last) for path, first, last in pieces])
        starts = ends
        if len(keys):
            yield _summed(keys, counts)


def _piece(path: Path, start: int, end: int) -> Int64:
    return np.fromfile(path, np.int64, end - start, offset=8 * start)


def _limits(keys: Sequence[Int64], chunk: int) -> list[int]:
    """Keys that split the runs so that about `chunk` cells fall between two of them."""
    step = max(1, chunk // (8 * len(keys) or 1))
    sample = np.sort(
        np.concatenate([*(run_keys[::step] for run_keys in keys), np.empty(0, np.int64)])
    )
    boundaries = sample[:: max(1, chunk // step)][1:].tolist()
    return [*dict.fromkeys(boundaries), int(np.iinfo(np.int64).max)]


def _summed(keys: Int64, counts: Int64) -> tuple[Int64, Int64]:
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.add.reduceat(counts, first)
