"""Training and cross-validation of the rankers, on what the runtime itself sees of each target.

Every target is seen through the encoder and the priors that were trained without its lemma, in
training as in validation: a ranker that learnt to trust what a model says of its own training
data would trust it too much.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from motjuste.analysis import locate
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Guess, Run, SubstitutionRun, write_lsr
from motjuste.lexicon import lemma_table
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.store import pack
from motjuste.metrics.lemmas import Gold, gold_lemmas
from motjuste.metrics.scoring import Scores, score
from motjuste.suggester.candidates import find_pool, pool_of_given
from motjuste.suggester.features import first_look, given_words, second_look
from motjuste.suggester.networks import SUGGEST
from motjuste.systems.default import LISTED, READER, Default
from motjuste.text import Substitute, Word
from motjuste.training.folds import FOLDS, folds
from motjuste.training.knowledge import Array
from motjuste.training.networks import Lesson, scores, train

# How many the second look takes for a reader, and for a benchmark: its ranker serves both.
LOOKS = (round(Default.look * READER), LISTED)
# Of given words there are half as many as of candidates; longer training only fits their noise.
GIVEN_EPOCHS = 15
Network = dict[str, Array]


@dataclass(frozen=True)
class Seen:
    """A target as the rankers see it: its pool at first look and in place, and given words."""

    fold: int
    first: Lesson
    in_place: Array
    given: Lesson

    def second(self, said: Array, look: int) -> Lesson:
        """What a second look at so many sees, if the first said so much of the pool."""
        best = np.argsort(-said[:, SUGGEST], kind="stable")[:look]
        rows, share, judged = self.first
        return Lesson(second_look(rows[best], self.in_place[best]), share[best], judged[best])


def see(system: Default, gold: Gold, fold: int) -> Seen | None:
    """What the runtime sees of an item; nothing if it has no candidates for it."""
    target = gold.item.target
    word = locate(target)
    pool = find_pool(system.lexicon, system.table, word)
    reading = system.encoder.read(target.text, target.start, target.end)
    pieces = reading.pieces(target.start, target.end)
    if pool is None or not len(pieces):
        return None
    query = system.encoder.query(reading, pieces)
    texts = [pool.word(place) for place in range(len(pool))]

    def in_place(lemmas: Sequence[str]) -> Array:
        return system.encoder.in_place(reading, pieces, lemmas)

    rows = first_look(pool.facts, system.table.nearness(pool.vectors, query))
    return Seen(
        fold,
        _lesson(rows, texts, gold),
        in_place(texts),
        _given(system, gold, word, query, in_place),
    )


def _given(
    system: Default, gold: Gold, word: Word, query: Array, in_place: Callable[[list[str]], Array]
) -> Lesson:
    words = sorted(set(gold.item.candidates))
    lemmas = [lemma_of(each, word.pos) for each in words]
    pool, known = pool_of_given(system.lexicon, system.table, word, lemmas)
    near = system.table.nearness(pool.vectors, query)
    return _lesson(given_words(pool.facts, near, in_place(lemmas), known), words, gold)


def _lesson(rows: Array, texts: Iterable[str], gold: Gold) -> Lesson:
    lemmas = lemma_table(gold.item.target.pos)
    said = [gold.shares.get(lemmas[text]) for text in texts]
    share = np.array([value or 0.0 for value in said], np.float32)
    return Lesson(rows, share, np.array([value is not None for value in said]))


def see_all(
    benchmark: Benchmark, folders: Sequence[Path], advance: Callable[[int], None] = lambda _: None
) -> list[Seen]:
    """All items, each through the model in the folder of its fold."""
    golds = gold_lemmas(benchmark, "drop")
    systems = [Default(model=str(folder)) for folder in folders]
    seen = []
    for gold, fold in zip(golds, folds([gold.item for gold in golds]), strict=True):
        seen.append(see(systems[fold], gold, fold))
        advance(1)
    return [one for one in seen if one is not None]


def train_rankers(seen: Sequence[Seen], said: Mapping[int, Array]) -> dict[str, Network]:
    """The three networks; `said` is what other first looks say of each target, by `id`."""
    return {
        "one": train([one.first for one in seen]),
        "two": train([one.second(said[id(one)], look) for one in seen for look in LOOKS]),
        "rank": train([one.given for one in seen], epochs=GIVEN_EPOCHS),
    }


def first_looks(seen: Sequence[Seen]) -> dict[int, Array]:
    """Of every target what first looks say that were trained on other lemmas."""
    said: dict[int, Array] = {}
    for fold in range(FOLDS):
        network = train([one.first for one in seen if one.fold != fold])
        said |= {id(one): scores(network, one.first.rows) for one in seen if one.fold == fold}
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


def cross_validate(
    benchmark: Benchmark,
    folders: Sequence[Path],
    seen: Sequence[Seen],
    said: Mapping[int, Array],
    runs: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> dict[str, Scores]:
    """Scores of the whole runtime, each fold by models that have not seen its lemmas."""
    fold_of = dict(zip((item.id for item in benchmark.items), folds(benchmark.items), strict=True))
    looks = {"one pass": 0, **{f"second look at {look}": look for look in LOOKS}}
    answers: dict[str, dict[str, tuple[Guess, ...]]] = {name: {} for name in (*looks, "rank")}
    for fold, folder in enumerate(folders):
        networks = train_rankers([one for one in seen if one.fold != fold], said)
        write_rankers(networks, folder / "ranker.bin")
        items = [item for item in benchmark.items if fold_of[item.id] == fold]
        systems = {
            name: Default(most=LISTED, look=look / LISTED, glosses=0, model=str(folder))
            for name, look in looks.items()
        }
        for item in items:
            for name, system in systems.items():
                answers[name][item.id] = _guesses(system.suggest([item.target])[0])
            ranked = system.rank([item.target], [item.candidates])[0]
            answers["rank"][item.id] = _guesses(ranked)
            advance(1)
    made = {name: Run(f"default, {name}", "swords", rows) for name, rows in answers.items()}
    return {name: _scored(run, benchmark, runs) for name, run in made.items()}


def _guesses(answer: Sequence[Substitute]) -> tuple[Guess, ...]:
    return tuple(Guess(each.lemma or each.text, each.score) for each in answer)


def _scored(run: SubstitutionRun, benchmark: Benchmark, runs: Path) -> Scores:
    runs.mkdir(parents=True, exist_ok=True)
    write_lsr(run, runs / f"{run.system.split(', ')[1].replace(' ', '-')}.lsr.json")
    return score(run, benchmark)
