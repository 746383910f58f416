"""Complements: what follows a verb in a sentence, and which verbs take which complements.

`give` takes a person and a thing, `provide` does not; `wait` takes `for`, `await` does not. The
data file has this for each verb, from WordNet's sentence frames and from counts in texts.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from motjuste.errors import bad_file
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import closed_class, ordered_class
from motjuste.text import Around, Word

PREPOSITIONS = ordered_class("prepositions")
# Kinds of complement, as bit numbers: 0 to 12 by syntactic shape, then one for each preposition
# after the verb (from FIRST on) and one for each after an object (from FIRST_AFTER_OBJECT on).
OBJECT, NOUN_PHRASE, ADJECTIVE, INFINITIVE, THAT, ASKING, GERUND, TWO_OBJECTS = range(8)
OBJECT_ADJECTIVE, OBJECT_INFINITIVE, OBJECT_BARE, OBJECT_THAT, OBJECT_ASKING = range(8, 13)
# Bit of the first preposition after the verb.
FIRST = 16
# Bit of the first preposition after an object; the 24 prepositions before it end at bit 39.
FIRST_AFTER_OBJECT = 40
ALL = (*range(13), *range(FIRST, FIRST_AFTER_OBJECT + len(PREPOSITIONS)))
_PREPOSITION = {word: FIRST + place for place, word in enumerate(PREPOSITIONS)}

_OBJECTS = closed_class("object-pronouns")
_QUESTION_WORDS = closed_class("question-words")
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_BEFORE_NOUN = frozenset({"DT", "PDT", "PRP$", "CD", "JJ", "JJR", "JJS", "POS"})
_OPENING = frozenset({"DT", "PDT", "PRP$"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
# Nouns that form adverbials, not objects: time, duration, distance, frequency, manner.
_ADVERBIAL = frozenset(
    "second moment minute hour day night morning evening afternoon week weekend month year decade "
    "century time while today yesterday tomorrow tonight monday tuesday wednesday thursday friday "
    "saturday sunday summer winter autumn spring mile kilometre kilometer metre meter foot inch "
    "yard way bit lot deal home downtown dollar percent".split()
)
# Words before a participle that are searched for the `be` of a passive.
_MAX_AUXILIARIES = 4
# Words after the verb that are examined.
_MAX_WORDS_AFTER = 7
DATA = Path(str(files("motjuste.lexicon") / "data" / "verbs.bin"))


def complements(around: Around) -> list[int]:
    """The kinds of complement after a verb in its sentence; empty where it is unclear.

    >>> from motjuste.analysis import words_of
    >>> complements(Around(words_of("They give you a refund."), 1, 2)) == [OBJECT, TWO_OBJECTS]
    True
    """
    if not around.last or not is_active(around):
        return []
    after = around.words[around.last : around.last + _MAX_WORDS_AFTER]
    return list(_kinds(after)) if after else []


def is_active(around: Around) -> bool:
    """Whether a verb is active: not a participle that may be passive or an adjective."""
    words, position = around.words, around.first
    if words[position].form != "VBN":
        return words[position].form.startswith("VB")
    for word in reversed(words[max(0, position - 3) : position]):
        if word.lemma == "have":
            return True
        if word.pos not in ("ADV", "PART"):
            break
    return False


def _kinds(after: Sequence[Word]) -> Iterator[int]:
    first, second = after[0], after[1] if len(after) > 1 else None
    text = first.text.lower()
    if first.form == "PRP" and second is not None and second.form in _FINITE:
        yield THAT
    elif first.form == "PRP" and text in _OBJECTS:
        yield OBJECT
        yield from _after_pronoun(after[1:])
    elif text == "that" and first.pos == "SCONJ":
        yield THAT
    elif text in _QUESTION_WORDS:
        yield ASKING
    elif first.form == "VBG":
        yield GERUND
    elif text == "to" and second is not None and second.form == "VB":
        yield INFINITIVE
    elif text in _PREPOSITION and first.form in ("IN", "TO"):
        yield _PREPOSITION[text]
    else:
        yield from _without_pronoun(after)


def _after_pronoun(after: Sequence[Word]) -> Iterator[int]:
    """The kinds of complement that begin with a pronoun object: `me`, `him`, `it`."""
    if not after:
        return
    first, second = after[0], after[1] if len(after) > 1 else None
    text, size = first.text.lower(), _noun_phrase_length(after)
    if text == "to" and second is not None and second.form == "VB":
        yield OBJECT_INFINITIVE
    elif text in _PREPOSITION and first.form in ("IN", "TO"):
        yield _PREPOSITION[text] - FIRST + FIRST_AFTER_OBJECT
    elif text == "that" and first.pos == "SCONJ":
        yield OBJECT_THAT
    elif text in _QUESTION_WORDS:
        yield OBJECT_ASKING
    elif first.form == "VB":
        yield OBJECT_BARE
    elif first.form == "JJ" and not size and _ends_phrase(second):
        yield OBJECT_ADJECTIVE
    elif first.form in _OPENING and size and not _is_adverbial(after[size - 1]):
        yield TWO_OBJECTS


def _without_pronoun(after: Sequence[Word]) -> Iterator[int]:
    """The kind of complement that starts with a noun phrase or an adjective."""
    size = _noun_phrase_length(after)
    if size:
        if after[0].form in _OPENING and not _is_adverbial(after[size - 1]):
            yield NOUN_PHRASE
        return
    adverbs = next(
        (position for position, word in enumerate(after) if word.form != "RB"), len(after)
    )
    rest = after[adverbs:]
    if rest and rest[0].form == "JJ" and not _noun_phrase_length(rest) and _ends_phrase(*rest[1:2]):
        yield ADJECTIVE


def _noun_phrase_length(words: Sequence[Word]) -> int:
    """The number of words in the noun phrase at the beginning; 0 if there is none."""
    size = 0
    while size < len(words) and words[size].form in _BEFORE_NOUN:
        size += 1
    start = size
    while size < len(words) and words[size].form in _NOUNS:
        size += 1
    return size if size > start else 0


def _is_adverbial(noun: Word) -> bool:
    return noun.lemma.lower() in _ADVERBIAL


def _ends_phrase(word: Word | None = None) -> bool:
    """Whether a phrase ends before a word, because the word cannot belong to it."""
    return word is None or word.pos in ("PUNCT", "CCONJ", "ADP", "SCONJ")


def is_passive(around: Around) -> bool:
    """Whether a verb is the participle of a passive: `was found`, `got lost`.

    >>> from motjuste.analysis import words_of
    >>> [is_passive(Around(words_of(text), 2, 3)) for text in ("He was found.", "He has found it.")]
    [True, False]
    """
    words, position = around.words, around.first
    if words[position].form != "VBN":
        return False
    for word in reversed(words[max(0, position - _MAX_AUXILIARIES) : position]):
        if word.lemma in ("be", "get"):
            return True
        if word.pos not in ("ADV", "PART"):
            return False
    return False


class Verbs:
    """Which complements each verb takes, and which it does not.

    >>> Verbs.open().misfits("provide", "give", [TWO_OBJECTS])
    True
    """

    def __init__(self, store: ArrayFile, lexicon: Lexicon) -> None:
        if store.about["lexicon"] != lexicon.store.checksum:
            raise bad_file(store.path, "was made for another lexicon", "install the package again")
        self._lexicon = lexicon
        self._numbers = store.array("verbs").data
        self._own, self._lacking = store.array("own").data, store.array("lacking").data
        self._place = lru_cache(1 << 13)(self._find)

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Verbs":
        """The file in the package, or another; opened once."""
        return Verbs(ArrayFile(path or DATA), Lexicon.open())

    def misfits(self, verb: str, other: str, kinds: Sequence[int]) -> bool:
        """Whether a verb does not take a complement that is characteristic of another verb."""
        row, other_row = self._place(verb), self._place(other)
        if row is None or other_row is None:
            return False
        mismatched = self._lacking[row] & self._own[other_row]
        return any(mismatched >> kind & 1 for kind in kinds)

    def is_intransitive(self, verb: str) -> bool:
        """Whether a verb is known to take no object.

        >>> [Verbs.open().is_intransitive(verb) for verb in ("happen", "find", "take place")]
        [True, False, True]
        """
        row = self._place(verb)
        return row is not None and all(self._lacking[row] >> k & 1 for k in (OBJECT, NOUN_PHRASE))

    def _find(self, verb: str) -> int | None:
        number = self._lexicon.number(verb)
        if number is None:
            return None
        row = bisect_left(self._numbers, number)
        is_there = row < len(self._numbers) and self._numbers[row] == number
        return row if is_there else None
