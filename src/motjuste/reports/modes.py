"""How many items SemEval-2007's scorer counts, and how many of them have a mode (2.1 and 2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.semeval2007 import name_responses
from motjuste.metrics.semeval import SUBSETS, has_subsets, responses
from motjuste.reports.scores import percentage

ALL = "all"


@dataclass(frozen=True)
class ModeRow:
    """The items of a benchmark or of one of its subsets; the share with a mode in percent."""

    subset: str
    items: int
    # Items with two responses or more that are neither NIL nor NAME.
    scored: int
    # Items that an annotator took for part of a name.
    named: int
    with_mode: float | None


def items_with_modes(benchmark: Benchmark) -> list[ModeRow]:
    """A row for all items, and one for each subset if the benchmark says which is which."""
    rows = [_row(ALL, benchmark.items)]
    if has_subsets(benchmark):
        rows += [
            _row(name, [item for item in benchmark.items if item.extra.get("subset") == name])
            for name in SUBSETS
        ]
    return rows


def _row(subset: str, items: Sequence[Item]) -> ModeRow:
    entries = [[(judged.text, judged.votes) for judged in item.judgements] for item in items]
    golds = [gold for given in entries if (gold := responses(given, strict=False)) is not None]
    with_mode = sum(gold.mode is not None for gold in golds)
    named = sum(name_responses(item) > 0 for item in items)
    return ModeRow(subset, len(items), len(golds), named, percentage(with_mode, len(golds)))
