"""From counts to association weights.

With n the count of a cell, r and c the sums of its row and column, and N the sum of all counts:
pmi = log(n N / (r c)). PPMI keeps its positive part; PLMI is n times that, so that rare pairs do
not dominate. Bigrams are weighted by the column sums of the space of words that they are compared
with (`base`), so that both have the same scale.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file
from motjuste.spaces.space import Array, Space, SpaceWriter

Weighting = Literal["ppmi", "plmi", "raw"]
Floats = NDArray[np.float64]
# Cells weighted at a time.
CELLS_PER_CHUNK = 8 << 20
Watch = Callable[[int], None]


def weigh(counts: Floats, rows: Floats, columns: Floats, total: float, how: Weighting) -> Floats:
    """The weights of cells, given each one's count and the sums of its row and column.

    >>> weigh(np.array([3.0]), np.array([4.0]), np.array([6.0]), 16.0, "ppmi").round(4).tolist()
    [0.6931]
    """
    if how == "raw":
        return counts
    positive = np.maximum(0.0, np.log(counts * total / (rows * columns)))
    return positive if how == "ppmi" else counts * positive


def weight_space(
    space: Space,
    out: Path,
    how: Weighting,
    base: Space | None = None,
    watch: Watch = lambda rows: None,
    *,
    replace: bool = False,
) -> Space:
    """Write a space with weights instead of another's counts; zero weights are left out."""
    _check(space, base)
    columns = column_sums(base or space)
    total = float(columns.sum())
    about = {**space.about, "values": how, "base": str(base.folder) if base else None}
    with SpaceWriter(out, about, replace=replace) as writer:
        writer.names(space.rows, space.columns)
        if space.has("frequencies"):
            writer.add("frequencies", np.asarray(space.frequencies))
        writer.add("column_sums", columns)
        lengths = [np.zeros(1, np.int64)]
        for first, last in row_chunks(space):
            data, indices, row_lengths = _weighted(space, (first, last), columns, total, how)
            writer.add("data", data)
            writer.add("indices", indices)
            lengths.append(row_lengths)
            watch(last - first)
        ends = np.cumsum(np.concatenate(lengths))
        writer.add("indptr", ends.astype(np.asarray(space.array("indices")[:0]).dtype))
    return Space(out)


def _check(space: Space, base: Space | None) -> None:
    for checked in (space, base):
        if checked is not None and (
            not checked.is_sparse or checked.about.get("values") != "counts"
        ):
            raise bad_file(checked.folder, "holds no counts", "weight what 'space count' wrote")
    if base is not None and base.columns != space.columns:
        raise BadInputError(f"{space.folder} and {base.folder} do not have the same columns")


def column_sums(space: Space) -> Floats:
    """The sum of each column, without loading the matrix."""
    data, indices = space.array("data"), space.array("indices")
    sums = np.zeros(space.shape[1])
    for start in range(0, len(data), CELLS_PER_CHUNK):
        piece = slice(start, start + CELLS_PER_CHUNK)
        sums += np.bincount(indices[piece], data[piece], space.shape[1])
    return sums


def row_chunks(space: Space, cells: int = CELLS_PER_CHUNK) -> Iterator[tuple[int, int]]:
    """Ranges of rows, each with about `cells` cells."""
    ends, first = np.asarray(space.array("indptr")), 0
    while first < space.shape[0]:
        last = int(np.searchsorted(ends, int(ends[first]) + cells, side="right")) - 1
        last = min(max(last, first + 1), space.shape[0])
        yield first, last
        first = last


def _weighted(
    space: Space, row_range: tuple[int, int], columns: Floats, total: float, how: Weighting
) -> tuple[Array, Array, Array]:
    """Data, columns and lengths of the weighted rows in a range."""
    first, last = row_range
    ends = np.asarray(space.array("indptr")[first : last + 1], np.int64)
    counts = np.asarray(space.array("data")[ends[0] : ends[-1]], np.float64)
    indices = np.asarray(space.array("indices")[ends[0] : ends[-1]])
    row_of_cell = np.repeat(np.arange(last - first), np.diff(ends))
    row_sums = np.bincount(row_of_cell, counts, last - first).astype(np.float64)
    with np.errstate(divide="ignore"):
        # A bigram may occur with a word that the base never counted: its weight is dropped.
        weights = weigh(counts, row_sums[row_of_cell], columns[indices], total, how)
    positive = (weights > 0) & np.isfinite(weights)
    lengths = np.bincount(row_of_cell[positive], minlength=last - first)
    return weights[positive].astype(np.float32), indices[positive], lengths
