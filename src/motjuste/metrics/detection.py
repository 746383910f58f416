"""Smart Word Suggestions, detection: does a system mark the spans that annotators marked?"""

from motjuste.metrics.measure import Family
from motjuste.metrics.sws import PAPER, SUBSET, ScoredSentence, rates


def _row(sentence: ScoredSentence) -> tuple[float, ...]:
    return len(sentence.detected), sentence.spans, len(sentence.targets)


_build = rates(
    "det",
    _row,
    "share of marked spans that annotators marked too",
    "share of the annotators' targets that are marked",
)

FAMILIES = (
    Family(
        r"det\.(?P<figure>P|F1|F0\.5)",
        "Detection: precision, and its mean with recall, of the spans that a system would change.",
        f"{PAPER}, section 4.2",
        ("det.P", "det.F0.5", "det.F1"),
        _build,
    ),
    Family(
        r"det\.(?P<figure>R)" + SUBSET,
        "Detection: share of the annotators' targets that a system would change too, of all or "
        "of one kind or part of speech.",
        f"{PAPER}, section 4.2",
        ("det.R", "det.R.refine-usage", "det.R.NOUN"),
        _build,
    ),
)
