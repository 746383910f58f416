"""Words of a text that are no words, with what was probably meant."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.analysis import Text
from motjuste.improver.marks import Span, mark
from motjuste.lexicon.inflection import match_case
from motjuste.lexicon.spelling import Correction, Speller
from motjuste.rules.fixes import is_sentence_start
from motjuste.text import Confidence, Improvement, Suggestion, Word

# A correction is sure, or likely, from this chance on, if no more slips than that lead to it.
_SURE_CHANCE, _SURE_SLIPS = 0.9, 1.3
_LIKELY_CHANCE, _LIKELY_SLIPS = 0.5, 2.2
# Less likely ones are shown to those who want all.
_LEAST_CHANCE = 0.2
# A correction must be as common as this (log10 of occurrences in a billion) …
_COMMON = 3.0
# … and by so much commoner than the word itself, if that is counted at all.
_COMMONER = 2.5
# A word that stands in a document so often is a term of its author's, unless it is surely wrong.
_OFTEN = 3
_OFTEN_CHANCE = 0.97
# Words with a capital are mostly names: only those that begin a sentence are looked at, and they
# must be as common as this.
_COMMON_FIRST = 5.0
# Corrections offered, and the share of the first one's chance that the others need.
_OFFERED = 3
_SHARE = 0.05


class Spellings(NamedTuple):
    """What the texts of a document say together: words with capitals, and how often others come."""

    names: frozenset[str]
    counts: Counter[str]

    @staticmethod
    def of(texts: Sequence[Text]) -> "Spellings":
        """The words of some texts that are one document."""
        words = [token.text for text in texts for token in text.tokens if token.text.isalpha()]
        names = frozenset(word.lower() for word in words if word[0].isupper())
        return Spellings(names, Counter(word for word in words if word.islower()))


def misspellings(
    speller: Speller, text: Text, masked: Sequence[Span], document: Spellings
) -> Iterator[Improvement]:
    """The words of a text that the dictionary lacks and that it can put right.

    Names, numbers, code and what is masked are left alone.
    """
    for word in text.words:
        if not _is_asked(text, word, document) or speller.knows(word.text):
            continue
        if any(start < word.end and word.start < end for start, end in masked):
            continue
        corrections = _offered(speller.corrections(word.text.lower()))
        confidence = _confidence(speller, word.text, corrections, document)
        if confidence is not None:
            yield mark(
                text,
                (word.start, word.end),
                "spelling",
                [_suggestion(word, correction) for correction in corrections],
                confidence,
            )


def _is_asked(text: Text, word: Word, document: Spellings) -> bool:
    """Whether a word is plain letters, and no name as far as its capitals tell."""
    letters = word.text.replace("'", "").replace("’", "")
    if not letters.isalpha() or not letters.isascii():
        return False
    # A part of what is written in one piece: `dog's`, `rock-n-roll`, `x.com`.
    around = text[max(0, word.start - 1) : word.start] + text[word.end : word.end + 1]
    if any(sign in "'’-–_/@#&*" or sign.isalnum() for sign in around):
        return False
    if letters.islower():
        return letters not in document.names
    rest_is_small = letters[1:].islower() and len(letters) > 1
    return rest_is_small and is_sentence_start(text, word.start)


def _offered(corrections: Sequence[Correction]) -> list[Correction]:
    """The corrections worth showing: the likeliest, and others that are not far behind."""
    least = _SHARE * corrections[0].chance if corrections else 0.0
    return [correction for correction in corrections[:_OFFERED] if correction.chance >= least]


def _confidence(
    speller: Speller, written: str, corrections: Sequence[Correction], document: Spellings
) -> Confidence | None:
    """How sure it is that a word is wrong and the first correction right."""
    if not corrections:
        return None
    (best, chance, slips), word = corrections[0], written.lower()
    common, own = speller.frequency(best), speller.counted(word)
    if common < _COMMON or (own and common - own < _COMMONER):
        return None
    if word != written and (common < _COMMON_FIRST or own):
        return None
    if document.counts[word] >= _OFTEN and chance < _OFTEN_CHANCE:
        return None
    if speller.is_plural(word, best):
        return "thorough"
    if chance >= _SURE_CHANCE and slips <= _SURE_SLIPS:
        return "sure"
    if chance >= _LIKELY_CHANCE and slips <= _LIKELY_SLIPS:
        return "likely"
    return "thorough" if chance >= _LEAST_CHANCE else None


def _suggestion(word: Word, correction: Correction) -> Suggestion:
    text = (
        correction.text if correction.text[0].isupper() else match_case(correction.text, word.text)
    )
    return Suggestion(text, correction.chance, text)
