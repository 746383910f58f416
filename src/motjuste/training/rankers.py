"""Training of the rankers on labelled targets, with the features that they have at inference time.

No feature may contain the answer: the priors of a target come from boosters that were not trained
on its lemma, and labels of the target's own sentence are left out. Every target is also used a
second time as if its headword had no labels at all, since most words have none.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from motjuste.analysis import locate
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.encoder import TargetReading
from motjuste.lexicon import lemma_table
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.inflection import lemma_of
from motjuste.metrics.lemmas import Gold, gold_lemmas
from motjuste.suggester.candidates import pool_of_given
from motjuste.suggester.features import given_features, with_in_place, without_labels
from motjuste.suggester.networks import SUGGEST
from motjuste.suggester.suggester import Suggester
from motjuste.systems.default import BENCHMARK_SUBSTITUTES, READER_SUBSTITUTES, Default
from motjuste.text import Target
from motjuste.training.examples import RIGHT_SENSE
from motjuste.training.folds import HALVES, half_of, halves
from motjuste.training.knowledge import Array
from motjuste.training.networks import Lesson, scores, train
from motjuste.training.senses import SynonymList

# Numbers of candidates that are re-ranked for a reader and for a benchmark; one ranker serves both.
RERANKED_COUNTS = (round(Default.rerank * READER_SUBSTITUTES), BENCHMARK_SUBSTITUTES)
# Passes over the targets.
EPOCHS = 16
# Given words are fewer than candidates; longer training only fits their noise.
GIVEN_EPOCHS = 10
# Repetitions per epoch of a target that a crowd judged, for one of a labelled target: there are far
# fewer of them, but ten people judged each of their words.
CROWD_REPEATS = 8
# The same for the ranking of given words, which benchmarks need more often than writers.
CROWD_REPEATS_GIVEN = 32
Network = dict[str, Array]


@dataclass(frozen=True)
class TargetLessons:
    """What the three rankers learn from one target.

    `half`: the half of the lemmas that the target's belongs to.
    `first`: its candidates with the features of the first step, which end with those of labels.
    `in_place`: how well each candidate fits in the target's place, for re-ranking.
    `given`: the judged words with the features of given words.
    """

    half: int
    first: Lesson
    in_place: Array
    given: Lesson

    def second(self, first_scores: Array, count: int) -> Lesson:
        """The best candidates by the scores of the first step, with the features of re-ranking."""
        best = np.argsort(-first_scores[:, SUGGEST], kind="stable")[:count]
        rows, share, judged = self.first
        return Lesson(with_in_place(rows[best], self.in_place[best]), share[best], judged[best])

    def without_labels(self) -> "TargetLessons":
        """The same target as if its headword had no other labelled sentences."""
        first = self.first._replace(rows=without_labels(self.first.rows))
        given = self.given._replace(rows=without_labels(self.given.rows))
        return replace(self, first=first, given=given)


def lessons_of(suggester: Suggester, gold: Gold, half: int) -> TargetLessons | None:
    """The lessons of a judged target; None if the suggester has no candidates for it."""
    target = gold.item.target
    word, reading = locate(target), suggester.read(target)
    if reading is None:
        return None
    senses = suggester.senses_and_labels.senses
    own_point = senses.locate(reading.reading.states[reading.pieces].mean(0))
    pool = suggester.pool(word, without=own_point)
    if pool is None:
        return None
    meaning = suggester.meaning(pool, reading)
    words = sorted(set(gold.item.candidates))
    return TargetLessons(
        half,
        _lesson(suggester.rows(pool, reading, meaning, without_own_labels=True), pool.words, gold),
        suggester.encoder.in_place(*reading, pool.words),
        _lesson(_given_rows(suggester, target, reading, words), words, gold),
    )


def _lesson(rows: Array, texts: Iterable[str], gold: Gold) -> Lesson:
    lemmas = lemma_table(gold.item.target.pos)
    shares = [gold.shares.get(lemmas[text]) for text in texts]
    share = np.array([value or 0.0 for value in shares], np.float32)
    return Lesson(rows, share, np.array([value is not None for value in shares]))


def lessons_of_items(
    benchmark: Benchmark,
    half: int,
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> list[TargetLessons]:
    """The lessons of one half's items, with a model that was not trained on them."""
    golds = gold_lemmas(benchmark, "drop")
    suggester = Default(model=str(folder)).suggester
    lessons = []
    for gold, own_half in zip(golds, halves([gold.item for gold in golds]), strict=True):
        if own_half == half:
            lessons.append(lessons_of(suggester, gold, half))
        advance(1)
    return [of_target for of_target in lessons if of_target is not None]


def lessons_of_lists(
    lists: Sequence[SynonymList],
    half: int,
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Lesson]:
    """Lessons from one half's lists of synonyms as given words, with the model in a folder.

    Synonyms of the right sense are acceptable, those of other senses are not.
    """
    suggester = Default(model=str(folder)).suggester
    lessons = []
    for target, right, wrong in lists:
        is_own = half_of(target.word, target.pos) == half
        reading = suggester.read(target) if is_own else None
        if reading is not None:
            share = np.array([RIGHT_SENSE] * len(right) + [0.0] * len(wrong), np.float32)
            rows = _given_rows(suggester, target, reading, [*right, *wrong])
            lessons.append(Lesson(rows, share, np.ones(len(share), bool)))
        advance(1)
    return lessons


def _given_rows(
    suggester: Suggester, target: Target, reading: TargetReading, words: Sequence[str]
) -> Array:
    word = locate(target)
    lemmas = [lemma_of(given, word.pos) for given in words]
    pool, known = pool_of_given(suggester.lexicon, suggester.table, word, lemmas)
    in_place = suggester.encoder.in_place(*reading, lemmas)
    rows = suggester.rows(pool, reading, suggester.meaning(pool, reading), without_own_labels=True)
    return given_features(rows, in_place, known)


def train_rankers(
    labels: Sequence[TargetLessons],
    crowd: Sequence[TargetLessons],
    ordered: Sequence[Lesson] = (),
) -> dict[str, Network]:
    """The networks, trained on labelled targets and on those that a crowd judged.

    `ordered` are lists of given words that only the ranking of given words learns from.
    """
    versions = _both_versions(labels) + _both_versions(crowd) * CROWD_REPEATS
    by_crowd = [False] * 2 * len(labels) + [True] * 2 * len(crowd) * CROWD_REPEATS
    first_scores = first_step_scores(versions, by_crowd)
    seconds = [
        target.second(scores, count)
        for target, scores in zip(versions, first_scores, strict=True)
        for count in RERANKED_COUNTS
    ]
    second_by_crowd = [crowd for crowd in by_crowd for _ in RERANKED_COUNTS]
    given_of_labels = [target.given for target in _both_versions(labels)] + list(ordered)
    given_of_crowd = [target.given for target in _both_versions(crowd)] * CROWD_REPEATS_GIVEN
    given_by_crowd = [False] * len(given_of_labels) + [True] * len(given_of_crowd)
    return {
        "one": train([target.first for target in versions], by_crowd, epochs=EPOCHS),
        "two": train(seconds, second_by_crowd, epochs=EPOCHS // 2),
        "rank": train(given_of_labels + given_of_crowd, given_by_crowd, epochs=GIVEN_EPOCHS),
    }


def _both_versions(targets: Sequence[TargetLessons]) -> list[TargetLessons]:
    """Each target with and without the features of its headword's labels."""
    return [version for target in targets for version in (target, target.without_labels())]


def first_step_scores(targets: Sequence[TargetLessons], by_crowd: Sequence[bool]) -> list[Array]:
    """The scores of every target's candidates by a network trained on the other half."""
    networks = []
    for half in range(HALVES):
        others = [place for place, target in enumerate(targets) if target.half != half]
        lessons = [targets[place].first for place in others]
        crowd = [by_crowd[place] for place in others]
        networks.append(train(lessons, crowd, epochs=EPOCHS // 2))
    return [
        scores(networks[target.half], target.first.rows, crowd)
        for target, crowd in zip(targets, by_crowd, strict=True)
    ]


def write_rankers(networks: Mapping[str, Network], path: Path) -> None:
    """Write `ranker.bin`."""
    arrays = {
        f"{name}.{part}": array.astype(np.float32)
        for name, network in networks.items()
        for part, array in network.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack(arrays, {"content": 1}))
