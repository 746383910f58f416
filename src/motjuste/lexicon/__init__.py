"""Words and what is known of them: senses, relations, frequencies, morphology, use in a text."""

from motjuste.lexicon.morphology import analyses, lemma, lemma_table

__all__ = ["analyses", "lemma", "lemma_table"]
