"""Scores of a run, and comparisons of several runs: figures, intervals, tests, a signature."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motjuste import __version__
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.json_stream import paused_gc
from motjuste.benchmarks.run import Run
from motjuste.errors import BadInputError
from motjuste.metrics.measure import Array, Measure, rounded
from motjuste.metrics.pairing import Pairing, Settings
from motjuste.metrics.registry import default_measures, parse_measure, scored_units
from motjuste.metrics.resampling import (
    SEED,
    Resampler,
    intervals,
    paired_bootstrap,
    randomisation_test,
)

# Resamples for intervals and tests.
RESAMPLES = 1000
# Confidence level of the intervals.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Resampling:
    """Settings of intervals and tests; there are none with `resamples=0`."""

    resamples: int = RESAMPLES
    confidence: float = CONFIDENCE
    seed: int = SEED

    def __post_init__(self) -> None:
        if self.resamples < 0:
            raise BadInputError(f"{self.resamples} resamples cannot be drawn; give 0 or more")
        if not 0 < self.confidence < 1:
            raise BadInputError(f"confidence {self.confidence} is not between 0 and 1")
        if self.seed < 0:
            raise BadInputError(f"the seed {self.seed} is negative; give 0 or more")

    def __str__(self) -> str:
        return f"resamples:{self.resamples}|confidence:{self.confidence:g}|seed:{self.seed}"


@dataclass(frozen=True)
class Scores:
    """A run's figures, as percentages, with intervals and the signature that identifies them."""

    benchmark: str
    system: str
    signature: str
    items: int
    unanswered: int
    unknown: int
    scores: dict[str, float]
    intervals: dict[str, tuple[float, float]]

    def to_json(self) -> dict[str, Any]:
        """The document that `motjuste score --json` prints."""
        return {
            "benchmark": self.benchmark,
            "system": self.system,
            "signature": self.signature,
            "items": self.items,
            "unanswered": self.unanswered,
            "unknown": self.unknown,
            "scores": self.scores,
            "intervals": {name: list(ends) for name, ends in self.intervals.items()},
        }


@dataclass(frozen=True)
class Difference:
    """The difference of a run from the baseline in one measure, with two p-values."""

    delta: float
    p_bootstrap: float
    p_randomisation: float


@dataclass(frozen=True)
class Comparison:
    """Runs side by side; the first is the baseline and has no differences."""

    signature: str
    runs: tuple[Scores, ...]
    differences: tuple[dict[str, Difference], ...]

    def to_json(self) -> dict[str, Any]:
        """The document that `motjuste compare --format json` prints."""
        return {
            "benchmark": self.runs[0].benchmark,
            "signature": self.signature,
            "baseline": self.runs[0].system,
            "runs": [
                {
                    **scores.to_json(),
                    "differences": {
                        name: vars(difference) for name, difference in differences.items()
                    },
                }
                for scores, differences in zip(self.runs, self.differences, strict=True)
            ],
        }


def score(
    run: Run[Any],
    benchmark: Benchmark,
    measures: Sequence[str] | None = None,
    settings: Settings | None = None,
    resampling: Resampling | None = None,
) -> Scores:
    """Score a run by the named measures, or by all that suit it."""
    resampling = resampling or Resampling()
    chosen = _chosen(measures, benchmark, run)
    pairing = Pairing(benchmark, run, settings)
    with paused_gc():
        resampler = _resampler(pairing, chosen)
    ends = {}
    if resampling.resamples:
        figures = resampler.bootstrap(resampling.resamples, resampling.seed)
        ends = _named_intervals(chosen, figures, resampling)
    return _scores(pairing, chosen, resampler, ends, signature(pairing, measures, resampling))


def compare(
    runs: Sequence[Run[Any]],
    benchmark: Benchmark,
    measures: Sequence[str] | None = None,
    settings: Settings | None = None,
    resampling: Resampling | None = None,
) -> Comparison:
    """Score several runs and test each against the first."""
    resampling = resampling or Resampling()
    _check_comparable(runs, resampling)
    chosen = _chosen(measures, benchmark, runs[0])
    pairings = [Pairing(benchmark, run, settings) for run in runs]
    with paused_gc():
        resamplers = [_resampler(pairing, chosen) for pairing in pairings]
    drawn = [resampler.bootstrap(resampling.resamples, resampling.seed) for resampler in resamplers]
    signature_line = signature(pairings[0], measures, resampling)
    scores = [
        _scores(
            pairing,
            chosen,
            resampler,
            _named_intervals(chosen, figures, resampling),
            signature_line,
        )
        for pairing, resampler, figures in zip(pairings, resamplers, drawn, strict=True)
    ]
    differences = [
        _differences(chosen, resamplers[0], resampler, drawn[0], figures, resampling)
        for resampler, figures in zip(resamplers[1:], drawn[1:], strict=True)
    ]
    return Comparison(signature_line, tuple(scores), ({}, *differences))


def _check_comparable(runs: Sequence[Run[Any]], resampling: Resampling) -> None:
    if len(runs) < 2:
        raise BadInputError("a comparison needs at least two runs; the first is the baseline")
    if resampling.resamples < 1:
        raise BadInputError("a comparison needs resamples for its tests; give 1 or more")
    forms = sorted({run.form for run in runs})
    if len(forms) > 1:
        raise BadInputError(f"runs of different kinds cannot be compared: {', '.join(forms)}")


def _differences(
    measures: Sequence[Measure],
    baseline: Resampler,
    system: Resampler,
    baseline_drawn: Array,
    system_drawn: Array,
    resampling: Resampling,
) -> dict[str, Difference]:
    observed = system.observed() - baseline.observed()
    by_bootstrap = paired_bootstrap(baseline_drawn, system_drawn, observed)
    by_chance = randomisation_test(baseline, system, resampling.resamples, resampling.seed)
    rows = zip(measures, observed, by_bootstrap, by_chance, strict=True)
    return {measure.name: Difference(float(d), float(b), float(r)) for measure, d, b, r in rows}


def signature(pairing: Pairing, measures: Sequence[str] | None, resampling: Resampling) -> str:
    """Everything that a figure depends on, in one line: equal lines mean equal figures."""
    benchmark = pairing.benchmark
    return "|".join(
        [
            f"benchmark:{benchmark.name}#{benchmark.fingerprint or 'unread'}",
            f"form:{pairing.run.form}",
            f"measures:{','.join(measures) if measures else 'default'}",
            str(pairing.settings),
            str(resampling),
            f"version:{__version__}",
        ]
    )


def _chosen(measures: Sequence[str] | None, benchmark: Benchmark, run: Run[Any]) -> list[Measure]:
    if measures:
        return [parse_measure(name) for name in dict.fromkeys(measures)]
    return default_measures(benchmark, run.form)


def _resampler(pairing: Pairing, measures: Sequence[Measure]) -> Resampler:
    if not scored_units(pairing):
        raise BadInputError(f"no item of {pairing.benchmark.name} has judgements to score against")
    return Resampler(measures, [measure.collect(pairing) for measure in measures])


def _named_intervals(
    measures: Sequence[Measure], figures: Array, resampling: Resampling
) -> dict[str, tuple[float, float]]:
    names = [measure.name for measure in measures]
    return dict(zip(names, intervals(figures, resampling.confidence), strict=True))


def _scores(
    pairing: Pairing,
    measures: Sequence[Measure],
    resampler: Resampler,
    ends: dict[str, tuple[float, float]],
    signature_line: str,
) -> Scores:
    return Scores(
        benchmark=pairing.benchmark.name,
        system=pairing.run.system,
        signature=signature_line,
        items=scored_units(pairing),
        unanswered=pairing.unanswered,
        unknown=len(pairing.strays),
        scores={
            measure.name: rounded(float(figure), measure.digits)
            for measure, figure in zip(measures, resampler.observed(), strict=True)
        },
        intervals=ends,
    )
