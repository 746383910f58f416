"""Encoded sentence pairs in memory-mapped files, and the batches of an epoch.

Millions of pairs need little memory. Access is random, so an epoch can be in any order; its order
depends only on the seed and the number of the epoch.
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
# Batches whose sentences are sorted by length together, which keeps padding short.
_SORTED_BATCHES = 50
_FILES = ("inputs.bin", "labels.bin")


class Dataset:
    """Pairs of token id sequences (input, labels), by index."""

    def __init__(self, folder: Path) -> None:
        self._ends = np.load(folder / "ends.npy")
        if not len(self._ends):
            raise BadInputError("there is no record to train on; make more, or hold out fewer")
        self._flat = [np.memmap(folder / name, np.int32, mode="r") for name in _FILES]

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> tuple[list[int], list[int]]:
        starts = self._ends[index - 1] if index else np.zeros(2, np.int64)
        first, second = (
            flat[start:end].tolist()
            for flat, start, end in zip(self._flat, starts, self._ends[index], strict=True)
        )
        return first, second

    def batches(self, size: int, seed: int, epoch: int) -> list[Numbers]:
        """The batches of an epoch, shuffled; sentences in a batch have similar lengths."""
        rng = np.random.default_rng([seed, epoch])
        order = rng.permutation(len(self))
        lengths = np.diff(self._ends[:, 0], prepend=0)
        batches = []
        for first in range(0, len(order), size * _SORTED_BATCHES):
            chunk = order[first : first + size * _SORTED_BATCHES]
            chunk = chunk[np.argsort(lengths[chunk], kind="stable")]
            batches += [chunk[start : start + size] for start in range(0, len(chunk), size)]
        return [batches[index] for index in rng.permutation(len(batches))]


def build(
    folder: Path,
    pairs: Callable[[], Iterable[tuple[list[int], list[int]]]],
    about: dict[str, Any],
) -> Dataset:
    """The pairs in a folder; they are encoded and written unless `about` says they are there."""
    about_file = folder / "about.json"
    if not about_file.is_file() or json.loads(about_file.read_text("utf-8")) != about:
        about_file.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder, pairs())
        write_text(about_file, json.dumps(about))
    return Dataset(folder)


def _write(folder: Path, pairs: Iterable[tuple[list[int], list[int]]]) -> None:
    ends: list[tuple[int, int]] = []
    total = [0, 0]
    with (folder / _FILES[0]).open("wb") as first, (folder / _FILES[1]).open("wb") as second:
        for pair in pairs:
            for side, (stream, ids) in enumerate(zip((first, second), pair, strict=True)):
                stream.write(np.array(ids, np.int32).tobytes())
                total[side] += len(ids)
            ends.append((total[0], total[1]))
    np.save(folder / "ends.npy", np.array(ends, np.int64).reshape(-1, 2))
