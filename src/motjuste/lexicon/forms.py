"""Inflects a substitute like the word that it replaces, and copies its capitals."""

from functools import lru_cache

from motjuste.lexicon.inflection import inflect, match_case
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses


@lru_cache(1 << 16)
def formed(word: str, substitute: str, form: str) -> str:
    """The substitute inflected for a Penn Treebank tag, with the capitals of the word it replaces.

    >>> formed("Quitting", "give up", "VBG")
    'Giving up'
    """
    return match_case(inflect(substitute, _form_for(substitute, word, form)), word)


def _form_for(substitute: str, word: str, form: str) -> str:
    """The form to inflect for: a verb that replaces a participle becomes a participle too.

    Participles are also tagged as adjectives and nouns (`a broken body`, `the hiding place`).
    """
    if form not in ("NN", "JJ") or not set(analyses(word.lower(), "v")) - {word}:
        return form
    if list(Lexicon.open().parts_of_speech(substitute)) != ["VERB"]:
        return form
    return "VBG" if word.lower().endswith("ing") else "VBN"
