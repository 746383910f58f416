"""Part-of-speech tagger: a linear model in two stages.

The first stage scores each word by its form, ending, shape and neighbours; the second also by the
tags that the first gave to the words around it. Both sum rows of one weight table, for all words
of all sentences at once, which makes it fast in Python.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from motjuste.lexicon.store import Store

Numbers = NDArray[np.uint64]
Array = NDArray[Any]


class Tag(NamedTuple):
    """A Universal Dependencies part of speech, and the Penn Treebank tag that tells the form."""

    pos: str
    form: str


# Columns of the table of word types: features of a word without its context.
WORD, SUFFIX2, SUFFIX3, SUFFIX4, PREFIX, SHAPE = range(6)
_PAD: tuple[int, ...] = (1, 1, 1, 1, 1, 1)
_TYPES_KEPT = 100_000

# A feature combines columns at one or more places: (place relative to the word, column).
Template = tuple[tuple[int, int], ...]


def _numbered(start: int, *templates: Template) -> dict[int, Template]:
    """Templates by the numbers that tell their features apart."""
    return dict(enumerate(templates, start))


FIRST_LOOK = _numbered(
    1,
    ((0, WORD),),
    ((-1, WORD),),
    ((1, WORD),),
    ((-2, WORD),),
    ((2, WORD),),
    ((-1, WORD), (0, WORD)),
    ((0, WORD), (1, WORD)),
    ((-1, WORD), (1, WORD)),
    ((-2, WORD), (-1, WORD)),
    ((1, WORD), (2, WORD)),
    ((0, SUFFIX2),),
    ((0, SUFFIX3),),
    ((0, SUFFIX4),),
    ((0, PREFIX), (0, SUFFIX2)),
    ((0, SHAPE), (0, SUFFIX2)),
    ((0, SHAPE), (-1, SHAPE)),
    ((0, SHAPE), (-1, WORD)),
    ((-1, WORD), (0, SUFFIX3)),
    ((0, SUFFIX3), (1, WORD)),
    ((-1, SUFFIX3), (0, SUFFIX3)),
    ((0, SUFFIX3), (1, SUFFIX3)),
)
TAG = 6
SECOND_LOOK = _numbered(
    1001,
    ((-1, TAG),),
    ((1, TAG),),
    ((-2, TAG), (-1, TAG)),
    ((1, TAG), (2, TAG)),
    ((-1, TAG), (1, TAG)),
    ((-2, TAG), (-1, TAG), (1, TAG)),
    ((-1, TAG), (1, TAG), (2, TAG)),
    ((-1, TAG), (0, WORD)),
    ((0, WORD), (1, TAG)),
    ((-1, TAG), (0, SUFFIX3)),
    ((0, SUFFIX3), (1, TAG)),
    ((-1, TAG), (0, TAG), (1, TAG)),
    ((-1, WORD), (0, TAG), (1, WORD)),
    ((-2, TAG), (-1, TAG), (0, WORD)),
    ((0, WORD), (1, TAG), (2, TAG)),
    ((-1, TAG), (0, WORD), (1, TAG)),
)
# How many words to each side the templates look at.
_REACH = 2
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

# Features of a word type are computed once and cached.
_ALONE = {n: each for n, each in FIRST_LOOK.items() if len({offset for offset, _ in each}) == 1}
_AT = [each[0][0] for each in _ALONE.values()]
_OF_TYPE = {n: tuple((0, column) for _, column in each) for n, each in _ALONE.items()}
_TOGETHER = {n: each for n, each in FIRST_LOOK.items() if n not in _ALONE}


def _shape(word: str) -> int:
    letters = 0 if word.islower() else 2 if word.isupper() else 1 if word[:1].isupper() else 3
    digits = any(char.isdigit() for char in word)
    return 8 + letters + 4 * digits + 8 * ("-" in word) + 16 * (len(word) == 1)


def type_features(word: str) -> tuple[int, ...]:
    """What is known of a word by itself, as numbers."""
    lower = word[:80].lower().replace("’", "'")
    if lower.isdigit():
        lower = "0" * min(len(lower), 5)
    data = lower.encode("utf-8", "replace")
    ends = (crc32(lower[-size:].encode("utf-8", "replace")) for size in (2, 3, 4))
    first, last = crc32(data), [end + 2 + size for size, end in enumerate(ends)]
    return (first + 7, *last, crc32(data[:2]) + 3, _shape(word[:80]))


class Types(dict[str, int]):
    """Words by their numbers, and the features of each, made once; number 0 is an empty place."""

    def __init__(self) -> None:
        self._rows = [_PAD]
        self.features = np.array(self._rows, np.uint64)

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self._rows)
        self._rows.append(type_features(word))
        return number

    def numbers(self, sentences: Sequence[Sequence[str]]) -> Array:
        """The numbers of all words, two empty places around each sentence."""
        numbers = [0, 0]
        for sentence in sentences:
            numbers += map(self.__getitem__, sentence)
            numbers += (0, 0)
        new = self._rows[len(self.features) :]
        if new:
            self.features = np.concatenate([self.features, np.array(new, np.uint64)])
        return np.array(numbers, np.int64)


def hashes(table: Numbers, places: Array, templates: Mapping[int, Template]) -> NDArray[np.uint32]:
    """One number for each feature (row) of each word (column)."""
    out = np.empty((len(templates), len(places)), np.uint32)
    # Each column as its own array, padded at both ends, so that a neighbour is a shifted slice.
    columns = np.zeros((table.shape[1], len(table) + 2 * _REACH), np.uint64)
    columns[:, _REACH:-_REACH] = table.T
    for row, (number, template) in zip(out, templates.items(), strict=True):
        mixed = np.array([number], np.uint64)
        for offset, column in template:
            mixed = (mixed * _MULTIPLIER) ^ (mixed >> np.uint64(29))
            mixed = mixed + columns[column, _REACH + offset :][: len(table)]
        mixed *= _MULTIPLIER
        mixed >>= np.uint64(32)
        row[:] = mixed.take(places)
    return out


def with_tags(table: Numbers, places: Array, tags: Array) -> Numbers:
    """The table of types with one more column: the tags of the first look."""
    column = np.ones((len(table), 1), np.uint64)
    column[places, 0] = tags + 2
    return np.hstack([table, column])


_CHUNK = 256


class Weights:
    """Rows of weights by feature."""

    def __init__(self, known: Array, rows: Array, columns: Array, values: Array, tags: int) -> None:
        self._size = len(known)
        # Feature numbers are hashes: their first bits tell roughly where in the table they are.
        bits = self._size.bit_length() + 2
        self._shift = np.uint32(32 - bits)
        counts = np.bincount(known >> self._shift, minlength=1 << bits)
        self._starts = (np.cumsum(counts) - counts).astype(np.int32)
        self._known = np.append(known, np.uint32(0xFFFFFFFF))
        # The last row is zero: it stands for unknown features.
        self._dense = np.zeros((self._size + 1, tags), np.int8)
        self._dense[rows, columns] = values

    def sums(self, rows: NDArray[np.int32]) -> NDArray[np.int16]:
        """The sum of the rows of each word's features."""
        sums = np.empty((rows.shape[1], self._dense.shape[1]), np.int16)
        for first in range(0, len(sums), _CHUNK):
            # `mode="clip"` avoids an extra copy that the default mode makes.
            taken = self._dense.take(rows[:, first : first + _CHUNK], axis=0, mode="clip")
            np.add.reduce(taken, axis=0, dtype=np.int16, out=sums[first : first + _CHUNK])
        return sums

    def rows(self, features: NDArray[np.uint32]) -> NDArray[np.int32]:
        """The row of each feature; the last one where it is not known."""
        wanted = features.reshape(-1)
        rows = self._starts.take(wanted >> self._shift)
        found = self._known.take(rows)
        behind = np.flatnonzero(found < wanted)
        while len(behind):
            rows[behind] += 1
            found[behind] = self._known.take(rows[behind])
            behind = behind[found[behind] < wanted[behind]]
        rows[found != wanted] = self._size
        return rows.reshape(features.shape)


# A given part of speech may not distinguish names from nouns, or auxiliaries from verbs.
_SAME = {"NOUN": ("NOUN", "PROPN"), "VERB": ("VERB", "AUX"), "AUX": ("AUX", "VERB")}


class Tagger:
    """Gives every word of a sentence its part of speech and form.

    >>> tags = Tagger.open().tag("They watched the watch .".split())
    >>> [tag.pos for tag in tags], tags[1].form
    (['PRON', 'VERB', 'DET', 'NOUN', 'PUNCT'], 'VBD')
    """

    def __init__(self, store: Store) -> None:
        names = [label.split("|") for label in store.about["tags"]]
        self.tags = tuple(Tag(pos, form) for form, pos in names)
        self._first, self._second = (self._weights(store, look) for look in ("first", "second"))
        self._forget()

    def _forget(self) -> None:
        """Begin again with no word known."""
        self._types = Types()
        self._type_rows = np.empty((len(_ALONE), 0), np.int32)

    @staticmethod
    @cache
    def open(path: Path | None = None) -> "Tagger":
        """The tagger in the package, or in another file."""
        inside = files("motjuste.lexicon") / "data" / "tagger.bin"
        return Tagger(Store(path or Path(str(inside))))

    def _weights(self, store: Store, look: str) -> Weights:
        known, lengths = store.array(f"{look}.features"), store.array(f"{look}.lengths")
        rows = np.repeat(np.arange(len(known)), lengths)
        columns, values = store.array(f"{look}.columns"), store.array(f"{look}.values")
        return Weights(known, rows, columns, values, len(self.tags))

    def tag(self, words: Sequence[str], known: Mapping[int, str] | None = None) -> list[Tag]:
        """The tags of one sentence's words; where the part of speech is known, that is kept."""
        if not words:
            return []
        scores, tags = self._scores([words]), self.tags
        for place, pos in (known or {}).items():
            wanted = _SAME.get(pos, (pos,))
            others = [number for number, tag in enumerate(tags) if tag.pos not in wanted]
            if len(others) < len(tags):
                scores[place, others] = np.iinfo(np.int16).min
        return [tags[best] for best in scores.argmax(1).tolist()]

    def tag_all(self, sentences: Sequence[Sequence[str]]) -> list[list[Tag]]:
        """The tags of many sentences; each gets what it would get alone."""
        if not any(sentences):
            return [[] for _ in sentences]
        best = self._scores(sentences).argmax(1).tolist()
        found = iter([self.tags[number] for number in best])
        return [list(islice(found, len(sentence))) for sentence in sentences]

    def _scores(self, sentences: Sequence[Sequence[str]]) -> NDArray[np.int16]:
        if len(self._types) > _TYPES_KEPT:
            self._forget()
        numbers = self._types.numbers(sentences)
        table, places = self._types.features[numbers], np.flatnonzero(numbers)
        together = self._first.rows(hashes(table, places, _TOGETHER))
        first = self._first.sums(np.concatenate([self._alone(numbers, places), together]))
        wider = with_tags(table, places, first.argmax(1))
        second = self._second.rows(hashes(wider, places, SECOND_LOOK))
        return first + self._second.sums(second)

    def _alone(self, numbers: Array, places: Array) -> NDArray[np.int32]:
        """The rows of what words tell by themselves, in the first look."""
        known = self._type_rows
        new = self._types.features[known.shape[1] :]
        if len(new):
            more = self._first.rows(hashes(new, np.arange(len(new)), _OF_TYPE))
            known = self._type_rows = np.concatenate([known, more], axis=1)
        return np.stack(
            [row.take(numbers[places + at]) for row, at in zip(known, _AT, strict=True)]
        )
