"""How alike two words are by the features that they occur with: five measures of the literature.

Each compares one word with many at once, and is worked out from the features that they share:
all else that the formulas need is how much each word has in sum. A word's vector holds counts or
probabilities of features for all measures but `lin`, which takes positive mutual information.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]

ALPHA = 0.99


class Vectors:
    """Sparse vectors without negative weights: rows are words, columns are features."""

    def __init__(self, rows: Indices, columns: Indices, weights: Array, shape: tuple[int, int]):
        kept = weights > 0
        rows, columns, weights = rows[kept], columns[kept], weights[kept]
        self.shape = shape
        self._by_row = _Grouped(rows, columns, weights, shape[0])
        self._by_column = _Grouped(columns, rows, weights, shape[1])
        self.sizes: Array = np.bincount(rows, minlength=shape[0]).astype(np.float64)
        self.sums: Array = np.bincount(rows, weights, shape[0]).astype(np.float64)
        self.lengths: Array = np.sqrt(np.bincount(rows, weights**2, shape[0]))

    def shared(self, row: int) -> "Shared":
        """What one word shares with each of the others (itself among them)."""
        columns, weights = self._by_row[row]
        met = [self._by_column[column] for column in columns.tolist()]
        nothing: tuple[Indices, Array] = (np.zeros(0, np.int64), np.zeros(0))
        others, theirs = (np.concatenate(parts) for parts in zip(nothing, *met, strict=True))
        own = np.repeat(weights, [len(found) for found, _ in met])
        return Shared(self, row, others, own, theirs)

    def information(self) -> "Vectors":
        """How much more likely a feature is with a word than at all, as a logarithm, if it is."""
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
        place = slice(int(self._starts[key]), int(self._starts[key + 1]))
        return self._numbers[place], self._weights[place]

    def flat(self) -> tuple[Indices, Indices, Array]:
        """Keys, numbers and weights, one beside the other."""
        keys = np.repeat(np.arange(len(self._starts) - 1), np.diff(self._starts))
        return keys, self._numbers, self._weights


class Shared(NamedTuple):
    """The features that a word has in common with others.

    There is an entry for each feature and each other word: which word that is, the weight that the
    feature has for the word itself (`own`), and for the other (`theirs`).
    """

    vectors: Vectors
    row: int
    others: Indices
    own: Array
    theirs: Array

    def add(self, terms: Array | None = None) -> Array:
        """Terms summed for each other word; without any, how many features are shared."""
        found: Array = np.bincount(self.others, terms, self.vectors.shape[0]).astype(np.float64)
        return found

    def both(self, figures: Array) -> tuple[float, Array]:
        """A figure of the word itself, and of each other."""
        return float(figures[self.row]), figures


def cosine(shared: Shared) -> Array:
    """The cosine of the angle between two vectors."""
    own, theirs = shared.both(shared.vectors.lengths)
    return _divide(shared.add(shared.own * shared.theirs), own * theirs)


def jaccard(shared: Shared) -> Array:
    """The share of features that both have among those that either has."""
    own, theirs = shared.both(shared.vectors.sizes)
    common = shared.add()
    return _divide(common, own + theirs - common)


def l1(shared: Shared) -> Array:
    """How far probabilities are apart in sum, as a similarity: 0 is the same, -2 the farthest.

    The sum of |q - r| is 2 - 2 times the sum of the lesser of the two.
    """
    least = np.minimum(*_probabilities(shared))
    return 2.0 * shared.add(least) - 2.0


def alpha_skew(shared: Shared, alpha: float = ALPHA) -> Array:
    """Lee's divergence D(r || alpha q + (1 - alpha) r), negated; q is the word, r the other.

    A feature that the word does not have costs log 1 / (1 - alpha) times its probability.
    """
    q, r = _probabilities(shared)
    met = shared.add(r * np.log(r / (alpha * q + (1.0 - alpha) * r)))
    unmet = np.maximum(0.0, 1.0 - shared.add(r))
    similarity: Array = unmet * np.log(1.0 - alpha) - met
    return similarity


def lin(shared: Shared) -> Array:
    """Lin's share of the information in two descriptions that they have in common."""
    own, theirs = shared.both(shared.vectors.sums)
    return _divide(shared.add(shared.own + shared.theirs), own + theirs)


def _probabilities(shared: Shared) -> tuple[Array, Array]:
    own, theirs = shared.both(shared.vectors.sums)
    return shared.own / own, shared.theirs / theirs[shared.others]


def _divide(part: Array, whole: Array) -> Array:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


# All grow with likeness: the two distances are negated.
MEASURES: dict[str, Callable[[Shared], Array]] = {
    "lin": lin,
    "l1": l1,
    "jaccard": jaccard,
    "cosine": cosine,
    "alpha-skew": alpha_skew,
}
