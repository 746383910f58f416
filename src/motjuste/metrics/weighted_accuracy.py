"""Smart Word Suggestions: recall of targets, each weighted by its annotators' votes."""

import re

from motjuste.metrics.measure import Family, Measure, ratio
from motjuste.metrics.sws import PAPER, SUBSET, ScoredSentence, SentenceRows, of_targets


def _row(sentence: ScoredSentence) -> tuple[float, ...]:
    return (
        sum(target.voting_index for target in sentence.detected),
        sum(target.voting_index for target in sentence.targets),
    )


def _build(match: re.Match[str]) -> Measure:
    description = "recall of targets weighted by their voting index"
    rows = SentenceRows(_row, 2, match["subset"])
    return Measure(match[0], description + of_targets(match["subset"]), rows, ratio(0, 1))


FAMILIES = (
    Family(
        "WA" + SUBSET,
        "Weighted accuracy: recall of the annotators' targets, each weighted by the number of "
        "votes for its suggestions; of all or of one kind or part of speech.",
        f"{PAPER}, section 6.1",
        ("WA", "WA.NOUN", "WA.diversify-expression"),
        _build,
    ),
)
