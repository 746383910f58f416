"""Which candidates are never offered for a target.

These are the target itself in any form or spelling, opposites, offensive words, other members
of a closed set (`Tuesday` for `Monday`), and words that do not fit the grammar of the sentence: a
verb that does not take the complement, a plural for one thing, an adjective that has no degrees.
"""

import re
from functools import cached_property, lru_cache

from motjuste.analysis.fitting import form_of_be
from motjuste.analysis.phrases import BEGINS_OBJECT, PARTICLES, filler, has_slot
from motjuste.lexicon import keys
from motjuste.lexicon.complements import (
    NOUN_PHRASE,
    OBJECT,
    PREPOSITIONS,
    Verbs,
    complements,
    is_passive,
)
from motjuste.lexicon.inflection import is_irregular_plural
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.word_lists import (
    IrregularForms,
    are_different,
    closed_class,
    is_in_exclusive_set,
    is_offensive,
)
from motjuste.suggester.candidates import Pool
from motjuste.text import Around, Word

# Letters by which one spelling of a word may be longer than another.
_MAX_EXTRA_LETTERS = 4

# British spellings and their American counterparts.
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
    """A key that British and American spellings of a word share, with a hyphen or without.

    >>> spelling_key("colour") == spelling_key("Color"), spelling_key("organise")
    (True, 'organize')
    """
    key = keys.key(word)
    for pattern, american in _BRITISH:
        key = pattern.sub(american, key)
    return key


# Negative polarity items: used in negations, questions and after words of degree (`so much`).
_POLAR = frozenset({"much", "any", "ever", "yet", "anymore", "at all"})
_NEGATING = closed_class("negations").union(
    "if whether do does did so too very how as that this pretty".split()
)
# Words before the target that are searched for a negation or a word of degree.
_NEGATION_REACH = 6
# Adjectives too strong to stand after `very`, besides those without degrees.
_EXTREME = frozenset({"crucial", "essential", "vital", "paramount", "massive", "wonderful"})
_SINGULAR = frozenset({"NN"})
_DEGREES = frozenset({"JJR", "JJS", "RBR", "RBS"})
# Prepositions that are never particles: a verb that ends in one needs an object after it.
_NEEDS_OBJECT = frozenset(
    "of to for with from at into upon like than against onto toward towards".split()
)
# An adjective or adverb that is compared already, whose target is not: `more modest`.
_COMPARED = re.compile(r"(more|most) [a-z-]+$")
# Tags of words before which a verb has no object.
_NO_OBJECT = frozenset({"PUNCT", "CCONJ", "SCONJ", "ADP"})
# Words after which a verb's object stands before it: `all the songs that we requested`.
_RELATIVE = frozenset("what who whom which whose how that whatever whoever".split())
# What may follow `be` before an object: `be given a book`, `be worth a lot`.
_BEFORE_OBJECT = frozenset(
    "given sent handed paid offered shown told taught asked granted awarded lent left worth "
    "without certain sure".split()
)
# Words at the end of a verb phrase that are no object in it, though they can be nouns.
_NO_NOUN = (
    PARTICLES | frozenset(PREPOSITIONS) | frozenset("home left past right round straight".split())
)
# The context of a target whose sentence is unknown.
NO_CONTEXT = Around((), 0, 0)


# Tags of determiners, and the words of these that substitutes begin with.
_DETERMINERS = frozenset({"DT", "PRP$"})
_ARTICLES = ("a ", "an ", "the ")


class Filters:
    """The check of one target's candidates, given the words around the target."""

    def __init__(self, pool: Pool, word: Word, around: Around = NO_CONTEXT) -> None:
        after = around.words[around.last].text if around.last < len(around.words) else ""
        self._pool, self._after = pool, f" {after.lower()}"
        self._around = around
        self._preposition_follows = after.lower() in PREPOSITIONS
        self._lemma, self._form = word.lemma, word.form
        self._closed = is_in_exclusive_set(word.lemma)
        self._kinds = complements(around) if pool.letter == "v" and word.pos == "VERB" else []
        is_verb = pool.letter == "v" and word.pos == "VERB" and around.last > around.first
        self._is_passive = is_verb and is_passive(around)
        self._is_prepositional = is_verb and _is_prepositional(word, around)
        self._has_object = self._is_prepositional or not {OBJECT, NOUN_PHRASE}.isdisjoint(
            self._kinds
        )
        self._lacks_object = is_verb and not self._is_passive and _lacks_object(word, around)
        self._spaced = f" {word.text.lower()} " if " " in word.text and not is_verb else ""
        before = around.words[around.first - 1] if around.first else None
        self._has_determiner = before is not None and before.form in _DETERMINERS
        self._own = _own_keys(word.text.lower(), word.lemma, pool.headword, pool.letter)
        # Spelling keys are computed only for candidates that begin like the target and are not much
        # longer: few are.
        self._initials = {key[:1] for key in self._own}
        if "e" in self._initials:
            self._initials |= {"a", "o"}
        self._longest = max(map(len, self._own)) + _MAX_EXTRA_LETTERS

    def rejects(self, place: int) -> bool:
        """Whether the candidate at a place of the pool is never offered here."""
        word, letter, lexicon = self._pool.word(place), self._pool.letter, self._pool.lexicon
        if is_form(word, letter) or is_offensive(lexicon, word):
            return True
        # `sick of` does not fit before `of`, nor `worked at` before `in`.
        if len(self._after) > 1 and word.lower().endswith(self._after):
            return True
        if self._preposition_follows and word.rpartition(" ")[2] in PREPOSITIONS:
            return True
        if self._is_opposite(word) or self._misfits(word) or self._repeats(word):
            return True
        if has_slot(word) and not self._fills(word):
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

    def _repeats(self, word: str) -> bool:
        """Whether it is a part of the target (`spite`), or has a determiner where one stands.

        Prepositions may replace longer ones: `to` for `in order to`.
        """
        if self._has_determiner and word.lower().startswith(_ARTICLES):
            return True
        return f" {word.lower()} " in self._spaced and word.lower() not in PREPOSITIONS

    def _is_past(self, word: str) -> bool:
        """Whether it is a past form of the verb that is spelled like the noun: `won` for `win`."""
        bases = analyses(word.lower(), "v") if self._pool.letter == "n" else []
        return self._lemma in bases and not word.endswith("ing") and word != self._lemma

    def _misfits(self, word: str) -> bool:
        """Whether it cannot take the target's form, or does not fit the words around it."""
        if self._form in _SINGULAR:
            return is_irregular_plural(word.lower())
        if self._form in _DEGREES:
            return " " in word or not has_degrees(self._pool.lexicon, word)
        if self._pool.letter in "ar" and _COMPARED.match(word):
            return True
        if self._before() == "very" and _is_extreme(word):
            return True
        if word in _POLAR:
            return self._pool.letter == "r" and not self._is_negated()
        if self._misfits_object(word):
            return True
        if word.startswith("be ") and self._pool.letter == "v":
            return form_of_be(self._around, self._form) is None
        return bool(self._kinds) and Verbs.open().misfits(word, self._lemma, self._kinds)

    def _misfits_object(self, verb: str) -> bool:
        """Whether a verb cannot have the object that the target has, or needs one that it lacks."""
        last = verb.rpartition(" ")[2]
        if self._lacks_object:
            return " " in verb and last in _NEEDS_OBJECT
        if not (self._is_passive or self._has_object):
            return False
        takes_in = self._is_passive or self._is_prepositional
        if takes_in and last not in PREPOSITIONS and Verbs.open().is_intransitive(verb):
            return True
        if " " in verb and _has_object_inside(self._pool.lexicon, verb):
            return True
        # `be paid a lot`, but not `be paid me`.
        if OBJECT in self._kinds and verb.startswith("be ") and last not in PREPOSITIONS:
            return True
        return " " in verb and self._needs_preposition(verb)

    def _needs_preposition(self, verb: str) -> bool:
        """Whether the pool has a phrase with a preposition too: `go back to` beside `go back`."""
        return self._has_object and any(f"{verb} {word}" in self._phrases for word in PREPOSITIONS)

    @cached_property
    def _phrases(self) -> frozenset[str]:
        return frozenset(word for word in self._pool.words if " " in word)

    def _fills(self, phrase: str) -> bool:
        """Whether it is clear whose pronouns belong in the slots of a phrase (`one's own`)."""
        if filler(phrase, self._around) is None:
            return False
        # Before a noun there is no room for them: `a crazy man`, not `an out of his mind man`.
        after = self._around.words[self._around.last : self._around.last + 1]
        return self._pool.letter in "vr" or not after or after[0].pos not in ("NOUN", "ADJ")

    def _before(self) -> str:
        words, first = self._around.words, self._around.first
        return words[first - 1].text.lower() if first else ""

    def _is_negated(self) -> bool:
        """Whether a negation, question or word of degree stands shortly before the target."""
        words, first = self._around.words, self._around.first
        return any(
            word.text.lower() in _NEGATING
            for word in words[max(0, first - _NEGATION_REACH) : first]
        )


def _is_extreme(adjective: str) -> bool:
    return adjective in _EXTREME or adjective in IrregularForms.open().without_degrees


def _is_prepositional(word: Word, around: Around) -> bool:
    """Whether a verb phrase ends in a preposition whose object follows: `dates from the war`."""
    _, space, last = word.lemma.rpartition(" ")
    after = around.words[around.last : around.last + 1]
    return bool(space) and last in PREPOSITIONS and bool(after) and after[0].pos in BEGINS_OBJECT


def _lacks_object(word: Word, around: Around) -> bool:
    """Whether no object follows a verb, nor can stand before it."""
    words, first, last = around.words, around.first, around.last
    if word.text.lower().rpartition(" ")[2] in PREPOSITIONS:
        return False
    if last < len(words) and words[last].pos not in _NO_OBJECT:
        return False
    # `about` may belong to a number: `equals about two thirds`.
    if last + 1 < len(words) and words[last].pos == "ADP" and words[last + 1].pos == "NUM":
        return False
    if any(earlier.text.lower() in _RELATIVE for earlier in words[:first]):
        return False
    # `a person to ask`
    opened = [earlier.pos for earlier in words[max(0, first - 2) : first]]
    return opened[1:] != ["PART"] or opened[0] not in ("NOUN", "ADJ", "PRON")


@lru_cache(1 << 12)
def _has_object_inside(lexicon: Lexicon, verb: str) -> bool:
    """Whether a verb phrase has its object or complement inside, and so takes no other.

    >>> lexicon = Lexicon.open()
    >>> [_has_object_inside(lexicon, verb) for verb in ("take place", "be paid", "be employed")]
    [True, False, True]
    >>> [_has_object_inside(lexicon, verb) for verb in ("put off", "make clear", "send to prison")]
    [False, False, False]
    """
    first, *rest = verb.split()
    if first == "be":
        return len(rest) == 1 and rest[0] not in _BEFORE_OBJECT and rest[0] not in PREPOSITIONS
    if not _NO_NOUN.isdisjoint(rest):
        return False
    return next(iter(lexicon.parts_of_speech(rest[-1])), None) == "NOUN"


@lru_cache(1 << 14)
def is_form(word: str, letter: str) -> bool:
    """Whether a word is an inflected form, which would be inflected once more.

    A form with senses of its own (`building`) does not count as one, unless it is a comparative or
    superlative.

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
    """Whether a word is first of all an adjective, and has a comparative.

    >>> lexicon = Lexicon.open()
    >>> [has_degrees(lexicon, word) for word in ("great", "quality", "excellent")]
    [True, False, False]
    """
    first = next(iter(lexicon.parts_of_speech(adjective)), "ADJ")
    return first == "ADJ" and adjective.lower() not in IrregularForms.open().without_degrees


@lru_cache(1 << 10)
def _own_keys(form: str, lemma: str, headword: str, letter: str) -> frozenset[str]:
    """The spelling keys of the target, its lemmas, and the head of a phrase."""
    lemmas = {base for pos in WORDNET_POS.values() for base in analyses(form, pos)}
    verb = lemma.partition(" ")[0] if analyses(lemma.partition(" ")[0], "v") else lemma
    # For `at bottom`, `essentially` is allowed and `bottom` is not; for `in order to`, `to` is.
    last = lemma.rpartition(" ")[2]
    parts = [last] if letter == "r" and last not in PREPOSITIONS else [verb]
    return frozenset(map(spelling_key, {form, lemma, headword, *parts, *lemmas}))
