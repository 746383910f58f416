"""Labelled sentences as nearest neighbours: what readers accepted for the same word elsewhere.

`labelled.bin` holds the labelled targets of the repository's `labels/` (without the judged targets
of held-out lemmas): the point of each in the space of senses (`senses.py`), and the grade of every
judged word. A candidate is graded by the labelled sentences of the target that are nearest in
sense, and by its own labelled sentences in which the target was accepted.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.analysis.phrases import general
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.word_lists import closed_class
from motjuste.suggester.associations import DATA
from motjuste.suggester.senses import BYTE_SCALE

# Grades as shares of readers who would accept the word, by their code in the file.
GRADES = np.array([0.0, 0.35, 0.75, 1.0], np.float32)
# The judgements of a word that was never judged.
_NONE = np.zeros(0, np.intp)
# Words that refer to somebody or something in the sentence.
_PRONOUNS = closed_class("object-pronouns", "possessives")
_MODALS = frozenset("can cannot could may might must ought shall should will would".split())
# The code of a word that was not judged in a sentence.
_UNJUDGED = 0xFF
# How fast the weight of a labelled sentence falls with its distance: exp(-8 · cosine distance).
SHARPNESS = 8.0
# From this cosine on, a labelled sentence is taken for the target's own; training leaves it out.
SAME_SENTENCE = 0.985
# Columns of `columns`. Over the sentences in which the word was judged: its weighted grade, its
# grade in the nearest one, the cosine of that one, and log(1 + number of judgements). Over all
# sentences of the headword: the weighted grade (0 where it was not judged), and the cosine of the
# nearest.
COLUMNS = 6
# The number of those over the sentences in which the word was judged.
_OF_JUDGED = 4
# Columns of `reverse_columns`, over the word's own sentences: the weighted grade of the target, the
# cosine of the nearest sentence, and log(1 + number of sentences).
REVERSE_COLUMNS = 3
# Headwords whose judgements are kept in memory …
_CACHED_HEADWORDS = 1 << 12
# … and pools of candidates whose grades are.
_CACHED_POOLS = 1 << 10


class _Judged(NamedTuple):
    """The labelled sentences of a headword: their points; for each word, its judgements there."""

    points: Floats
    grades: dict[str, list[tuple[int, int]]]


class _Reverse(NamedTuple):
    """The sentences in which a word was accepted: their headwords (owners), points and grades."""

    owners: tuple[str, ...]
    points: Floats
    grades: Floats


class Labelled:
    """Labelled targets by headword and part of speech."""

    def __init__(self, store: ArrayFile) -> None:
        heads = bytes(store.array("head")).decode("utf-8").split("\n")
        self._heads = {head: place for place, head in enumerate(heads)}
        self._starts = store.array("head.start")
        self._points = store.array("point")
        self._judgement_starts = store.array("target.start")
        self._word, self._grade = store.array("word"), store.array("grade")
        self._words = bytes(store.array("words")).decode("utf-8").split("\n")
        self._head_names = heads
        self._of = lru_cache(_CACHED_HEADWORDS)(self._read)
        self._reverse_of = lru_cache(_CACHED_HEADWORDS)(self._read_reverse)
        # `candidates.py` caches pools, so that the same words recur.
        self._codes_of = lru_cache(_CACHED_POOLS)(self._find_codes)
        self._reverse_rows_of = lru_cache(_CACHED_POOLS)(self._find_reverse_rows)

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Labelled":
        """The labelled targets in the package, or in another file; opened once."""
        return Labelled(ArrayFile(path or DATA / "labelled.bin"))

    def has(self, headword: str, letter: str) -> bool:
        """Whether a headword has labelled sentences."""
        return self._key(headword, letter) in self._heads

    def _key(self, headword: str, letter: str) -> str:
        """A headword as it is stored: with slots for its pronouns (`analysis/phrases.py`)."""
        key = f"{headword}/{letter}"
        if " " not in headword or key in self._heads:
            return key
        # A capital at the beginning of a sentence (`In fact`), or pronouns.
        lower = headword.lower()
        if lower == headword and general(lower) == lower:
            return key
        forms = (f"{form}/{letter}" for form in (lower, *_general_forms(lower)))
        return next((form for form in forms if form in self._heads), key)

    def accepted(self, headword: str, letter: str, without: Floats | None = None) -> list[str]:
        """The words that were accepted for a headword in any of its sentences, best first.

        `without` is the point of a sentence that training leaves out.
        """
        judged = self._of(self._key(headword, letter))
        if judged is None:
            return []
        usable = _others(judged.points, without)
        best = {
            word: max((grade for target, grade in rows if usable[target]), default=0)
            for word, rows in judged.grades.items()
        }
        fitting = (word for word, grade in best.items() if grade and is_candidate(word, letter))
        return sorted(fitting, key=lambda word: (-best[word], word))

    def columns(
        self,
        point: Floats,
        headword: str,
        letter: str,
        words: tuple[str, ...],
        without_own_labels: bool = False,
    ) -> Floats:
        """Features of each word from the headword's labelled sentences; zeros where there are none.

        `point` is the target's. `without_own_labels` leaves out the target's own labelled sentence.
        """
        out = np.zeros((len(words), COLUMNS), np.float32)
        key = self._key(headword, letter)
        judged = self._of(key)
        if judged is None:
            return out
        codes = self._codes_of(key, words)
        usable = _others(judged.points, point if without_own_labels else None)
        if not usable.any():
            return out
        is_judged = (codes != _UNJUDGED) & usable
        cosines = np.where(usable, judged.points @ point, -np.inf).astype(np.float32)
        grades = GRADES[np.where(is_judged, codes, 0)]
        weights = np.exp(SHARPNESS * (cosines - cosines.max()))
        out[:, _OF_JUDGED] = grades @ weights / weights.sum()
        out[:, _OF_JUDGED + 1] = cosines.max()
        rows = np.flatnonzero(is_judged.any(1))
        out[rows, :_OF_JUDGED] = _judged_columns(cosines, grades[rows], is_judged[rows])
        return out

    def accepting(self, headword: str, letter: str) -> list[str]:
        """The words in whose own labelled sentences a headword was accepted."""
        reverse = self._reverse_of(self._key(headword, letter)[:-2], letter)
        fitting = (word for word in reverse.owners if is_candidate(word, letter))
        return list(dict.fromkeys(fitting))

    def reverse_columns(
        self, point: Floats, headword: str, letter: str, words: tuple[str, ...]
    ) -> Floats:
        """Features of each word from its own labelled sentences that accept the headword."""
        out = np.zeros((len(words), REVERSE_COLUMNS), np.float32)
        headword = self._key(headword, letter)[:-2]
        places, row = self._reverse_rows_of(headword, letter, words)
        if not len(places):
            return out
        reverse = self._reverse_of(headword, letter)
        near = (reverse.points @ point)[places]
        best = np.full(len(words), -1.0, np.float32)
        np.maximum.at(best, row, near)
        weights = np.exp(SHARPNESS * (near - best[row]))
        total, count = np.bincount(row, weights, len(words)), np.bincount(row, minlength=len(words))
        known = np.flatnonzero(count)
        graded = np.bincount(row, weights * reverse.grades[places], len(words))
        out[known, 0] = graded[known] / total[known]
        out[known, 1] = best[known]
        out[known, 2] = np.log1p(count[known])
        return out

    def _find_reverse_rows(
        self, headword: str, letter: str, words: tuple[str, ...]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The indices of the sentences whose headwords are among the words, and each one's row."""
        row_of = {general(word): row for row, word in enumerate(words)}
        owners = self._reverse_of(headword, letter).owners
        pairs = [(n, row_of[owner]) for n, owner in enumerate(owners) if owner in row_of]
        places, rows = np.array(pairs, np.intp).reshape(-1, 2).T
        return places, rows

    def _read_reverse(self, headword: str, letter: str) -> _Reverse:
        number = bisect_left(self._words, headword)
        is_known = self._words[number : number + 1] == [headword]
        span = np.flatnonzero((self._word == number) & (self._grade > 0)) if is_known else _NONE
        targets = np.searchsorted(self._judgement_starts, span, side="right") - 1
        heads = np.searchsorted(self._starts, targets, side="right") - 1
        owners = [self._head_names[head] for head in heads.tolist()]
        fitting = [place for place, owner in enumerate(owners) if owner[-1] == letter]
        return _Reverse(
            tuple(owners[place][:-2] for place in fitting),
            self._points[targets[fitting]].astype(np.float32) / BYTE_SCALE,
            GRADES[self._grade[span[fitting]]],
        )

    def _find_codes(self, head: str, words: tuple[str, ...]) -> NDArray[np.uint8]:
        """The grade codes of words in the sentences of a headword, one row for each word."""
        judged = self._of(head)
        assert judged is not None
        codes = np.full((len(words), len(judged.points)), _UNJUDGED, np.uint8)
        for row, word in enumerate(words):
            for target, grade in judged.grades.get(general(word), ()):
                codes[row, target] = grade
        return codes

    def _read(self, head: str) -> _Judged | None:
        place = self._heads.get(head)
        if place is None:
            return None
        first, last = int(self._starts[place]), int(self._starts[place + 1])
        grades: dict[str, list[tuple[int, int]]] = {}
        for target in range(first, last):
            span = slice(self._judgement_starts[target], self._judgement_starts[target + 1])
            for word, grade in zip(
                self._word[span].tolist(), self._grade[span].tolist(), strict=True
            ):
                grades.setdefault(self._words[word], []).append((target - first, grade))
        return _Judged(self._points[first:last].astype(np.float32) / BYTE_SCALE, grades)


def _judged_columns(
    cosines: Floats, grades: Floats, is_judged: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """The columns over the sentences in which each word was judged: in at least one."""
    near = np.where(is_judged, cosines, -np.inf)
    nearest = near.argmax(1)[:, None]
    best = np.take_along_axis(near, nearest, 1)
    weights = np.exp(SHARPNESS * (near - best))
    weighted = (weights * grades).sum(1) / weights.sum(1)
    nearest_grade = np.take_along_axis(grades, nearest, 1)[:, 0]
    count = np.log1p(is_judged.sum(1))
    return np.stack([weighted, nearest_grade, best[:, 0], count], 1).astype(np.float32)


def is_candidate(word: str, letter: str) -> bool:
    """Whether a labelled word may fit other sentences too.

    A phrase with a pronoun fits its own sentence only; what begins with an auxiliary (`can't
    stand`) has no other forms.

    >>> is_candidate("put up with", "v"), is_candidate("would like", "v")
    (True, False)
    >>> is_candidate("put out of one's mind", "v"), is_candidate("put out of his mind", "v")
    (True, False)
    """
    first, *rest = word.split()
    if not _PRONOUNS.isdisjoint(rest) or rest[-1:] == ["her"]:
        return False
    return letter != "v" or not (first in _MODALS or "'" in first)


def _general_forms(phrase: str) -> Iterator[str]:
    """The forms in which a phrase may be stored: `make up one's mind` for `make up their minds`."""
    for own in (True, False):
        form = general(phrase, own)
        yield form
        for plural in form.split(" "):
            yield from (form.replace(plural, base) for base in analyses(plural, "n"))


def _others(points: Floats, own: Floats | None) -> NDArray[np.bool_]:
    """Which labelled sentences may be used: all but the one at a given point."""
    if own is None:
        return np.ones(len(points), bool)
    return np.asarray(points @ own < SAME_SENTENCE)
