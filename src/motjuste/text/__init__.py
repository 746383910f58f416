"""The nouns that every room shares; a text's sentences, words and edits stand in its modules."""

from motjuste.text.edits import Edit
from motjuste.text.nouns import (
    KINDS,
    UNIVERSAL_POS,
    Answer,
    Around,
    Improvement,
    Kind,
    Substitute,
    Suggestion,
    Target,
    Word,
)

__all__ = [
    "KINDS",
    "UNIVERSAL_POS",
    "Answer",
    "Around",
    "Edit",
    "Improvement",
    "Kind",
    "Substitute",
    "Suggestion",
    "Target",
    "Word",
]
