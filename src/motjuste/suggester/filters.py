"""What is never offered for a target: itself in any form or spelling, opposites, offences.

Nor another thing of the same kind (`Monday`, `Tuesday`), nor what cannot stand where it stands: a
verb without such a complement, a plural for one thing, an adjective that has no degrees.
"""

import re
from functools import lru_cache
from math import nan

from motjuste.analysis.fitting import form_of_be
from motjuste.errors import BadInputError
from motjuste.lexicon import keys
from motjuste.lexicon.complements import PREPOSITIONS, Verbs, complements
from motjuste.lexicon.inflection import is_irregular_plural
from motjuste.lexicon.irregular import WITHOUT_DEGREES
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.word_lists import are_different, is_in_exclusive_set, is_offensive
from motjuste.suggester.candidates import Pool
from motjuste.text import Around, Word

# The most letters by which one spelling of a word is longer than another.
_LONGER = 4
# The highest frequency that can be asked for (log10 of occurrences in a billion words).
_MOST_FREQUENT = 8.0
# How frequent a word must be: nearly all readers know familiar words, most learners common ones.
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


@lru_cache(1 << 14)
def spelling_key(word: str) -> str:
    """What is the same for a word in British and American spelling, with a hyphen or without.

    >>> spelling_key("colour") == spelling_key("Color"), spelling_key("organise")
    (True, 'organize')
    """
    key = keys.key(word)
    for pattern, american in _BRITISH:
        key = pattern.sub(american, key)
    return key


# Said where something is denied or asked, or after words of degree: `it did not rain much`.
_POLAR = frozenset({"much", "any", "ever", "yet", "anymore", "at all"})
_NEGATING = frozenset(
    "not n't never no nobody nothing none hardly scarcely rarely seldom without if whether do does "
    "did so too very how as that this pretty".split()
)
# Words before the target in which a negation or a word of degree counts.
_NEAR = 6
# These say all that `very` could add.
_UTTER = WITHOUT_DEGREES | {"crucial", "essential", "vital", "paramount", "massive", "wonderful"}
_SINGULAR = frozenset({"NN"})
_DEGREES = frozenset({"JJR", "JJS"})
# The context of a target whose sentence is unknown.
ALONE = Around((), 0, 0)


class Filters:
    """The check for the candidates of one target, which stands among other words."""

    def __init__(self, pool: Pool, word: Word, around: Around = ALONE) -> None:
        after = around.words[around.last].text if around.last < len(around.words) else ""
        self._pool, self._after = pool, f" {after.lower()}"
        self._around = around
        self._preposition_follows = after.lower() in PREPOSITIONS
        self._lemma, self._form = word.lemma, word.form
        self._closed = is_in_exclusive_set(word.lemma)
        self._kinds = complements(around) if pool.letter == "v" and word.pos == "VERB" else []
        self._own = _own_keys(word.text.lower(), word.lemma, pool.headword, pool.letter)
        # Few candidates begin as the target does and are as long; only their keys are worth making.
        self._initials = {key[:1] for key in self._own}
        if "e" in self._initials:
            self._initials |= {"a", "o"}
        self._longest = max(map(len, self._own)) + _LONGER

    def rejects(self, place: int) -> bool:
        """Whether the candidate at a place of the pool is never offered here."""
        word, letter, lexicon = self._pool.word(place), self._pool.letter, self._pool.lexicon
        if is_form(word, letter) or is_offensive(lexicon, word):
            return True
        # `sick of` is no substitute where `of` follows anyway, nor `worked at` before `in`.
        if len(self._after) > 1 and word.lower().endswith(self._after):
            return True
        if self._preposition_follows and word.rpartition(" ")[2] in PREPOSITIONS:
            return True
        if self._is_opposite(word) or self._misfits(word):
            return True
        if self._closed and are_different(self._lemma, word):
            return True
        if len(word) > self._longest or word[:1].lower() not in self._initials:
            return False
        return spelling_key(word) in self._own or self._is_past(word)

    def _is_opposite(self, word: str) -> bool:
        find, opposite = self._pool.lexicon.find_all, self._pool.opposite
        if not opposite:
            return False
        if not opposite.isdisjoint(find(word)):
            return True
        plural = self._pool.letter == "n" and is_irregular_plural(word)
        return plural and any(not opposite.isdisjoint(find(base)) for base in analyses(word, "n"))

    def _is_past(self, word: str) -> bool:
        """Whether it is a past form of the verb that a noun is too: no `won` for `win`."""
        bases = analyses(word.lower(), "v") if self._pool.letter == "n" else []
        return self._lemma in bases and not word.endswith("ing") and word != self._lemma

    def _misfits(self, word: str) -> bool:
        """Whether it cannot stand in the target's form, or before what follows."""
        if self._form in _SINGULAR:
            return is_irregular_plural(word.lower())
        if self._form in _DEGREES:
            return not has_degrees(self._pool.lexicon, word)
        if word in _UTTER and self._before() == "very":
            return True
        if word in _POLAR:
            return self._pool.letter == "r" and not self._is_negated()
        if word.startswith("be ") and self._pool.letter == "v":
            return form_of_be(self._around, self._form) is None
        return bool(self._kinds) and Verbs.open().misfits(word, self._lemma, self._kinds)

    def _before(self) -> str:
        words, first = self._around.words, self._around.first
        return words[first - 1].text.lower() if first else ""

    def _is_negated(self) -> bool:
        """Whether what is said is denied, asked or graded shortly before the target."""
        words, first = self._around.words, self._around.first
        return any(word.text.lower() in _NEGATING for word in words[max(0, first - _NEAR) : first])


@lru_cache(1 << 14)
def is_form(word: str, letter: str) -> bool:
    """Whether a word is a form of another, which would be inflected once more.

    Some forms have senses of their own (`building`), and stay; but of degrees never.

    >>> is_form("gaining", "v"), is_form("building", "n"), is_form("older", "a")
    (True, False, True)
    """
    lower = word.lower()
    if letter in "ar":
        return any(base != lower for base in analyses(lower, "a"))
    bases = analyses(lower, letter)
    return bool(bases) and lower not in bases


@lru_cache(1 << 12)
def has_degrees(lexicon: Lexicon, adjective: str) -> bool:
    """Whether an adjective is one in the first place, and says what there can be more of.

    >>> lexicon = Lexicon.open()
    >>> [has_degrees(lexicon, word) for word in ("great", "quality", "excellent")]
    [True, False, False]
    """
    first = next(iter(lexicon.parts_of_speech(adjective)), "ADJ")
    return first == "ADJ" and adjective.lower() not in WITHOUT_DEGREES


@lru_cache(1 << 10)
def _own_keys(form: str, lemma: str, headword: str, letter: str) -> frozenset[str]:
    """The keys of all words that the target is or is a form of, and of a phrasal verb's verb."""
    lemmas = {base for pos in WORDNET_POS.values() for base in analyses(form, pos)}
    verb = lemma.partition(" ")[0] if analyses(lemma.partition(" ")[0], "v") else lemma
    # `essentially` for `at bottom`, not `bottom`; but `to` for `in order to`.
    last = lemma.rpartition(" ")[2]
    parts = [last] if letter == "r" and last not in PREPOSITIONS else [verb]
    return frozenset(map(spelling_key, {form, lemma, headword, *parts, *lemmas}))


def least_frequency(rarity: str) -> float:
    """The frequency that a word must have, from one of the names or a number.

    >>> least_frequency("common"), least_frequency("3.8")
    (4.3, 3.8)
    """
    if rarity in RARITIES:
        return RARITIES[rarity]
    try:
        least = float(rarity)
    except ValueError:
        least = nan
    if not 0 <= least <= _MOST_FREQUENT:
        names = ", ".join(RARITIES)
        raise BadInputError(
            f"max_rarity is {rarity!r}; give {names}, or the least frequency (0 to 8)"
        )
    return least
