"""Whether a word is spelled correctly, and what was probably meant if it is not.

The known words are those of Hunspell's American and British dictionaries and of the lexicon.
Corrections are ranked by a noisy channel: the probability of the word, times the probability of
mistyping or mishearing it in this way.
"""

import re
import zlib
from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.word_lists import is_offensive

DATA = Path(str(files("motjuste.lexicon") / "data" / "spelling.bin"))

# Letters of the shortest word that is corrected: shorter ones are similar to too many others.
MIN_LENGTH = 3
# Letters of the longest word that is corrected.
MAX_LENGTH = 30
# Letters of the shortest word for which the lexicon is enough; shorter ones are rare or foreign.
_MIN_LEXICON_LENGTH = 4
# Letters of the shortest word whose corrections may be two edits away …
_MIN_LENGTH_TWO_EDITS = 5
# … and, if there is none, three edits.
_MIN_LENGTH_THREE_EDITS = 9
# Similar words whose edits are weighed in detail; they are selected by edits and frequency.
_COMPARED = 30
# In that selection, one edit counts as much as this difference in frequency (log10).
_EDIT_IN_FREQUENCY = 1.5
# Corrections given for a word.
_MAX_CORRECTIONS = 10
# Frequencies are log10 of occurrences per billion words. That of words that were never counted …
_UNCOUNTED_FREQUENCY = 1.0
# … of contractions, which are not counted as words …
_CONTRACTION_FREQUENCY = 6.0
# … and how much rarer than its lemma an uncounted form is taken to be.
_UNCOUNTED_FORM = 0.7
# Log10 of the odds against one full edit.
_EDIT_COST = 2.6
# Costs of particular slips, in edits: a letter doubled or not doubled …
_DOUBLED = 0.35
# … a vowel missing or replaced by another …
_VOWEL = 0.6
# … two neighbouring letters swapped …
_SWAPPED = 0.55
# … a letter replaced by one that sounds similar …
_SOUND_ALIKE = 0.45
# … by a neighbour on the keyboard …
_NEIGHBOUR_KEY = 0.75
# … a wrong first letter (in total) …
_FIRST_LETTER = 1.6
# … a missing space …
_MISSING_SPACE = 0.7
# … a missing apostrophe or hyphen …
_MISSING_SIGN = 0.1
# … an irregular word inflected regularly (`teached`) …
_REGULAR = 0.3
# … a consonant left out …
_LEFT_OUT = 0.85
# … any other replacement.
_ANY_OTHER = 1.15
# Log10 of the odds for a word that sounds the same as what was written.
_SAME_SOUND_BONUS = 1.2
# Frequency that both words must have if one word is taken for two run together.
_MIN_RUN_TOGETHER_FREQUENCY = 5.5
_FORMS = {"n": ("NNS",), "v": ("VBZ", "VBD", "VBN", "VBG"), "a": ("JJR", "JJS"), "r": ()}
_POSSESSIVE = re.compile(r"(?:'s|(?<=s)')$")
_CONTRACTION = re.compile(r"(?:n't|'(?:d|ll|ve|re|m))$")
# Contractions with `'s`, which looks like a possessive and is in neither dictionary.
_WITH_S = frozenset("that's there's what's who's where's here's she's".split())
# Bits of a set of letters; an accented letter shares the bit of a plain one.
_LETTERS = 26
_KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
_SIMILAR_SOUNDS = frozenset(
    frozenset(pair) for pair in ("ck", "cs", "sz", "kq", "fv", "gj", "iy", "td", "mn", "bp", "wv")
)


class Correction(NamedTuple):
    """A word that may have been meant, its probability, and the cost of the slip in edits."""

    text: str
    chance: float
    slips: float


class Speller:
    """The dictionary, and corrections for words that are not in it.

    >>> speller = Speller.open()
    >>> speller.knows("colour"), speller.knows("color"), speller.knows("colur")
    (True, True, False)
    >>> speller.corrections("recieve")[0].text
    'receive'
    """

    def __init__(self, store: ArrayFile, lexicon: Lexicon) -> None:
        self._store, self._lexicon = store, lexicon
        self.knows = lru_cache(1 << 16)(self._knows)
        self.frequency = lru_cache(1 << 17)(self._frequency)
        self.corrections = lru_cache(1 << 12)(self._corrections)

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Speller":
        """The dictionary in the package, or in another file; opened once."""
        return Speller(ArrayFile(path or DATA), Lexicon.open())

    @cached_property
    def _words(self) -> frozenset[str]:
        packed = bytes(self._store.array("words"))
        return frozenset(zlib.decompress(packed).decode("utf-8").split("\n"))

    def _knows(self, word: str) -> bool:
        """Whether a word is known, in these or other capitals, or composed of known words."""
        plain = word.replace("’", "'")
        return (
            self._has(plain)
            or any(self._has(base) for base in _without_endings(plain))
            or ("-" in plain and all(not part or self._knows(part) for part in plain.split("-")))
        )

    def _has(self, word: str) -> bool:
        lower = word.lower()
        forms = {word, lower, lower.capitalize()} if not word.islower() else {word}
        return not forms.isdisjoint(self._words) or self._is_in_lexicon(lower)

    def _is_in_lexicon(self, word: str) -> bool:
        """Whether the lexicon has a word, or has its lemma and the dictionary does not."""
        if len(word) < _MIN_LEXICON_LENGTH:
            return False
        return self._is_lemma(word) or any(
            self._is_lemma(lemma) and any(inflect(lemma, form) == word for form in forms)
            for letter, forms in _FORMS.items()
            for lemma in analyses(word, letter)
            if lemma != word and lemma not in self._words
        )

    def _is_lemma(self, word: str) -> bool:
        lexicon = self._lexicon
        numbers = (number for number in lexicon.find_all(word) if lexicon.pos_bits[number])
        return any(lexicon.spelling(number) == word for number in numbers)

    def _corrections(self, word: str) -> tuple[Correction, ...]:
        """What may have been meant by a lower-case word, most probable first."""
        if len(word) > MAX_LENGTH or not word.isascii():
            return ()
        similar = self._near(word) if len(word) >= MIN_LENGTH else []
        slips = {text: slip_cost(word, text) for text in similar}
        log_likelihoods = {text: self._likelihood(word, text, cost) for text, cost in slips.items()}
        special_cases = [(text, _REGULAR) for text in self._regular(word) if text in self._words]
        special_cases += [(text, _MISSING_SPACE) for text in self._parted(word)]
        special_cases += [(text, _MISSING_SIGN) for text in self._signed(word)]
        log_likelihoods |= {
            text: self.frequency(text) - _EDIT_COST * cost for text, cost in special_cases
        }
        slips |= dict(special_cases)
        total = sum(10**value for value in log_likelihoods.values())
        ranked = sorted(log_likelihoods, key=lambda text: (-log_likelihoods[text], text))
        return tuple(
            Correction(text, 10 ** log_likelihoods[text] / total, slips[text])
            for text in ranked[:_MAX_CORRECTIONS]
            if not is_offensive(self._lexicon, text)
        )

    def _near(self, word: str) -> list[str]:
        """The dictionary's words that are few edits away, best by edits and frequency."""
        max_edits = 1 + (len(word) >= _MIN_LENGTH_TWO_EDITS)
        matches = self._within(word, max_edits)
        if not matches and len(word) >= _MIN_LENGTH_THREE_EDITS:
            matches = self._within(word, max_edits + 1)
        rank = {
            text: _EDIT_IN_FREQUENCY * edits - self.frequency(text)
            for text, edits in matches.items()
        }
        return sorted(rank, key=lambda text: (rank[text], text))[:_COMPARED]

    def _within(self, word: str, edits: int) -> dict[str, int]:
        """The dictionary's words that are at most `edits` away, with their numbers of edits."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        words, lengths, letters = self._offerable
        # One edit changes a word's set of letters by at most two, and its length by at most one.
        is_near = np.abs(lengths - len(word)) <= edits
        is_near[is_near] = _bits_set(letters[is_near] ^ np.uint32(_letters(word))) <= 2 * edits
        choices = [words[index] for index in np.flatnonzero(is_near)]
        matches = extract(word, choices, scorer=OSA.distance, score_cutoff=edits, limit=None)
        return {text: int(distance) for text, distance, _ in matches}

    @cached_property
    def _offerable(self) -> tuple[list[str], NDArray[np.int64], NDArray[np.uint32]]:
        """Words that may be offered, their lengths, and their sets of letters as bits."""
        words = [word for word in sorted(self._words) if word.islower() and word.isalpha()]
        lengths = np.array([len(word) for word in words])
        codes = np.frombuffer("".join(words).encode("utf-32-le"), np.uint32).astype(np.int64)
        bits = np.left_shift(1, (codes - ord("a")) % _LETTERS).astype(np.uint32)
        starts = np.cumsum(lengths) - lengths
        return words, lengths, np.bitwise_or.reduceat(bits, starts)

    def _regular(self, word: str) -> Iterator[str]:
        """The correct forms of a word that was wrongly inflected as regular (`teached`)."""
        for letter, forms in _FORMS.items():
            for lemma in analyses(word, letter):
                yield from (
                    inflect(lemma, form) for form in forms if _is_regular(word, lemma, form)
                )

    def _likelihood(self, word: str, meant: str, slips: float) -> float:
        """Log10 of the unnormalised probability that a word was written for another."""
        sound = _SAME_SOUND_BONUS if sound_of(word) == sound_of(meant) else 0.0
        return self.frequency(meant) - _EDIT_COST * slips + sound

    def _frequency(self, word: str) -> float:
        """The frequency of a word; an uncounted form is taken for rarer than its lemma."""
        if "'" in word:
            return _CONTRACTION_FREQUENCY
        counted_frequency = self._lexicon.frequency(word)
        if counted_frequency:
            return counted_frequency
        lemmas = {lemma for letter in _FORMS for lemma in analyses(word, letter)}
        return max(
            [
                _UNCOUNTED_FREQUENCY,
                *(self._lexicon.frequency(lemma) - _UNCOUNTED_FORM for lemma in lemmas),
            ]
        )

    def counted(self, word: str) -> float:
        """The frequency of a word in large texts, even if no dictionary has it; 0 if uncounted."""
        return self._lexicon.frequency(word)

    def is_plural(self, word: str, meant: str) -> bool:
        """Whether a word is the regular plural of a noun that usually has none (`absorptions`)."""
        return word != meant and inflect(meant, "NNS") == word

    def _parted(self, word: str) -> Iterator[str]:
        """Two common words that may have been written without a space."""
        for position in range(1, len(word)):
            parts = word[:position], word[position:]
            if all(
                self._has(part) and self.frequency(part) >= _MIN_RUN_TOGETHER_FREQUENCY
                for part in parts
            ):
                yield " ".join(parts)

    def _signed(self, word: str) -> Iterator[str]:
        """Words with the same letters and an apostrophe, hyphen or space."""
        lexicon = self._lexicon
        yield from self._with_apostrophe.get(word, ())
        phrases = (lexicon.spelling(number) for number in lexicon.find_all(word))
        yield from (phrase for phrase in phrases if phrase.islower() and phrase != word)

    @cached_property
    def _with_apostrophe(self) -> dict[str, list[str]]:
        by_letters: dict[str, list[str]] = {}
        for word in sorted(self._words.union(_WITH_S)):
            if "'" in word and word[0] in "abcdefghijklmnopqrstuvwxyzI":
                by_letters.setdefault(word.replace("'", "").lower(), []).append(word)
        return by_letters


def _without_endings(word: str) -> Iterator[str]:
    """The word without a possessive or contracted ending."""
    for ending in (_POSSESSIVE, _CONTRACTION):
        base = ending.sub("", word)
        if base != word:
            yield base


def _is_regular(word: str, lemma: str, form: str) -> bool:
    """Whether a word is the form of a lemma as if it were regular."""
    ending = {"NNS": "s", "VBZ": "s", "VBD": "ed", "VBN": "ed", "VBG": "ing"}.get(form)
    if ending is None:
        return False
    stems = [lemma, lemma + lemma[-1], lemma.removesuffix("e"), f"{lemma[:-1]}i", f"{lemma}e"]
    return any(word == stem + ending for stem in stems)


def _letters(word: str) -> int:
    """The letters of a word as bits."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) - ord("a")) % _LETTERS
    return bits


def _bits_set(numbers: NDArray[np.uint32]) -> NDArray[np.int64]:
    table = _bit_counts()
    counts: NDArray[np.int64] = table[numbers & 0xFFFF] + table[numbers >> 16]
    return counts


@lru_cache(1)
def _bit_counts() -> NDArray[np.int64]:
    return np.array([number.bit_count() for number in range(1 << 16)])


def slip_cost(written: str, meant: str) -> float:
    """The cost, in edits, of writing a word instead of another; easy slips cost less.

    >>> slip_cost("recieve", "receive") < slip_cost("retrieve", "receive")
    True
    """
    two_above: list[float] = []
    row = [0.0]
    for other in meant:
        row.append(row[-1] + _missing(meant, len(row) - 1, other))
    for i, letter in enumerate(written):
        above, row = row, [row[0] + _extra(written, i, letter)]
        for j, other in enumerate(meant):
            cost = min(
                above[j] + (0.0 if letter == other else _replaced(letter, other)),
                above[j + 1] + _extra(written, i, letter),
                row[j] + _missing(meant, j, other),
            )
            if i and j and letter == meant[j - 1] and written[i - 1] == other and letter != other:
                cost = min(cost, two_above[j - 1] + _SWAPPED)
            row.append(cost)
        two_above = above
    first_letter_cost = 0.0 if written[0] == meant[0] else _FIRST_LETTER - 1
    return row[-1] + first_letter_cost


def _extra(written: str, position: int, letter: str) -> float:
    """The cost of an extra letter: little if it doubles its neighbour."""
    doubled = letter in (written[position - 1 : position], written[position + 1 : position + 2])
    return _DOUBLED if doubled else 1.0


def _missing(meant: str, position: int, letter: str) -> float:
    """The cost of a missing letter: little if it is one of a double, less if it is a vowel."""
    if letter in (meant[position - 1 : position], meant[position + 1 : position + 2]):
        return _DOUBLED
    return _VOWEL if letter in _VOWELS else _LEFT_OUT


def _replaced(written: str, meant: str) -> float:
    """The cost of one letter written for another."""
    if written in _VOWELS and meant in _VOWELS:
        return _VOWEL
    if frozenset((written, meant)) in _SIMILAR_SOUNDS:
        return _SOUND_ALIKE
    return _NEIGHBOUR_KEY if meant in _beside().get(written, "") else _ANY_OTHER


@lru_cache(1)
def _beside() -> dict[str, str]:
    """For each key of a keyboard, its neighbours."""
    neighbours: dict[str, str] = {}
    for row_number, row in enumerate(_KEYBOARD_ROWS):
        for column, key in enumerate(row):
            rows = _KEYBOARD_ROWS[max(0, row_number - 1) : row_number + 2]
            neighbours[key] = "".join(
                near_row[max(0, column - 1) : column + 2] for near_row in rows
            )
    return neighbours


_SOUNDS = (
    ("tch", "ch"), ("ph", "f"), ("ght", "t"), ("gh", ""), ("kn", "n"), ("wr", "r"), ("wh", "w"),
    ("mb", "m"), ("sc", "s"), ("ck", "k"), ("dg", "j"), ("ge", "je"), ("gi", "ji"), ("ti", "sh"),
    ("ci", "sh"), ("ssi", "sh"), ("ce", "se"), ("cy", "se"), ("c", "k"), ("q", "k"), ("x", "ks"),
    ("z", "s"),
)  # fmt: skip


@lru_cache(1 << 14)
def sound_of(word: str) -> str:
    """A rough phonetic key: all vowels alike, silent letters left out.

    >>> sound_of("fisically") == sound_of("physically")
    True
    """
    for letters, sound in _SOUNDS:
        word = word.replace(letters, sound)
    word = re.sub(r"[aeiouyh]+", "a", word)
    return re.sub(r"(.)\1+", r"\1", word).rstrip("a")
