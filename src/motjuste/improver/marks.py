"""Makes marks (`Improvement`), for rules, spelling, doubled words and the network alike."""

from collections.abc import Sequence

from motjuste.analysis import Text, placed
from motjuste.rules import Fix, RuleMatch, kinds
from motjuste.text import CONFIDENCES, DIALS, Confidence, Dial, Improvement, Suggestion, Target
from motjuste.text.segmentation import overlaps

Span = tuple[int, int]


def shown_at(dial: Dial) -> tuple[Confidence, ...]:
    """The confidences of the marks that are shown at a setting of the writer's dial.

    >>> shown_at("balanced")
    ('sure', 'likely')
    """
    return CONFIDENCES[: DIALS.index(dial) + 1]


def of_rule(match: RuleMatch) -> Improvement:
    """The mark for a match of a rule."""
    suggestions = tuple(map(_suggestion, match.fixes))
    return Improvement(
        match.start,
        match.end,
        match.kind,
        suggestions,
        match.reason,
        match.confidence,
        sws_kind=kinds()[match.kind].sws,
    )


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
    """A mark with its suggestions placed; without a `reason` it gets the one of its kind."""
    target = Target(text, *span)
    kind_row = kinds()[kind]
    right = suggestions[0].text if suggestions else ""
    reason = reason or kind_row.reason.replace("{wrong}", target.word).replace("{right}", right)
    return Improvement(
        *span,
        kind,
        tuple(placed(target, suggestion) for suggestion in suggestions),
        reason,
        confidence,
        text=target.word,
        sws_kind=kind_row.sws,
    )


def touches(span: Span, others: Sequence[Improvement]) -> bool:
    """Whether a span overlaps any of the marks."""
    return overlaps(span, ((other.start, other.end) for other in others))
