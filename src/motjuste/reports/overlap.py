"""Do k people order substitutes as SWORDS does? Rank-biased overlap, Figure 4 (appendix C.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.errors import BadInputError

Ties = Literal["random", "order"]


@dataclass(frozen=True)
class OverlapPoint:
    """Mean overlap (0 to 1) at a number of annotators, and its deviation over simulations."""

    annotators: int
    mean: float
    deviation: float


def rank_biased_overlap(first: Sequence[str], second: Sequence[str], p: float = 0.9) -> float:
    """How alike two rankings are, from 0 to 1, early ranks counting most (Webber et al. 2010).

    The extrapolated value for finite lists of any two lengths (their equation 32): beyond the
    shorter list, agreement is assumed to stay the same. Two empty lists agree fully.

    >>> rank_biased_overlap("abc", "abc"), rank_biased_overlap("ab", "xyz")
    (1.0, 0.0)
    """
    if not 0 < p < 1:
        raise BadInputError(f"the persistence p of rank-biased overlap is {p}, not between 0 and 1")
    short, long = sorted((first, second), key=len)
    if not short:
        return float(not long)
    overlaps = _overlaps(short, long)
    s, at_s, at_end = len(short), overlaps[len(short) - 1], overlaps[-1]
    total, weight = 0.0, 1.0
    for depth, overlap in enumerate(overlaps, start=1):
        weight *= p
        beyond = at_s * (depth - s) / s if depth > s else 0.0
        total += (overlap + beyond) / depth * weight
    rest = (at_end - at_s) / len(long) + at_s / s
    return min(1.0, (1 - p) / p * total + rest * weight)


def _overlaps(short: Sequence[str], long: Sequence[str]) -> list[int]:
    """How many entries the two lists share down to each rank of the longer one."""
    ranks = {entry: rank for rank, entry in enumerate(short)}
    met = [0] * len(long)
    for rank, entry in enumerate(long):
        if entry in ranks:
            met[max(rank, ranks[entry])] += 1
    return list(accumulate(met))


def overlap_curve(
    benchmark: Benchmark,
    second: Benchmark,
    *,
    p: float = 0.9,
    simulations: int = 100,
    seed: int = 0,
    ties: Ties = "random",
) -> list[OverlapPoint]:
    """The overlap of a benchmark with k annotators drawn from a second one's labels.

    In each simulation k labels are drawn for every substitute, without replacement, and the
    substitutes with a positive one are ranked by their number; likewise the benchmark's own.
    k goes up to the fewest labels that any substitute has. Both lists stem from one order of
    candidates, so breaking ties by it would count as agreement that nobody expressed: ties are
    broken at random in every simulation, unless `ties` says by order.
    """
    if simulations < 1:
        raise BadInputError(f"{simulations} simulations cannot be averaged; ask for at least 1")
    theirs = {item.id: item for item in second.items if item.judgements}
    pairs = [(item, theirs[item.id]) for item in benchmark.items if item.id in theirs]
    if not pairs:
        raise BadInputError(f"{benchmark.name} and {second.name} have no target in common")
    most = min(len(j.labels) for _, other in pairs for j in other.judgements)
    rng = np.random.default_rng(seed)
    points = []
    for k in range(1, most + 1):
        means = np.zeros(simulations)
        for item, other in pairs:
            means += _simulate(item, other, k, p, simulations, rng, ties)
        means /= len(pairs)
        points.append(OverlapPoint(k, float(means.mean()), float(means.std())))
    return points


def _simulate(
    item: Item,
    other: Item,
    k: int,
    p: float,
    simulations: int,
    rng: np.random.Generator,
    ties: Ties,
) -> NDArray[np.float64]:
    """The overlap for one target, once for each simulation."""
    shares = np.array([j.share("negative") or 0.0 for j in item.judgements])
    positive = np.array([j.votes for j in other.judgements])
    negative = np.array([len(j.labels) for j in other.judgements]) - positive
    drawn = rng.hypergeometric(positive, negative, k, size=(simulations, len(positive)))
    mine = _rankings(item, np.tile(shares, (simulations, 1)), rng, ties)
    others = _rankings(other, drawn.astype(np.float64), rng, ties)
    return np.array([rank_biased_overlap(a, b, p) for a, b in zip(mine, others, strict=True)])


def _rankings(
    item: Item, scores: NDArray[np.float64], rng: np.random.Generator, ties: Ties
) -> list[list[str]]:
    """The substitutes with a positive score, best first, for each row of scores."""
    texts = [judgement.text.lower() for judgement in item.judgements]
    jitter = rng.random(scores.shape) if ties == "random" else np.zeros(scores.shape)
    # Column order is the last resort of lexsort's stable order, so equal keys keep it.
    orders = np.lexsort((jitter, -scores), axis=1)
    return [
        [texts[column] for column in order if row[column] > 0]
        for order, row in zip(orders.tolist(), scores, strict=True)
    ]
