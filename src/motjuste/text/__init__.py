"""The record types that every room shares; modules hold segmentation, targets and edits."""

from motjuste.text.edits import Edit
from motjuste.text.nouns import (
    CONFIDENCES,
    DIALS,
    GENRES,
    KINDS,
    UNIVERSAL_POS,
    Answer,
    Around,
    Confidence,
    Dial,
    Genre,
    Improvement,
    Kind,
    Substitute,
    Suggestion,
    Target,
    Word,
)

__all__ = [
    "CONFIDENCES",
    "DIALS",
    "GENRES",
    "KINDS",
    "UNIVERSAL_POS",
    "Answer",
    "Around",
    "Confidence",
    "Dial",
    "Edit",
    "Genre",
    "Improvement",
    "Kind",
    "Substitute",
    "Suggestion",
    "Target",
    "Word",
]
