"""Taking answers in: checked whole, stored once, durable when acknowledged."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from motjuste.collect import service
from motjuste.collect.models import Assignment, ItemRow, Stage, Task
from motjuste.collect.quality import (
    drop_who_failed_tests,
    filter_workers,
    is_poor,
    is_too_fast,
    mark,
)
from motjuste.collect.service import Receipt
from motjuste.collect.stages import advance
from motjuste.collect.store import (
    DONE,
    DROP,
    EXPIRED,
    FAILED,
    FLAG,
    PASSED,
    RETURNED,
    TEST,
    Store,
    lock_task,
    lock_worker,
    settle,
)
from motjuste.collect.task_leases import done_by, own_assignment
from motjuste.errors import ChangedAnswersError, RefusedError

# Characters of the longest idempotency key that a form may send.
_LONGEST_KEY = 100


def submit(
    store: Store,
    worker: service.Worker,
    name: str,
    answers: service.Answers,
    *,
    key: str,
    seconds: float | None = None,
    comment: str = "",
) -> Receipt:
    """Store a worker's answers to their task; the same submission again is acknowledged again."""
    _check_form(key, seconds, comment)
    with store.db.writing() as session:
        person = lock_worker(session, worker.id)
        assignment = own_assignment(session, worker, name)
        if _is_replay(store, session, assignment, key, answers, comment):
            return Receipt(True, done_by(session, worker))
        if person is None or person.dropped:
            raise RefusedError("you cannot take part any more", "dropped")
        task = lock_task(session, assignment.task_id)
        if task is None or _is_gone(assignment, task):
            raise RefusedError("the time ran out and somebody else has this task", "expired")
        assignment.submission_key = key
        assignment.comment = comment
        assignment.seconds = _seconds(store, assignment, seconds)
        take(store, session, assignment, task, answers)
        if session.get_one(Stage, task.stage_id).state == TEST:
            _judge_test(store, session, assignment, task)
        done = done_by(session, worker)
        complete, poor = task.answered >= task.wanted, is_poor(store, session, worker.id)
    _follow_up(store, worker.id, poor, complete)
    return Receipt(False, done)


def _follow_up(store: Store, worker: int, is_poor: bool, is_complete: bool) -> None:
    """The steps after a stored submission; if they fail, the next submission repeats them."""
    drop_who_failed_tests(store, worker)
    if is_poor:
        filter_workers(store, worker)
    if is_complete:
        advance(store)


def _judge_test(store: Store, session: Session, assignment: Assignment, task: Task) -> None:
    """Record whether the answers to a test task are right."""
    answers = store.kind.stored_answers(session, [assignment.id])[assignment.id]
    item = session.get_one(ItemRow, task.item_id)
    rule = PASSED if store.kind.passes_test(item, answers) else FAILED
    mark(store, session, assignment, TEST, rule, f"{rule} the test")


def _check_form(key: str, seconds: float | None, comment: str) -> None:
    if not isinstance(key, str) or not 0 < len(key) <= _LONGEST_KEY:
        raise RefusedError("the submission has no proper key", "invalid")
    if not isinstance(comment, str) or len(comment) > service.COMMENT_LIMIT or "\0" in comment:
        raise RefusedError("the comment is too long, or not text", "invalid")
    if seconds is not None and not 0 <= seconds < 1e9:
        raise RefusedError("the time that it took is not a number of seconds", "invalid")


def _is_replay(
    store: Store,
    session: Session,
    assignment: Assignment,
    key: str,
    answers: service.Answers,
    comment: str,
) -> bool:
    """Whether this very submission is stored; one that clashes with what is stored is refused."""
    same_key = session.scalar(
        select(Assignment.id).where(
            Assignment.worker_id == assignment.worker_id, Assignment.submission_key == key
        )
    )
    if same_key is not None and same_key != assignment.id:
        raise RefusedError("this submission was made for another task", "already")
    if assignment.state == DONE:
        stored, sent = _both(store, session, assignment, answers, comment)
        if same_key is None or stored != sent:
            raise ChangedAnswersError(stored, sent)
        return True
    if assignment.state == RETURNED:
        raise RefusedError("you gave this task back", "closed")
    return False


def _both(
    store: Store,
    session: Session,
    assignment: Assignment,
    answers: service.Answers,
    comment: str,
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The stored and the sent answers in readable form."""
    stored = list(store.kind.stored_answers(session, [assignment.id])[assignment.id])
    task = session.get_one(Task, assignment.task_id)
    try:
        sent = list(store.kind.readable(store, session, task, answers))
    except RefusedError as error:
        sent = [("", str(error))]
    stored += [("comment", assignment.comment)] * bool(assignment.comment)
    sent += [("comment", comment)] * bool(comment)
    return stored, sent


def _is_gone(assignment: Assignment, task: Task) -> bool:
    """Whether a task's lease ran out and its place is taken; until then, late answers count."""
    return assignment.state == EXPIRED and task.taken >= task.wanted


def _seconds(store: Store, assignment: Assignment, claimed: float | None) -> float:
    """The seconds that a task took by the browser's clock, at most those that have passed."""
    passed = max(0.0, store.now() - assignment.leased_at)
    return passed if claimed is None else min(claimed, passed)


def take(
    store: Store,
    session: Session,
    assignment: Assignment,
    task: Task,
    answers: service.Answers,
) -> None:
    """Store the answers to a locked task, mark what is wrong with them, and count again."""
    stored = store.kind.store_answers(store, session, assignment, task, answers)
    assignment.state, assignment.submitted_at = DONE, store.now()
    session.flush()
    if stored.wrong_controls and store.config.quality.controls:
        mark(store, session, assignment, DROP, "control", stored.wrong_controls)
    if is_too_fast(store, assignment.seconds, stored.rows):
        why = f"{assignment.seconds:.1f} s for {stored.rows} rows"
        mark(store, session, assignment, FLAG, "fast", why)
    settle(session, task)
