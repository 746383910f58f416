"""How much of a text an improver changes, and what that costs: the trade-off of SWS, section 6.1.

A system's *dial* is the setting that moves its improvable ratio (ImpR, the share of tokens in
marked spans): `sensitivity` or `threshold`. A system without one is cut off by its scores
(`score-cut`).
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import ImprovementRun, MarkedSentence
from motjuste.errors import BadInputError
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.registry import parse_measure
from motjuste.reports.figures import COLOURS, save_figure
from motjuste.systems.benchmark_runs import ImprovementTask
from motjuste.systems.score_cut import ScoreCut, best_score
from motjuste.systems.system import System, verbs

RATIO = "ImpR"
MEASURES = (RATIO, "det.P", "det.R", "det.F0.5", "WA", "e2e.P", "e2e.R", "e2e.F0.5")
DIALS = ("sensitivity", "threshold")
# Values of a dial from 0 to 1 that a sweep tries where none are given.
VALUES = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9)
# Halvings of the dial's range: after twelve, neighbouring values are 1/4096 apart.
HALVINGS = 12
# Percentage points of the wanted ratio at which the search ends.
CLOSE_ENOUGH = 0.05
# Sentences that are handed to a system at once.
_BATCH = 64


@dataclass(frozen=True)
class Dial:
    """A system, the setting that moves its ratio, and the values between which it can be moved."""

    system: System
    setting: str
    low: float
    high: float
    # Whether more of the setting means more words marked.
    rising: bool = True

    def at(self, value: float) -> System:
        """The system with its dial at a value."""
        return replace(self.system, **{self.setting: value})  # type: ignore[type-var]


@dataclass(frozen=True)
class Point:
    """A value of the dial, and the figures of the system there, in percent."""

    value: float
    scores: dict[str, float]

    @property
    def ratio(self) -> float:
        """The improvable ratio, in percent."""
        return self.scores[RATIO]


def find_dial(system: System, name: str, options: Sequence[str], benchmark: Benchmark) -> Dial:
    """The dial of a system: its own, or a cut by its scores on the benchmark's sentences."""
    if "improve" not in verbs(type(system)):
        raise system.not_offered("improve")
    system.prepare(benchmark)
    setting = next((dial for dial in DIALS if dial in system.settings()), None)
    if setting is not None:
        return Dial(system, setting, 0.0, 1.0)
    texts = [context.text for context in benchmark.contexts.values()]
    scores = sorted({best_score(mark) for marks in system.improve(texts) for mark in marks})
    if len(scores) < 2:
        raise BadInputError(
            f"system {name!r} scores all its marks alike, so none can be left out by score"
        )
    return Dial(ScoreCut(name, tuple(options)), "least", scores[0], scores[-1], rising=False)


def measure_at(dial: Dial, value: float, benchmark: Benchmark) -> Point:
    """The figures of the system with its dial at a value."""
    task = ImprovementTask(dial.at(value), benchmark, None)
    with warnings.catch_warnings():
        # Warnings about the system were shown when its dial was determined.
        warnings.simplefilter("ignore")
        task.system.prepare(benchmark)
        answers: dict[str, MarkedSentence] = {}
        for start in range(0, len(task.ids), _BATCH):
            batch = task.ids[start : start + _BATCH]
            answers.update(zip(batch, task.take(batch, task.ask(batch)), strict=True))
        pairing = Pairing(benchmark, ImprovementRun(dial.system.name, "sws", answers))
    figures = {}
    for name in MEASURES:
        measure = parse_measure(name)
        figures[name] = measure.value(measure.collect(pairing))
    return Point(value, figures)


def sweep(dial: Dial, benchmark: Benchmark, values: Sequence[float] | None = None) -> list[Point]:
    """The figures at each value; without values, at ten across the dial's range."""
    if values is None:
        width = dial.high - dial.low
        values = [dial.low + share * width for share in VALUES]
    return [measure_at(dial, value, benchmark) for value in values]


def calibrate(
    dial: Dial,
    benchmark: Benchmark,
    ratio: float,
    measure: Callable[[Dial, float, Benchmark], Point] = measure_at,
) -> Point:
    """The point whose improvable ratio is nearest to the wanted one (from 0 to 1).

    Found by bisection; the ratio must rise, or fall, with the dial.
    """
    wanted = 100.0 * checked_ratio(ratio)
    points = list(_halvings(dial, benchmark, wanted, measure))
    return min(points, key=lambda point: abs(point.ratio - wanted))


def checked_ratio(ratio: float) -> float:
    """The ratio, if it is a share of words."""
    if not 0 < ratio < 1:
        raise BadInputError(f"the ratio {ratio:g} is not a share of words between 0 and 1")
    return ratio


def _halvings(
    dial: Dial,
    benchmark: Benchmark,
    wanted: float,
    measure: Callable[[Dial, float, Benchmark], Point],
) -> Iterator[Point]:
    low, high = dial.low, dial.high
    for _ in range(HALVINGS):
        point = measure(dial, (low + high) / 2, benchmark)
        yield point
        if abs(point.ratio - wanted) < CLOSE_ENOUGH:
            return
        if (point.ratio < wanted) == dial.rising:
            low = point.value
        else:
            high = point.value


def draw_sweep(points: Sequence[Point], published: Sequence[Point], path: Path) -> None:
    """Recall and precision of detection and end-to-end F0.5 over the improvable ratio."""

    def draw(axes: Any) -> None:
        for name, colour in zip(("det.P", "det.R", "e2e.F0.5"), COLOURS, strict=False):
            ordered = sorted(points, key=lambda point: point.ratio)
            xs = [point.ratio for point in ordered]
            ys = [point.scores[name] for point in ordered]
            axes.plot(xs, ys, color=colour, marker="o", markersize=3, label=name)
            theirs = [point for point in published if name in point.scores]
            axes.scatter(
                [point.ratio for point in theirs],
                [point.scores[name] for point in theirs],
                color=colour,
                marker="x",
                label=f"{name}, published",
            )
        axes.set_xlabel("improvable ratio (%)")
        axes.set_ylabel("%")
        axes.legend(fontsize=8)

    save_figure(draw, path)
