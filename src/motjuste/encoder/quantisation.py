"""Quantisation: rows of 4-bit numbers, and vectors by product quantisation.

The training script that writes these files and the code that reads them share this module.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

# 32-bit floats; NumPy's types do not track the width through computations.
Floats = NDArray[Any]
# Numbers that share one scale.
GROUP = 32


def pack_rows(table: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Each number in 4 bits, two to a byte, with one scale for every group of 32."""
    grouped = table.reshape(len(table), -1, GROUP)
    scale = (np.abs(grouped).max(-1) / 7).astype(np.float16)
    steps = grouped / np.maximum(scale.astype(np.float32), 1e-12)[..., None]
    codes = np.clip(np.round(steps), -7, 7).astype(np.int8).reshape(len(table), -1) + 8
    return (codes[:, ::2] | codes[:, 1::2] << 4).astype(np.uint8), scale


def unpack_rows(codes: NDArray[np.uint8], scale: NDArray[np.float16]) -> Floats:
    """The rows that `pack_rows` packed, to 4-bit precision.

    >>> row = np.linspace(-1, 1, 32, dtype=np.float32)[None]
    >>> bool(np.abs(unpack_rows(*pack_rows(row)) - row).max() < 0.08)
    True
    """
    steps = np.empty((len(codes), 2 * codes.shape[1]), np.float32)
    steps[:, ::2] = (codes & 15).astype(np.int8) - 8
    steps[:, 1::2] = (codes >> 4).astype(np.int8) - 8
    grouped = steps.reshape(len(codes), -1, GROUP) * scale[..., None].astype(np.float32)
    return grouped.reshape(len(codes), -1)


def in_parts(vectors: Floats, parts: int) -> Floats:
    """Vectors cut into parts of similar variance.

    Axes are sorted by falling variance; each part takes every n-th of them, so that the same number
    of centroids approximates every part equally well.
    >>> in_parts(np.arange(6)[None], 3).tolist()
    [[[0, 3], [1, 4], [2, 5]]]
    """
    return vectors.reshape(len(vectors), -1, parts).swapaxes(1, 2)


class ProductQuantised:
    """Many vectors, each stored as the indices of the nearest centroids of its parts.

    A dot product with all of them takes one table of the query's products with the centroids, and
    one look-up per part (Jégou, Douze and Schmid 2011).
    """

    def __init__(self, codes: NDArray[np.uint8], centroids: Floats) -> None:
        self.codes, self.centroids = codes, centroids
        self._column = np.arange(centroids.shape[0]) * centroids.shape[1]
        # This memory layout makes the matrix product ten times faster.
        self._turned = np.ascontiguousarray(centroids.swapaxes(1, 2))

    def vector(self, row: int) -> Floats:
        """One of the vectors, approximated by its centroids."""
        parts = self.centroids[np.arange(len(self.centroids)), self.codes[row]]
        vector: Floats = parts.T.ravel()
        return vector

    def dot(self, rows: NDArray[Any], query: Floats) -> Floats:
        """The dot products of a query with the vectors of some rows."""
        parts = in_parts(query[None], len(self.centroids))[0]
        products = np.matmul(parts[:, None], self._turned).ravel()
        dots: Floats = products[self.codes[rows] + self._column].sum(-1, dtype=np.float32)
        return dots
