"""Summary of a simulation: the figures of SWORDS's protocol, dropped annotators, accuracy."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from motjuste.benchmarks.benchmark import TRUE, UNSURE
from motjuste.collect.project import Project
from motjuste.collect.results import to_benchmark
from motjuste.collect.simulation.crowd import Outcome
from motjuste.collect.simulation.truth import Truth

# Annotators in the final stage of SWORDS.
_ANNOTATORS = 10


@dataclass(frozen=True)
class Caught:
    """How many annotators of a profile were dropped, and how many of their tasks."""

    profile: str
    annotators: int
    dropped: int
    tasks: int
    tasks_dropped: int


@dataclass(frozen=True)
class Figures:
    """A rehearsal in numbers; shares are percentages.

    `filtered` are candidates without a positive label in the first stage. `falsely_filtered` of
    them are acceptable in truth (SWORDS, section 4.4: 0.8), and `filtered_conceivable` would have
    got a positive label from at least one of ten careful annotators (33.7).
    """

    targets: int
    candidates: int
    submissions: int
    submissions_dropped: int
    labels: int
    labels_per_candidate: float
    unsure: float
    passed: float
    falsely_filtered: float
    filtered_conceivable: float
    pearson: float
    spearman: float
    spearman_scored: float
    caught: tuple[Caught, ...]


@dataclass(frozen=True)
class _Scored:
    """A candidate of the export beside the truth."""

    labels: tuple[str, ...]
    truth: float

    @property
    def score(self) -> float:
        """The score as in SWORDS: abstentions are negative."""
        return self.labels.count(TRUE) / len(self.labels)


def figures(project: Project, outcome: Outcome, truth: Truth) -> Figures:
    """The figures of a rehearsal that came to its end."""
    benchmark = to_benchmark(project.store, "rehearsal")
    scored = [
        _Scored(judgement.labels, truth.score(item.target.text, item.target.start, judgement.text))
        for item in benchmark.items
        for judgement in item.judgements
    ]
    first = project.config.stages[0].labels
    filtered = [row for row in scored if TRUE not in row.labels[:first]]
    finely = [row for row in scored if len(row.labels) > first]
    labels = Counter(chain.from_iterable(row.labels for row in scored))
    caught = _caught(project, outcome)
    return Figures(
        targets=len(benchmark.items),
        candidates=len(scored),
        submissions=sum(row.tasks for row in caught),
        submissions_dropped=sum(row.tasks_dropped for row in caught),
        labels=sum(labels.values()),
        labels_per_candidate=sum(labels.values()) / len(scored),
        unsure=100 * labels[UNSURE] / sum(labels.values()),
        passed=100 * len(finely) / len(scored),
        falsely_filtered=_share([row.truth > 0.5 for row in filtered]),
        filtered_conceivable=_share([1 - (1 - row.truth) ** _ANNOTATORS for row in filtered]),
        pearson=_correlation([row.score for row in scored], [row.truth for row in scored]),
        spearman=_ranked(scored),
        spearman_scored=_ranked(finely),
        caught=caught,
    )


def _share(values: Sequence[float]) -> float:
    return 100 * float(np.mean(values)) if values else 0.0


def _ranked(scored: Sequence[_Scored]) -> float:
    return _correlation(
        _ranks([row.score for row in scored]), _ranks([row.truth for row in scored])
    )


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0; equal values share the mean of their ranks.

    >>> _ranks([0.5, 0.1, 0.5])
    [1.5, 0.0, 1.5]
    """
    ordered = sorted(values)
    places: dict[float, list[int]] = {}
    for place, value in enumerate(ordered):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def _correlation(ours: Sequence[float], theirs: Sequence[float]) -> float:
    if len(set(ours)) < 2 or len(set(theirs)) < 2:
        return float("nan")
    return float(np.corrcoef(ours, theirs)[0, 1])


def _caught(project: Project, outcome: Outcome) -> tuple[Caught, ...]:
    rows = {row.note: row for row in project.workers()}
    dropped_tasks = {
        row.note: sum(
            bool(assignment.dropped) or row.dropped for assignment in project.assignments(row.id)
        )
        for row in rows.values()
    }
    names = dict.fromkeys(person.profile.name for person in outcome.participants)
    return tuple(
        Caught(
            name,
            len(notes),
            sum(rows[note].dropped for note in notes),
            sum(rows[note].tasks for note in notes),
            sum(dropped_tasks[note] for note in notes),
        )
        for name in sorted(names)
        for notes in [[p.note for p in outcome.participants if p.profile.name == name]]
    )
