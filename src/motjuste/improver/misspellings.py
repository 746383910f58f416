"""Spelling mistakes: words of a text that the dictionary does not have, with corrections."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.analysis import Text
from motjuste.improver.marks import Span, mark
from motjuste.lexicon.inflection import match_case
from motjuste.lexicon.spelling import Correction, Speller
from motjuste.rules.fixes import is_sentence_start
from motjuste.text import Confidence, Improvement, Suggestion, Word
from motjuste.text.segmentation import overlaps

# A correction is sure if its probability is at least this …
_SURE_PROBABILITY = 0.9
# … and it takes at most this many slips (weighted edits) to get from it to what was written.
_SURE_SLIPS = 1.3
# A correction is likely from this probability on …
_LIKELY_PROBABILITY = 0.5
# … and up to this many slips.
_LIKELY_SLIPS = 2.2
# Corrections down to this probability are shown at the setting "thorough".
_THOROUGH_PROBABILITY = 0.2
# The frequency that a correction must have (log10 of occurrences in a billion words), so that no
# rare word is offered for a term that the dictionary lacks …
_MIN_FREQUENCY = 3.0
# … and how much higher than the frequency of the word as written it must be, if that has one.
_MIN_FREQUENCY_GAIN = 2.5
# Capitalised words are mostly names. Only those that begin a sentence are checked, and their
# correction must be very common.
_MIN_FREQUENCY_CAPITALISED = 5.0
# An unknown word that a document has this many times with a capital is a name.
_NAME_COUNT = 2
# A word that a document has this many times is taken for its author's own term …
_TERM_COUNT = 3
# … unless the correction is at least this probable.
_TERM_PROBABILITY = 0.97
# A word without any of these is an abbreviation (`btw`, `pls`), not a misspelling.
_VOWELS = frozenset("aeiouy")
# Casual spellings that no dictionary has: a drawn-out letter (`noooo`) …
_DRAWN_OUT = re.compile(r"(.)\1\1")
# … this ending, alone or after a word (`half seven ish`, `sevenish`) …
_ROUGHLY = "ish"
# … and adjectives made of a word (`pillowy`), but not of one with such an end: these are rather
# misspellings (`realy`, `angery`, `noisey`).
_MADE_ADJECTIVE = re.compile(r"(.*[^aeiouylr])y")
# Corrections shown, at most …
_MAX_CORRECTIONS = 3
# … and the share of the first one's probability that the others need.
_MIN_SHARE_OF_BEST = 0.05


class Spellings(NamedTuple):
    """The spellings in a document: words that occur with a capital, in lower case, and counts.

    `counts` has only words that are written in lower case, `capitalised` those with a capital.
    """

    names: frozenset[str]
    counts: Counter[str]
    capitalised: Counter[str]

    @staticmethod
    def of(texts: Sequence[Text]) -> "Spellings":
        """The spellings in all texts of a document."""
        words = [token.text for text in texts for token in text.tokens if token.text.isalpha()]
        names = frozenset(word.lower() for word in words if word[0].isupper())
        capitalised = Counter(word for word in words if word[0].isupper())
        return Spellings(names, Counter(word for word in words if word.islower()), capitalised)


def misspellings(
    speller: Speller, text: Text, masked: Sequence[Span], document: Spellings
) -> Iterator[Improvement]:
    """Marks on the misspelled words of a text for which there is a likely correction.

    Names, numbers, code and masked spans are left alone.
    """
    for word in text.words:
        if not _is_checked(text, word, document) or speller.knows(word.text):
            continue
        if _is_casual(speller, word.text.lower()):
            continue
        if overlaps((word.start, word.end), masked):
            continue
        corrections = _worth_showing(speller.corrections(word.text.lower()))
        confidence = _confidence(speller, word.text, corrections, document)
        if confidence is not None:
            yield mark(
                text,
                (word.start, word.end),
                "spelling",
                [_suggestion(word, correction) for correction in corrections],
                confidence,
            )


def _is_checked(text: Text, word: Word, document: Spellings) -> bool:
    """Whether a word consists of letters, stands by itself and is no name by its capitals."""
    letters = word.text.replace("'", "").replace("’", "")
    if not letters.isalpha() or not letters.isascii() or _VOWELS.isdisjoint(letters.lower()):
        return False
    # Part of a longer token: `dog's`, `rock-n-roll`, `x.com`.
    neighbours = text[max(0, word.start - 1) : word.start] + text[word.end : word.end + 1]
    if any(char in "'’-–_/@#&*" or char.isalnum() for char in neighbours):
        return False
    if letters.islower():
        return letters not in document.names
    rest_is_lowercase = letters[1:].islower() and len(letters) > 1
    is_name = document.capitalised[word.text] >= _NAME_COUNT
    return rest_is_lowercase and not is_name and is_sentence_start(text, word.start)


def _is_casual(speller: Speller, word: str) -> bool:
    """Whether a word is spelled like that on purpose, as in talk."""
    stem = word.removesuffix(_ROUGHLY)
    made = _MADE_ADJECTIVE.fullmatch(word)
    return (
        bool(_DRAWN_OUT.search(word))
        or (stem != word and (not stem or speller.knows(stem)))
        or (made is not None and speller.knows(made[1]))
    )


def _worth_showing(corrections: Sequence[Correction]) -> list[Correction]:
    """The most probable correction, and others that are not far behind."""
    minimum = _MIN_SHARE_OF_BEST * corrections[0].chance if corrections else 0.0
    best = corrections[:_MAX_CORRECTIONS]
    return [correction for correction in best if correction.chance >= minimum]


def _confidence(
    speller: Speller, written: str, corrections: Sequence[Correction], document: Spellings
) -> Confidence | None:
    """How sure it is that a word is misspelled and the first correction right; None for no mark."""
    if not corrections:
        return None
    (best, probability, slips), word = corrections[0], written.lower()
    frequency, frequency_as_written = speller.frequency(best), speller.counted(word)
    gain = frequency - frequency_as_written
    if frequency < _MIN_FREQUENCY or (frequency_as_written and gain < _MIN_FREQUENCY_GAIN):
        return None
    is_capitalised = word != written
    if is_capitalised and (frequency < _MIN_FREQUENCY_CAPITALISED or frequency_as_written):
        return None
    if document.counts[word] >= _TERM_COUNT and probability < _TERM_PROBABILITY:
        return None
    if speller.is_plural(word, best):
        return "thorough"
    if probability >= _SURE_PROBABILITY and slips <= _SURE_SLIPS:
        return "sure"
    if probability >= _LIKELY_PROBABILITY and slips <= _LIKELY_SLIPS:
        return "likely"
    return "thorough" if probability >= _THOROUGH_PROBABILITY else None


def _suggestion(word: Word, correction: Correction) -> Suggestion:
    text = correction.text
    if not text[0].isupper():
        text = match_case(text, word.text)
    return Suggestion(text, correction.chance, text)
