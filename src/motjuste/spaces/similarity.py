"""Similarity of words by the features they occur with: five measures from the literature.

Each compares one word with all others at once, using the features they share; all else that the
formulas need are sums per word. Vectors hold counts or probabilities of features, except for `lin`,
which takes positive mutual information.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]

# Weight of the word's own distribution in the skew divergence (Lee 1999).
ALPHA = 0.99


class Vectors:
    """Sparse non-negative vectors: rows are words, columns are features."""

    def __init__(self, rows: Indices, columns: Indices, weights: Array, shape: tuple[int, int]):
        positive = weights > 0
        rows, columns, weights = rows[positive], columns[positive], weights[positive]
        self.shape = shape
        self._by_row = _Grouped(rows, columns, weights, shape[0])
        self._by_column = _Grouped(columns, rows, weights, shape[1])
        self.sizes: Array = np.bincount(rows, minlength=shape[0]).astype(np.float64)
        self.sums: Array = np.bincount(rows, weights, shape[0]).astype(np.float64)
        self.lengths: Array = np.sqrt(np.bincount(rows, weights**2, shape[0]))

    def shared(self, row: int) -> "Shared":
        """The features that one word shares with each other one (and with itself)."""
        columns, weights = self._by_row[row]
        columns_shared = [self._by_column[column] for column in columns.tolist()]
        empty: tuple[Indices, Array] = (np.zeros(0, np.int64), np.zeros(0))
        others, other_weights = (
            np.concatenate(parts) for parts in zip(empty, *columns_shared, strict=True)
        )
        own_weights = np.repeat(weights, [len(rows) for rows, _ in columns_shared])
        return Shared(self, row, others, own_weights, other_weights)

    def information(self) -> "Vectors":
        """The same vectors as positive mutual information of word and feature."""
        rows, columns, weights = self._by_row.flat()
        overall = np.bincount(columns, weights, self.shape[1]) / self.sums.sum()
        information = np.log(weights / self.sums[rows] / overall[columns])
        return Vectors(rows, columns, information, self.shape)


class _Grouped:
    """Pairs of a number and a weight, grouped by a key from 0 up."""

    def __init__(self, keys: Indices, numbers: Indices, weights: Array, count: int) -> None:
        order = np.lexsort((numbers, keys))
        self._numbers, self._weights = numbers[order], weights[order]
        sizes = np.bincount(keys, minlength=count)
        self._starts = np.concatenate([[0], np.cumsum(sizes)])

    def __getitem__(self, key: int) -> tuple[Indices, Array]:
        group = slice(int(self._starts[key]), int(self._starts[key + 1]))
        return self._numbers[group], self._weights[group]

    def flat(self) -> tuple[Indices, Indices, Array]:
        """Keys, numbers and weights as parallel arrays."""
        keys = np.repeat(np.arange(len(self._starts) - 1), np.diff(self._starts))
        return keys, self._numbers, self._weights


class Shared(NamedTuple):
    """The features that a word has in common with others.

    One entry for each pair of feature and other word: the other word's row, the feature's weight
    for the word itself (`own`), and for the other (`theirs`).
    """

    vectors: Vectors
    row: int
    others: Indices
    own: Array
    theirs: Array

    def add(self, terms: Array | None = None) -> Array:
        """Terms summed per other word; without terms, the number of shared features."""
        sums: Array = np.bincount(self.others, terms, self.vectors.shape[0]).astype(np.float64)
        return sums

    def both(self, figures: Array) -> tuple[float, Array]:
        """A figure of the word itself, and the figures of all words."""
        return float(figures[self.row]), figures


def cosine(shared: Shared) -> Array:
    """The cosine of the angle between two vectors."""
    own_length, lengths = shared.both(shared.vectors.lengths)
    return _divide(shared.add(shared.own * shared.theirs), own_length * lengths)


def jaccard(shared: Shared) -> Array:
    """The share of common features among all features of the two."""
    own_size, sizes = shared.both(shared.vectors.sizes)
    common = shared.add()
    return _divide(common, own_size + sizes - common)


def l1(shared: Shared) -> Array:
    """The negated L1 distance of two distributions: 0 if equal, -2 at most.

    The sum of |q - r| is 2 minus twice the sum of the smaller of the two.
    """
    smaller = np.minimum(*_probabilities(shared))
    return 2.0 * shared.add(smaller) - 2.0


def alpha_skew(shared: Shared, alpha: float = ALPHA) -> Array:
    """Lee's skew divergence D(r || alpha q + (1 - alpha) r), negated; q is the word, r the other.

    A feature that the word does not have costs log 1 / (1 - alpha) times its probability.
    """
    q, r = _probabilities(shared)
    shared_part = shared.add(r * np.log(r / (alpha * q + (1.0 - alpha) * r)))
    unshared = np.maximum(0.0, 1.0 - shared.add(r))
    similarity: Array = unshared * np.log(1.0 - alpha) - shared_part
    return similarity


def lin(shared: Shared) -> Array:
    """Lin's measure: the share of the information in two words that they have in common."""
    own_sum, sums = shared.both(shared.vectors.sums)
    return _divide(shared.add(shared.own + shared.theirs), own_sum + sums)


def _probabilities(shared: Shared) -> tuple[Array, Array]:
    own_sum, sums = shared.both(shared.vectors.sums)
    return shared.own / own_sum, shared.theirs / sums[shared.others]


def _divide(numerator: Array, denominator: Array) -> Array:
    return np.divide(numerator, denominator, out=np.zeros_like(numerator), where=denominator > 0)


# All grow with similarity: the two distances are negated.
MEASURES: dict[str, Callable[[Shared], Array]] = {
    "lin": lin,
    "l1": l1,
    "jaccard": jaccard,
    "cosine": cosine,
    "alpha-skew": alpha_skew,
}
