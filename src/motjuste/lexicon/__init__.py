"""Words and what is known about them: senses, relations, frequencies, morphology, tags."""

from motjuste.lexicon.morphology import analyses, lemma, lemma_table

__all__ = ["analyses", "lemma", "lemma_table"]
