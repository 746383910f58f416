"""Words and what is known about them: senses, relations, frequencies, morphology, tags."""

from typing import TYPE_CHECKING, Any

from motjuste.lexicon.morphology import analyses, lemma, lemma_table

if TYPE_CHECKING:
    from motjuste.lexicon.english import is_english
    from motjuste.lexicon.inflection import inflect, lemma_of
    from motjuste.lexicon.lexicon import Lexicon
    from motjuste.lexicon.spelling import Speller
    from motjuste.lexicon.tagging import Tagger

__all__ = [
    "Lexicon",
    "Speller",
    "Tagger",
    "analyses",
    "inflect",
    "is_english",
    "lemma",
    "lemma_of",
    "lemma_table",
]

_MODULES = {
    "Lexicon": "lexicon",
    "Speller": "spelling",
    "Tagger": "tagging",
    "inflect": "inflection",
    "is_english": "english",
    "lemma_of": "inflection",
}


def __getattr__(name: str) -> Any:
    # Also asked for every submodule (`from motjuste.lexicon import keys`) before it is imported.
    if name not in _MODULES:
        raise AttributeError(name)
    from motjuste.extras import from_module

    return from_module(__name__, name, _MODULES)
