"""The store of a project: its database, configuration, kind and clock."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, select, update
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session

from motjuste.collect.database import Database
from motjuste.collect.kind import Kind
from motjuste.collect.models import (
    Assignment,
    Base,
    Batch,
    BatchTask,
    Mark,
    Stage,
    Task,
    Worker,
)
from motjuste.collect.settings import Config

# States of an assignment: a worker has it, ...
LEASED = "leased"
# ... has submitted it, ...
DONE = "done"
# ... has let its time run out, ...
EXPIRED = "expired"
# ... or has given it back.
RETURNED = "returned"
# States of a stage: not yet reached, ...
WAITING = "waiting"
# ... being answered, ...
OPEN = "open"
# ... all answers are there.
COMPLETE = "complete"
# The name of the stage of test tasks, which newcomers do first; its answers never count.
TEST = "test"
# Outcomes of the test tasks of a worker.
PASSED = "passed"
FAILED = "failed"
# Kinds of marks on work: it does not count, or the owner should look at it.
DROP = "drop"
FLAG = "flag"


@dataclass(frozen=True)
class Store:
    """A project's database, configuration, kind and clock."""

    db: Database
    config: Config
    kind: Kind
    now: Callable[[], float] = time.time


def locked(
    statement: Select[Any], *, wait: bool = True, of: type[Base] | None = None
) -> Select[Any]:
    """A query whose rows (of one table, if named) nobody else changes until the transaction ends.

    SQLite has no row locks and needs none: there is one writer at a time. Locks are taken on a
    worker first, then on tasks in the order of their ids, so that there are no deadlocks.
    """
    held = statement.with_for_update(skip_locked=not wait, of=of)
    return held.execution_options(populate_existing=True)


def lock_worker(session: Session, worker: int) -> Worker | None:
    """A worker, locked until the transaction ends."""
    row: Worker | None = session.scalars(locked(select(Worker).where(Worker.id == worker))).first()
    return row


def lock_task(session: Session, task: int, *, wait: bool = True) -> Task | None:
    """A task, locked until the transaction ends; None if it is locked and we do not wait."""
    statement = locked(select(Task).where(Task.id == task), wait=wait)
    row: Task | None = session.scalars(statement).first()
    return row


def stands(state: str = DONE) -> ColumnElement[bool]:
    """Whether an assignment is in a state and not dropped (joined with its worker)."""
    dropped = exists().where(
        Mark.assignment_id == Assignment.id, Mark.kind == DROP, Mark.lifted_at.is_(None)
    )
    return and_(Assignment.state == state, Worker.dropped.is_(False), ~dropped)


def count_returns(store: Store, session: Session, task: Task) -> None:
    """Leave a locked task's item out if enough workers returned it, or take it in again.

    As with answers, returns of dropped workers and returns that the owner rejected do not count.
    """
    enough = store.kind.returns_to_discard(store.config)
    stage = session.get_one(Stage, task.stage_id)
    if not enough or stage.state == TEST:
        return
    session.flush()
    returned = (
        select(func.count(Assignment.id))
        .join(Worker, Worker.id == Assignment.worker_id)
        .where(Assignment.task_id == task.id, stands(RETURNED))
    )
    task.wanted = 0 if (session.scalar(returned) or 0) >= enough else stage.wanted


def settle(session: Session, task: Task) -> None:
    """Count a locked task's answers again: the first that stand are live, up to what is wanted.

    Answers that were live stay live if they stand; those beyond what is wanted are kept but do not
    count.
    """
    session.flush()
    done = session.execute(
        select(Assignment, stands())
        .join(Worker, Worker.id == Assignment.worker_id)
        .where(Assignment.task_id == task.id, Assignment.state == DONE)
        .order_by(Assignment.live.desc(), Assignment.submitted_at, Assignment.id)
    ).all()
    places = task.wanted
    for assignment, is_standing in done:
        live = bool(is_standing) and places > 0
        places -= live
        if assignment.live != live:
            assignment.live = live
    task.answered = task.wanted - places
    task.taken = task.answered + _under_way(session, task.id)
    session.flush()


def _under_way(session: Session, task: int) -> int:
    """The number of expected answers: from workers who have the task, and from platforms."""
    leased = select(func.count()).where(Assignment.task_id == task, Assignment.state == LEASED)
    asked_of_platform = (
        select(func.coalesce(func.sum(BatchTask.requested - BatchTask.returned), 0))
        .join(Batch, Batch.id == BatchTask.batch_id)
        .where(BatchTask.task_id == task, Batch.closed_at.is_(None))
        .where(BatchTask.requested > BatchTask.returned)
    )
    answers = session.scalar(select(leased.scalar_subquery() + asked_of_platform.scalar_subquery()))
    return int(answers or 0)


def change(session: Session, assignment: Assignment, was: str, /, **values: object) -> bool:
    """Change an assignment if it is still in that state."""
    result = session.execute(
        update(Assignment)
        .where(Assignment.id == assignment.id, Assignment.state == was)
        .values(**values)
        .execution_options(synchronize_session=False)
    )
    session.refresh(assignment)
    return isinstance(result, CursorResult) and result.rowcount == 1


def release(session: Session, worker: int) -> None:
    """Take back the open tasks of a locked worker."""
    held = session.scalars(
        select(Assignment).where(Assignment.worker_id == worker, Assignment.state == LEASED)
    ).all()
    for assignment in held:
        task = lock_task(session, assignment.task_id)
        change(session, assignment, LEASED, state=EXPIRED)
        if task is not None:
            settle(session, task)
