"""Part-of-speech tagger: a linear model in two stages.

The first stage scores each word by its form, ending, shape and neighbours; the second also uses the
tags that the first gave to the words around it. Both sum rows of one weight table, for all words of
all sentences at once, which makes it fast in Python.
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

from motjuste.lexicon.array_file import ArrayFile

Numbers = NDArray[np.uint64]
Array = NDArray[Any]


class Tag(NamedTuple):
    """A Universal Dependencies part of speech, and the Penn Treebank tag, which gives the form."""

    pos: str
    form: str


# Columns of the table of word types: features of a word without its context.
WORD, SUFFIX2, SUFFIX3, SUFFIX4, PREFIX, SHAPE = range(6)
_PAD: tuple[int, ...] = (1, 1, 1, 1, 1, 1)
# Word types whose features are cached before the cache is cleared.
MAX_CACHED_TYPES = 100_000

# A feature combines columns at one or more positions: (offset from the word, column).
Template = tuple[tuple[int, int], ...]


def _numbered(start: int, *templates: Template) -> dict[int, Template]:
    """Templates by number; the numbers distinguish their features in the hash."""
    return dict(enumerate(templates, start))


FIRST_STAGE = _numbered(
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
# The column that `with_tags` adds: the tag of the first stage.
TAG = 6
SECOND_STAGE = _numbered(
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
# Words to each side that the templates refer to.
_REACH = 2
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

# Templates of one word depend on its type alone: their features are computed once and cached.
_ONE_WORD_TEMPLATES = {
    number: template
    for number, template in FIRST_STAGE.items()
    if len({offset for offset, _ in template}) == 1
}
_ONE_WORD_OFFSETS = [template[0][0] for template in _ONE_WORD_TEMPLATES.values()]
_TYPE_TEMPLATES = {
    number: tuple((0, column) for _, column in template)
    for number, template in _ONE_WORD_TEMPLATES.items()
}
_SEVERAL_WORD_TEMPLATES = {
    number: template
    for number, template in FIRST_STAGE.items()
    if number not in _ONE_WORD_TEMPLATES
}


def _shape(word: str) -> int:
    letters = 0 if word.islower() else 2 if word.isupper() else 1 if word[:1].isupper() else 3
    digits = any(char.isdigit() for char in word)
    return 8 + letters + 4 * digits + 8 * ("-" in word) + 16 * (len(word) == 1)


def type_features(word: str) -> tuple[int, ...]:
    """The features of a word without its context, as numbers."""
    lower = word[:80].lower().replace("’", "'")
    if lower.isdigit():
        lower = "0" * min(len(lower), 5)
    data = lower.encode("utf-8", "replace")
    ends = (crc32(lower[-size:].encode("utf-8", "replace")) for size in (2, 3, 4))
    first, last = crc32(data), [end + 2 + size for size, end in enumerate(ends)]
    return (first + 7, *last, crc32(data[:2]) + 3, _shape(word[:80]))


class Types(dict[str, int]):
    """Numbers of word types, and the cached features of each; number 0 is padding."""

    def __init__(self) -> None:
        self._rows = [_PAD]
        self.features = np.array(self._rows, np.uint64)

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self._rows)
        self._rows.append(type_features(word))
        return number

    def numbers(self, sentences: Sequence[Sequence[str]]) -> Array:
        """The numbers of all words, with two of padding around each sentence."""
        numbers = [0, 0]
        for sentence in sentences:
            numbers += map(self.__getitem__, sentence)
            numbers += (0, 0)
        new = self._rows[len(self.features) :]
        if new:
            self.features = np.concatenate([self.features, np.array(new, np.uint64)])
        return np.array(numbers, np.int64)


# Words hashed or summed at a time, so that the arrays stay in the processor's cache.
_WORDS_PER_CHUNK = 256


class _Steps(NamedTuple):
    """Templates as arrays, the longest first, so that each step of the hash takes a slice of them.

    `rows`: the places of the templates in the order that was given.
    `numbers`: the numbers of the templates, as a column.
    `columns`, `offsets`: for each step, the parts that the templates which are long enough add.
    """

    rows: Array
    numbers: Numbers
    columns: tuple[Array, ...]
    offsets: tuple[Array, ...]


@cache
def _steps(templates: tuple[tuple[int, Template], ...]) -> _Steps:
    rows = sorted(range(len(templates)), key=lambda row: -len(templates[row][1]))
    parts = [templates[row][1] for row in rows]
    by_step = [[part[step] for part in parts if len(part) > step] for step in range(len(parts[0]))]
    return _Steps(
        np.array(rows),
        np.array([[templates[row][0]] for row in rows], np.uint64),
        tuple(np.array([[column] for _, column in step]) for step in by_step),
        tuple(np.array([[offset] for offset, _ in step]) for step in by_step),
    )


def hashes(table: Numbers, places: Array, templates: Mapping[int, Template]) -> NDArray[np.uint32]:
    """A hash for each feature (row) of each word (column)."""
    steps = _steps(tuple(templates.items()))
    out = np.empty((len(templates), len(places)), np.uint32)
    # Padded at both ends, so that every word has neighbours.
    padded = np.zeros((table.shape[1], len(table) + 2 * _REACH), np.uint64)
    padded[:, _REACH:-_REACH] = table.T
    flat, width = padded.ravel(), padded.shape[1]
    shifts = [
        columns * width + offsets + _REACH
        for columns, offsets in zip(steps.columns, steps.offsets, strict=True)
    ]
    for first in range(0, len(places), _WORDS_PER_CHUNK):
        chunk = places[first : first + _WORDS_PER_CHUNK]
        mixed = np.repeat(steps.numbers, len(chunk), axis=1)
        for shift in shifts:
            part = mixed[: len(shift)]
            shifted = part >> np.uint64(29)
            part *= _MULTIPLIER
            part ^= shifted
            part += flat.take(chunk + shift)
        mixed *= _MULTIPLIER
        mixed >>= np.uint64(32)
        out[steps.rows, first : first + _WORDS_PER_CHUNK] = mixed
    return out


def with_tags(table: Numbers, places: Array, tags: Array) -> Numbers:
    """The table of types with one more column: the tags of the first stage."""
    column = np.ones((len(table), 1), np.uint64)
    column[places, 0] = tags + 2
    return np.hstack([table, column])


class Weights:
    """Rows of weights, looked up by feature."""

    def __init__(self, known: Array, rows: Array, columns: Array, values: Array, tags: int) -> None:
        self._size = len(known)
        # Features are hashes: their leading bits give their approximate row in the sorted table.
        bits = self._size.bit_length() + 2
        self._shift = np.uint32(32 - bits)
        counts = np.bincount(known >> self._shift, minlength=1 << bits)
        self._starts = (np.cumsum(counts) - counts).astype(np.int32)
        self._known = np.append(known, np.uint32(0xFFFFFFFF))
        # The last row is zero and is used for unknown features.
        self._dense = np.zeros((self._size + 1, tags), np.int8)
        self._dense[rows, columns] = values

    def sums(self, rows: NDArray[np.int32]) -> NDArray[np.int16]:
        """For each word, the sum of its features' rows."""
        sums = np.empty((rows.shape[1], self._dense.shape[1]), np.int16)
        for first in range(0, len(sums), _WORDS_PER_CHUNK):
            # `mode="clip"` avoids an extra copy that the default mode makes.
            chunk_rows = self._dense.take(
                rows[:, first : first + _WORDS_PER_CHUNK], axis=0, mode="clip"
            )
            np.add.reduce(
                chunk_rows, axis=0, dtype=np.int16, out=sums[first : first + _WORDS_PER_CHUNK]
            )
        return sums

    def rows(self, features: NDArray[np.uint32]) -> NDArray[np.int32]:
        """The row of each feature; the last one if it is unknown."""
        flat = features.reshape(-1)
        rows = self._starts.take(flat >> self._shift)
        candidates = self._known.take(rows)
        behind = np.flatnonzero(candidates < flat)
        while len(behind):
            rows[behind] += 1
            candidates[behind] = self._known.take(rows[behind])
            behind = behind[candidates[behind] < flat[behind]]
        rows[candidates != flat] = self._size
        return rows.reshape(features.shape)


# A given part of speech may not distinguish names from nouns, or auxiliaries from verbs.
_COMPATIBLE = {"NOUN": ("NOUN", "PROPN"), "VERB": ("VERB", "AUX"), "AUX": ("AUX", "VERB")}


class Tagger:
    """Gives every word of a sentence its part of speech and form.

    >>> tags = Tagger.open().tag("They watched the watch .".split())
    >>> [tag.pos for tag in tags], tags[1].form
    (['PRON', 'VERB', 'DET', 'NOUN', 'PUNCT'], 'VBD')
    """

    def __init__(self, store: ArrayFile) -> None:
        names = [label.split("|") for label in store.about["tags"]]
        self.tags = tuple(Tag(pos, form) for form, pos in names)
        self._first, self._second = (self._weights(store, stage) for stage in ("first", "second"))
        self._forget()

    def _forget(self) -> None:
        """Clear the cache of word types."""
        self._types = Types()
        self._type_rows = np.empty((len(_ONE_WORD_TEMPLATES), 0), np.int32)

    @staticmethod
    @cache
    def open(path: Path | None = None) -> "Tagger":
        """The tagger in the package, or in another file."""
        inside = files("motjuste.lexicon") / "data" / "tagger.bin"
        return Tagger(ArrayFile(path or Path(str(inside))))

    def _weights(self, store: ArrayFile, stage: str) -> Weights:
        known, lengths = store.array(f"{stage}.features"), store.array(f"{stage}.lengths")
        rows = np.repeat(np.arange(len(known)), lengths)
        columns, values = store.array(f"{stage}.columns"), store.array(f"{stage}.values")
        return Weights(known, rows, columns, values, len(self.tags))

    def tag(self, words: Sequence[str], known_pos: Mapping[int, str] | None = None) -> list[Tag]:
        """The tags of one sentence's words, given some of their parts of speech by position."""
        if not words:
            return []
        scores, tags = self._scores([words]), self.tags
        for position, pos in (known_pos or {}).items():
            compatible = _COMPATIBLE.get(pos, (pos,))
            others = [number for number, tag in enumerate(tags) if tag.pos not in compatible]
            if len(others) < len(tags):
                scores[position, others] = np.iinfo(np.int16).min
        return [tags[best] for best in scores.argmax(1).tolist()]

    def tag_all(self, sentences: Sequence[Sequence[str]]) -> list[list[Tag]]:
        """The tags of many sentences; each gets the same tags as alone."""
        if not any(sentences):
            return [[] for _ in sentences]
        best = self._scores(sentences).argmax(1).tolist()
        tags = iter([self.tags[number] for number in best])
        return [list(islice(tags, len(sentence))) for sentence in sentences]

    def _scores(self, sentences: Sequence[Sequence[str]]) -> NDArray[np.int16]:
        if len(self._types) > MAX_CACHED_TYPES:
            self._forget()
        numbers = self._types.numbers(sentences)
        table, places = self._types.features[numbers], np.flatnonzero(numbers)
        together = self._first.rows(hashes(table, places, _SEVERAL_WORD_TEMPLATES))
        first = self._first.sums(np.concatenate([self._alone(numbers, places), together]))
        wider = with_tags(table, places, first.argmax(1))
        second = self._second.rows(hashes(wider, places, SECOND_STAGE))
        return first + self._second.sums(second)

    def _alone(self, numbers: Array, places: Array) -> NDArray[np.int32]:
        """The rows of the first stage's one-word features."""
        type_rows = self._type_rows
        new = self._types.features[type_rows.shape[1] :]
        if len(new):
            new_rows = self._first.rows(hashes(new, np.arange(len(new)), _TYPE_TEMPLATES))
            type_rows = self._type_rows = np.concatenate([type_rows, new_rows], axis=1)
        return np.stack(
            [
                row.take(numbers[places + offset])
                for row, offset in zip(type_rows, _ONE_WORD_OFFSETS, strict=True)
            ]
        )
