"""Response times of the site during a simulation."""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from motjuste.collect.simulation.crowd import Outcome


@dataclass(frozen=True)
class Load:
    """Requests of one kind: how many a second, and how many milliseconds they took."""

    request: str
    number: int
    per_second: float
    median_ms: float
    p99_ms: float


def load(outcome: Outcome) -> tuple[Load, ...]:
    """The load of a simulation, measured by the annotators."""
    methods = sorted({method for person in outcome.participants for method in person.ledger.times})
    return tuple(_load(outcome, method) for method in methods)


def _load(outcome: Outcome, method: str) -> Load:
    times = list(
        chain.from_iterable(person.ledger.times.get(method, ()) for person in outcome.participants)
    )
    median, p99 = (float(1000 * np.percentile(times, at)) for at in (50, 99))
    return Load(method, len(times), len(times) / outcome.seconds, median, p99)
