"""All measures by name: a new one is a file with `FAMILIES` and a line here."""

import re

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Form
from motjuste.metrics import (
    average_precision,
    best_oot,
    detection,
    end_to_end,
    gap,
    improvable_ratio,
    multiword,
    ndcg,
    precision_recall,
    prolex,
    suggestion,
    tsar,
    voting_recall,
    weighted_accuracy,
)
from motjuste.metrics.lemmas import gold_lemmas
from motjuste.metrics.measure import Family, Measure, unknown_measure
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.semeval import scored_items

_MODULES = (
    precision_recall,
    gap,
    average_precision,
    best_oot,
    multiword,
    detection,
    voting_recall,
    suggestion,
    end_to_end,
    weighted_accuracy,
    improvable_ratio,
    ndcg,
    tsar,
    prolex,
)

_SWORDS = tuple(
    f"{listing}.{reference}.{letter}@10"
    for listing in ("strict", "lenient")
    for reference in ("acceptable", "conceivable")
    for letter in "PRF"
)
_BEST = ("best", "best.recall", "best.mode", "best.mode.recall")
_OOT = tuple(name.replace("best", "oot") for name in _BEST)
_MW = tuple(f"mw.{task}.{letter}" for task in ("detection", "identification") for letter in "PR")
_SWS = (
    *(f"det.{figure}" for figure in ("P", "R", "F0.5", "F1")),
    *(f"sug.{figure}" for figure in ("Acc", "Acc.macro", "P", "R", "F0.5", "F1")),
    *(f"e2e.{figure}" for figure in ("P", "R", "F0.5", "F1")),
    *("WA", "ImpR", "NDCG", "NDCG@1", "NDCG@2", "NDCG@3", "NDCG@4"),
)
_TSAR = (
    "ACC@1",
    *(f"{figure}@{k}" for figure in ("MAP", "Potential") for k in (1, 3, 5, 10)),
    *(f"Accuracy@{k}@top1" for k in (1, 2, 3)),
)
_PROLEX = tuple(f"{same}.{letter}@10" for same in ("hard", "soft") for letter in "PRF")

_DEFAULTS: dict[Form, tuple[str, ...]] = {
    "swords": (*_SWORDS, "P@1", "GAP", "GAP.count", *_BEST, *_OOT),
    "best": _BEST,
    "oot": _OOT,
    "mw": _MW,
    "sws": _SWS,
    "tsar2022": _TSAR,
    "prolex": _PROLEX,
}


def families() -> tuple[Family, ...]:
    """Every family of measures, for help texts and docs."""
    return tuple(family for module in _MODULES for family in module.FAMILIES)


def parse_measure(name: str) -> Measure:
    """The measure of that name.

    >>> str(parse_measure("strict.acceptable.F@10"))
    'strict.acceptable.F@10'
    """
    for family in families():
        measure = family.parse(name)
        if measure is not None:
            return measure
    raise unknown_measure(name, families())


def default_measures(benchmark: Benchmark, form: Form) -> list[Measure]:
    """The measures that are scored unless others are requested.

    A run in SWORDS's form can be made on any benchmark: it is scored by the benchmark's own
    measures first, then by SWORDS's.
    """
    names = _DEFAULTS[form]
    if form == "swords":
        names = (*_own(benchmark), *names)
        if gap.has_counts_only(benchmark):
            names = tuple("GAP.nomwe" if name == "GAP" else name for name in names)
    if form == "prolex":
        names = (*names, *_proficient(benchmark))
    return [parse_measure(name) for name in names]


def _own(benchmark: Benchmark) -> tuple[str, ...]:
    """The measures that belong to a benchmark of substitutes, besides SWORDS's."""
    if benchmark.format == "tsar2022":
        return _TSAR
    if benchmark.format == "prolex":
        return (*_PROLEX, *_proficient(benchmark))
    positions = dict.fromkeys(average_precision.position_of(item) for item in benchmark.items)
    valid = [
        position for position in positions if re.fullmatch(average_precision.POSITION, position)
    ]
    return ("MAP", *(f"MAP.{position}" for position in valid)) if valid else ()


def _proficient(benchmark: Benchmark) -> tuple[str, ...]:
    if any("proficient" in item.extra for item in benchmark.items):
        return tuple(f"prof.{name}" for name in _PROLEX)
    return ()


def scored_units(pairing: Pairing) -> int:
    """How many items (for Smart Word Suggestions: sentences) count in a pairing's scores."""
    benchmark, form = pairing.benchmark, pairing.run.form
    if form == "sws":
        return len(benchmark.contexts)
    if form == "swords":
        return len(gold_lemmas(benchmark, pairing.settings.abstentions))
    return len(scored_items(pairing)) if form in ("best", "oot") else len(benchmark)
