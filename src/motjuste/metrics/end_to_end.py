"""Smart Word Suggestions, end to end: the right span with a right first suggestion."""

from motjuste.metrics.measure import Family
from motjuste.metrics.sws import PAPER, SUBSET, ScoredSentence, rates


def _row(sentence: ScoredSentence) -> tuple[float, ...]:
    return sum(target.correct for target in sentence.targets), sentence.spans, len(sentence.targets)


_build = rates(
    "e2e",
    _row,
    "share of marked spans with a right first suggestion",
    "share of targets found with a right first suggestion",
)

FAMILIES = (
    Family(
        r"e2e\.(?P<figure>P|F1|F0\.5)",
        "End to end: precision, and its mean with recall, where a marked span counts if it is "
        "the annotators' and its first suggestion is one of theirs.",
        f"{PAPER}, section 4.1",
        ("e2e.P", "e2e.F0.5", "e2e.F1"),
        _build,
    ),
    Family(
        r"e2e\.(?P<figure>R)" + SUBSET,
        "End to end: share of the annotators' targets that are marked with a first suggestion "
        "of theirs, of all or of one kind or part of speech.",
        f"{PAPER}, section 4.1",
        ("e2e.R", "e2e.R.refine-usage", "e2e.R.ADJ"),
        _build,
    ),
)
