"""Cross-validation of the rankers on SWORDS's development targets, by halves of their lemmas.

Rankers trained on the labels and on one half of SWORDS's lemmas are scored on the other half, with
an encoder and a table of priors that were not trained on those lemmas either.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Guess, Run
from motjuste.metrics.scoring import score
from motjuste.systems.default import Default
from motjuste.training import rankers
from motjuste.training.folds import halves
from motjuste.training.networks import Lesson

_MEASURES = tuple(
    f"{mode}.{gold}.F@10"
    for mode in ("strict", "lenient")
    for gold in ("acceptable", "conceivable")
)


def cross_validate(
    benchmark: Benchmark,
    labels: Sequence[rankers.TargetLessons],
    crowd: Sequence[rankers.TargetLessons],
    ordered: Sequence[Lesson],
    folders: Sequence[Path],
) -> dict[str, float]:
    """F@10 of generated lists, and GAP of given candidates.

    `folders` are the models of the halves; their rankers are written here.
    """
    own_half = halves(benchmark.items)
    generated: dict[str, tuple[Guess, ...]] = {}
    ranked: dict[str, tuple[Guess, ...]] = {}
    for half, folder in enumerate(folders):
        others = [target for target in crowd if target.half != half]
        networks = rankers.train_rankers(labels, others, ordered)
        rankers.write_rankers(networks, folder / "ranker.bin")
        system = replace(Default(**Default.profiles["benchmark"]), model=str(folder))
        for item in (i for i, h in zip(benchmark.items, own_half, strict=True) if h == half):
            words = system.suggest([item.target])[0]
            generated[item.id] = tuple(Guess(word.lemma or word.text, word.score) for word in words)
            words = system.rank([item.target], [item.candidates])[0]
            ranked[item.id] = tuple(Guess(word.text, word.score) for word in words)
    lists = score(Run("default", "swords", generated), benchmark).scores
    gap = score(Run("default", "swords", ranked), benchmark).scores["GAP"]
    return {name: lists[name] for name in _MEASURES} | {"GAP": gap}
