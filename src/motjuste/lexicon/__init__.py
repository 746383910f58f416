"""Words and what is known of them: morphology."""

from motjuste.lexicon.morphology import analyses, lemma, lemma_of

__all__ = ["analyses", "lemma", "lemma_of"]
