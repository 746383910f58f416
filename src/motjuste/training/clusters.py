"""Weighted k-means clustering, deterministic."""

import numpy as np

from motjuste.extras import need
from motjuste.training.knowledge import Array

# Iterations.
_ROUNDS = 12
# Points that are used, at most.
_SAMPLE = 200_000


def centroids(
    points: Array, count: int, weights: Array | None = None, sample: int = _SAMPLE, seed: int = 0
) -> Array:
    """`count` centroids, each the weighted mean of the points nearest to it.

    If there are more points than `sample`, a random sample is used.
    """
    rng = np.random.default_rng(seed)
    weight = np.ones(len(points)) if weights is None else weights
    sampled = np.sort(rng.permutation(len(points))[:sample])
    points, weight = points[sampled].astype(np.float32), weight[sampled]
    different = np.unique(points, axis=0, return_index=True)[1]
    chance = weight[different] / weight[different].sum()
    count = min(count, len(different))
    book = points[different[np.sort(rng.choice(len(different), count, False, chance))]]
    for _ in range(_ROUNDS):
        code = nearest(points, book)
        total = np.bincount(code, weight, count)
        sums = [np.bincount(code, weight * column, count) for column in points.T]
        filled = total > 0
        book[filled] = (np.stack(sums, 1)[filled] / total[filled, None]).astype(np.float32)
    return book


def nearest(points: Array, book: Array) -> Array:
    """For each point the index of the nearest row of a codebook."""
    spatial = need("scipy.spatial", "training", "train")
    return np.asarray(spatial.cKDTree(book).query(points, workers=1)[1])
