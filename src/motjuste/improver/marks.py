"""Marks with a reason, made in one way whatever found them, and which of them a writer wants."""

from collections.abc import Sequence

from motjuste.analysis import Text, placed
from motjuste.rules import Fix, RuleMatch, kinds
from motjuste.text import CONFIDENCES, DIALS, Confidence, Dial, Improvement, Suggestion, Target

Span = tuple[int, int]


def shown_at(dial: Dial) -> tuple[Confidence, ...]:
    """How sure marks must be to be shown.

    >>> shown_at("balanced")
    ('sure', 'likely')
    """
    return CONFIDENCES[: DIALS.index(dial) + 1]


def of_rule(match: RuleMatch) -> Improvement:
    """The mark for a place where a rule matches; what a rule offers is as sure as the rule."""
    suggestions = tuple(map(_suggestion, match.fixes))
    sws_kind = kinds()[match.kind].sws
    return Improvement(
        match.start, match.end, match.kind, suggestions, match.reason, match.confidence,
        sws_kind=sws_kind,
    )  # fmt: skip


def _suggestion(fix: Fix) -> Suggestion:
    return Suggestion(fix.text, 1.0, fix.text, edits=fix.edits)


def mark(
    text: Text,
    span: Span,
    kind: str,
    suggestions: Sequence[Suggestion],
    confidence: Confidence,
    reason: str = "",
) -> Improvement:
    """A mark of a kind, with its suggestions placed and the kind's own reason if there is none."""
    target = Target(text, *span)
    about = kinds()[kind]
    right = suggestions[0].text if suggestions else ""
    reason = reason or about.reason.replace("{wrong}", target.word).replace("{right}", right)
    ready = tuple(placed(target, suggestion) for suggestion in suggestions)
    return Improvement(*span, kind, ready, reason, confidence, text=target.word, sws_kind=about.sws)


def touches(span: Span, others: Sequence[Improvement]) -> bool:
    """Whether a span has a character in common with one of some marks."""
    return any(other.start < span[1] and span[0] < other.end for other in others)
