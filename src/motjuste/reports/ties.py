"""How far a figure moves when substitutes with equal scores change places.

Some rows of the papers rank by counts or shares with many ties. Their programs keep the order in
which the data lists equals, which is arbitrary; the range shows how much depends on it.
"""

import random
import warnings
from collections.abc import Sequence
from dataclasses import replace

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Guess, SubstitutionRun
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.registry import parse_measure

Ranges = dict[str, tuple[float, float]]

# Random orders that are tried besides the run's own; more widen the range by hundredths only.
ORDERS = 20


def tie_ranges(
    run: SubstitutionRun, benchmark: Benchmark, measures: Sequence[str], seed: int = 0
) -> Ranges:
    """Lowest and highest value of each measure over the run's own and `ORDERS` random tie orders.

    >>> from motjuste.benchmarks.benchmark import Context, Item, Judgement
    >>> from motjuste.text import Target
    >>> item = Item("1", "c", Target("a car", 2, 5, "NOUN"), (Judgement("auto", ("TRUE",)),))
    >>> made = Benchmark("small", "swords", {"c": Context("a car")}, (item,))
    >>> tied = SubstitutionRun("x", "swords", {"1": (Guess("boat", 1.0), Guess("auto", 1.0))})
    >>> tie_ranges(tied, made, ["P@1"])
    {'P@1': (0.0, 100.0)}
    """
    rng = random.Random(seed)
    runs = [run, *(_shuffled(run, rng) for _ in range(ORDERS))]
    return value_ranges(runs, benchmark, measures)


def value_ranges(
    runs: Sequence[SubstitutionRun], benchmark: Benchmark, measures: Sequence[str]
) -> Ranges:
    """Lowest and highest value of each measure over several runs on the same benchmark."""
    parsed = [parse_measure(name) for name in measures]
    values: dict[str, list[float]] = {measure.name: [] for measure in parsed}
    for run in runs:
        with warnings.catch_warnings():
            # Unanswered targets were reported when the run itself was scored.
            warnings.simplefilter("ignore")
            pairing = Pairing(benchmark, run)
        for measure in parsed:
            values[measure.name].append(measure.value(measure.collect(pairing)))
    return {name: (min(figures), max(figures)) for name, figures in values.items()}


def _shuffled(run: SubstitutionRun, rng: random.Random) -> SubstitutionRun:
    """The run with equal scores in a random order; other scores keep theirs."""

    def shuffle(guesses: tuple[Guess, ...]) -> tuple[Guess, ...]:
        mixed = list(guesses)
        rng.shuffle(mixed)
        return tuple(sorted(mixed, key=lambda guess: -guess.score))

    return replace(run, answers={key: shuffle(answer) for key, answer in run.answers.items()})
