"""Smart Word Suggestions, end to end: the right span, and a right first suggestion for it."""

import re

from motjuste.metrics.measure import Family, Measure, f_score, ratio
from motjuste.metrics.sws import PAPER, SUBSET, Sentence, SentenceRows, of_targets

_HITS, _PREDICTED, _GOLD = range(3)
_REDUCE = {
    "P": (ratio(_HITS, _PREDICTED), "share of marked spans with a right first suggestion"),
    "R": (ratio(_HITS, _GOLD), "share of targets found with a right first suggestion"),
    "F1": (f_score(_HITS, _PREDICTED, _GOLD), "harmonic mean of e2e.P and e2e.R"),
    "F0.5": (f_score(_HITS, _PREDICTED, _GOLD, 0.5), "e2e.P and e2e.R, precision favoured"),
}


def _row(sentence: Sentence) -> tuple[float, ...]:
    return sum(each.correct for each in sentence.targets), sentence.spans, len(sentence.targets)


def _build(match: re.Match[str]) -> Measure:
    subset = match.groupdict().get("subset")
    reduce, description = _REDUCE[match["figure"]]
    rows = SentenceRows(_row, 3, subset)
    return Measure(match[0], description + of_targets(subset), rows, reduce)


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
