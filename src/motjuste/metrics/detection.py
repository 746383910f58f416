"""Smart Word Suggestions: does a system mark what annotators marked?"""

import re

from motjuste.metrics.measure import Family, Measure, f_score, ratio
from motjuste.metrics.sws import PAPER, SUBSET, Sentence, SentenceRows, of_targets

_HITS, _PREDICTED, _GOLD = range(3)
_REDUCE = {
    "P": (ratio(_HITS, _PREDICTED), "share of marked spans that annotators marked too"),
    "R": (ratio(_HITS, _GOLD), "share of the annotators' targets that are marked"),
    "F1": (f_score(_HITS, _PREDICTED, _GOLD), "harmonic mean of det.P and det.R"),
    "F0.5": (f_score(_HITS, _PREDICTED, _GOLD, 0.5), "det.P and det.R, precision favoured"),
}


def _row(sentence: Sentence) -> tuple[float, ...]:
    return len(sentence.detected), sentence.spans, len(sentence.targets)


def _build(match: re.Match[str]) -> Measure:
    subset = match.groupdict().get("subset")
    reduce, description = _REDUCE[match["figure"]]
    rows = SentenceRows(_row, 3, subset)
    return Measure(match[0], description + of_targets(subset), rows, reduce)


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
