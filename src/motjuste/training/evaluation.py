"""Evaluation on graded labels: the first suggestions, and the ranking of given words."""

from collections.abc import Callable, Sequence

import numpy as np

from motjuste.analysis import locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import Guess, Run
from motjuste.lexicon.inflection import lemma_of
from motjuste.metrics.scoring import score
from motjuste.systems.default import READER_SUBSTITUTES, Default

# A word is a best one if at least this share of readers accepts it …
BEST = 0.99
# … and a good one if at least this share does.
GOOD = 0.7


def evaluate(
    system: Default, benchmark: Benchmark, advance: Callable[[int], None] = lambda _: None
) -> dict[str, float]:
    """Percentages: GAP of given words; how often the first word is good or wrong; a best in ten."""
    ranked: dict[str, tuple[Guess, ...]] = {}
    outcomes: list[tuple[bool, bool, bool]] = []
    for item in benchmark.items:
        words = system.rank([item.target], [item.candidates])[0]
        ranked[item.id] = tuple(Guess(word.text, word.score) for word in words)
        outcomes += _first_words(system, item)
        advance(1)
    run = Run("default", "swords", ranked)
    good, wrong, best = np.mean(outcomes, 0).tolist() if outcomes else (0.0, 0.0, 0.0)
    return {
        "GAP": score(run, benchmark).scores["GAP"],
        "first good": 100 * good,
        "first wrong": 100 * wrong,
        "best in ten": 100 * best,
    }


def _first_words(system: Default, item: Item) -> Sequence[tuple[bool, bool, bool]]:
    """Whether the first word is good, is wrong, and ten have a best one; empty without a best."""
    shares = {j.text: share for j in item.judgements if (share := j.share()) is not None}
    best = {word for word, share in shares.items() if share >= BEST}
    if not best:
        return []
    pos = locate(item.target).pos
    suggestions = system.suggest([item.target])[0][:READER_SUBSTITUTES]
    lemmas = [word.lemma or lemma_of(word.text, pos) for word in suggestions]
    first = shares.get(lemmas[0]) if lemmas else None
    return [(first is not None and first >= GOOD, first == 0.0, not best.isdisjoint(lemmas))]
