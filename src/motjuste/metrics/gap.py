"""Generalised average precision (Kishida 2005): average precision with graded gold.

`GAP` and `GAP.count` follow SWORDS's program: lemmas, with the share or the number of positive
labels as gold weights. `GAP.nomwe` is what papers report on SemEval-2007 and CoInCo, which have
annotator counts and no negative labels (Melamud et al. 2015, option no-mwe of their program):
strings as they are, weighted by the counts; everything with a space or a hyphen is dropped from
gold and ranking.
"""

import re
import warnings
from dataclasses import dataclass

import numpy as np

from motjuste.benchmarks.benchmark import (
    FALSE,
    TRUE_IMPLICIT,
    Abstentions,
    Benchmark,
    Item,
)
from motjuste.benchmarks.candidate_pools import is_single
from motjuste.errors import BadInputWarning
from motjuste.metrics.lemmas import Rankings, ideal_rankings, rankings
from motjuste.metrics.measure import Array, Family, Measure, divide, item_rows, ratio
from motjuste.metrics.pairing import Pairing


def mean_weights(run: Rankings, weights: Array) -> Array:
    """For each item, the sum over its hits of the mean weight of the ranking up to the hit."""
    weights = np.maximum(weights, 0.0)
    means = run.within_items(weights) / run.rank
    return run.total(means * (weights > 0))


@dataclass(frozen=True)
class _Gaps:
    by_share: bool

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: self._columns(pairing))

    def _columns(self, pairing: Pairing) -> Array:
        if self.by_share and has_counts_only(pairing.benchmark):
            warn_of_plain_average_precision(pairing.benchmark)
        run = rankings(pairing)
        reached = mean_weights(run, self._weights(run))
        best, counted = self._best(pairing.benchmark, pairing.settings.abstentions)
        # Sums over many items have rounding errors; no ranking is better than the best one.
        gaps = np.minimum(divide(reached, best), 1.0)
        return np.stack([gaps, counted], axis=1)

    def _weights(self, run: Rankings) -> Array:
        return run.share if self.by_share else run.votes

    def _best(self, benchmark: Benchmark, abstentions: Abstentions) -> tuple[Array, Array]:
        """For each item, the value of the best ranking, and whether the item counts."""
        key = ("best GAP", self.by_share, abstentions)
        if key not in benchmark.memo:
            gold = ideal_rankings(benchmark, abstentions)
            weights = self._weights(gold)
            best_first = weights[np.lexsort((-weights, gold.item))]
            counted = (gold.total(np.ones_like(weights)) > 0).astype(np.float64)
            benchmark.memo[key] = (mean_weights(gold, best_first), counted)
        cached: tuple[Array, Array] = benchmark.memo[key]
        return cached


def has_counts_only(benchmark: Benchmark) -> bool:
    """Whether substitutes were written from memory and none was judged unsuitable.

    Candidates that nobody wrote (FALSE_IMPLICIT, as in SWORDS's files of CoInCo) were not judged.
    False for a user's own table (`plain`), on which no paper reports figures, and for ANVAN-LS,
    whose measure is MAP.
    """
    if benchmark.format in ("plain", "anvan-ls"):
        return False
    labels = {
        label
        for item in benchmark.items
        for judgement in item.judgements
        for label in judgement.labels
    }
    return TRUE_IMPLICIT in labels and FALSE not in labels


def warn_of_plain_average_precision(benchmark: Benchmark) -> None:
    """Warn that GAP weights all substitutes equally where there are no negative labels."""
    warnings.warn(
        f"{benchmark.name} has no negative labels, so every substitute that somebody gave has the "
        "share 1 and GAP is plain average precision; papers on such sets report GAP.nomwe (counts "
        "as weights, without multiwords)",
        BadInputWarning,
        stacklevel=2,
    )


def single_words(item: Item) -> dict[str, int]:
    """The single-word substitutes of an item, without hyphens, with their counts."""
    return {
        judgement.text: judgement.votes
        for judgement in item.judgements
        if judgement.votes and is_single(judgement.text)
    }


def gap_without_multiwords(counts: dict[str, int], ranking: list[str]) -> float:
    """The generalised average precision of a ranking, without multiwords on either side.

    >>> gap_without_multiwords({"glad": 3, "merry": 1}, ["merry", "glad", "well-off"])
    0.6
    """
    reached = _sum_of_means([counts.get(word, 0) for word in ranking if is_single(word)])
    return reached / _sum_of_means(sorted(counts.values(), reverse=True))


def _sum_of_means(weights: list[int]) -> float:
    """The sum over positive weights of the mean weight up to each."""
    total, sum_of_means = 0, 0.0
    for rank, weight in enumerate(weights, start=1):
        total += weight
        sum_of_means += total / rank if weight else 0.0
    return sum_of_means


def _without_multiwords(pairing: Pairing) -> Array:
    """Rows (GAP, 1) of the items that have a single-word substitute."""
    rows: dict[str, tuple[float, float]] = {}
    for item in pairing.benchmark.items:
        if counts := single_words(item):
            ranking = list(dict.fromkeys(guess.text for guess in pairing.ranking(item)))
            rows[item.id] = (gap_without_multiwords(counts, ranking), 1.0)
    return item_rows(pairing, rows, 2)


def _build_without_multiwords(match: re.Match[str]) -> Measure:
    return Measure(
        match[0],
        "generalised average precision, counts of annotators as weights, multiwords left out",
        _without_multiwords,
        ratio(0, 1),
    )


def _build(match: re.Match[str]) -> Measure:
    by_share = match[0] == "GAP"
    description = "by share of positive labels" if by_share else "by number of positive labels"
    return Measure(
        match[0],
        f"generalised average precision, substitutes weighted {description}",
        _Gaps(by_share),
        ratio(0, 1),
    )


FAMILIES = (
    Family(
        r"GAP(\.count)?",
        "Generalised average precision of the ranking, gold weighted by the share of positive "
        "labels (GAP) or by their number (GAP.count); what is not ranked earns nothing.",
        "Lee et al. 2021, appendix D.2; Kishida 2005",
        ("GAP", "GAP.count"),
        _build,
    ),
    Family(
        r"GAP\.nomwe",
        "GAP as papers report it on SemEval-2007 and CoInCo: weights are the annotators' counts, "
        "and what has a space or a hyphen is left out of gold and ranking; give rankers the "
        "substitutes of all targets of the same lemma and part of speech.",
        "Melamud et al. 2015; Thater et al. 2010",
        ("GAP.nomwe",),
        _build_without_multiwords,
    ),
)
