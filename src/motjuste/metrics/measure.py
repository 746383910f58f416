"""A measure: statistics for each item, then one figure from their sums.

Every figure in the papers is a function of column sums over items (or sentences). With the columns
at hand, confidence intervals and paired tests are the same few lines for all measures.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError
from motjuste.metrics.pairing import Pairing

Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """A named figure. `reduce` takes sums of the columns of `collect`, with any leading shape."""

    name: str
    description: str
    collect: Callable[[Pairing], Array]
    reduce: Callable[[Array], Array]
    digits: int | None = None

    def __str__(self) -> str:
        return self.name

    def value(self, statistics: Array) -> float:
        """The figure for the items whose statistics are given, as a percentage."""
        return rounded(float(self.reduce(statistics.sum(axis=0))), self.digits)


@dataclass(frozen=True)
class Family:
    """Measures that differ only in parameters, which are part of their names."""

    pattern: str
    description: str
    paper: str
    examples: tuple[str, ...]
    build: Callable[[re.Match[str]], Measure]

    def parse(self, name: str) -> Measure | None:
        """The measure of that name, if it is one of this family."""
        match = re.fullmatch(self.pattern, name)
        return self.build(match) if match else None


def columns(rows: Iterable[Iterable[float]], width: int) -> Array:
    """Rows of statistics as a matrix, even if there are none."""
    return np.array(list(rows), dtype=np.float64).reshape(-1, width)


def item_rows(pairing: Pairing, rows: Mapping[str, Sequence[float]], width: int) -> Array:
    """One row per item of the benchmark, in its order; zeros for items that do not count.

    All measures of a pairing have the same rows, so that they can be resampled together.
    """
    zeros = (0.0,) * width
    return columns((rows.get(item.id, zeros) for item in pairing.benchmark.items), width)


def ratio(numerator: int, denominator: int) -> Callable[[Array], Array]:
    """One column's sum as a percentage of another's; 0 if that is 0."""

    def reduce(sums: Array) -> Array:
        return 100.0 * divide(sums[..., numerator], sums[..., denominator])

    return reduce


def f_score(hits: int, answered: int, gold: int, beta: float = 1.0) -> Callable[[Array], Array]:
    """The F score, as a percentage, given the columns of hits, answered and gold."""

    def reduce(sums: Array) -> Array:
        p = divide(sums[..., hits], sums[..., answered])
        r = divide(sums[..., hits], sums[..., gold])
        return 100.0 * divide((1 + beta**2) * p * r, beta**2 * p + r)

    return reduce


def divide(numerator: Array, denominator: Array) -> Array:
    """Division in which x / 0 is 0."""
    safe = np.where(denominator == 0, 1.0, denominator)
    return np.where(denominator == 0, 0.0, numerator / safe)


def rounded(figure: float, digits: int | None) -> float:
    """A figure rounded half up, as the SemEval-2007 scorer prints it, or not at all.

    >>> rounded(2.675, 2), rounded(12.345, 2), rounded(1 / 3, None)
    (2.68, 12.35, 0.3333333333333333)
    """
    if digits is None:
        return figure
    scale = 10.0**digits
    # The small addend makes 2.675, which is stored as slightly less, round up.
    return float(np.floor(figure * scale + 0.5 + 1e-9) / scale)


def unknown_measure(name: str, families: Iterable[Family]) -> BadInputError:
    """An error that shows what measures look like."""
    examples = ", ".join(family.examples[0] for family in families)
    return BadInputError(f"unknown measure {name!r}; measures are named like {examples}")
