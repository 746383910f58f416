"""Smart Word Suggestions, suggestion: how good are the suggestions for detected targets?

Accuracy concerns the first suggestion. The original program pools it over all detected targets
(sug.Acc); the paper's formula is a mean over sentences (sug.Acc.macro), which is defined only for
sentences with a detected target. Precision and recall concern all suggestions.
"""

import re

from motjuste.metrics.measure import Family, Measure, ratio
from motjuste.metrics.sws import PAPER, SUBSET, ScoredSentence, SentenceRows, of_targets, rates


def _row(sentence: ScoredSentence) -> tuple[float, ...]:
    detected = [(set(target.suggestions or ()), target) for target in sentence.detected]
    return (
        sum(len(suggested & target.votes.keys()) for suggested, target in detected),
        sum(len(target.suggestions or ()) for _, target in detected),
        sum(len(target.votes) for _, target in detected),
    )


def _accuracy(sentence: ScoredSentence) -> tuple[float, ...]:
    detected = sentence.detected
    return sum(target.correct for target in detected), len(detected)


def _macro_accuracy(sentence: ScoredSentence) -> tuple[float, ...]:
    correct, detected = _accuracy(sentence)
    return (correct / detected, 1) if detected else (0, 0)


_build = rates(
    "sug",
    _row,
    "share of suggestions for detected targets that annotators gave too",
    "share of the annotators' suggestions for detected targets that are given",
)


def _build_accuracy(match: re.Match[str]) -> Measure:
    macro, subset = match["macro"], match["subset"]
    return Measure(
        match[0],
        "share of detected targets whose first suggestion annotators gave too"
        + (", mean over sentences" if macro else "")
        + of_targets(subset),
        SentenceRows(_macro_accuracy if macro else _accuracy, 2, subset),
        ratio(0, 1),
    )


FAMILIES = (
    Family(
        r"sug\.Acc(?P<macro>\.macro)?" + SUBSET,
        "Suggestion: how often the first suggestion for a detected target is one of the "
        "annotators', over all such targets or (.macro) as the mean of the sentences that have "
        "any; of all targets or of one kind or part of speech.",
        f"{PAPER}, section 4.2",
        ("sug.Acc", "sug.Acc.macro", "sug.Acc.diversify-expression"),
        _build_accuracy,
    ),
    Family(
        r"sug\.(?P<figure>P|R|F1|F0\.5)" + SUBSET,
        "Suggestion: precision and recall of all suggestions for detected targets; a repeated "
        "suggestion is one hit at most.",
        "the scorer of Wang et al. 2023",
        ("sug.P", "sug.R", "sug.F1", "sug.F0.5", "sug.R.VERB"),
        _build,
    ),
)
