"""Analysis of a text, computed once: sentences, words, tags, lemmas; fitting a substitute in."""

from motjuste.analysis.fitting import construction_edits, edits_for, in_form, placed
from motjuste.analysis.text import Text, analysed, around, lemma_and_pos, locate, words_of

__all__ = [
    "Text",
    "analysed",
    "around",
    "construction_edits",
    "edits_for",
    "in_form",
    "lemma_and_pos",
    "locate",
    "placed",
    "words_of",
]
