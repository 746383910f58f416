"""Sorted runs on disk: counts that are too many for memory, merged as they come.

A run is a sorted list of keys with their counts. Sixteen runs of one level are merged into one of
the next, so that few files stay and none needs to be in memory. A run is there when its last file
has its name, which it gets when it is whole: whoever is killed on the way loses that run alone.
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
FAN = 16
_LEVELS = 8
# So many cells are merged at once: three times sixteen bytes for each.
_CHUNK = 4 << 20


def run_path(folder: Path, level: int, number: int) -> Path:
    """Where a run is kept."""
    return folder / f"{level}-{number:07}"


def is_done(folder: Path, number: int) -> bool:
    """Whether what a block gave is there, as a run of its own or inside a merged one."""
    return any(run_path(folder, level, number // FAN**level).exists() for level in range(_LEVELS))


def ready_merge(folder: Path, level: int, number: int) -> bool:
    """Whether the group of a run is complete, so that it can be merged."""
    return all(path.exists() for path in _group(folder, level, number // FAN))


def _group(folder: Path, level: int, group: int) -> list[Path]:
    return [run_path(folder, level, group * FAN + place) for place in range(FAN)]


def runs(folder: Path) -> list[Path]:
    """All runs of a folder, in a fixed order, without those that are part of another."""
    found = sorted(path for path in folder.iterdir() if not path.suffix)
    return [path for path in found if not _is_merged(path)]


def _is_merged(path: Path) -> bool:
    """Whether a run was merged, by somebody who was ended before he could remove it."""
    level, number = map(int, path.name.split("-"))
    above = range(1, _LEVELS - level)
    return any(run_path(path.parent, level + up, number // FAN**up).exists() for up in above)


def remove(paths: Iterable[Path]) -> None:
    """Remove runs with all their files; the sign that they are there goes first."""
    for path in paths:
        path.unlink(missing_ok=True)
        path.with_suffix(".keys").unlink(missing_ok=True)


def merge_group(folder: Path, level: int, number: int) -> None:
    """Merge the group that a run belongs to into one run of the next level."""
    parts = _group(folder, level, number // FAN)
    merged = run_path(folder, level + 1, number // FAN)
    if parts[0].with_suffix(".keys").exists():
        with CellWriter(merged) as writer:
            for keys, counts in merge_cells(parts):
                writer.add(keys, counts)
    else:
        write_names(merged, merge_names(parts))
    remove(parts)


def write_names(path: Path, counts: Iterable[tuple[str, int]]) -> None:
    """Write names with their counts, sorted by name, whole or not at all."""
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
    """The names of several runs, each once, with the sum of its counts."""
    merged = heapq.merge(*(read_names(path) for path in paths), key=itemgetter(0))
    for name, group in groupby(merged, key=itemgetter(0)):
        yield name, sum(count for _, count in group)


def count_cells(cells: Int64) -> tuple[Int64, Int64]:
    """The different cells, sorted, and how often each stands there."""
    keys, counts = np.unique(cells, return_counts=True)
    return keys, counts.astype(np.int64)


class CellWriter:
    """Writes a run of cells piece by piece; at its end the run is there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_suffix(f".{os.getpid()}")
        self._keys: IO[bytes] = path.with_suffix(".keys").open("wb")
        self._counts: IO[bytes] = self._temporary.open("wb")

    def add(self, keys: Int64, counts: Int64) -> None:
        """Append cells; they come after all that were added before."""
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
    """The keys and counts of a run, mapped into memory."""
    count = path.stat().st_size // 8
    if not count:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return (
        np.memmap(path.with_suffix(".keys"), np.int64, "r", shape=(count,)),
        np.memmap(path, np.int64, "r", shape=(count,)),
    )


def merge_cells(paths: Sequence[Path], chunk: int = _CHUNK) -> Iterator[tuple[Int64, Int64]]:
    """The cells of several runs, each once, with the sum of its counts, in pieces."""
    found = [read_cells(path) for path in paths]
    starts = [0] * len(found)
    for limit in _limits([keys for keys, _ in found], chunk):
        ends = [int(np.searchsorted(keys, limit, side="right")) for keys, _ in found]
        # Read, not mapped: what is mapped and looked at counts as memory until it is let go.
        pieces = list(zip(paths, starts, ends, strict=True))
        keys = np.concatenate([_piece(path.with_suffix(".keys"), a, b) for path, a, b in pieces])
        counts = np.concatenate([_piece(path, a, b) for path, a, b in pieces])
        starts = ends
        if len(keys):
            yield _summed(keys, counts)


def _piece(path: Path, start: int, end: int) -> Int64:
    return np.fromfile(path, np.int64, end - start, offset=8 * start)


def _limits(keys: Sequence[Int64], chunk: int) -> list[int]:
    """Keys at which to part the runs so that about `chunk` cells fall between two of them."""
    step = max(1, chunk // (8 * len(keys) or 1))
    sample = np.sort(np.concatenate([*(each[::step] for each in keys), np.empty(0, np.int64)]))
    between = sample[:: max(1, chunk // step)][1:].tolist()
    return [*dict.fromkeys(between), int(np.iinfo(np.int64).max)]


def _summed(keys: Int64, counts: Int64) -> tuple[Int64, Int64]:
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.add.reduceat(counts, first)
