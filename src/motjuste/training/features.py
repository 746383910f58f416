"""Features of a headword and a candidate that need no sentence: the input of the priors.

Headwords are processed in blocks of one part of speech, so that comparisons of a headword with all
words (nearest vectors, shared lists, shared letters) are matrix products over the block.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from motjuste.lexicon.candidates import LINKS, candidates, opposites
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.suggester.associations import LETTERS
from motjuste.training.knowledge import Array, Knowledge, VocabularyVectors

# Nearest words by vectors that become candidates.
NEAR = 80
# Headwords in a block.
_BLOCK = 256
_RELATIONS = tuple(name for name in LINKS if name != "listed")
_COLUMN = {name: column for column, name in enumerate(_RELATIONS)}
NAMES = (
    *_RELATIONS,
    "near",
    "relations",
    "sense share",
    "lists shared",
    "list overlap",
    "head frequency",
    "frequency",
    "frequency gap",
    "head senses",
    "senses",
    "share of part of speech",
    "place of shared sense",
    "count of shared sense",
    "spaces",
    "length gap",
    "letters shared at the start",
    "letters overlap",
    "cosine 2",
    "cosine 4",
    "cosine 6",
    "cosine static",
    "cosine 4 in list",
    "cosine static in list",
    "list overlap in list",
    *LETTERS,
)


class Head(NamedTuple):
    """A headword by its number in the lexicon and the index of its part of speech in `nvar`."""

    number: int
    pos: int


class Featured(NamedTuple):
    """The candidates of a headword: numbers and features; the first `own` are its pool."""

    head: Head
    numbers: Array
    features: Array
    own: int


class _Block(NamedTuple):
    """Comparisons of the headwords of a block with all words: one row for each headword."""

    near: list[list[int]]
    lists: Array
    letters: Array


class Featuriser:
    """Finds candidates and computes their features."""

    def __init__(self, knowledge: Knowledge, vectors: VocabularyVectors) -> None:
        self.known, self.vectors = knowledge, vectors
        self._rows = [np.flatnonzero(vectors.pos == pos) for pos in range(len(LETTERS))]
        joint = [np.concatenate([vectors.layers[1] * 2**0.5, vectors.static], 1)[rows]
                 for rows in self._rows]  # fmt: skip
        self._joint = joint

    def __call__(
        self, heads: Iterable[Head], extra: Mapping[Head, Sequence[int]] | None = None
    ) -> Iterator[Featured]:
        """The candidates of headwords; `extra` adds words for some of them."""
        for pos, group in groupby(heads, key=lambda head: head.pos):
            of_pos = list(group)
            for first in range(0, len(of_pos), _BLOCK):
                in_block = of_pos[first : first + _BLOCK]
                block = self._block(in_block, pos)
                for row, head in enumerate(in_block):
                    yield self._featured(head, block, row, (extra or {}).get(head, ()))

    def _block(self, heads: list[Head], pos: int) -> _Block:
        numbers = np.array([head.number for head in heads])
        moby, grams = self.known.moby, self.known.grams
        return _Block(
            self._near(numbers, pos),
            (moby[numbers] @ moby.T).tocsr(),
            (grams[numbers] @ grams.T).tocsr(),
        )

    def _near(self, numbers: Array, pos: int) -> list[list[int]]:
        """The nearest words of the part of speech, best first, by the middle layer and GloVe."""
        rows, joint = self._rows[pos], self._joint[pos]
        own = self.vectors.at[numbers, pos]
        place = np.searchsorted(rows, own)
        count = min(NEAR + 1, len(rows))
        near: list[list[int]] = [[] for _ in numbers]
        has = np.flatnonzero(own >= 0)
        scores = joint[place[has]] @ joint.T if len(has) else np.zeros((0, 0))
        for row, line in zip(has.tolist(), scores, strict=True):
            top = np.argpartition(-line, count - 1)[:count]
            best = top[np.lexsort((top, -line[top]))]
            nearest = self.vectors.number[rows[best]]
            near[row] = [n for n in nearest.tolist() if n != numbers[row]][:NEAR]
        return near

    def _featured(self, head: Head, block: _Block, row: int, extra: Sequence[int]) -> Featured:
        lexicon, name = self.known.lexicon, PARTS_OF_SPEECH[LETTERS[head.pos]]
        word = self.known.spellings[head.number]
        pool: dict[int, list[tuple[int, float]]] = {}
        for candidate in candidates(lexicon, word, name):
            links = [(_COLUMN[x.relation], 1 / (x.sense or 1)) for x in candidate.links]
            pool[self.known.number[candidate.word]] = links
        barred = opposites(lexicon, lexicon.senses(word, name)) | set(lexicon.find_all(word))
        for rank, number in enumerate(block.near[row]):
            if number in pool or number not in barred:
                pool.setdefault(number, []).append((len(_RELATIONS), 1 / (1 + rank / 10)))
        own = [number for number in pool if self.vectors.at[number, head.pos] >= 0]
        numbers = [*own, *(number for number in extra if number not in pool)]
        links_of = [pool.get(number, []) for number in numbers]
        features = self._features(head, block, row, np.array(numbers, np.int64), links_of)
        standardised = _standardised(features[:, _COMPARED], len(own))
        features[:, _IN_LIST] = standardised
        return Featured(head, np.array(numbers, np.int64), features, len(own))

    def _features(
        self,
        head: Head,
        block: _Block,
        row: int,
        numbers: Array,
        links: list[list[tuple[int, float]]],
    ) -> Array:
        known, pos = self.known, head.pos
        out = np.zeros((len(numbers), len(NAMES)), np.float32)
        for line, pairs in zip(out, links, strict=True):
            for column, weight in pairs:
                line[column] = weight
        column = len(_RELATIONS) + 1
        shared = _dense(block.lists, row)[numbers]
        letters = _dense(block.letters, row)[numbers]
        senses, everywhere = known.senses[numbers, pos], known.senses[numbers].sum(1)
        place, count = self._shared_senses(head, numbers, out[:, 0])
        frequency = known.frequency[numbers]
        head_frequency = known.frequency[head.number]
        columns = [
            (out[:, : len(_RELATIONS)] > 0).sum(1),
            self._sense_share(head, out),
            np.log1p(shared),
            shared / np.sqrt((1 + known.listed[head.number]) * (1 + known.listed[numbers])),
            np.full(len(numbers), head_frequency),
            frequency,
            frequency - head_frequency,
            np.full(len(numbers), np.log1p(known.senses[head.number, pos])),
            np.log1p(senses),
            np.where(everywhere > 0, senses / np.maximum(everywhere, 1), 0.5),
            place,
            count,
            known.spaces[numbers],
            known.length[numbers] - known.length[head.number],
            known.shared_start(head.number, numbers),
            2 * letters / (known.gram_count[head.number] + known.gram_count[numbers]),
            *self._cosines(head, numbers),
        ]
        out[:, column : column + len(columns)] = np.stack(columns, 1)
        out[:, len(NAMES) - len(LETTERS) + pos] = 1
        return out

    def _sense_share(self, head: Head, out: Array) -> Array:
        """The share of the headword's uses in SemCor that have the most frequent linked sense."""
        name = PARTS_OF_SPEECH[LETTERS[head.pos]]
        senses = self.known.lexicon.senses(self.known.spellings[head.number], name)
        counts = np.array([0.0] + [sense.count + 0.5 for sense in senses], np.float32)
        share = counts / max(float(counts.sum()), 1.0)
        weights = out[:, _OF_SENSES]
        number = np.where(weights > 0, np.rint(1 / np.maximum(weights, 0.001)), 0).astype(np.int64)
        return np.asarray(share[np.minimum(number, len(share) - 1)].max(1))

    def _shared_senses(self, head: Head, numbers: Array, synonym: Array) -> tuple[Array, Array]:
        """The inverse rank of a shared sense among the candidate's, and the log of its count."""
        place, count = np.zeros(len(numbers), np.float32), np.zeros(len(numbers), np.float32)
        own = self.known.lexicon.synsets_of(head.number, PARTS_OF_SPEECH[LETTERS[head.pos]])
        for row in np.flatnonzero(synonym).tolist():
            pairs = [self.known.place.get((synset, int(numbers[row]))) for synset in own]
            shared = [pair for pair in pairs if pair]
            if shared:
                place[row] = 1 / min(number for number, _ in shared)
                count[row] = np.log1p(max(count for _, count in shared))
        return place, count

    def _cosines(self, head: Head, numbers: Array) -> list[Array]:
        at, rows = self.vectors.at[head.number, head.pos], self.vectors.at[numbers, head.pos]
        if at < 0:
            return [np.zeros(len(numbers), np.float32)] * (len(self.vectors.layers) + 1)
        spaces = (*self.vectors.layers, self.vectors.static)
        return [np.where(rows >= 0, space[rows] @ space[at], 0) for space in spaces]


_COMPARED = [NAMES.index(n) for n in ("cosine 4", "cosine static", "list overlap")]
_IN_LIST = [NAMES.index(f"{NAMES[column]} in list") for column in _COMPARED]
_OF_SENSES = [_COLUMN[name] for name in _RELATIONS if not name.startswith("moby")]


def _dense(matrix: Array, row: int) -> Array:
    """A row of a sparse matrix as an array."""
    return np.asarray(matrix[row].toarray()).ravel()


def _standardised(columns: Array, own: int) -> Array:
    """Columns standardised by the mean and deviation over the pool."""
    if not own:
        return np.zeros_like(columns)
    pool = columns[:own]
    return np.asarray((columns - pool.mean(0)) / (pool.std(0) + 1e-6))
