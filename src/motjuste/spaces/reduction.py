"""Truncated singular value decomposition of a sparse matrix.

Small matrices are decomposed exactly; large ones by a random projection with power iterations
(Halko, Martinsson and Tropp 2011), deterministic for a seed.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file
from motjuste.extras import need
from motjuste.spaces.space import Space, SpaceWriter

Floats = NDArray[np.float32]
# Cells, including empty ones, up to which a matrix is decomposed exactly.
MAX_EXACT_CELLS = 4_000_000
# Extra dimensions of the random projection; 5 to 10 are usual (Halko et al. 2011).
OVERSAMPLING = 10
# Power iterations: they sharpen the separation of singular values.
ITERATIONS = 4
# Rows projected at a time.
_ROWS_PER_CHUNK = 4096
# Dense matrices of all rows and columns that are in memory at the same time.
_COPIES = 3
Watch = Callable[[int], None]
# Passes over the matrix: the first projection, two for each iteration, and the last one.
STEPS = 2 * ITERATIONS + 2


class Reduced(NamedTuple):
    """The largest singular values and their vectors: `left * values @ right` approximates."""

    left: Floats
    values: Floats
    right: Floats


def svd(matrix: Any, dimensions: int, seed: int = 0, watch: Watch = lambda steps: None) -> Reduced:
    """The largest singular values of a matrix, sparse or dense; exact if it is small."""
    if not 1 <= dimensions <= min(matrix.shape):
        raise BadInputError(
            f"a matrix of {matrix.shape[0]:,} x {matrix.shape[1]:,} cannot be reduced to "
            f"{dimensions:,} dimensions; ask for 1 to {min(matrix.shape):,}"
        )
    if matrix.shape[0] * matrix.shape[1] <= MAX_EXACT_CELLS:
        return _exact(matrix, dimensions)
    _check_memory(matrix.shape, dimensions)
    return _randomised(matrix, dimensions, np.random.default_rng(seed), watch)


def _check_memory(shape: tuple[int, int], dimensions: int) -> None:
    """Refuse what does not fit into memory: the system would kill the program silently."""
    try:
        available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return
    needed = _COPIES * 4 * (dimensions + OVERSAMPLING) * sum(shape)
    if needed > available:
        raise BadInputError(
            f"reducing {shape[0]:,} x {shape[1]:,} to {dimensions:,} dimensions takes about "
            f"{needed / 1e9:,.0f} GB of memory, and there are {available / 1e9:,.0f}; ask for "
            "fewer, or reduce a part and put the rest --onto it"
        )


def _exact(matrix: Any, dimensions: int) -> Reduced:
    dense = matrix.toarray() if hasattr(matrix, "toarray") else np.asarray(matrix)
    left, values, right = np.linalg.svd(dense.astype(np.float64), full_matrices=False)
    return _cut(left, values, right, dimensions)


def _randomised(matrix: Any, dimensions: int, rng: np.random.Generator, watch: Watch) -> Reduced:
    width = min(dimensions + OVERSAMPLING, *matrix.shape)
    sample = matrix @ rng.standard_normal((matrix.shape[1], width), np.float32)
    watch(1)
    for _ in range(ITERATIONS):
        # Between passes any basis of the same span will do; LU is faster than QR.
        sample = matrix.T @ _lu_basis(sample)
        sample = matrix @ _lu_basis(sample)
        watch(2)
    basis = np.linalg.qr(sample)[0]
    left, values, right = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    watch(1)
    return _cut(basis @ left, values, right, dimensions)


def _lu_basis(matrix: Floats) -> Floats:
    linalg = need("scipy.linalg", "reducing a space", "spaces")
    basis: Floats = linalg.lu(matrix, permute_l=True, check_finite=False, overwrite_a=True)[0]
    return basis


def _cut(left: Any, values: Any, right: Any, dimensions: int) -> Reduced:
    """The first dimensions, with signs that make each right vector's largest entry positive."""
    left, values, right = left[:, :dimensions], values[:dimensions], right[:dimensions]
    largest = np.abs(right).argmax(axis=1)
    signs = np.where(right[np.arange(len(right)), largest] < 0, -1.0, 1.0)
    float_type = np.float32
    return Reduced(
        (left * signs).astype(float_type),
        values.astype(float_type),
        (right * signs[:, None]).astype(float_type),
    )


def reduce_space(
    space: Space,
    out: Path,
    dimensions: int,
    seed: int = 0,
    watch: Watch = lambda steps: None,
    *,
    replace: bool = False,
) -> Space:
    """Write a space with fewer dimensions, and the directions to project other spaces."""
    reduced = svd(_floats(space), dimensions, seed, watch)
    about = {**_origin(space), "columns": dimensions, "seed": seed}
    with SpaceWriter(out, about, replace=replace) as writer:
        writer.names(space.rows)
        writer.add("vectors", reduced.left * reduced.values)
        writer.add("singular_values", reduced.values)
        writer.add("directions", np.ascontiguousarray(reduced.right.T))
        _copy_frequencies(space, writer)
    return Space(out)


def project_space(space: Space, onto: Space, out: Path, *, replace: bool = False) -> Space:
    """Write a space projected to the dimensions of another one reduced from the same columns."""
    if not onto.has("directions"):
        raise bad_file(onto.folder, "has no directions", "give a space that 'space reduce' wrote")
    directions = np.asarray(onto.array("directions"))
    if directions.shape[0] != space.shape[1]:
        raise BadInputError(
            f"{space.folder} has {space.shape[1]:,} columns, {onto.folder} was made from "
            f"{directions.shape[0]:,}: they do not fit"
        )
    about = {**_origin(space), "columns": onto.shape[1], "onto": str(onto.folder)}
    matrix = _floats(space)
    with SpaceWriter(out, about, replace=replace) as writer:
        writer.names(space.rows)
        writer.add("vectors", np.empty((0, onto.shape[1]), np.float32))
        for first in range(0, space.shape[0], _ROWS_PER_CHUNK):
            writer.add("vectors", np.asarray(matrix[first : first + _ROWS_PER_CHUNK] @ directions))
        _copy_frequencies(space, writer)
    return Space(out)


def _floats(space: Space) -> Any:
    matrix = space.matrix
    return matrix if matrix.dtype == np.float32 else matrix.astype(np.float32)


def _origin(space: Space) -> dict[str, Any]:
    """The description of a space, for a reduced one made from it."""
    dropped = ("format", "version", "arrays")
    return {name: value for name, value in space.about.items() if name not in dropped}


def _copy_frequencies(space: Space, writer: SpaceWriter) -> None:
    if space.has("frequencies"):
        writer.add("frequencies", np.asarray(space.array("frequencies")))
