"""Lexical functions: a matrix for each predicate, learned from bigrams by ridge regression.

The matrix of `red` is the one that best maps the vectors of nouns to those of `red NOUN` (Baroni
and Zamparelli 2010). The penalty is chosen by generalised cross-validation (Golub, Heath and Wahba
1979), which needs only one decomposition for all penalties.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file
from motjuste.spaces.bigrams import split_label
from motjuste.spaces.space import Space, SpaceWriter

Floats = NDArray[np.float64]
Watch = Callable[[int], None]
# Penalties tried, as multiples of the mean square of the singular values.
PENALTIES = tuple(10.0**power for power in range(-6, 4))
# The eleven absolute penalties that DISSECT (Dinu et al. 2013) tries.
DISSECT_PENALTIES = tuple(step / 2 for step in range(11))
# The function of a whole kind of bigrams, for predicates that have no function of their own.
GENERAL = "*"


class Ridge(NamedTuple):
    """A matrix with `matrix @ x` close to `y`, and the penalty with which it was fitted."""

    matrix: Floats
    penalty: float


def ridge(
    x: Floats, y: Floats, penalties: Sequence[float] = PENALTIES, *, relative: bool = True
) -> Ridge:
    """Ridge regression of the rows of y on those of x, with the penalty by cross-validation.

    Penalties are multiples of the mean square of the singular values, or absolute if not
    `relative`. For a penalty p, h = s² / (s² + p) is the share of y's coordinate that is kept for
    each singular value s of x; the score is n times the squared error over (n - sum(h))².
    """
    left, values, right = np.linalg.svd(x, full_matrices=False)
    projected = left.T @ y
    residual = max(0.0, float((y**2).sum() - (projected**2).sum()))
    scale = (float((values**2).mean()) or 1.0) if relative else 1.0
    energy = (projected**2).sum(axis=1)
    scores = []
    for penalty in penalties:
        shares = values * _shrunk(values, penalty * scale)
        error = float(((1 - shares) ** 2 * energy).sum()) + residual
        free = max(len(x) - float(shares.sum()), 1e-12)
        scores.append(len(x) * error / free**2)
    best = penalties[int(np.argmin(scores))] * scale
    factors = _shrunk(values, best)
    return Ridge((right.T @ (factors[:, None] * projected)).T, best)


def _shrunk(values: Floats, penalty: float) -> Floats:
    """S / (s² + p) of each singular value s; 0 if the denominator is 0."""
    denominators = values**2 + penalty
    factors: Floats = np.divide(
        values, denominators, out=np.zeros_like(values), where=denominators > 0
    )
    return factors


@dataclass(frozen=True)
class Functions:
    """Matrices by kind and predicate, memory-mapped."""

    space: Space

    @staticmethod
    def open(folder: Path) -> "Functions":
        """Open what `learn` wrote."""
        space = Space(folder)
        if space.about.get("values") != "functions":
            raise bad_file(folder, "holds no functions", "make some with 'motjuste space learn'")
        return Functions(space)

    @cached_property
    def dimensions(self) -> int:
        """The number of dimensions of their arguments and values."""
        return int(self.space.about["dimensions"])

    def matrix(self, kind: str, predicate: str) -> NDArray[np.float32] | None:
        """The matrix of a predicate, else of its kind, else None."""
        for name in (f"{kind}:{predicate}", f"{kind}:{GENERAL}"):
            row = self.space.row_of.get(name)
            if row is not None:
                flat: NDArray[np.float32] = self.space.matrix[row]
                return flat.reshape(self.dimensions, self.dimensions)
        return None


def learn(
    words: Space,
    bigrams: Space,
    out: Path,
    least: int = 10,
    general: int = 20_000,
    watch: Watch = lambda bigrams: None,
    *,
    replace: bool = False,
    dissect: bool = False,
) -> Functions:
    """Learn a matrix for every predicate with enough bigrams, and one for each kind.

    With `dissect`, penalties are chosen from the eleven that DISSECT tries.
    """
    penalty_grid = DISSECT_PENALTIES if dissect else PENALTIES
    if words.is_sparse or bigrams.is_sparse or words.shape[1] != bigrams.shape[1]:
        raise BadInputError(
            f"{words.folder} and {bigrams.folder} must be reduced to the same dimensions; see "
            "'motjuste space reduce --onto'"
        )
    size, names, penalties, pairs = words.shape[1], [], [], []
    about = {"values": "functions", "dimensions": size, "columns": size**2}
    with SpaceWriter(out, about, replace=replace) as writer:
        writer.add("vectors", np.empty((0, size**2), np.float32))
        for name, x, y in _examples(words, bigrams, least, general, watch):
            function = ridge(x, y, penalty_grid, relative=not dissect)
            names.append(name)
            penalties.append(function.penalty)
            pairs.append(len(x))
            writer.add("vectors", function.matrix.reshape(1, -1).astype(np.float32))
        if not names:
            raise BadInputError(f"{bigrams.folder}: no predicate has {least} bigrams or more")
        writer.names(names)
        writer.add("penalties", np.array(penalties))
        writer.add("frequencies", np.array(pairs, np.int64))
        writer.about["rows"] = len(names)
    return Functions.open(out)


def _examples(
    words: Space, bigrams: Space, least: int, general: int, watch: Watch
) -> Iterator[tuple[str, Floats, Floats]]:
    """Vectors of nouns and bigrams for each predicate, then a sample for each kind."""
    bigram_rows = [
        (row, *split_label(name)[:2], words.row_of[noun])
        for row, name in enumerate(bigrams.rows)
        if (noun := split_label(name)[2]) in words.row_of
    ]
    for group_key in (lambda row: row[1:3], lambda row: (row[1], GENERAL)):
        for (kind, predicate), group in groupby(sorted(bigram_rows, key=group_key), key=group_key):
            rows = list(group)
            sample = rows[:: max(1, len(rows) // general)][:general]
            if len(sample) >= least:
                x = np.asarray(words.matrix[[row[3] for row in sample]], np.float64)
                y = np.asarray(bigrams.matrix[[row[0] for row in sample]], np.float64)
                yield f"{kind}:{predicate}", x, y
            watch(len(rows))
