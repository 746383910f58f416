"""Makes `senses.bin`: sense vectors from sense-tagged text (`suggester/senses.py` reads them).

The encoder reads every tagged word of SemCor; the mean state of a word's occurrences in a sense,
and of all words of a synset, are the vectors. A linear model learns how to weigh cosines and the
frequency of senses; each occurrence is compared with the means of the others.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motjuste.encoder import Encoder
from motjuste.encoder.encoder import unit
from motjuste.encoder.quantisation import Floats
from motjuste.errors import bad_file
from motjuste.files import whole_file
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.associations import LETTERS
from motjuste.suggester.senses import BYTE_SCALE, project, sense_columns, word_key
from motjuste.text import Target

# Dimensions of the space of senses.
AXES = 128
# Occurrences of a word in a sense that count for its mean, at most.
_MAX_OCCURRENCES = 200
# Optimiser steps of the linear model …
_STEPS = 300
# … and their learning rate.
_LEARNING_RATE = 0.05
# Every n-th tagged word is used to fit the linear model.
_FITTED = 4
# Every n-th sentence is read for the sense vectors of a half, which only help to train rankers.
_SENTENCES_OF_HALF = 3
# Seed of all random choices.
_SEED = 5
# The share of tags whose offsets must be in WordNet; some tags are of words that the lexicon lacks.
_MIN_TAGS_IN_WORDNET = 0.9
# Training of the part-of-speech head: optimiser steps, …
_POS_STEPS = 1500
# … words in each step, …
_POS_BATCH = 512
# … learning rate …
_POS_LEARNING_RATE = 3e-3
# … and weight decay.
_POS_DECAY = 1e-4
# Every n-th state is used to find the mean and deviation of each dimension.
_POS_SAMPLE = 10
# Every n-th state is used to find the principal axes.
_AXES_SAMPLE = 3
# An axis is divided by its variance to this power: directions of large variance say little about
# senses, but scaling all to unit variance would give noise the same weight.
_AXES_SCALING = 0.25


class Tagged(NamedTuple):
    """A sense-tagged word: its document, lemma, part of speech and synsets (lexicon's numbers)."""

    document: str
    lemma: str
    letter: str
    synsets: tuple[int, ...]


def is_for_development(document: str) -> bool:
    """Whether a document of SemCor is held out for development: its name ends in 1."""
    return document.endswith("1")


def is_for_lists(document: str) -> bool:
    """Whether lists of synonyms for the rankers come from a document: its name ends in 2.

    The sense vectors that the rankers are trained with leave out these documents.
    """
    return document.endswith("2")


class WordNetOrder:
    """WordNet's synsets by their offsets, as the lexicon numbers them."""

    def __init__(self, folder: Path, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._offsets: dict[tuple[str, str], list[str]] = {}
        for letter, name in zip(LETTERS, ("noun", "verb", "adj", "adv"), strict=True):
            with (folder / f"index.{name}").open(encoding="latin-1") as lines:
                for fields in (line.split() for line in lines if not line.startswith("  ")):
                    lemma = fields[0].replace("_", " ")
                    self._offsets[lemma, letter] = fields[-int(fields[2]) :]

    def synset(self, lemma: str, letter: str, offset: str) -> int | None:
        """The lexicon's number of the synset that a lemma has at an offset."""
        offsets = self._offsets.get((lemma, letter), [])
        senses = self._lexicon.senses(lemma, PARTS_OF_SPEECH[letter])
        if offset not in offsets or len(senses) != len(offsets):
            return None
        return senses[offsets.index(offset)].synset

    def synsets(self, lemma: str, letter: str, offsets: Sequence[str]) -> tuple[int, ...]:
        """The lexicon's numbers of the synsets at SemCor's offsets that the lexicon has."""
        synsets = (self.synset(lemma, letter, offset.split("-")[0]) for offset in offsets)
        return tuple(synset for synset in synsets if synset is not None)

    def synonyms(
        self, lemma: str, letter: str, offsets: Sequence[str]
    ) -> tuple[set[str], set[str]]:
        """Single-word synonyms of the senses at some offsets, and of the lemma's other senses."""
        tagged = {self.synset(lemma, letter, offset) for offset in offsets}
        right: set[str] = set()
        wrong: set[str] = set()
        for sense in self._lexicon.senses(lemma, PARTS_OF_SPEECH[letter]):
            words = {w.lower() for w in sense.words if " " not in w and w.lower() != lemma}
            (right if sense.synset in tagged else wrong).update(words)
        return right, wrong - right


def read_states(
    rows: Iterable[dict[str, Any]],
    semcor: Path,
    encoder: Encoder,
    order: WordNetOrder,
    advance: Callable[[int], None],
) -> tuple[list[Tagged], Floats]:
    """All tagged words of some sentences of a file, and the encoder's state of each."""
    tagged: list[Tagged] = []
    states: list[Floats] = []
    tags = 0
    for row in rows:
        tags += len(row["senses"])
        for word, state in _states_of(row, encoder, order):
            tagged.append(word)
            states.append(state)
        advance(1)
    if len(tagged) < _MIN_TAGS_IN_WORDNET * tags:
        raise bad_file(
            semcor,
            f"has tags of another WordNet: only {len(tagged):,} of {tags:,} are in this one",
            "give the folder `dict` of WordNet 3.0",
        )
    return tagged, np.stack(states)


def _states_of(
    row: dict[str, Any], encoder: Encoder, order: WordNetOrder
) -> Iterator[tuple[Tagged, Floats]]:
    """The tagged words of a sentence whose synsets the lexicon has, each with its state."""
    starts = np.cumsum([0, *(len(token) + 1 for token in row["tokens"])])
    readings = list(encoder.read_through(" ".join(row["tokens"])))
    for place, lemma, pos, offsets in row["senses"]:
        letter = pos.replace("s", "a")
        synsets = order.synsets(lemma.lower(), letter, offsets)
        span = int(starts[place]), int(starts[place + 1]) - 1
        state = next((r.states[p].mean(0) for r in readings if len(p := r.pieces(*span))), None)
        if state is not None and synsets:
            tagged = Tagged(row["document"], lemma.lower(), letter, synsets)
            yield tagged, state.astype(np.float16)


def tagged_sentences(path: Path) -> Iterator[dict[str, Any]]:
    """The tagged sentences that are not for development."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        yield from (row for row in rows if not is_for_development(row["document"]))


def all_sentences(path: Path) -> list[dict[str, Any]]:
    """The sentences for the sense vectors that are shipped."""
    return list(tagged_sentences(path))


def half_sentences(path: Path) -> list[dict[str, Any]]:
    """The sentences for the sense vectors of a half: some of those without lists of synonyms."""
    rows = (row for row in tagged_sentences(path) if not is_for_lists(row["document"]))
    return list(islice(rows, None, None, _SENTENCES_OF_HALF))


def save_states(
    path: Path,
    rows: Iterable[dict[str, Any]],
    semcor: Path,
    encoder: Encoder,
    order: WordNetOrder,
    advance: Callable[[int], None] = lambda _: None,
) -> None:
    """Write the result of `read_states` to a file."""
    tagged, states = read_states(rows, semcor, encoder, order, advance)
    with whole_file(path) as part:
        np.savez(part, states=states, tagged=json.dumps(tagged))


def load_states(path: Path) -> tuple[list[Tagged], Floats]:
    """The tagged words and states that `save_states` wrote."""
    with np.load(path) as arrays:
        rows = json.loads(str(arrays["tagged"]))
        words = [Tagged(doc, lemma, letter, tuple(own)) for doc, lemma, letter, own in rows]
        return words, arrays["states"]


class SynonymList(NamedTuple):
    """A tagged word, synonyms of its sense, and synonyms of its other senses."""

    target: Target
    right: tuple[str, ...]
    wrong: tuple[str, ...]


def synonym_lists(
    semcor: Path,
    order: WordNetOrder,
    most: int,
    wanted: Callable[[str], bool] = lambda _: True,
) -> list[SynonymList]:
    """Lists for words with synonyms of both kinds, drawn with a fixed seed from some documents."""
    rows = (row for row in tagged_sentences(semcor) if wanted(row["document"]))
    lists = [synonyms for row in rows for synonyms in _lists_of(row, order)]
    chosen = np.random.default_rng(_SEED).permutation(len(lists))[:most]
    return [lists[place] for place in chosen.tolist()]


def _lists_of(row: dict[str, Any], order: WordNetOrder) -> Iterator[SynonymList]:
    starts = np.cumsum([0, *(len(token) + 1 for token in row["tokens"])]).tolist()
    for place, lemma, pos, offsets in row["senses"]:
        letter = pos.replace("s", "a")
        mine, others = order.synonyms(lemma.lower(), letter, [o.split("-")[0] for o in offsets])
        if mine and others:
            target = Target(" ".join(row["tokens"]), starts[place], starts[place + 1] - 1)
            yield SynonymList(target, tuple(sorted(mine)), tuple(sorted(others)))


@dataclass
class _Means:
    """Sums of points by key, from which one point can be subtracted."""

    sums: dict[int, Floats]
    counts: dict[int, int]

    @classmethod
    def of(cls, keys: Sequence[Sequence[int]], points: Floats) -> "_Means":
        means = cls({}, {})
        for own, point in zip(keys, points, strict=True):
            for key in own:
                if means.counts.get(key, 0) < _MAX_OCCURRENCES:
                    means.sums[key] = means.sums.get(key, 0.0) + point
                    means.counts[key] = means.counts.get(key, 0) + 1
        return means

    def cosine(self, key: int, point: Floats, without: bool) -> float | None:
        """The cosine of a point and a mean; `without` leaves the point itself out of the mean."""
        count = self.counts.get(key, 0) - without
        if count <= 0:
            return None
        mean = self.sums[key] - point if without else self.sums[key]
        return float(unit(mean) @ point)

    def packed(self) -> tuple[Floats, Floats]:
        """The keys in order, and the unit means as bytes."""
        keys = np.array(sorted(self.sums), np.int64)
        means = unit(np.stack([self.sums[key] for key in keys.tolist()]))
        return keys, np.clip(np.rint(means * BYTE_SCALE), -127, 127).astype(np.int8)


def principal_axes(states: Floats) -> tuple[Floats, Floats]:
    """The mean of the unit states of both layers, and their scaled principal axes."""
    half = states.shape[1] // 2
    sample = states[::_AXES_SAMPLE].astype(np.float32)
    both = np.concatenate([unit(sample[:, :half]), unit(sample[:, half:])], 1)
    mean = both.mean(0)
    values, vectors = np.linalg.eigh(np.cov((both - mean).T))
    chosen = np.argsort(-values)[:AXES]
    axes = vectors[:, chosen] / values[chosen] ** _AXES_SCALING
    largest = np.abs(axes).argmax(0)
    return mean, (axes * np.sign(axes[largest, range(AXES)])).astype(np.float16)


def build(tagged: Sequence[Tagged], states: Floats, lexicon: Lexicon) -> dict[str, Floats]:
    """The arrays of `senses.bin`."""
    mean, axes = principal_axes(states)
    points = project(states.astype(np.float32), mean, axes.astype(np.float32))
    numbers = [lexicon.number(word.lemma) for word in tagged]
    word_keys = [
        [] if number is None else [word_key(number, word.letter, s) for s in word.synsets]
        for number, word in zip(numbers, tagged, strict=True)
    ]
    words = _Means.of(word_keys, points)
    synsets = _Means.of([word.synsets for word in tagged], points)
    weights = _fit(tagged, points, words, synsets, lexicon)
    own_keys, own = words.packed()
    synset_ids, shared = synsets.packed()
    pos_weights, pos_bias = fit_parts_of_speech([word.letter for word in tagged], states)
    return {
        "mean": mean,
        "axes": axes,
        "weights": weights,
        "word.key": own_keys,
        "word.vector": own,
        "synset.id": synset_ids,
        "synset.vector": shared,
        "pos.weight": pos_weights,
        "pos.bias": pos_bias,
    }


def fit_parts_of_speech(letters: Sequence[str], states: Floats) -> tuple[Floats, Floats]:
    """Multinomial logistic regression from a word's state to its part of speech.

    Fitted by Adam on shuffled batches; the weights are for raw states, so that nothing has to be
    standardised at inference time.
    """
    right = np.array([LETTERS.index(letter) for letter in letters])
    sample = states[::_POS_SAMPLE].astype(np.float32)
    mean, deviation = sample.mean(0), sample.std(0) + 1e-6
    weights = np.zeros((states.shape[1] + 1, len(LETTERS)), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    rng = np.random.default_rng(_SEED)
    for step in range(1, _POS_STEPS + 1):
        batch = rng.integers(len(states), size=_POS_BATCH)
        rows = (states[batch].astype(np.float32) - mean) / deviation
        rows = np.concatenate([rows, np.ones((len(rows), 1), np.float32)], 1)
        scores = rows @ weights
        errors = np.exp(scores - scores.max(1, keepdims=True))
        errors /= errors.sum(1, keepdims=True)
        errors[np.arange(len(batch)), right[batch]] -= 1
        gradient = rows.T @ errors / len(batch) + _POS_DECAY * weights
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        rate = _POS_LEARNING_RATE * (1 - step / (_POS_STEPS + 1))
        scaled = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        weights -= rate * scaled
    raw = weights[:-1] / deviation[:, None]
    return raw.astype(np.float16), (weights[-1] - mean @ raw).astype(np.float32)


def write(arrays: dict[str, Floats], lexicon: Lexicon, path: Path) -> None:
    """Write `senses.bin`, marked with the lexicon that its numbers belong to."""
    path.write_bytes(pack(arrays, {"content": 1, "lexicon": lexicon.store.checksum}))


def _fit(
    tagged: Sequence[Tagged], points: Floats, words: _Means, synsets: _Means, lexicon: Lexicon
) -> Floats:
    """The weights of the linear model that tells the tagged sense of a word from its others."""
    lessons = []
    for word, point in list(zip(tagged, points, strict=True))[::_FITTED]:
        senses = lexicon.senses(word.lemma, PARTS_OF_SPEECH[word.letter])
        right = np.array([sense.synset in word.synsets for sense in senses])
        number = lexicon.number(word.lemma)
        if len(senses) < 2 or not right.any() or number is None:
            continue
        own = [
            words.cosine(word_key(number, word.letter, sense.synset), point, bool(mine))
            for sense, mine in zip(senses, right, strict=True)
        ]
        shared = [
            synsets.cosine(sense.synset, point, bool(mine))
            for sense, mine in zip(senses, right, strict=True)
        ]
        # The occurrence itself must not count towards its sense.
        counts = [max(0, s.count - int(m)) for s, m in zip(senses, right, strict=True)]
        lessons.append((sense_columns(own, shared, counts), right))
    return _train(lessons)


def _train(lessons: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Conditional logistic regression by full gradient steps (Adam)."""
    rows = np.concatenate([columns for columns, _ in lessons])
    right = np.concatenate([mine for _, mine in lessons])
    owner = np.repeat(np.arange(len(lessons)), [len(mine) for _, mine in lessons])
    weights = np.zeros(rows.shape[1])
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        scores = np.exp(np.clip(rows @ weights, -30, 30))
        everything = np.bincount(owner, scores)[owner]
        correct = np.bincount(owner, scores * right)[owner]
        gradient = rows.T @ (scores / everything - scores * right / correct) / len(lessons)
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        rate = _LEARNING_RATE * (1 - 0.99**step) ** 0.5
        weights -= rate * first / (1 - 0.9**step) / (np.sqrt(second) + 1e-8)
    return weights.astype(np.float32)
