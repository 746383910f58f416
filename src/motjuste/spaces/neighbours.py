"""Similarity of the rows of a space, and nearest neighbours: six measures."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file
from motjuste.spaces.similarity import MEASURES as BY_FEATURES
from motjuste.spaces.similarity import Vectors
from motjuste.spaces.space import Space

Floats = NDArray[np.float64]
BY_ANGLE = ("cosine", "dot")
MEASURES = (*BY_ANGLE, *(name for name in BY_FEATURES if name not in BY_ANGLE))


class Neighbour(NamedTuple):
    """A similar row and its similarity."""

    name: str
    score: float


def dots(vectors: NDArray[np.float32], vector: NDArray[np.float32]) -> Floats:
    """The dot products of many vectors with one."""
    return (vectors @ vector).astype(np.float64)


def cosines(vectors: NDArray[np.float32], vector: NDArray[np.float32]) -> Floats:
    """The cosines of many vectors with one; 0 if either is zero.

    >>> cosines(np.array([[3, 4], [0, 0]], "f4"), np.array([6, 8], "f4")).tolist()
    [1.0, 0.0]
    """
    lengths = np.linalg.norm(vectors, axis=1).astype(np.float64) * float(np.linalg.norm(vector))
    return _divided(dots(vectors, vector), lengths)


def _divided(products: Floats, lengths: Floats) -> Floats:
    quotients: Floats = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    return quotients


class Likeness:
    """Compares the rows of a space by one measure.

    Cosine and dot product work for any space; the others compare the features that two rows share,
    so they need a sparse one. `lin` is for information weights (PPMI), the rest for counts.
    """

    def __init__(self, space: Space, measure: str = "cosine") -> None:
        if measure not in MEASURES:
            raise BadInputError(f"measure {measure!r} is not one of {', '.join(MEASURES)}")
        if measure not in BY_ANGLE and not space.is_sparse:
            raise bad_file(
                space.folder,
                f"is reduced, and {measure} compares features",
                "give a space of counts or weights, or take cosine or dot",
            )
        self.space, self.measure = space, measure

    def to_all(self, row: int) -> Floats:
        """The similarity of a row to every row, including itself."""
        if self.measure not in BY_ANGLE:
            return BY_FEATURES[self.measure](self._features.shared(row))
        products = self._products(row)
        if self.measure == "dot":
            return products
        return _divided(products, self._lengths * self._lengths[row])

    def _products(self, row: int) -> Floats:
        matrix = self.space.matrix
        products = matrix @ self.space.vectors([row])[0]
        return np.asarray(products, np.float64)

    @cached_property
    def _lengths(self) -> Floats:
        matrix = self.space.matrix
        if not self.space.is_sparse:
            return np.asarray(np.linalg.norm(matrix, axis=1), np.float64)
        squares = np.asarray(matrix.multiply(matrix).sum(axis=1), np.float64).reshape(-1)
        return np.asarray(np.sqrt(squares))

    @cached_property
    def _features(self) -> Vectors:
        matrix = self.space.matrix.tocoo()
        rows, columns = (np.asarray(indices, np.int64) for indices in (matrix.row, matrix.col))
        vectors = Vectors(rows, columns, np.asarray(matrix.data, np.float64), self.space.shape)
        informed = self.measure != "lin" or self.space.about.get("values") == "ppmi"
        return vectors if informed else vectors.information()

    def between(self, first: str, second: str) -> float:
        """The similarity of two rows."""
        return float(self.to_all(self.space.row(first))[self.space.row(second)])

    def nearest(self, name: str, most: int, pos: Sequence[str] | None = None) -> list[Neighbour]:
        """The most similar rows, without the row itself; only of the given parts of speech."""
        row = self.space.row(name)
        scores = self.to_all(row)
        scores[row] = -np.inf
        return list(self._take(scores, most, pos))

    def _take(self, scores: Floats, most: int, pos: Sequence[str] | None) -> Iterator[Neighbour]:
        for other in np.argsort(-scores, kind="stable").tolist():
            if most <= 0 or scores[other] == -np.inf:
                return
            name = self.space.rows[other]
            if pos is None or name.rpartition(".")[2] in pos:
                most -= 1
                yield Neighbour(name, float(scores[other]))
