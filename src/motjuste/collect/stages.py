"""Stages: the owner opens the first; each other one opens when the stage before is complete."""

from collections.abc import Sequence

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from motjuste.collect.models import (
    AnswerRow,
    Assignment,
    CandidateRow,
    EntryRow,
    ItemRow,
    Stage,
    Task,
)
from motjuste.collect.quality import POSITIVE, filter_workers
from motjuste.collect.store import COMPLETE, OPEN, WAITING, Store, locked
from motjuste.collect.tasks import make_tasks, make_test_tasks
from motjuste.errors import BadInputError


def publish(store: Store) -> int:
    """Make the first stage's tasks and open it; returns the number of tasks."""
    with store.db.writing() as session:
        if session.scalar(select(Stage.id).limit(1)):
            raise BadInputError("the project is open already; its stages follow by themselves")
        if not session.scalar(select(ItemRow.id).limit(1)):
            raise BadInputError("the project has no targets")
        stages = [
            Stage(number=number, name=stage.name, wanted=stage.labels, positives=stage.positives)
            for number, stage in enumerate(store.config.stages, 1)
        ]
        for stage in stages:
            stage.state = WAITING
        session.add_all(stages)
        session.flush()
        make_test_tasks(store, session)
        return _open_first(store, session, stages[0])


def _open_first(store: Store, session: Session, stage: Stage) -> int:
    tasks = store.kind.make_first_tasks(store, session, stage)
    stage.state, stage.opened_at = OPEN, store.now()
    return tasks


def advance(store: Store) -> bool:
    """Close stages that have all their answers and open the next; returns whether any changed.

    It can be called at any time, by several processes at once: finished steps are not repeated.
    """
    changed = False
    while _advance(store):
        changed = True
    return changed


def _advance(store: Store) -> bool:
    with store.db.reading() as session:
        stages = session.scalars(select(Stage).order_by(Stage.number)).all()
        unsettled = [
            stage.id
            for stage in stages
            if stage.state in (OPEN, COMPLETE)
            and _is_complete(session, stage) != (stage.state == COMPLETE)
        ]
    return any(_close_or_open(store, number) for number in unsettled)


def _is_complete(session: Session, stage: Stage) -> bool:
    unanswered = (
        select(Task.id).where(Task.stage_id == stage.id, Task.answered < Task.wanted).limit(1)
    )
    return session.scalar(unanswered) is None


def _close_or_open(store: Store, number: int) -> bool:
    """Update a stage's state from its answers; before it closes, all workers are filtered."""
    if store.config.quality.controls:
        filter_workers(store, final=True)
    store.kind.review_workers(store)
    with store.db.writing() as session:
        stages = session.scalars(locked(select(Stage).order_by(Stage.number))).all()
        at = next(place for place, stage in enumerate(stages) if stage.id == number)
        stage = stages[at]
        state = COMPLETE if _is_complete(session, stage) else OPEN
        if state == stage.state:
            return False
        stage.state = state
        if state == COMPLETE and at + 1 < len(stages):
            _fill(store, session, stages[at + 1])
        return True


def _fill(store: Store, session: Session, stage: Stage) -> None:
    """Make tasks of the candidates that have qualified for a stage and are not in it yet."""
    new = _passed(session, stage)
    make_tasks(store, session, stage, new)
    if stage.state == WAITING:
        stage.opened_at = store.now()
    stage.state = OPEN


def _passed(session: Session, stage: Stage) -> Sequence[CandidateRow]:
    """The candidates with enough positive labels in the stages before, not yet in the stage."""
    positive = func.sum(case((AnswerRow.label.in_(sorted(POSITIVE)), 1), else_=0))
    enough = (
        select(AnswerRow.candidate_id)
        .join(Assignment, Assignment.id == AnswerRow.assignment_id)
        .join(Task, Task.id == Assignment.task_id)
        .join(Stage, Stage.id == Task.stage_id)
        .where(Assignment.live, Stage.number < stage.number, AnswerRow.candidate_id.is_not(None))
        .group_by(AnswerRow.candidate_id)
        .having(positive >= stage.positives)
    )
    there = select(EntryRow.candidate_id).where(
        EntryRow.stage_id == stage.id, EntryRow.candidate_id.is_not(None)
    )
    return session.scalars(
        select(CandidateRow)
        .where(CandidateRow.id.in_(enough), CandidateRow.id.not_in(there))
        .order_by(CandidateRow.id)
    ).all()
