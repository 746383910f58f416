"""Which work counts: controls, workers' shares of right ones, work done too fast.

Every drop is a mark with its reason; it can be lifted, and nothing is ever deleted.
"""

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from motjuste.benchmarks.benchmark import TRUE
from motjuste.collect.models import Assignment, Mark, Stage, Task, Visit, Worker
from motjuste.collect.service import AssignmentSubject, Subject, WorkerSubject
from motjuste.collect.store import (
    DONE,
    DROP,
    LEASED,
    PASSED,
    RETURNED,
    TEST,
    Store,
    count_returns,
    lock_task,
    lock_worker,
    release,
    settle,
)
from motjuste.errors import BadInputError

# Kinds of control rows: the target itself, which must be accepted, ...
TARGET = "target"
# ... and a random word, which must not be.
RANDOM = "random"
# The owner's decisions.
ACCEPTED = "accepted"
REJECTED = "rejected"
POSITIVE = frozenset({TRUE, "good", "reasonable"})
_WRONG = {
    TARGET: "the target itself was not accepted",
    RANDOM: "a random word was accepted",
}


def control_is_right(control: str, label: str) -> bool:
    """Whether a control has the label that it must have.

    The target itself must be accepted; a random word must not be, but may get an abstention.

    >>> control_is_right("target", "UNSURE"), control_is_right("random", "UNSURE")
    (False, True)
    """
    return label in (TRUE, "good") if control == TARGET else label not in POSITIVE


def judge_controls(assignment: Assignment, labels: list[tuple[str, str]]) -> str | None:
    """Record how many of the controls are right; returns the wrong ones."""
    wrong = [control for control, label in labels if not control_is_right(control, label)]
    assignment.controls = len(labels)
    assignment.controls_right = len(labels) - len(wrong)
    return "; ".join(_WRONG[control] for control in dict.fromkeys(wrong)) or None


def mark(
    store: Store, session: Session, subject: Assignment | Worker, kind: str, rule: str, why: str
) -> None:
    """Put a mark on an assignment, or on a worker."""
    session.add(
        Mark(
            worker_id=subject.id if isinstance(subject, Worker) else subject.worker_id,
            assignment_id=None if isinstance(subject, Worker) else subject.id,
            kind=kind,
            rule=rule,
            reason=why,
            made_at=store.now(),
        )
    )


def is_too_fast(store: Store, seconds: float | None, rows: int) -> bool:
    """Whether a task was done faster than its rows can be read."""
    return seconds is not None and seconds < store.config.quality.fastest * rows


def is_poor(store: Store, session: Session, worker: int) -> bool:
    """Whether a worker's share of correct controls is below the required accuracy."""
    quality = store.config.quality
    right, total = session.execute(
        select(func.sum(Assignment.controls_right), func.sum(Assignment.controls)).where(
            Assignment.worker_id == worker, Assignment.state == DONE
        )
    ).one()
    return bool(quality.controls and total and right < quality.accuracy * total)


def filter_workers(store: Store, worker: int | None = None, *, final: bool = False) -> int:
    """Drop workers whose controls are too often wrong; returns their number.

    While a stage is open, only workers with enough controls are examined; at its end, all are.
    """
    quality = store.config.quality
    least = 1 if final else max(1, quality.grace)
    right, total = func.sum(Assignment.controls_right), func.sum(Assignment.controls)
    statement = (
        select(Worker.id, right, total)
        .join(Assignment, Assignment.worker_id == Worker.id)
        .where(Assignment.state == DONE, Worker.dropped.is_(False))
        .where(Worker.decision.is_distinct_from(ACCEPTED))
        .group_by(Worker.id)
        .having(total >= least)
        .order_by(Worker.id)
    )
    if worker is not None:
        statement = statement.where(Worker.id == worker)
    with store.db.reading() as session:
        poor = [row for row in session.execute(statement) if row[1] < quality.accuracy * row[2]]
    for number, good, of in poor:
        why = f"{good} of {of} controls right, fewer than {quality.accuracy:.0%}"
        drop_worker(store, number, "accuracy", why)
    return len(poor)


def drop_who_failed_tests(store: Store, worker: int) -> None:
    """Drop a worker who has finished all test tasks and failed, or returned, too many."""
    with store.db.reading() as session:
        tests = session.scalar(
            select(func.count(Task.id))
            .join(Stage, Stage.id == Task.stage_id)
            .where(Stage.state == TEST)
        )
        if not tests:
            return
        finished = session.scalar(
            select(func.count(Assignment.id))
            .join(Task, Task.id == Assignment.task_id)
            .join(Stage, Stage.id == Task.stage_id)
            .where(Stage.state == TEST, Assignment.worker_id == worker)
            .where(Assignment.state.in_((DONE, RETURNED)))
        )
        passed = session.scalar(
            select(func.count(Mark.id)).where(
                Mark.kind == TEST, Mark.rule == PASSED, Mark.worker_id == worker
            )
        )
    if finished == tests and (passed or 0) < store.config.sws.passing * tests:
        drop_worker(store, worker, "qualification", f"{passed} of {tests} test tasks passed")


def drop_worker(store: Store, worker: int, rule: str, why: str) -> None:
    """Drop all work of a worker, and give them no more tasks."""
    with store.db.writing() as session:
        person = lock_worker(session, worker)
        if person is None or person.dropped:
            return
        mark(store, session, person, DROP, rule, why)
        person.dropped = True
        _settle_all(store, session, worker)


def _settle_all(store: Store, session: Session, worker: int) -> None:
    """Take back a worker's open task and count answers and returns of all their tasks again.

    All are locked first, in the order in which tasks are always locked.
    """
    session.flush()
    numbers = select(Assignment.task_id).where(
        Assignment.worker_id == worker, Assignment.state.in_((DONE, LEASED, RETURNED))
    )
    tasks = [lock_task(session, number) for number in sorted(session.scalars(numbers))]
    release(session, worker)
    for task in tasks:
        if task is not None:
            count_returns(store, session, task)
            settle(session, task)


def drop_visit(store: Store, visit: Visit, why: str, rule: str = "platform") -> int:
    """Drop the work of one visit and take back its open task; returns the number of tasks."""
    with store.db.writing() as session:
        lock_worker(session, visit.worker_id)
        marked = select(Mark.assignment_id).where(
            Mark.rule == rule, Mark.lifted_at.is_(None), Mark.assignment_id.is_not(None)
        )
        finished = session.scalars(
            select(Assignment)
            .where(Assignment.visit_id == visit.id, Assignment.state.in_((DONE, RETURNED)))
            .where(Assignment.id.not_in(marked))
        ).all()
        for assignment in finished:
            mark(store, session, assignment, DROP, rule, why)
        _settle_all(store, session, visit.worker_id)
        return sum(assignment.state == DONE for assignment in finished)


def restore_visit(store: Store, visit: Visit, why: str, rule: str) -> int:
    """Lift the marks of one rule from the work of a visit; returns their number."""
    with store.db.writing() as session:
        lock_worker(session, visit.worker_id)
        own = select(Assignment.id).where(Assignment.visit_id == visit.id)
        marked = (Mark.rule == rule, Mark.lifted_at.is_(None), Mark.assignment_id.in_(own))
        number = session.scalar(
            select(func.count(Mark.id))
            .join(Assignment, Assignment.id == Mark.assignment_id)
            .where(Assignment.state == DONE, *marked)
        )
        _lift(store, session, why, *marked)
        _settle_all(store, session, visit.worker_id)
        return number or 0


def decide(store: Store, subject: Subject, accept: bool, reason: str) -> None:
    """Record the owner's decision, which overrides the filter's."""
    if not reason.strip() and not accept:
        raise BadInputError("say why the work is rejected")
    if isinstance(subject, WorkerSubject):
        _decide_worker(store, subject.id, accept, reason)
    else:
        _decide_assignment(store, subject, accept, reason)


def _decide_worker(store: Store, worker: int, accept: bool, reason: str) -> None:
    with store.db.writing() as session:
        person = lock_worker(session, worker)
        if person is None:
            raise BadInputError(f"there is no worker {worker}")
        person.decision = ACCEPTED if accept else REJECTED
        if accept:
            _lift(store, session, reason, Mark.worker_id == worker, Mark.assignment_id.is_(None))
        elif not person.dropped:
            mark(store, session, person, DROP, "owner", reason)
        person.dropped = not accept
        _settle_all(store, session, worker)


def _decide_assignment(store: Store, subject: AssignmentSubject, accept: bool, reason: str) -> None:
    with store.db.writing() as session:
        assignment = session.get(Assignment, subject.id)
        if assignment is None or assignment.state not in (DONE, RETURNED):
            raise BadInputError(f"there is no finished or returned assignment {subject.id}")
        lock_worker(session, assignment.worker_id)
        task = lock_task(session, assignment.task_id)
        assignment.decision = ACCEPTED if accept else REJECTED
        if accept:
            # A repeated judgement never counts, whatever the owner decides.
            mine = (Mark.assignment_id == subject.id, Mark.kind == DROP, Mark.rule != "repeated")
            _lift(store, session, reason, *mine)
        else:
            mark(store, session, assignment, DROP, "owner", reason)
        if task is not None:
            count_returns(store, session, task)
            settle(session, task)


def _lift(store: Store, session: Session, reason: str, *which: ColumnElement[bool]) -> None:
    for mark in session.scalars(select(Mark).where(*which, Mark.lifted_at.is_(None))):
        mark.lifted_at, mark.lifted_reason = store.now(), reason
