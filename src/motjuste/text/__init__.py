"""The nouns that every room shares, and a text's sentences and words."""

from motjuste.text.nouns import KINDS, UNIVERSAL_POS, Improvement, Kind, Substitute, Target

__all__ = ["KINDS", "UNIVERSAL_POS", "Improvement", "Kind", "Substitute", "Target"]
