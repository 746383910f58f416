"""Encoded pairs in files that are mapped, not read, and the order in which epochs go through them.

Millions of sentences need no memory, and any pair is found at once, so that the order of an epoch
may be any: it depends on the seed and the epoch alone.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError
from motjuste.files import write_text

Numbers = NDArray[np.int64]
# Batches are made of sentences of like length among so many batches.
_POOL = 50
_FILES = ("read.bin", "said.bin")


class Dataset:
    """Pairs of sequences of numbers, by their place."""

    def __init__(self, folder: Path) -> None:
        self._ends = np.load(folder / "ends.npy")
        if not len(self._ends):
            raise BadInputError("there is no record to train on; make more, or hold out fewer")
        self._flat = [np.memmap(folder / name, np.int32, mode="r") for name in _FILES]

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, place: int) -> tuple[list[int], list[int]]:
        starts = self._ends[place - 1] if place else np.zeros(2, np.int64)
        first, second = (
            flat[start:end].tolist()
            for flat, start, end in zip(self._flat, starts, self._ends[place], strict=True)
        )
        return first, second

    def batches(self, size: int, seed: int, epoch: int) -> list[Numbers]:
        """The batches of an epoch: sentences of like length together, everything shuffled."""
        rng = np.random.default_rng([seed, epoch])
        order = rng.permutation(len(self))
        lengths = np.diff(self._ends[:, 0], prepend=0)
        found = []
        for first in range(0, len(order), size * _POOL):
            pool = order[first : first + size * _POOL]
            pool = pool[np.argsort(lengths[pool], kind="stable")]
            found += [pool[start : start + size] for start in range(0, len(pool), size)]
        return [found[place] for place in rng.permutation(len(found))]


def build(
    folder: Path,
    pairs: Callable[[], Iterable[tuple[list[int], list[int]]]],
    about: dict[str, Any],
) -> Dataset:
    """The pairs in a folder, written if it does not hold these already."""
    said = folder / "about.json"
    if not said.is_file() or json.loads(said.read_text("utf-8")) != about:
        said.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder, pairs())
        write_text(said, json.dumps(about))
    return Dataset(folder)


def _write(folder: Path, pairs: Iterable[tuple[list[int], list[int]]]) -> None:
    ends: list[tuple[int, int]] = []
    total = [0, 0]
    with (folder / _FILES[0]).open("wb") as first, (folder / _FILES[1]).open("wb") as second:
        for pair in pairs:
            for place, (stream, ids) in enumerate(zip((first, second), pair, strict=True)):
                stream.write(np.array(ids, np.int32).tobytes())
                total[place] += len(ids)
            ends.append((total[0], total[1]))
    np.save(folder / "ends.npy", np.array(ends, np.int64).reshape(-1, 2))
