"""Leases of tasks: each goes to as many workers as it needs, never twice to the same worker."""

import secrets
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.orm import Session, aliased

from motjuste.collect import service
from motjuste.collect.models import (
    AnswerRow,
    Assignment,
    EntryRow,
    ItemRow,
    Stage,
    Task,
    Visit,
    Worker,
)
from motjuste.collect.people import CROWD_WORKER
from motjuste.collect.quality import drop_who_failed_tests
from motjuste.collect.stages import advance
from motjuste.collect.store import (
    DONE,
    EXPIRED,
    LEASED,
    OPEN,
    RETURNED,
    TEST,
    WAITING,
    Store,
    change,
    count_returns,
    lock_task,
    lock_worker,
    locked,
    settle,
)
from motjuste.errors import RefusedError

# Overdue leases that one call takes back, so that no request waits for all of them.
_SWEPT_AT_ONCE = 50


def lease(store: Store, worker: service.Worker) -> service.Task | None:
    """The worker's open task, or the next one that they may have; None if there is none."""
    task = _lease(store, worker)
    # Abandoned tasks are taken back when they are needed. A killed server may also have left a
    # stage unopened although the stage before is complete.
    if task is None and (expire(store) or advance(store)):
        task = _lease(store, worker)
    return task


def _lease(store: Store, worker: service.Worker) -> service.Task | None:
    with store.db.writing() as session:
        person = lock_worker(session, worker.id)
        if person is None or person.dropped:
            return None
        held = _renewed(store, session, worker)
        if held is None and not _quota_full(store, session, worker):
            held = _next(store, session, worker)
        return None if held is None else shown(store, session, held)


def _renewed(store: Store, session: Session, worker: service.Worker) -> Assignment | None:
    """The worker's open assignment, its lease renewed for the full time; None if they have none."""
    held = session.scalars(
        select(Assignment).where(Assignment.worker_id == worker.id, Assignment.state == LEASED)
    ).first()
    if held is not None and held.expires_at >= store.now():
        _check_session(held, worker)
    again = {"session": worker.session, "expires_at": _until(store), "visit_id": worker.visit}
    return held if held is not None and change(session, held, LEASED, **again) else None


def _check_session(assignment: Assignment, worker: service.Worker) -> None:
    """Refuse a crowd worker's task in another browser: anybody can type a platform's id."""
    bound = assignment.session is not None and worker.kind == CROWD_WORKER
    if bound and assignment.session != worker.session:
        raise RefusedError("your task is open in another browser", "other-session")


def _until(store: Store) -> float:
    return store.now() + 60 * store.config.lease.minutes


def done_by(session: Session, worker: service.Worker) -> int:
    """The number of tasks that a worker has done, on this visit if they come by visits."""
    statement = select(func.count()).where(
        Assignment.worker_id == worker.id, Assignment.state == DONE
    )
    if worker.visit is not None:
        statement = statement.where(Assignment.visit_id == worker.visit)
    return session.scalar(statement) or 0


def _quota_full(store: Store, session: Session, worker: service.Worker) -> bool:
    return worker.visit is not None and done_by(session, worker) >= store.config.crowd.tasks


def _open_tests(worker: int) -> Select[Any]:
    """Test tasks that a worker has not done yet."""
    done = exists().where(
        Assignment.task_id == Task.id,
        Assignment.worker_id == worker,
        Assignment.state.in_((DONE, RETURNED)),
    )
    return (
        select(Task)
        .join(Stage, Stage.id == Task.stage_id)
        .where(Stage.state == TEST, ~done)
        .order_by(Task.position, Task.id)
        .limit(1)
    )


def _available(store: Store, worker: int) -> Select[Any]:
    """The tasks that a worker may have, in the order in which they are given."""
    return (
        select(Task)
        .join(Stage, Stage.id == Task.stage_id)
        .where(
            Stage.state != WAITING,
            Task.answered < Task.wanted,
            Task.taken < Task.wanted,
            ~_met(store, worker),
        )
        .order_by(Stage.number, Task.position, Task.id)
        .limit(1)
    )


def _met(store: Store, worker: int) -> ColumnElement[bool]:
    """Whether a worker has had the task, or judged anything in it before."""
    held = exists().where(
        Assignment.task_id == Task.id,
        Assignment.worker_id == worker,
        Assignment.state != EXPIRED,
    )
    judged = (
        select(AnswerRow.id)
        .join(EntryRow, EntryRow.candidate_id == AnswerRow.candidate_id)
        .where(EntryRow.task_id == Task.id, AnswerRow.worker_id == worker)
        .exists()
    )
    if store.config.tasks.once == "candidate":
        return held | judged
    other = aliased(Task)
    target = (
        select(Assignment.id)
        .join(other, other.id == Assignment.task_id)
        .where(other.item_id == Task.item_id, Assignment.worker_id == worker)
        .where(Assignment.state == DONE)
        .exists()
    )
    return held | judged | target


def _choose(store: Store, session: Session, worker: int) -> Task | None:
    """The worker's next test task; then one of the target that they had last; else the next.

    They have read that target's context already, and keeping a target to few people leaves more
    who may still judge it.
    """
    test: Task | None = session.scalar(_open_tests(worker))
    if test is not None:
        return test
    available = _available(store, worker)
    last = session.scalar(
        select(Task.item_id)
        .join(Assignment, Assignment.task_id == Task.id)
        .where(Assignment.worker_id == worker, Assignment.state == DONE)
        .order_by(Assignment.submitted_at.desc(), Assignment.id.desc())
        .limit(1)
    )
    ways = [(available, False), (available, True)]
    if last is not None and store.config.tasks.together:
        ways.insert(0, (available.where(Task.item_id == last), False))
    # First skip rows locked by others; if nothing is left, wait for a locked one.
    for statement, wait in ways:
        task: Task | None = session.scalars(locked(statement, wait=wait, of=Task)).first()
        if task is not None:
            return task
    return None


def _next(store: Store, session: Session, worker: service.Worker) -> Assignment | None:
    task = _choose(store, session, worker.id)
    if task is None:
        return None
    expired = session.scalar(
        select(Assignment).where(Assignment.task_id == task.id, Assignment.worker_id == worker.id)
    )
    lease = {
        "visit_id": worker.visit,
        "session": worker.session,
        "leased_at": store.now(),
        "expires_at": _until(store),
    }
    if expired is not None:
        change(session, expired, EXPIRED, state=LEASED, **lease)
    name = secrets.token_urlsafe(16)
    assignment = expired or Assignment(
        name=name, task_id=task.id, worker_id=worker.id, state=LEASED, **lease
    )
    session.add(assignment)
    task.taken += 1
    session.flush()
    return assignment


def shown(store: Store, session: Session, assignment: Assignment) -> service.Task:
    """A task as its worker sees it."""
    task = session.get_one(Task, assignment.task_id)
    item = session.get_one(ItemRow, task.item_id)
    stage = session.get_one(Stage, task.stage_id)
    entries = session.scalars(
        select(EntryRow).where(EntryRow.task_id == task.id).order_by(EntryRow.number)
    ).all()
    return service.Task(
        id=assignment.name,
        kind=store.kind.name,
        form=store.kind.form,
        stage=stage.name,
        text=item.text,
        start=item.start,
        end=item.end,
        rows=tuple(service.Row(entry.number, entry.text) for entry in entries),
        labels=store.kind.labels,
        tokens=tuple(service.Token(*span) for span in item.extra.get("token_spans", ())),
        least=store.kind.least_spans(store.config),
        most=store.kind.most_words(store.config),
        expires=assignment.expires_at,
    )


def expire(store: Store) -> int:
    """Take back tasks whose lease ran out; returns their number."""
    with store.db.reading() as session:
        late = session.execute(
            select(Assignment.id, Assignment.task_id)
            .where(Assignment.state == LEASED, Assignment.expires_at < store.now())
            .limit(_SWEPT_AT_ONCE)
        ).all()
    return sum(_take_back(store, assignment, task) for assignment, task in late)


def _take_back(store: Store, assignment: int, task: int) -> bool:
    with store.db.writing() as session:
        held = lock_task(session, task, wait=False)
        late = session.get(Assignment, assignment)
        if held is None or late is None or late.expires_at >= store.now():
            return False
        taken = change(session, late, LEASED, state=EXPIRED)
        settle(session, held)
        return taken


def give_back(store: Store, worker: service.Worker, name: str, reason: str = "") -> None:
    """Return a task unanswered: somebody else gets it, this worker never again.

    What enough workers return is left out, if the kind of project says so.
    """
    with store.db.writing() as session:
        lock_worker(session, worker.id)
        assignment = own_assignment(session, worker, name)
        if assignment.state == DONE:
            raise RefusedError("this task is answered already", "already")
        if assignment.state == RETURNED:
            return
        task = lock_task(session, assignment.task_id)
        assignment.state = RETURNED
        assignment.comment = reason[: service.COMMENT_LIMIT]
        if task is not None:
            count_returns(store, session, task)
            settle(session, task)
    drop_who_failed_tests(store, worker.id)
    advance(store)


def own_task(store: Store, worker: service.Worker, name: str) -> service.Task:
    """A task that the worker has or had, in any state."""
    with store.db.reading() as session:
        return shown(store, session, own_assignment(session, worker, name))


def own_assignment(session: Session, worker: service.Worker, name: str) -> Assignment:
    """A worker's own assignment; an error for another worker's or another browser's."""
    assignment = session.scalar(
        select(Assignment).where(Assignment.name == name, Assignment.worker_id == worker.id)
    )
    if assignment is None:
        raise RefusedError("there is no such task of yours", "not-yours")
    _check_session(assignment, worker)
    return assignment


def worker_standing(store: Store, worker: service.Worker) -> service.Standing:
    """The status of a worker, with the completion code if they have finished."""
    expire(store)
    with store.db.reading() as session:
        person = session.get_one(Worker, worker.id)
        done = done_by(session, worker)
        quota = store.config.crowd.tasks if worker.visit is not None else None
        if person.dropped:
            return service.Standing("dropped", done, quota)
        held = session.scalar(
            select(Assignment.id).where(
                Assignment.worker_id == worker.id, Assignment.state == LEASED
            )
        )
        full = quota is not None and done >= quota
        if held is not None or (not full and _has_more(store, session, worker.id)):
            note = store.kind.note_for(store, session, worker.id)
            return service.Standing("work", done, quota, note=note)
        if worker.visit is not None and done:
            return _finished(store, session.get_one(Visit, worker.visit), done)
        waiting = session.scalar(select(Stage.id).where(Stage.state.in_((WAITING, OPEN))).limit(1))
        return service.Standing("waiting" if waiting else "finished", done, quota)


def _has_more(store: Store, session: Session, worker: int) -> bool:
    """Whether there is a task that a worker may have now."""
    open_tests = session.scalar(_open_tests(worker))
    return open_tests is not None or session.scalar(_available(store, worker)) is not None


def _finished(store: Store, visit: Visit, done: int) -> service.Standing:
    crowd = store.config.crowd
    code = crowd.completion_code or visit.code
    url = f"{crowd.completion_url}{code}" if crowd.completion_url else None
    return service.Standing("finished", done, crowd.tasks, code, url)
