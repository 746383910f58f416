"""The cost and the duration of a project, estimated before it begins.

Wages are computed as in SWORDS (appendix B.2): from the seconds that a task took in a pilot and the
factor by which crowd workers may be slower; the hourly wage must lie between two bounds.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from motjuste.collect.models import CandidateRow, ItemRow
from motjuste.collect.settings import PayConfig
from motjuste.collect.store import Store
from motjuste.errors import BadInputError

# Of SWORDS's 60.7 candidates a target, 21.4 were conceivable (Table 2).
PASSING = 21.4 / 60.7


@dataclass(frozen=True)
class StageEstimate:
    """A stage in numbers. Hours are hours of work; days assume the expected number of workers."""

    stage: str
    candidates: int
    tasks: int
    assignments: int
    labels: int
    pay: float
    fee: float
    hours: float


@dataclass(frozen=True)
class Wage:
    """The hourly wage at the pilot's pace, and at the slowest pace that is expected.

    `fastest` and `slowest` are the seconds at which it is the target wage and the lowest one.
    """

    currency: str
    task: float
    at_pilot: float
    at_slowest: float
    fastest: float
    slowest: float
    fair: bool
    suggested: float


@dataclass(frozen=True)
class Estimate:
    """All stages, their sum, the wage, and how long it takes with several workers at once."""

    stages: tuple[StageEstimate, ...]
    total: StageEstimate
    wage: Wage
    days: float
    visits: int


def wage(pay: PayConfig) -> Wage:
    """The wage calculation.

    >>> pay = wage(PayConfig(task=0.10, seconds=25))
    >>> round(pay.at_pilot, 2), round(pay.at_slowest, 2), pay.fastest, round(pay.slowest)
    (14.4, 7.2, 24.0, 50)
    """
    slowest = pay.seconds * pay.slower
    # Pay is rounded up to cents.
    suggested = math.ceil(round(100 * pay.lowest * slowest / 3600, 6)) / 100
    return Wage(
        pay.currency,
        pay.task,
        at_pilot=3600 * pay.task / pay.seconds,
        at_slowest=3600 * pay.task / slowest,
        fastest=3600 * pay.task / pay.target if pay.target else math.inf,
        slowest=3600 * pay.task / pay.lowest if pay.lowest else math.inf,
        fair=3600 * pay.task / slowest >= pay.lowest,
        suggested=max(suggested, pay.task),
    )


def estimate(
    store: Store, *, passing: float = PASSING, dropped: float = 0.1, hours_a_day: float = 8
) -> Estimate:
    """Tasks, pay and time.

    `passing` is the share of candidates that enter each next stage, `dropped` the share of the work
    that is collected again.
    """
    if not (0 <= passing <= 1 and 0 <= dropped < 1):
        raise BadInputError("the shares that pass and that are dropped are from 0 to 1")
    with store.db.reading() as session:
        sizes = session.scalars(
            select(func.count(CandidateRow.id))
            .select_from(ItemRow)
            .outerjoin(CandidateRow, CandidateRow.item_id == ItemRow.id)
            .group_by(ItemRow.id)
        ).all()
    config = store.config
    if not sizes or (store.kind.has_candidates and not sum(sizes)):
        raise BadInputError("there is nothing to estimate yet: add targets and candidates first")
    stages = tuple(
        _stage(store, place, sizes, passing**place, dropped) for place in range(len(config.stages))
    )
    total = _sum(stages)
    days = total.hours / (config.pay.workers * hours_a_day)
    visits = math.ceil(total.assignments / config.crowd.tasks)
    return Estimate(stages, total, wage(config.pay), days, visits)


def _stage(
    store: Store, place: int, sizes: Sequence[int], passing: float, dropped: float
) -> StageEstimate:
    stage, pay = store.config.stages[place], store.config.pay
    candidates, tasks = store.kind.count_tasks(store.config, sizes, passing)
    assignments = math.ceil(tasks * stage.labels / (1 - dropped))
    cost = assignments * pay.task
    hours = assignments * pay.seconds * pay.slower / 3600
    labels = candidates * stage.labels
    return StageEstimate(
        stage.name, candidates, tasks, assignments, labels, cost, cost * pay.fee, hours
    )


def _sum(stages: Sequence[StageEstimate]) -> StageEstimate:
    return StageEstimate(
        "all",
        stages[0].candidates,
        sum(stage.tasks for stage in stages),
        sum(stage.assignments for stage in stages),
        sum(stage.labels for stage in stages),
        sum(stage.pay for stage in stages),
        sum(stage.fee for stage in stages),
        sum(stage.hours for stage in stages),
    )
