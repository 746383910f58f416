"""What is never offered for a target: the word itself in any form or spelling, and offences.

Antonyms are not here: neither the table nor the lexicon's candidates hold any.
"""

import re

from motjuste.errors import BadInputError
from motjuste.lexicon import keys
from motjuste.lexicon.context import Word
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.offence import is_offensive, offensive
from motjuste.systems.default.pool import Pool

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
        form = word.text.lower()
        lemmas = {each for pos in WORDNET_POS.values() for each in analyses(form, pos)}
        self._pool, self._offensive = pool, offensive(pool.lexicon)
        self._own = {spelling_key(each) for each in (form, word.lemma, pool.headword, *lemmas)}
        # Few candidates begin as the target does; only of those is the whole key worth making.
        self._initials = {key[:1] for key in self._own}
        if "e" in self._initials:
            self._initials |= {"a", "o"}

    def __contains__(self, place: int) -> bool:
        number, word = int(self._pool.numbers[place]), self._pool.word(place)
        if number in self._offensive or (number < 0 and is_offensive(self._pool.lexicon, word)):
            return True
        return word[:1].lower() in self._initials and spelling_key(word) in self._own


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
