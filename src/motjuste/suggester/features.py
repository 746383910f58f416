"""The rankers' features: a row of numbers for every candidate of a target.

The first step uses the lexicon, one encoder pass over the sentence, the target's sense, and
labelled sentences. Re-ranking (`reranking.py`) adds how well each candidate fits when it
is read in the target's place. Training and use share this module.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from motjuste.encoder.encoder import IN_PLACE_COLUMNS
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Facts, Pool, pool_of_words, with_words
from motjuste.suggester.labelled import COLUMNS, REVERSE_COLUMNS, Labelled
from motjuste.suggester.senses import SenseVectors
from motjuste.text import Word

# Added to a probability before its logarithm is taken.
_FLOOR = 0.01
# The weight of a linked synset's probability, relative to the synset's own.
_LINKED_WEIGHT = 0.5
# The only relation of synsets that does not make their words candidates.
_OPPOSITE = "antonym"
# Pools with the words of labels, and sense links, kept in memory: a long document's vocabulary.
_CACHED_WORDS = 1 << 12


def standard(columns: Floats) -> Floats:
    """Columns standardised over all candidates of the target: zero mean, unit deviation."""
    standardised: Floats = (columns - columns.mean(0)) / (columns.std(0) + np.float32(1e-6))
    return standardised


def first_step_features(facts: Facts, nearness: Floats) -> Floats:
    """A row for each candidate: its facts, and the cosine of its vector and the encoder's query."""
    features, likeness, frequency, spaces, head = facts
    relative = np.concatenate([features, np.stack([likeness, nearness], 1)], 1)
    absolute = np.stack([frequency, spaces], 1)
    of_headword = np.broadcast_to(head, (len(features), len(head)))
    return np.concatenate([relative, standard(relative), absolute, of_headword], 1)


def with_senses_and_labels(rows: Floats, columns: Floats) -> Floats:
    """The rows with the columns of senses and labelled sentences (`SensesAndLabels.columns`)."""
    return np.concatenate([rows, columns], 1)


def with_in_place(rows: Floats, in_place: Floats) -> Floats:
    """The rows with the columns of candidates read in the target's place (`Encoder.in_place`)."""
    return np.concatenate([rows, in_place, standard(in_place)], 1)


def given_features(rows: Floats, in_place: Floats, known: Floats) -> Floats:
    """A row for each given word; `known` tells how well it is known as a candidate (0 to 1)."""
    return np.concatenate([with_in_place(rows, in_place), known[:, None]], 1)


def without_labels(rows: Floats) -> Floats:
    """Rows of any step as if the headword had no labelled sentences."""
    changed = rows.copy()
    changed[:, _LAST - COLUMNS : _LAST] = 0
    return changed


# The order of the columns of a row. First the priors of the table of associations, …
_PRIORS = 4
# … then likeness and nearness, …
_RELATIVE = _PRIORS + 2
# … then all of these standardised over the candidates, then a candidate's frequency and spaces, …
_OWN = 2 * _RELATIVE
# … then the columns about the headword, then those of senses and labels (`SensesAndLabels`).
_HEAD = 6
_BEFORE_SENSES = _OWN + 2 + _HEAD
# The latter begin with five columns of links to senses and three of nearness to senses. Columns
# of labels follow: of the candidate's own labelled sentences, then of the headword's.
_SENSES = 8
_SENSE_AND_LABEL_COLUMNS = _SENSES + REVERSE_COLUMNS + COLUMNS
_LAST = _BEFORE_SENSES + _SENSE_AND_LABEL_COLUMNS
# Columns of a candidate read in the target's place, each also standardised.
_IN_PLACE = 2 * IN_PLACE_COLUMNS
# The column of the nearness of a candidate's vector to the encoder's query.
NEARNESS = _PRIORS + 1
# Names of groups of columns, as `--explain` shows them.
GROUPS = {
    "known substitute": [*range(NEARNESS), *range(_RELATIVE, _RELATIVE + NEARNESS)],
    "near in meaning here": [NEARNESS, _RELATIVE + NEARNESS],
    "how common it is": [_OWN],
    "in this sense": list(range(_BEFORE_SENSES, _BEFORE_SENSES + _SENSES)),
    "accepted in like sentences": list(range(_BEFORE_SENSES + _SENSES, _LAST)),
    "fits in its place": list(range(_LAST, _LAST + _IN_PLACE)),
}


class _SenseLinks(NamedTuple):
    """A synset of the target with what the lexicon links to it.

    `synonyms`: the numbers of the words in it.
    `neighbours`: the numbers of the words in the synsets that it is linked to.
    `linked`: these synsets.
    """

    synset: int
    synonyms: frozenset[int]
    neighbours: frozenset[int]
    linked: frozenset[int]


@dataclass(frozen=True, eq=False)
class Meaning:
    """The sense of a target in its sentence.

    `point`: the target's vector in the space of senses.
    `probabilities`: of each synset of the target.
    """

    senses: SenseVectors
    point: Floats
    probabilities: dict[int, float]
    links: tuple[_SenseLinks, ...]

    def near(self, synset: int) -> float:
        """The probability that the target has a sense, or half that of its likeliest linked one."""
        of_linked = (
            self.probabilities.get(link.synset, 0.0) for link in self.links if synset in link.linked
        )
        probability = self.probabilities.get(synset, 0.0)
        return max(probability, _LINKED_WEIGHT * max(of_linked, default=0.0))


class SensesAndLabels:
    """Computes the features of candidates from the target's sense and from labelled sentences.

    They combine the probability of each sense of the target with the words that the lexicon links
    to that sense, the similarity of the target in this sentence to each candidate's own senses, and
    what readers accepted in similar sentences.
    """

    def __init__(self, lexicon: Lexicon, senses: SenseVectors, labelled: Labelled) -> None:
        self._lexicon, self.senses, self._labelled = lexicon, senses, labelled
        # `candidates.py` caches pools, so that the same object recurs.
        self._extended = lru_cache(_CACHED_WORDS)(self._extend)

    def has_labels(self, lemma: str, letter: str) -> bool:
        """Whether a word or phrase has labelled sentences."""
        return self._labelled.has(lemma, letter)

    def labelled_pool(
        self, table: Associations, word: Word, without: Floats | None = None
    ) -> Pool | None:
        """A pool of the words that labels accept for a phrase; None if there are none."""
        letter = WORDNET_POS.get(word.pos, "n")
        words = self._accepted(word.lemma, letter, without)
        if not words:
            return None
        return pool_of_words(self._lexicon, table, word.lemma, letter, words)

    def with_labelled(self, pool: Pool, without: Floats | None = None) -> Pool:
        """The pool with the words that labels accept.

        `without` is the point of a labelled sentence that training leaves out.
        """
        return self._extended(pool) if without is None else self._extend(pool, without)

    def _extend(self, pool: Pool, without: Floats | None = None) -> Pool:
        words = self._accepted(pool.headword, pool.letter, without)
        return with_words(pool, words) if words else pool

    def _accepted(self, headword: str, letter: str, without: Floats | None) -> list[str]:
        """The words that labels accept for a headword, and those that it is accepted for."""
        accepted = self._labelled.accepted(headword, letter, without)
        return list(dict.fromkeys([*accepted, *self._labelled.accepting(headword, letter)]))

    def meaning(self, state: Floats, pool: Pool) -> Meaning:
        """The sense of a target; `state` is its mean state, from both layers of the encoder."""
        point = self.senses.locate(state)
        probabilities = self.senses.probabilities(point, pool.headword, pool.letter)
        links = _sense_links(self._lexicon, pool.headword, pool.letter)
        return Meaning(self.senses, point, probabilities, links)

    def columns(self, meaning: Meaning, pool: Pool, without_own_labels: bool = False) -> Floats:
        """A row for each candidate; training leaves out the labels of the target's own sentence."""
        point, words = meaning.point, pool.words
        near = self.senses.nearness(point, pool.lemma_numbers, pool.letter)
        labelled = self._labelled.columns(
            point, pool.headword, pool.letter, words, without_own_labels
        )
        reverse = self._labelled.reverse_columns(point, pool.headword, pool.letter, words)
        links = _link_columns(meaning, pool.numbers.tolist())
        return np.concatenate([links, near, standard(near[:, :1]), reverse, labelled], 1)


def _link_columns(meaning: Meaning, numbers: list[int]) -> Floats:
    """The probability of the senses that each candidate is in, or is linked to.

    Columns: the probability that it is a synonym, its logarithm, whether it is one in any sense;
    the probability of the sense that it is linked to, whether it is linked to any.
    """
    out = np.zeros((len(numbers), 5), np.float32)
    # Far fewer words are linked to a sense than there are candidates.
    rows = {number: row for row, number in enumerate(numbers)}
    for links in meaning.links:
        chance = meaning.probabilities.get(links.synset, 0.0)
        synonyms = [rows[number] for number in links.synonyms if number in rows]
        others = links.neighbours - links.synonyms
        neighbours = [rows[number] for number in others if number in rows]
        out[synonyms, 0] += np.float32(chance)
        out[synonyms, 2] = 1
        out[neighbours, 3] = np.maximum(out[neighbours, 3], np.float32(chance))
        out[neighbours, 4] = 1
    out[:, 1] = np.log(out[:, 0] + _FLOOR)
    return out


@lru_cache(_CACHED_WORDS)
def _sense_links(lexicon: Lexicon, headword: str, letter: str) -> tuple[_SenseLinks, ...]:
    senses = lexicon.senses(headword, PARTS_OF_SPEECH[letter])
    return tuple(_links_of(lexicon, sense.synset) for sense in senses)


def _links_of(lexicon: Lexicon, synset: int) -> _SenseLinks:
    pointers = lexicon.pointers(synset)
    linked = frozenset(p.synset for p in pointers if p.relation != _OPPOSITE)
    words = frozenset(number for other in linked for number in lexicon.members(other))
    return _SenseLinks(synset, frozenset(lexicon.members(synset)), words, linked)
