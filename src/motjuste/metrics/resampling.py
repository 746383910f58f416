"""Confidence intervals and paired tests: resample the items' statistics and reduce them again.

All measures, and all runs of a comparison, use the same resamples, so their figures belong
together. The seed is fixed: the same input gives the same output.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from motjuste.metrics.measure import Array, Measure

# Default seed of the resamples.
SEED = 12345
# Weights held in memory at a time, whatever the number of items.
MAX_WEIGHTS = 1 << 19
# Differences smaller than this are rounding errors.
_ROUNDING = 1e-9


def bootstrap_weights(items: int, resamples: int, seed: int = SEED) -> Iterator[Array]:
    """How often each item is drawn in each resample, in chunks of resamples."""
    rng = np.random.default_rng(seed)
    at_once = max(1, MAX_WEIGHTS // max(1, items))
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        drawn = rng.integers(0, items, size=(size, items))
        drawn += np.arange(size)[:, None] * items
        counts = np.bincount(drawn.ravel(), minlength=size * items)
        yield counts.reshape(size, items).astype(np.float64)


def random_signs(items: int, resamples: int, seed: int = SEED) -> Iterator[Array]:
    """+1 or -1 with equal probability for each resample and item, in chunks of resamples."""
    rng = np.random.default_rng(seed)
    at_once = max(1, MAX_WEIGHTS // max(1, items))
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        yield rng.integers(0, 2, size=(size, items)).astype(np.float64) * 2 - 1


class Resampler:
    """The statistics of several measures in one matrix, resampled together."""

    def __init__(self, measures: Sequence[Measure], blocks: Sequence[Array]) -> None:
        self.measures = measures
        self._places: list[slice] = []
        unique: dict[int, slice] = {}
        distinct: list[Array] = []
        width = 0
        for block in blocks:
            if id(block) not in unique:
                unique[id(block)] = slice(width, width + block.shape[1])
                width += block.shape[1]
                distinct.append(block)
            self._places.append(unique[id(block)])
        self.statistics = np.hstack(distinct) if distinct else np.zeros((0, 0))

    def figures(self, sums: Array) -> Array:
        """Each measure's figure, from column sums with any leading shape."""
        reduced = [
            measure.reduce(sums[..., place])
            for measure, place in zip(self.measures, self._places, strict=True)
        ]
        return np.stack(reduced, axis=-1)

    def observed(self) -> Array:
        """Each measure's figure on the items as they are."""
        return self.figures(self.statistics.sum(axis=0))

    def bootstrap(self, resamples: int, seed: int = SEED) -> Array:
        """Each measure's figure on each resample."""
        weights = bootstrap_weights(len(self.statistics), resamples, seed)
        return np.concatenate([self.figures(drawn @ self.statistics) for drawn in weights])


def intervals(figures: Array, confidence: float) -> list[tuple[float, float]]:
    """The percentile interval of each measure over the resamples."""
    ordered, tail = np.sort(figures, axis=0), (1.0 - confidence) / 2.0
    low, high = _quantile(ordered, tail), _quantile(ordered, 1.0 - tail)
    return [(round(float(a), 4), round(float(b), 4)) for a, b in zip(low, high, strict=True)]


def _quantile(ordered: Array, share: float) -> Array:
    """A quantile of sorted rows, linearly interpolated.

    NumPy's own function imports its masked arrays, which takes longer than all of this.
    """
    position = share * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    interpolated: Array = ordered[below] + (position - below) * (ordered[above] - ordered[below])
    return interpolated


def paired_bootstrap(baseline: Array, system: Array, observed: Array) -> Array:
    """Two-sided p-value by the paired bootstrap, from both runs' figures on the same resamples.

    The resampled differences are centred at zero; p = (c + 1) / (n + 1), where c counts those of
    the n that are at least as large as the observed difference, as in sacreBLEU.
    """
    differences = system - baseline
    centred = np.abs(differences - differences.mean(axis=0))
    return _p_value(centred, observed)


def randomisation_test(
    baseline: Resampler, system: Resampler, resamples: int, seed: int = SEED
) -> Array:
    """Two-sided p-value by approximate randomisation: swap the runs' answers item by item."""
    total = baseline.statistics.sum(axis=0) + system.statistics.sum(axis=0)
    half_gap = (system.statistics - baseline.statistics) / 2.0

    def differences(signs: Array) -> Array:
        moved = signs @ half_gap
        return np.abs(system.figures(total / 2 + moved) - baseline.figures(total / 2 - moved))

    signs = random_signs(len(half_gap), resamples, seed)
    shuffled = np.concatenate([differences(drawn) for drawn in signs])
    return _p_value(shuffled, system.observed() - baseline.observed())


def _p_value(differences: Array, observed: Array) -> Array:
    reached = differences >= np.abs(observed) - _ROUNDING
    p_values: Array = (reached.sum(axis=0) + 1.0) / (len(differences) + 1.0)
    return p_values
