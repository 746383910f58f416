"""Whether a word is spelled as English spells it, and what was meant if it is not.

The words are those of Hunspell's American and British dictionaries, and those of the lexicon. A
correction is ranked as a noisy channel does it: how likely the word is to be written, times how
likely it is to be mistyped or misheard so.
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

from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.offence import is_offensive
from motjuste.lexicon.store import Store

DATA = Path(str(files("motjuste.lexicon") / "data" / "spelling.bin"))

# Words outside these lengths are not corrected: short ones are near to too many others.
SHORTEST = 3
LONGEST = 30
# Words of the lexicon alone are believed from this length on; shorter ones are rare or foreign.
_TRUSTED_LENGTH = 4
# From this length on a correction may be two edits away, and three from the other one on.
_TWO_EDITS = 5
_THREE_EDITS = 9
# Words whose edits are looked at one by one, and how much one edit weighs in choosing them.
_COMPARED = 30
_ONE_EDIT = 1.5
# Corrections given for a word.
_OFFERED = 10
# The frequency of words that were never counted (log10 of occurrences in a billion).
_RAREST = 1.0
_CONTRACTED = 6.0
# Log10 of the odds that one edit costs, and how much of it remains where the edit is an easy slip.
_EDIT = 2.6
_DOUBLED = 0.35
_VOWEL = 0.6
_SWAPPED = 0.55
_SOUND_ALIKE = 0.45
_NEIGHBOUR_KEY = 0.75
_FIRST_LETTER = 1.6
_MISSING_SPACE = 0.7
_MISSING_SIGN = 0.1
_REGULAR = 0.3
_LEFT_OUT = 0.85
_ANY_OTHER = 1.15
# What a word sounds like counts beside its letters.
_SAME_SOUND = 1.2
# Both words of a run-together must be as common as this (log10 of occurrences in a billion).
_COMMON = 5.5
_FORMS = {"n": ("NNS",), "v": ("VBZ", "VBD", "VBN", "VBG"), "a": ("JJR", "JJS"), "r": ()}
_POSSESSIVE = re.compile(r"(?:'s|(?<=s)')$")
_CONTRACTION = re.compile(r"(?:n't|'(?:d|ll|ve|re|m))$")
# Contractions with `'s`, which looks like a possessive and is in no dictionary.
_WITH_S = frozenset("that's there's what's who's where's here's she's".split())
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
_ALIKE = frozenset(
    frozenset(pair) for pair in ("ck", "cs", "sz", "kq", "fv", "gj", "iy", "td", "mn", "bp", "wv")
)


class Correction(NamedTuple):
    """A word that may have been meant, the chance that it is the one, and how many slips away."""

    text: str
    chance: float
    slips: float


class Speller:
    """The dictionary, and what it takes words for that are not in it.

    >>> speller = Speller.open()
    >>> speller.knows("colour"), speller.knows("color"), speller.knows("colur")
    (True, True, False)
    >>> speller.corrections("recieve")[0].text
    'receive'
    """

    def __init__(self, store: Store, lexicon: Lexicon) -> None:
        self._store, self._lexicon = store, lexicon
        self.knows = lru_cache(1 << 16)(self._knows)
        self.frequency = lru_cache(1 << 17)(self._frequency)
        self.corrections = lru_cache(1 << 12)(self._corrections)

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Speller":
        """The dictionary in the package, or in another file; opened once."""
        return Speller(Store(path or DATA), Lexicon.open())

    @cached_property
    def _words(self) -> frozenset[str]:
        packed = bytes(self._store.array("words"))
        return frozenset(zlib.decompress(packed).decode("utf-8").split("\n"))

    def _knows(self, word: str) -> bool:
        """Whether a word is in the dictionary, as it is or in other capitals, or made of such."""
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
        """Whether the lexicon has a word, or the regular form of one that the dictionary lacks."""
        if len(word) < _TRUSTED_LENGTH:
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
        """What may have been meant by a word in small letters, the likeliest first."""
        if len(word) > LONGEST or not word.isascii():
            return ()
        near = self._near(word) if len(word) >= SHORTEST else []
        slips = {text: slip(word, text) for text in near}
        logs = {text: self._likelihood(word, text, count) for text, count in slips.items()}
        special = [(text, _REGULAR) for text in self._regular(word) if text in self._words]
        special += [(text, _MISSING_SPACE) for text in self._parted(word)]
        special += [(text, _MISSING_SIGN) for text in self._signed(word)]
        logs |= {text: self.frequency(text) - _EDIT * count for text, count in special}
        slips |= dict(special)
        total = sum(10**log for log in logs.values())
        ranked = sorted(logs, key=lambda text: (-logs[text], text))
        return tuple(
            Correction(text, 10 ** logs[text] / total, slips[text])
            for text in ranked[:_OFFERED]
            if not is_offensive(self._lexicon, text)
        )

    def _near(self, word: str) -> list[str]:
        """The dictionary's words that are a few edits away; the commonest of very many."""
        most = 1 + (len(word) >= _TWO_EDITS)
        matches = self._within(word, most)
        if not matches and len(word) >= _THREE_EDITS:
            matches = self._within(word, most + 1)
        # One edit more is worth some orders of magnitude of frequency.
        rank = {text: _ONE_EDIT * edits - self.frequency(text) for text, edits in matches.items()}
        return sorted(rank, key=lambda text: (rank[text], text))[:_COMPARED]

    def _within(self, word: str, edits: int) -> dict[str, int]:
        """The dictionary's words that are at most so many edits away, and how many each is."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        words, lengths, letters = self._offerable
        # Each edit changes which letters a word has by two at most, and its length by one.
        near = np.abs(lengths - len(word)) <= edits
        near[near] = _bits_set(letters[near] ^ np.uint32(_letters(word))) <= 2 * edits
        choices = [words[place] for place in np.flatnonzero(near)]
        matches = extract(word, choices, scorer=OSA.distance, score_cutoff=edits, limit=None)
        return {text: int(distance) for text, distance, _ in matches}

    @cached_property
    def _offerable(self) -> tuple[list[str], NDArray[np.int64], NDArray[np.uint32]]:
        """Words that may be offered, their lengths, and the letters that each has as bits."""
        words = [word for word in sorted(self._words) if word.islower() and word.isalpha()]
        lengths = np.array([len(word) for word in words])
        return words, lengths, np.array([_letters(word) for word in words], np.uint32)

    def _regular(self, word: str) -> Iterator[str]:
        """The right forms of a word that was inflected as if it were regular: `teached`."""
        for letter, forms in _FORMS.items():
            for lemma in analyses(word, letter):
                yield from (
                    inflect(lemma, form) for form in forms if _is_regular(word, lemma, form)
                )

    def _likelihood(self, word: str, meant: str, slips: float) -> float:
        """Log10 of how likely a word is to be written where another is meant."""
        sound = _SAME_SOUND if sound_of(word) == sound_of(meant) else 0.0
        return self.frequency(meant) - _EDIT * slips + sound

    def _frequency(self, word: str) -> float:
        """How common a word is; one that nobody counted is a little rarer than its lemma."""
        if "'" in word:
            return _CONTRACTED
        known = self._lexicon.frequency(word)
        if known:
            return known
        lemmas = {lemma for letter in _FORMS for lemma in analyses(word, letter)}
        return max([_RAREST, *(self._lexicon.frequency(lemma) - 0.7 for lemma in lemmas)])

    def counted(self, word: str) -> float:
        """How common a word is in large texts, though no dictionary has it; 0 if nobody counted."""
        return self._lexicon.frequency(word)

    def is_plural(self, word: str, meant: str) -> bool:
        """Whether a word is the regular plural of a noun that has none: `absorptions`."""
        return word != meant and inflect(meant, "NNS") == word

    def _parted(self, word: str) -> Iterator[str]:
        """Two common words that may have been written as one."""
        for place in range(1, len(word)):
            parts = word[:place], word[place:]
            if all(self._has(part) and self.frequency(part) >= _COMMON for part in parts):
                yield " ".join(parts)

    def _signed(self, word: str) -> Iterator[str]:
        """The same letters with the apostrophe, hyphen or space that a word or phrase has."""
        lexicon = self._lexicon
        yield from self._with_apostrophe.get(word, ())
        phrases = (lexicon.spelling(number) for number in lexicon.find_all(word))
        yield from (phrase for phrase in phrases if phrase.islower() and phrase != word)

    @cached_property
    def _with_apostrophe(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in sorted(self._words.union(_WITH_S)):
            if "'" in word and word[0] in "abcdefghijklmnopqrstuvwxyzI":
                found.setdefault(word.replace("'", "").lower(), []).append(word)
        return found


def _without_endings(word: str) -> Iterator[str]:
    """What a word with an apostrophe is made of: the owner, or the verb of a contraction."""
    for ending in (_POSSESSIVE, _CONTRACTION):
        base = ending.sub("", word)
        if base != word:
            yield base


def _is_regular(word: str, lemma: str, form: str) -> bool:
    """Whether a word is what a form of a lemma would be if it were regular."""
    ending = {"NNS": "s", "VBZ": "s", "VBD": "ed", "VBN": "ed", "VBG": "ing"}.get(form)
    if ending is None:
        return False
    stems = [lemma, lemma + lemma[-1], lemma.removesuffix("e"), f"{lemma[:-1]}i", f"{lemma}e"]
    return any(word == stem + ending for stem in stems)


def _letters(word: str) -> int:
    """The letters of a word as bits."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) - ord("a")) % 26
    return found


def _bits_set(numbers: NDArray[np.uint32]) -> NDArray[np.int64]:
    table = _bit_counts()
    found: NDArray[np.int64] = table[numbers & 0xFFFF] + table[numbers >> 16]
    return found


@lru_cache(1)
def _bit_counts() -> NDArray[np.int64]:
    return np.array([number.bit_count() for number in range(1 << 16)])


def slip(written: str, meant: str) -> float:
    """How many slips it takes to write a word instead of another; easy ones count for less.

    >>> slip("recieve", "receive") < slip("retrieve", "receive")
    True
    """
    before: list[float] = []
    row = [0.0]
    for letter in meant:
        row.append(row[-1] + _missing(meant, len(row) - 1, letter))
    for at, own in enumerate(written):
        above, row = row, [row[0] + _extra(written, at, own)]
        for to, other in enumerate(meant):
            cost = min(
                above[to] + (0.0 if own == other else _other(own, other)),
                above[to + 1] + _extra(written, at, own),
                row[to] + _missing(meant, to, other),
            )
            if at and to and own == meant[to - 1] and written[at - 1] == other and own != other:
                cost = min(cost, before[to - 1] + _SWAPPED)
            row.append(cost)
        before = above
    first = 0.0 if written[0] == meant[0] else _FIRST_LETTER - 1
    return row[-1] + first


def _extra(written: str, at: int, letter: str) -> float:
    """The cost of a letter too many: little if it doubles the one beside it."""
    doubled = letter in (written[at - 1 : at], written[at + 1 : at + 2])
    return _DOUBLED if doubled else 1.0


def _missing(meant: str, at: int, letter: str) -> float:
    """The cost of a letter left out: little if it is one of two, or a vowel that is not heard."""
    if letter in (meant[at - 1 : at], meant[at + 1 : at + 2]):
        return _DOUBLED
    return _VOWEL if letter in _VOWELS else _LEFT_OUT


def _other(written: str, meant: str) -> float:
    """The cost of one letter for another."""
    if written in _VOWELS and meant in _VOWELS:
        return _VOWEL
    if frozenset((written, meant)) in _ALIKE:
        return _SOUND_ALIKE
    return _NEIGHBOUR_KEY if meant in _beside().get(written, "") else _ANY_OTHER


@lru_cache(1)
def _beside() -> dict[str, str]:
    """The keys beside each key of a keyboard."""
    found: dict[str, str] = {}
    for number, row in enumerate(_KEYS):
        for at, key in enumerate(row):
            rows = _KEYS[max(0, number - 1) : number + 2]
            found[key] = "".join(other[max(0, at - 1) : at + 2] for other in rows)
    return found


_SOUNDS = (
    ("tch", "ch"), ("ph", "f"), ("ght", "t"), ("gh", ""), ("kn", "n"), ("wr", "r"), ("wh", "w"),
    ("mb", "m"), ("sc", "s"), ("ck", "k"), ("dg", "j"), ("ge", "je"), ("gi", "ji"), ("ti", "sh"),
    ("ci", "sh"), ("ssi", "sh"), ("ce", "se"), ("cy", "se"), ("c", "k"), ("q", "k"), ("x", "ks"),
    ("z", "s"),
)  # fmt: skip


@lru_cache(1 << 14)
def sound_of(word: str) -> str:
    """Roughly what a word sounds like: all vowels alike, letters that are not heard left out.

    >>> sound_of("fisically") == sound_of("physically")
    True
    """
    for letters, sound in _SOUNDS:
        word = word.replace(letters, sound)
    word = re.sub(r"[aeiouyh]+", "a", word)
    return re.sub(r"(.)\1+", r"\1", word).rstrip("a")
