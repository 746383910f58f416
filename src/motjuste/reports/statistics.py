"""The size of a benchmark and the quality of its substitutes: Table 2 of the SWORDS paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import UNSURE, Abstentions, Benchmark, Context, Item
from motjuste.reports.scores import ScoredSubstitute, is_judged, percentage, scored


@dataclass(frozen=True)
class BenchmarkStatistics:
    """A row of Table 2. The last four averages are per target; abstentions are a percentage.

    An average runs over the targets that have at least one substitute of its kind. This, with
    abstentions counted as negative, is the reading that gives the published figures (4.2
    acceptable substitutes on the development split; over all its targets they would be 3.6).
    """

    benchmark: str
    contexts: int
    targets: int
    substitutes: int
    labels: int
    abstentions: float | None
    total: float | None
    inconceivable: float | None
    conceivable: float | None
    acceptable: float | None


def statistics(
    benchmark: Benchmark,
    *,
    source: str | None = None,
    abstentions: Abstentions = "negative",
    all_targets: bool = False,
) -> BenchmarkStatistics:
    """The row of a benchmark, or of only those substitutes that came from one source.

    With `all_targets` the averages run over all targets, also those without such substitutes.
    Where nobody judged substitutes (SemEval, CoInCo), there is nothing to grade them by.
    """
    chosen = {
        item.id: [j for j in item.judgements if source is None or source in j.sources]
        for item in benchmark.items
    }
    # As SWORDS does, spellings that differ in case alone are counted as one substitute.
    words = [
        tid for tid, judgements in chosen.items() for _ in {j.text.lower() for j in judgements}
    ]
    labels = Counter(
        label for judgements in chosen.values() for j in judgements for label in j.labels
    )
    divisor = len(benchmark.items) if all_targets else None
    graded = [s for s in scored(benchmark, abstentions) if source in (None, *s.judgement.sources)]
    judged = graded if is_judged(benchmark) else []
    return BenchmarkStatistics(
        benchmark=benchmark.name if source is None else f"{benchmark.name}: {source}",
        contexts=len(benchmark.contexts),
        targets=len(benchmark.items),
        substitutes=len(words),
        labels=sum(labels.values()),
        abstentions=percentage(labels[UNSURE], sum(labels.values())) if judged else None,
        total=_per_target(words, divisor),
        inconceivable=_graded([s for s in judged if not s.conceivable], divisor),
        conceivable=_graded([s for s in judged if s.conceivable], divisor),
        acceptable=_graded([s for s in judged if s.acceptable], divisor),
    )


def _graded(chosen: Sequence[ScoredSubstitute], divisor: int | None) -> float | None:
    return _per_target([s.item.id for s in chosen], divisor)


def _per_target(targets: Sequence[str], divisor: int | None) -> float | None:
    """Mean number of entries of each target, over those that have any or the number given."""
    count = divisor or len(set(targets))
    return len(targets) / count if targets else None


@dataclass(frozen=True)
class PartsOfSpeech:
    """How many targets of each part of speech a benchmark has, the most frequent first."""

    benchmark: str
    targets: Mapping[str, int]


def parts_of_speech(benchmark: Benchmark) -> PartsOfSpeech:
    """The targets counted by part of speech, as in section 4 of the paper."""
    counts = Counter(item.target.pos or "unknown" for item in benchmark.items)
    return PartsOfSpeech(benchmark.name, dict(sorted(counts.items(), key=lambda c: (-c[1], c[0]))))


def together(benchmarks: Sequence[Benchmark]) -> Benchmark | None:
    """Several splits as one benchmark; None if they are of different kinds or share a target."""
    items: list[Item] = [item for benchmark in benchmarks for item in benchmark.items]
    formats = {benchmark.format for benchmark in benchmarks}
    if len(benchmarks) < 2 or len(formats) > 1 or len({item.id for item in items}) < len(items):
        return None
    contexts: dict[str, Context] = {}
    for benchmark in benchmarks:
        contexts.update(benchmark.contexts)
    return Benchmark("all", benchmarks[0].format, contexts, tuple(items))


def source_names(benchmark: Benchmark) -> list[str]:
    """The sources that the benchmark names for its substitutes, in alphabetical order."""
    return sorted(set(_sources(benchmark)))


def _sources(benchmark: Benchmark) -> Iterable[str]:
    for item in benchmark.items:
        for judgement in item.judgements:
            yield from judgement.sources
