"""The reason given for a mark of the detector, and the replacements that the lists have for it."""

from collections.abc import Iterable
from dataclasses import replace

from motjuste.improver.expressions import MANDATORY_FROM, Expression
from motjuste.rules.detector_lists import COLLOCATION
from motjuste.text import Suggestion

# Scores of replacements from the lists are raised to between this and 1: above all others.
MIN_LISTED_SCORE = 0.6

_REASONS = {
    COLLOCATION: "“{}” does not go with “{}”",
    "informal": "“{}” is informal",
    "wordy": "“{}” is wordy",
    "vague": "“{}” is vague",
    "common": "“{}” is used very often",
}
# Labels that say less about a word than that it was used shortly before.
_WEAKER_THAN_REPETITION = frozenset({"vague", "common"})


def message(expression: Expression) -> str | None:
    """The reason to mark an expression, if there is one that can be named."""
    usage = expression.usage
    if expression.repetition and (usage is None or usage.label in _WEAKER_THAN_REPETITION):
        _, form, words_ago = expression.repetition
        ago = "just" if words_ago == 1 else f"{words_ago} words"
        return f"“{form}” was used {ago} before"
    if usage is None:
        return None
    return _REASONS[usage.label].format(" ".join(expression.word.text.split()), usage.noun)


def listed_first(expression: Expression, suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """The suggestions, with the replacements from the lists first if the expression is wrong.

    Those are written by hand for this expression, so they come before what the networks prefer.
    """
    usage = expression.usage
    if usage is None or usage.label not in MANDATORY_FROM:
        return list(suggestions)
    raised = [
        _raised(suggestion) if suggestion.lemma in usage.replacements else suggestion
        for suggestion in suggestions
    ]
    return sorted(raised, key=lambda suggestion: -suggestion.score)


def _raised(suggestion: Suggestion) -> Suggestion:
    score = MIN_LISTED_SCORE + (1 - MIN_LISTED_SCORE) * suggestion.score
    return replace(suggestion, score=score)
