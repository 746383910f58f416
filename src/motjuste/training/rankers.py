"""Training of the rankers, on what the runtime itself sees of each labelled target.

Features must be as honest in training as in use: the table's priors for a target come from
boosters that have not seen its lemma, and labels of the target's own sentence are left out. Half of
the targets are also seen as if their headword had no labels at all, as most words have none.
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
from motjuste.lexicon.lemmas import lemma_of
from motjuste.metrics.lemmas import Gold, gold_lemmas
from motjuste.suggester.candidates import pool_of_given
from motjuste.suggester.features import given_features, with_in_place, without_labels
from motjuste.suggester.networks import SUGGEST
from motjuste.suggester.suggester import Suggester
from motjuste.systems.default import LISTED, READER, Default
from motjuste.text import Target
from motjuste.training.examples import RIGHT_SENSE
from motjuste.training.folds import HALVES, half_of, halves
from motjuste.training.knowledge import Array
from motjuste.training.networks import Lesson, scores, train
from motjuste.training.senses import SynonymList

# Candidates that the second look takes for a reader and a benchmark; one ranker serves both.
LOOKS = (round(Default.rerank * READER), LISTED)
EPOCHS = 16
# Given words are fewer than candidates; longer training only fits their noise.
GIVEN_EPOCHS = 10
# How often the rankers see each target that a crowd judged for one of a label: there are far fewer
# of them, but ten people judged each of their words.
CROWD_REPEATS = 8
# The same for the ranking of given words, which benchmarks ask for more than writers.
CROWD_REPEATS_GIVEN = 32
Network = dict[str, Array]


@dataclass(frozen=True)
class Seen:
    """A target as the rankers see it: its pool at first look and in place, and given words.

    The last columns of the first look's rows say what labelled sentences know of a candidate.
    """

    half: int
    first: Lesson
    in_place: Array
    given: Lesson

    def second(self, said: Array, look: int) -> Lesson:
        """The second look at the best candidates by the scores of a first look."""
        best = np.argsort(-said[:, SUGGEST], kind="stable")[:look]
        rows, share, judged = self.first
        return Lesson(with_in_place(rows[best], self.in_place[best]), share[best], judged[best])

    def without_labels(self) -> "Seen":
        """The same target as if nobody had labelled its headword elsewhere."""
        first = self.first._replace(rows=without_labels(self.first.rows))
        given = self.given._replace(rows=without_labels(self.given.rows))
        return replace(self, first=first, given=given)


def see(suggester: Suggester, gold: Gold, half: int) -> Seen | None:
    """What the runtime sees of an item; nothing if it has no candidates for it."""
    target = gold.item.target
    word, read = locate(target), suggester.read(target)
    if read is None:
        return None
    own_point = suggester.evidence.senses.locate(read.reading.states[read.pieces].mean(0))
    pool = suggester.pool(word, without=own_point)
    if pool is None:
        return None
    meaning = suggester.meaning(pool, read)
    words = sorted(set(gold.item.candidates))
    return Seen(
        half,
        _lesson(suggester.rows(pool, read, meaning, without_own_labels=True), pool.words, gold),
        suggester.encoder.in_place(*read, pool.words),
        _lesson(_given_rows(suggester, target, read, words), words, gold),
    )


def _lesson(rows: Array, texts: Iterable[str], gold: Gold) -> Lesson:
    lemmas = lemma_table(gold.item.target.pos)
    said = [gold.shares.get(lemmas[text]) for text in texts]
    share = np.array([value or 0.0 for value in said], np.float32)
    return Lesson(rows, share, np.array([value is not None for value in said]))


def see_all(
    benchmark: Benchmark,
    half: int,
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Seen]:
    """The items of one half, through the model in a folder, which has not seen them."""
    golds = gold_lemmas(benchmark, "drop")
    suggester = Default(model=str(folder)).suggester
    seen = []
    for gold, own in zip(golds, halves([gold.item for gold in golds]), strict=True):
        if own == half:
            seen.append(see(suggester, gold, half))
        advance(1)
    return [one for one in seen if one is not None]


def see_lists(
    lists: Sequence[SynonymList],
    half: int,
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Lesson]:
    """Lists of synonyms of one half, as given words, through the model in a folder.

    Synonyms of the right sense are acceptable, those of other senses are not.
    """
    suggester = Default(model=str(folder)).suggester
    lessons = []
    for target, right, wrong in lists:
        is_own = half_of(target.word, target.pos) == half
        read = suggester.read(target) if is_own else None
        if read is not None:
            share = np.array([RIGHT_SENSE] * len(right) + [0.0] * len(wrong), np.float32)
            rows = _given_rows(suggester, target, read, [*right, *wrong])
            lessons.append(Lesson(rows, share, np.ones(len(share), bool)))
        advance(1)
    return lessons


def _given_rows(
    suggester: Suggester, target: Target, read: TargetReading, words: Sequence[str]
) -> Array:
    word = locate(target)
    lemmas = [lemma_of(given, word.pos) for given in words]
    pool, known = pool_of_given(suggester.lexicon, suggester.table, word, lemmas)
    in_place = suggester.encoder.in_place(*read, lemmas)
    rows = suggester.rows(pool, read, suggester.meaning(pool, read), without_own_labels=True)
    return given_features(rows, in_place, known)


def train_rankers(
    labels: Sequence[Seen], crowd: Sequence[Seen], ordered: Sequence[Lesson] = ()
) -> dict[str, Network]:
    """The networks, from labelled targets and those that a crowd judged.

    `ordered` are lists of given words that only the ranking learns from.
    """
    seen = [*labels, *list(crowd) * CROWD_REPEATS]
    given = [*labels, *list(crowd) * CROWD_REPEATS_GIVEN]
    every = [version for one in seen for version in (one, one.without_labels())]
    said = first_looks(every)
    seconds = [one.second(said[id(one)], look) for one in every for look in LOOKS]
    return {
        "one": train([one.first for one in every], epochs=EPOCHS),
        "two": train(seconds, epochs=EPOCHS // 2),
        "rank": train(
            [*(both for one in given for both in _given(one)), *ordered], epochs=GIVEN_EPOCHS
        ),
    }


def _given(seen: Seen) -> tuple[Lesson, Lesson]:
    """The given words of a target, with and without what labels say of its headword elsewhere."""
    return seen.given, seen.without_labels().given


def first_looks(seen: Sequence[Seen]) -> dict[int, Array]:
    """Of every target what a first look says that was trained on the other half."""
    said: dict[int, Array] = {}
    for half in range(HALVES):
        network = train([one.first for one in seen if one.half != half], epochs=EPOCHS // 2)
        said |= {id(one): scores(network, one.first.rows) for one in seen if one.half == half}
    return said


def write_rankers(networks: Mapping[str, Network], path: Path) -> None:
    """Write `ranker.bin`."""
    arrays = {
        f"{name}.{part}": array.astype(np.float32)
        for name, network in networks.items()
        for part, array in network.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack(arrays, {"content": 1}))
