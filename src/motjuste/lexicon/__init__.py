"""Words and what is known of them: morphology."""

from motjuste.lexicon.morphology import analyses, lemma

__all__ = ["analyses", "lemma"]
