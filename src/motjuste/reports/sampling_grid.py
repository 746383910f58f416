"""The search for a language model's sampling settings in SWORDS (Lee et al. 2021, appendix D.5).

The authors tried 18 combinations of temperature and two penalties on a random part of the
development split, with the rest as examples, and took the one with the highest Fc10.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from pathlib import Path

from motjuste.benchmarks import swords
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.errors import BadInputError, MotjusteError
from motjuste.metrics import Resampling, score
from motjuste.systems import System, run_system, with_settings

# The sampling settings that the paper searched.
TEMPERATURES = (0.0, 1.0)
PENALTIES = (0.0, 0.5, 1.0)
# Fc10, in which guesses that nobody judged count as wrong.
MEASURE = "strict.conceivable.F@10"
# What the paper chose: temperature, presence penalty, frequency penalty.
PUBLISHED_CHOICE = (0.0, 0.5, 0.0)

Advance = Callable[[int], None]


@dataclass(frozen=True)
class Sampling:
    """Settings of a language model's sampling."""

    temperature: float
    presence_penalty: float
    frequency_penalty: float


@dataclass(frozen=True)
class GridRow:
    """A combination of settings and its figure, in percent."""

    sampling: Sampling
    score: float


def grid() -> list[Sampling]:
    """The 18 combinations, in the order of the paper's sets.

    >>> len(grid()), grid()[1]
    (18, Sampling(temperature=0.0, presence_penalty=0.0, frequency_penalty=0.5))
    """
    return [Sampling(*values) for values in product(TEMPERATURES, PENALTIES, PENALTIES)]


def split(benchmark: Benchmark, targets: int, seed: int) -> tuple[Benchmark, Benchmark]:
    """A random part of a benchmark to score on, and the rest to draw examples from."""
    if not 0 < targets < len(benchmark):
        raise BadInputError(
            f"{targets} targets cannot be set aside: {benchmark.name} has {len(benchmark)}"
        )
    chosen = set(random.Random(seed).sample([item.id for item in benchmark.items], targets))
    return (
        _part(benchmark, "valid", lambda name: name in chosen),
        _part(benchmark, "prime", lambda name: name not in chosen),
    )


def _part(benchmark: Benchmark, part: str, wanted: Callable[[str], bool]) -> Benchmark:
    items = tuple(item for item in benchmark.items if wanted(item.id))
    contexts = {item.context_id: benchmark.contexts[item.context_id] for item in items}
    name = f"{benchmark.name}-{part}"
    return replace(benchmark, name=name, items=items, contexts=contexts, memo={})


def search(
    system: System,
    benchmark: Benchmark,
    folder: Path,
    targets: int,
    seed: int,
    samplings: Sequence[Sampling] | None = None,
    measure: str = MEASURE,
) -> Iterator[GridRow]:
    """The figure of each combination; an interrupted search resumes from the folder.

    A search with another model, benchmark or split has a folder of its own inside it.
    """
    about = [system.recorded(), benchmark.name, benchmark.fingerprint, targets, seed]
    folder /= sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()[:12]
    valid, prime = (_kept(part, folder) for part in split(benchmark, targets, seed))
    for sampling in samplings or grid():
        settings = {name: str(value) for name, value in vars(sampling).items()}
        chosen = with_settings(system, {**settings, "priming": f"swords:{prime}"})
        name = "-".join(f"{value:g}" for value in vars(sampling).values())
        out = folder / f"{name}.lsr.json"
        gold = read_benchmark(f"swords:{valid}")
        if not out.exists():
            report = run_system(chosen, gold, out)
            if report.errors:
                first = next(iter(report.errors.values()))
                raise MotjusteError(
                    f"{len(report.errors)} targets failed, the first with {first}; the others are "
                    "kept, run the command again to retry"
                )
        scores = score(read_lsr(out), gold, [measure], resampling=Resampling(resamples=0))
        yield GridRow(sampling, scores.scores[measure])


def _kept(part: Benchmark, folder: Path) -> Path:
    path = folder / f"{part.name}.json.gz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        swords.write(part, path)
    return path


def best(rows: Sequence[GridRow]) -> GridRow:
    """The combination with the highest figure; the first one in a tie."""
    return max(rows, key=lambda row: row.score)
