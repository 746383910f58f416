"""Which source the good substitutes came from: sections 4.1, 4.2 and 4.5 of the SWORDS paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Abstentions, Benchmark, count_labels
from motjuste.reports.scores import ScoredSubstitute, mean, percentage, scored
from motjuste.reports.statistics import source_names


@dataclass(frozen=True)
class SourceShare:
    """The part that substitutes of exactly these sources have in a benchmark, in percent."""

    sources: str
    substitutes: int
    of_conceivable: float | None
    of_acceptable: float | None


@dataclass(frozen=True)
class SourceQuality:
    """How the substitutes of a source were judged, in percent; other sources may have them too."""

    source: str
    substitutes: int
    acceptable: float | None
    unacceptable: float | None
    conceivable: float | None
    inconceivable: float | None


@dataclass(frozen=True)
class BestAtSize:
    """Mean score of a source's substitutes, and of as many of the best for the same targets.

    Both are means over the target's substitutes first, then over targets.
    """

    source: str
    substitutes: int
    mean_score: float | None
    mean_score_of_best: float | None


@dataclass(frozen=True)
class ScoreCount:
    """How many substitutes of each group of sources have a score (in percent)."""

    score: int
    substitutes: Mapping[str, int]


def _key(entry: ScoredSubstitute) -> tuple[str, ...]:
    return tuple(sorted(set(entry.judgement.sources)))


def _name(key: tuple[str, ...]) -> str:
    if not key:
        return "unknown"
    return f"{key[0]} only" if len(key) == 1 else " ∩ ".join(key)


def source_groups(benchmark: Benchmark) -> dict[tuple[str, ...], str]:
    """The combinations of sources that occur, with their names: A only, A ∩ B, B only."""
    return {key: _name(key) for key in sorted({_key(entry) for entry in scored(benchmark)})}


def group_of(entry: ScoredSubstitute) -> str:
    """The name of the group that a substitute's sources make up."""
    return _name(_key(entry))


def shares_by_source(
    benchmark: Benchmark, abstentions: Abstentions = "negative"
) -> list[SourceShare]:
    """Of the conceivable and of the acceptable substitutes, the share from each source (4.2)."""
    entries = scored(benchmark, abstentions)
    total = Counter(group_of(entry) for entry in entries)
    conceivable = Counter(group_of(entry) for entry in entries if entry.conceivable)
    acceptable = Counter(group_of(entry) for entry in entries if entry.acceptable)
    return [
        SourceShare(
            name,
            total[name],
            percentage(conceivable[name], sum(conceivable.values())),
            percentage(acceptable[name], sum(acceptable.values())),
        )
        for name in source_groups(benchmark).values()
    ]


def quality_by_source(
    benchmark: Benchmark, abstentions: Abstentions = "negative"
) -> list[SourceQuality]:
    """Of each source's substitutes, how many are acceptable, conceivable and neither (4.1)."""
    return [_quality(benchmark, source, abstentions) for source in source_names(benchmark)]


def _quality(benchmark: Benchmark, source: str, abstentions: Abstentions) -> SourceQuality:
    from_source = [s for s in scored(benchmark, abstentions) if source in s.judgement.sources]
    acceptable = sum(entry.acceptable for entry in from_source)
    conceivable = sum(entry.conceivable for entry in from_source)
    return SourceQuality(
        source,
        len(from_source),
        acceptable=percentage(acceptable, len(from_source)),
        unacceptable=percentage(len(from_source) - acceptable, len(from_source)),
        conceivable=percentage(conceivable, len(from_source)),
        inconceivable=percentage(len(from_source) - conceivable, len(from_source)),
    )


def best_at_size(
    benchmark: Benchmark, source: str, abstentions: Abstentions = "negative"
) -> BestAtSize:
    """Is a benchmark better than a source, or only larger? (4.1)

    For each target as many of the best-scored substitutes are taken as the source has for it, and
    their mean is one value of the mean over targets (the paper's 50.7 and 34.4).
    """
    everything: dict[str, list[float]] = {}
    scores_by_source: dict[str, list[float]] = {}
    for entry in scored(benchmark, abstentions):
        everything.setdefault(entry.item.id, []).append(entry.score)
        if source in entry.judgement.sources:
            scores_by_source.setdefault(entry.item.id, []).append(entry.score)
    best = {
        target: sorted(everything[target], reverse=True)[: len(scores)]
        for target, scores in scores_by_source.items()
    }
    return BestAtSize(
        source,
        sum(map(len, scores_by_source.values())),
        _percent(mean_of_means(scores_by_source.values())),
        _percent(mean_of_means(best.values())),
    )


def mean_of_means(groups: Iterable[Sequence[float]]) -> float | None:
    """The mean over groups of each group's mean; None if there are no groups.

    >>> mean_of_means([[1.0, 0.0], [1.0]])
    0.75
    """
    return mean([sum(group) / len(group) for group in groups])


def _percent(share: float | None) -> float | None:
    return None if share is None else 100.0 * share


def score_distribution(
    benchmark: Benchmark, abstentions: Abstentions = "negative"
) -> list[ScoreCount]:
    """How many substitutes have which score, by source: the data of Figure 1, zero included.

    Scores between two tenths are rounded up, so that only a score of exactly 0 counts as 0.
    """
    counts = Counter(
        (_tenth(entry, abstentions), group_of(entry)) for entry in scored(benchmark, abstentions)
    )
    names = list(source_groups(benchmark).values())
    return [
        ScoreCount(10 * tenth, {name: counts[tenth, name] for name in names}) for tenth in range(11)
    ]


def _tenth(entry: ScoredSubstitute, abstentions: Abstentions) -> int:
    """The score in tenths, rounded up, computed with integers."""
    total = count_labels(entry.judgement.labels, abstentions)
    return -(-10 * entry.judgement.votes // total)
