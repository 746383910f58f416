"""What is never offered for a target: the word itself in any form or spelling, and offences.

Antonyms are not here: neither the table nor the lexicon's candidates hold any.
"""

import re
from functools import lru_cache

from motjuste.errors import BadInputError
from motjuste.lexicon import keys
from motjuste.lexicon.context import Word
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.offence import is_offensive, offensive
from motjuste.systems.default.pool import Pool

# By so much can one spelling of a word be longer than another.
_LONGER = 4
# How common a word must be: nearly all readers know the first kind, most learners the second.
RARITIES = {"any": 0.0, "familiar": 3.5, "common": 4.3}

_BRITISH = (
    (re.compile(r"our(?=$|s|ed|ing|able|ite|ful|less|hood|y)"), "or"),
    (re.compile(r"(?<=[a-z]{2})is(?=e|ing|ation|er)"), "iz"),
    (re.compile(r"ys(?=e|ing|er)"), "yz"),
    (re.compile(r"(?<=[bcdght])re(?=$|s$|d$)"), "er"),
    (re.compile(r"ogue(?=$|s$)"), "og"),
    (re.compile(r"([aeiou])ll(?=ed|ing|er|or)"), r"\1l"),
    (re.compile(r"(?<=en)ce(?=$|s$)"), "se"),
    (re.compile(r"ae|oe"), "e"),
    (re.compile(r"(?<=[kg])ement"), "ment"),
    (re.compile(r"gramme"), "gram"),
    (re.compile(r"(?<=[aeiou]l)l$"), ""),
    (re.compile(r"grey"), "gray"),
)  # fmt: skip


def spelling_key(word: str) -> str:
    """What is the same for a word in British and American spelling, with a hyphen or without.

    >>> spelling_key("colour") == spelling_key("Color"), spelling_key("organise")
    (True, 'organize')
    """
    key = keys.key(word)
    for pattern, american in _BRITISH:
        key = pattern.sub(american, key)
    return key


class Refusals:
    """The check for the candidates of one target."""

    def __init__(self, pool: Pool, word: Word) -> None:
        self._pool, self._offensive = pool, offensive(pool.lexicon)
        self._own = _own_keys(word.text.lower(), word.lemma, pool.headword)
        # Few candidates begin as the target does and are as long; only their keys are worth making.
        self._initials = {key[:1] for key in self._own}
        if "e" in self._initials:
            self._initials |= {"a", "o"}
        self._longest = max(map(len, self._own)) + _LONGER

    def __contains__(self, place: int) -> bool:
        number, word = int(self._pool.numbers[place]), self._pool.word(place)
        if number in self._offensive or (number < 0 and is_offensive(self._pool.lexicon, word)):
            return True
        if len(word) > self._longest or word[:1].lower() not in self._initials:
            return False
        return spelling_key(word) in self._own


@lru_cache(1 << 10)
def _own_keys(form: str, lemma: str, headword: str) -> frozenset[str]:
    """The keys of all words that the target is or is a form of."""
    lemmas = {each for pos in WORDNET_POS.values() for each in analyses(form, pos)}
    return frozenset(map(spelling_key, {form, lemma, headword, *lemmas}))


def least_frequency(rarity: str) -> float:
    """The frequency that a word must have, from one of the names or a number.

    >>> least_frequency("common"), least_frequency("3.8")
    (4.3, 3.8)
    """
    if rarity in RARITIES:
        return RARITIES[rarity]
    try:
        return float(rarity)
    except ValueError:
        names = ", ".join(RARITIES)
        raise BadInputError(
            f"max_rarity is {rarity!r}; give {names}, or the least frequency (0 to 8)"
        ) from None
