"""The nouns that every room shares; a text's sentences, words and edits stand in its modules."""

from motjuste.text.edits import Edit
from motjuste.text.nouns import (
    CONFIDENCES,
    DIALS,
    KINDS,
    UNIVERSAL_POS,
    Answer,
    Around,
    Confidence,
    Dial,
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
    "KINDS",
    "UNIVERSAL_POS",
    "Answer",
    "Around",
    "Confidence",
    "Dial",
    "Edit",
    "Improvement",
    "Kind",
    "Substitute",
    "Suggestion",
    "Target",
    "Word",
]
