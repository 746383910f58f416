"""Whether a word or phrase can be inflected as a verb or as a noun.

Substitutes come with the part of speech of their target, but need not be of it: `broke` and `short
of money` stand for `strapped for cash`. The lexicon's entries decide, of phrases the longest one.
"""

from functools import lru_cache

from motjuste.lexicon.inflection import head_of_noun_phrase, inflect
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.word_lists import closed_class, ordered_class

_PREPOSITIONS = frozenset(ordered_class("prepositions"))
_PARTICLES = closed_class("particles")
# The last words of phrases that are no nouns: `fed up`, `better than`.
_NOT_LAST_IN_NOUNS = _PREPOSITIONS | _PARTICLES | {"as", "than", "to"}
_NO_VERBS = frozenset({"ADJ", "ADV"})
# A word that is an adjective or adverb in more than four of five uses is none of a verb before a
# preposition: `short of`, but `elaborate on`.
_MIN_SHARE_OF_VERB = 0.2


@lru_cache(1 << 14)
def is_verb(text: str) -> bool:
    """Whether a word or phrase is a verb in its base form, or may be one.

    >>> [is_verb(text) for text in ("long for", "chicken out", "dry off", "showcase")]
    [True, True, True, True]
    >>> [is_verb(text) for text in ("obsessed", "short of cash", "up in arms", "expanding")]
    [False, False, False, False]
    """
    words = text.lower().removeprefix("not ").removeprefix("never ").split(" ")
    for size in range(len(words), 1, -1):
        kinds = _kinds(" ".join(words[:size]))
        if "VERB" in kinds:
            return True
        if kinds and kinds.keys() <= _NO_VERBS:
            return False
    first, *rest = words
    kinds, verbs = _kinds(first), analyses(first, "v")
    if rest and rest[0] in _PREPOSITIONS - _PARTICLES and next(iter(kinds), None) in _NO_VERBS:
        return kinds.get("VERB", 0.0) >= _MIN_SHARE_OF_VERB
    if rest and first in _PREPOSITIONS | _PARTICLES:
        return False
    if first in verbs:
        return True
    return not verbs and (_NO_VERBS.isdisjoint(kinds) or "VERB" in kinds)


@lru_cache(1 << 14)
def is_noun(text: str) -> bool:
    """Whether a word or phrase is a noun that may have a plural.

    >>> [is_noun(text) for text in ("state of mind", "way out", "grown-up", "multinational")]
    [True, True, True, True]
    >>> [is_noun(text) for text in ("attentive", "with ease", "fed up", "completely false")]
    [False, False, False, False]
    """
    words = text.lower().split(" ")
    if "NOUN" in _kinds(text):
        return True
    if len(words) > 1 and (words[0] in _PREPOSITIONS or words[-1] in _NOT_LAST_IN_NOUNS):
        return False
    head = words[head_of_noun_phrase(words)]
    kinds = _kinds(head)
    if "NOUN" in kinds or "-" in head or not kinds:
        return True
    is_gerund = head.endswith("ing")
    has_plural = Lexicon.open().frequency(inflect(head, "NNS")) > 0
    return not is_gerund and (has_plural or _NO_VERBS.isdisjoint(kinds))


def _kinds(text: str) -> dict[str, float]:
    """The parts of speech of an entry; none if the lexicon has it with other spaces alone.

    The lexicon ignores spaces when it looks up a word: `top up` is no spelling of the noun `topup`.
    """
    lexicon = Lexicon.open()
    number = lexicon.number(text)
    if number is None or lexicon.spelling(number).count(" ") != text.count(" "):
        return {}
    return lexicon.parts_of_speech(text)
