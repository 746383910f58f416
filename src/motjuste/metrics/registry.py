"""All measures, found by name: a new one is a file with `FAMILIES` and a line here."""

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Form
from motjuste.metrics import best_oot, gap, multiword, precision_recall
from motjuste.metrics.measure import Family, Measure, unknown_measure
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.semeval import scored_items, units

_MODULES = (precision_recall, gap, best_oot, multiword)

_SWORDS = tuple(
    f"{listing}.{reference}.{letter}@10"
    for listing in ("strict", "lenient")
    for reference in ("acceptable", "conceivable")
    for letter in "PRF"
)
_BEST = ("best", "best.recall", "best.mode", "best.mode.recall")
_OOT = tuple(name.replace("best", "oot") for name in _BEST)
_MW = tuple(f"mw.{task}.{letter}" for task in ("detection", "identification") for letter in "PR")

_DEFAULTS: dict[Form, tuple[str, ...]] = {
    "swords": (*_SWORDS, "P@1", "GAP", "GAP.count", *_BEST, *_OOT),
    "best": _BEST,
    "oot": _OOT,
    "mw": _MW,
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
    """What is scored when nobody asks for anything else."""
    return [parse_measure(name) for name in _DEFAULTS[form]]


def scored_units(pairing: Pairing) -> int:
    """How many items (for Smart Word Suggestions: sentences) count in a pairing's scores."""
    if pairing.run.form == "sws":
        return len(pairing.benchmark.contexts)
    if pairing.run.form in ("best", "oot"):
        return len(scored_items(pairing))
    return len(units(pairing))
