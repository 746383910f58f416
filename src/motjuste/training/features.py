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
# The weight of contextual vectors in the search for these, relative to that of static ones.
_CONTEXTUAL_WEIGHT = 2
# The rank at which the feature `near` has fallen to a half.
_NEAR_HALF_RANK = 10
# Headwords in a block.
_BLOCK = 256
_RELATIONS = tuple(name for name in LINKS if name != "listed")
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
_COLUMN = {name: column for column, name in enumerate(NAMES)}
_COSINES = ("cosine 2", "cosine 4", "cosine 6", "cosine static")


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
        contextual = vectors.layers[1] * _CONTEXTUAL_WEIGHT**0.5
        joint = np.concatenate([contextual, vectors.static], 1)
        self._joint = [joint[rows] for rows in self._rows]

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
                pool.setdefault(number, []).append(
                    (_COLUMN["near"], 1 / (1 + rank / _NEAR_HALF_RANK))
                )
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
        out = np.zeros((len(numbers), len(NAMES)), np.float32)
        for line, pairs in zip(out, links, strict=True):
            for column, weight in pairs:
                line[column] = weight
        columns = {
            "relations": (out[:, : len(_RELATIONS)] > 0).sum(1),
            "sense share": self._sense_share(head, out),
            **self._list_columns(head, _dense(block.lists, row)[numbers], numbers),
            **self._frequency_columns(head, numbers),
            **self._sense_columns(head, numbers, synonym=out[:, 0]),
            **self._spelling_columns(head, _dense(block.letters, row)[numbers], numbers),
            **self._cosines(head, numbers),
            LETTERS[head.pos]: 1,
        }
        for name, values in columns.items():
            out[:, _COLUMN[name]] = values
        return out

    def _list_columns(self, head: Head, shared: Array, numbers: Array) -> dict[str, Array]:
        """How many lists of the thesaurus the words share, and the overlap of their lists."""
        listed = self.known.listed
        size = np.sqrt((1 + listed[head.number]) * (1 + listed[numbers]))
        return {"lists shared": np.log1p(shared), "list overlap": shared / size}

    def _frequency_columns(self, head: Head, numbers: Array) -> dict[str, Array]:
        own, frequency = self.known.frequency[head.number], self.known.frequency[numbers]
        return {"head frequency": own, "frequency": frequency, "frequency gap": frequency - own}

    def _sense_columns(self, head: Head, numbers: Array, synonym: Array) -> dict[str, Array]:
        """Numbers of senses, and what the candidate's share with the headword is among them."""
        senses, all_senses = self.known.senses[numbers, head.pos], self.known.senses[numbers].sum(1)
        place, count = self._shared_senses(head, numbers, synonym)
        share = np.where(all_senses > 0, senses / np.maximum(all_senses, 1), 0.5)
        return {
            "head senses": np.log1p(self.known.senses[head.number, head.pos]),
            "senses": np.log1p(senses),
            "share of part of speech": share,
            "place of shared sense": place,
            "count of shared sense": count,
        }

    def _spelling_columns(self, head: Head, letters: Array, numbers: Array) -> dict[str, Array]:
        """Length and letters; `letters` are the numbers of letter sequences in common."""
        known, number = self.known, head.number
        return {
            "spaces": known.spaces[numbers],
            "length gap": known.length[numbers] - known.length[number],
            "letters shared at the start": known.shared_start(number, numbers),
            "letters overlap": 2 * letters / (known.gram_count[number] + known.gram_count[numbers]),
        }

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

    def _cosines(self, head: Head, numbers: Array) -> dict[str, Array]:
        """The cosines of the words' vectors; zeros for words without one."""
        at, rows = self.vectors.at[head.number, head.pos], self.vectors.at[numbers, head.pos]
        if at < 0:
            return {}
        spaces = (*self.vectors.layers, self.vectors.static)
        cosines = (np.where(rows >= 0, space[rows] @ space[at], 0) for space in spaces)
        return dict(zip(_COSINES, cosines, strict=True))


_COMPARED = [_COLUMN[name] for name in ("cosine 4", "cosine static", "list overlap")]
_IN_LIST = [_COLUMN[f"{NAMES[column]} in list"] for column in _COMPARED]
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
