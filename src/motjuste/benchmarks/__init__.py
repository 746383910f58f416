"""Benchmarks of many formats, read into one."""

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement, voted
from motjuste.benchmarks.candidate_pools import with_pools
from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import (
    Guess,
    ImprovementRun,
    MarkedSentence,
    MarkedSpan,
    Run,
    SubstitutionRun,
)
from motjuste.benchmarks.run_files import read_run, read_runs

__all__ = [
    "Benchmark",
    "Context",
    "Guess",
    "ImprovementRun",
    "Item",
    "Judgement",
    "MarkedSentence",
    "MarkedSpan",
    "Run",
    "SubstitutionRun",
    "read_benchmark",
    "read_run",
    "read_runs",
    "voted",
    "with_pools",
]
