"""From counts to weights: how much more two things occur together than chance would have it.

With n the count of a cell, r and c the sums of its row and column, and N the sum of all:
pmi = log(n N / (r c)). PPMI keeps what is positive of it; PLMI is n times that, so that rare pairs
do not stand above all. Bigrams are weighted by the columns of the space of words that they are
compared with (`base`), so that both stand on the same footing.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file
from motjuste.spaces.space import Array, Space, SpaceWriter

Weighting = Literal["ppmi", "plmi", "raw"]
WEIGHTINGS: tuple[Weighting, ...] = get_args(Weighting)
Floats = NDArray[np.float64]
# So many cells are weighted at once.
_CHUNK = 8 << 20
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
    """Write a space with the weights of another's counts; cells of weight zero are left out."""
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
            data, indices, kept = _weighted(space, (first, last), columns, total, how)
            writer.add("data", data)
            writer.add("indices", indices)
            lengths.append(kept)
            watch(last - first)
        ends = np.cumsum(np.concatenate(lengths))
        writer.add("indptr", ends.astype(np.asarray(space.array("indices")[:0]).dtype))
    return Space(out)


def _check(space: Space, base: Space | None) -> None:
    for each in (space, base):
        if each is not None and (not each.is_sparse or each.about.get("values") != "counts"):
            raise bad_file(each.folder, "holds no counts", "weight what 'space count' wrote")
    if base is not None and base.columns != space.columns:
        raise BadInputError(f"{space.folder} and {base.folder} do not have the same columns")


def column_sums(space: Space) -> Floats:
    """The sum of each column, without loading the matrix."""
    data, indices = space.array("data"), space.array("indices")
    sums = np.zeros(space.shape[1])
    for start in range(0, len(data), _CHUNK):
        piece = slice(start, start + _CHUNK)
        sums += np.bincount(indices[piece], data[piece], space.shape[1])
    return sums


def row_chunks(space: Space, cells: int = _CHUNK) -> Iterator[tuple[int, int]]:
    """Stretches of rows, each of about so many cells."""
    ends, first = np.asarray(space.array("indptr")), 0
    while first < space.shape[0]:
        last = int(np.searchsorted(ends, int(ends[first]) + cells, side="right")) - 1
        last = min(max(last, first + 1), space.shape[0])
        yield first, last
        first = last


def _weighted(
    space: Space, stretch: tuple[int, int], columns: Floats, total: float, how: Weighting
) -> tuple[Array, Array, Array]:
    """Data, columns and lengths of the weighted rows from one to another."""
    first, last = stretch
    ends = np.asarray(space.array("indptr")[first : last + 1], np.int64)
    counts = np.asarray(space.array("data")[ends[0] : ends[-1]], np.float64)
    indices = np.asarray(space.array("indices")[ends[0] : ends[-1]])
    row = np.repeat(np.arange(last - first), np.diff(ends))
    rows = np.bincount(row, counts, last - first).astype(np.float64)
    with np.errstate(divide="ignore"):
        # A bigram may meet a word that the base never counted; it has nothing to compare with.
        weights = weigh(counts, rows[row], columns[indices], total, how)
    kept = (weights > 0) & np.isfinite(weights)
    lengths = np.bincount(row[kept], minlength=last - first)
    return weights[kept].astype(np.float32), indices[kept], lengths
