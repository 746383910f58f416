"""The cost of filtering candidates by their first labels: section 4.4 of the SWORDS paper.

SWORDS asked three people first, and seven more only where one of the three said yes. On labels
that were collected without this shortcut one can tell how much it would have lost.
"""

from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Abstentions, Benchmark, count_votes
from motjuste.errors import BadInputError
from motjuste.reports.scores import ScoredSubstitute, percentage, scored


@dataclass(frozen=True)
class Filtering:
    """The candidates that the first labels alone would have dropped. Shares are percentages.

    `positive_later` is of the dropped, the next two of those positive later, `lost` of all
    acceptable substitutes.
    """

    first: int
    substitutes: int
    dropped: int
    positive_later: float | None
    unacceptable_in_the_end: float | None
    acceptable_in_the_end: float | None
    lost: float | None


def can_tell(benchmark: Benchmark, first: int = 3) -> bool:
    """Whether labelling continued where the first labels were not positive."""
    dropped = _without_positive(benchmark, first, "negative")
    return bool(dropped) and all(len(entry.judgement.labels) > first for entry in dropped)


def filtering(
    benchmark: Benchmark, first: int = 3, abstentions: Abstentions = "negative"
) -> Filtering:
    """How often the first labels would have dropped an acceptable substitute."""
    if not can_tell(benchmark, first):
        raise BadInputError(
            f"{benchmark.name}: substitutes whose first {first} labels are not positive have no "
            "more labels, so it cannot be told what became of them; "
            "give a benchmark that was labelled in full"
        )
    entries = scored(benchmark, abstentions)
    dropped = _without_positive(benchmark, first, abstentions)
    later = [entry for entry in dropped if entry.conceivable]
    acceptable = sum(entry.acceptable for entry in later)
    return Filtering(
        first,
        len(entries),
        len(dropped),
        positive_later=percentage(len(later), len(dropped)),
        unacceptable_in_the_end=percentage(len(later) - acceptable, len(later)),
        acceptable_in_the_end=percentage(acceptable, len(later)),
        lost=percentage(acceptable, sum(entry.acceptable for entry in entries)),
    )


def _without_positive(
    benchmark: Benchmark, first: int, abstentions: Abstentions
) -> list[ScoredSubstitute]:
    return [
        entry
        for entry in scored(benchmark, abstentions)
        if not count_votes(entry.judgement.labels[:first])
    ]
