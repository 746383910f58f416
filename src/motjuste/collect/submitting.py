"""Taking answers in: checked whole, stored once, durable when acknowledged."""

from collections.abc import Mapping, Sequence

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from motjuste.collect import service
from motjuste.collect.leasing import done_by, own_assignment
from motjuste.collect.models import Answer, Assignment, Entry, Item, Suggestion, Task
from motjuste.collect.quality import filter_workers, is_poor, is_too_fast, judge_controls, mark
from motjuste.collect.service import Marking, Receipt
from motjuste.collect.stages import advance
from motjuste.collect.store import (
    DONE,
    DROP,
    EXPIRED,
    FLAG,
    RETURNED,
    Store,
    lock_task,
    lock_worker,
    settle,
)
from motjuste.errors import RefusedError, brief
from motjuste.text import KINDS

_LONGEST_KEY = 100
_LONGEST_SUBSTITUTE = 200
_MOST_MARKINGS = 200
_MOST_SUBSTITUTES = 50


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
        assignment = own_assignment(session, worker.id, name)
        if _is_replay(session, worker.id, assignment, key):
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
        done = done_by(session, worker)
        complete, poor = task.answered >= task.wanted, is_poor(store, session, worker.id)
    # What follows may fail without harm: it is done again the next time.
    if poor:
        filter_workers(store, worker.id)
    if complete:
        advance(store)
    return Receipt(False, done)


def _check_form(key: str, seconds: float | None, comment: str) -> None:
    if not isinstance(key, str) or not 0 < len(key) <= _LONGEST_KEY:
        raise RefusedError("the submission has no proper key", "invalid")
    if not isinstance(comment, str) or len(comment) > service.COMMENT_LIMIT or "\0" in comment:
        raise RefusedError("the comment is too long, or no text", "invalid")
    if seconds is not None and not 0 <= seconds < 1e9:
        raise RefusedError("the time that it took is no time", "invalid")


def _is_replay(session: Session, worker: int, assignment: Assignment, key: str) -> bool:
    """Whether this very submission is stored; one that clashes with what is stored is refused."""
    same = session.scalar(
        select(Assignment.id).where(
            Assignment.worker_id == worker, Assignment.submission_key == key
        )
    )
    if same == assignment.id:
        return True
    if same is not None:
        raise RefusedError("this submission was made for another task", "already")
    if assignment.state == DONE:
        raise RefusedError("this task is answered already", "already")
    if assignment.state == RETURNED:
        raise RefusedError("you gave this task back", "closed")
    return False


def _is_gone(assignment: Assignment, task: Task) -> bool:
    """Whether a task's time ran out and its place is taken; a late answer in time for it counts."""
    return assignment.state == EXPIRED and task.taken >= task.wanted


def _seconds(store: Store, assignment: Assignment, claimed: float | None) -> float:
    """The time that a task took: what the browser says, but no more than has passed."""
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
    if store.config.kind == "sws":
        rows = _take_markings(store, session, assignment, task, answers)
        wrong = None
    else:
        rows, wrong = _take_labels(store, session, assignment, task, answers)
    assignment.state, assignment.submitted_at = DONE, store.now()
    session.flush()
    if wrong and store.config.quality.controls:
        mark(store, session, assignment, DROP, "control", wrong)
    if is_too_fast(store, assignment.seconds, rows):
        why = f"{assignment.seconds:.1f} s for {rows} rows"
        mark(store, session, assignment, FLAG, "fast", why)
    settle(session, task)


def _take_labels(
    store: Store, session: Session, assignment: Assignment, task: Task, answers: service.Answers
) -> tuple[int, str | None]:
    """Store labels; how many, and which controls are wrong."""
    entries = session.scalars(select(Entry).where(Entry.task_id == task.id)).all()
    labels = _checked_labels(store, entries, answers)
    mine = [entry.candidate_id for entry in entries if entry.candidate_id is not None]
    before = set(
        session.scalars(
            select(Answer.candidate_id).where(
                Answer.worker_id == assignment.worker_id, Answer.candidate_id.in_(mine)
            )
        )
    )
    if before and assignment.batch_id is None:
        raise RefusedError("you have judged some of these words before", "already")
    if before:
        why = f"{len(before)} of its candidates were judged by this worker before"
        mark(store, session, assignment, DROP, "repeated", why)
    rows = [
        {
            "assignment_id": assignment.id,
            "entry_id": entry.id,
            "worker_id": assignment.worker_id,
            "candidate_id": entry.candidate_id,
            "label": labels[entry.number],
            "repeated": entry.candidate_id in before,
        }
        for entry in entries
    ]
    session.execute(insert(Answer), rows)
    controls = [(entry.control, labels[entry.number]) for entry in entries if entry.control]
    return len(rows), judge_controls(assignment, controls)


def _checked_labels(
    store: Store, entries: Sequence[Entry], answers: service.Answers
) -> Mapping[int, str]:
    """Exactly one known label for each row."""
    allowed = service.LABELS[store.config.kind]
    if not isinstance(answers, Mapping):
        raise RefusedError("the answers are not labels by row", "invalid")
    if set(answers) != {entry.number for entry in entries}:
        raise RefusedError(f"there are {len(entries)} words to judge, each exactly once", "invalid")
    for label in answers.values():
        if label not in allowed:
            raise RefusedError(f"{brief(label)} is no label; it is {', '.join(allowed)}", "invalid")
    return answers


def _take_markings(
    store: Store, session: Session, assignment: Assignment, task: Task, answers: service.Answers
) -> int:
    """Store what a worker would change in a sentence; how many places."""
    tokens = len(session.get_one(Item, task.item_id).extra.get("tokens", ()))
    markings = _checked_markings(store, tokens, answers)
    rows = [
        {
            "assignment_id": assignment.id,
            "first": marking.start,
            "last": marking.end,
            "kind": marking.kind,
            "substitute": substitute,
        }
        for marking in markings
        for substitute in marking.substitutes
    ]
    session.execute(insert(Suggestion), rows)
    return len(markings)


def _checked_markings(store: Store, tokens: int, answers: service.Answers) -> list[Marking]:
    if isinstance(answers, Mapping) or len(answers) > _MOST_MARKINGS:
        raise RefusedError("the answers are not a list of words to change", "invalid")
    markings = [_checked_marking(marking, tokens) for marking in answers]
    if len({(marking.start, marking.end) for marking in markings}) != len(markings):
        raise RefusedError("the same words are marked twice", "invalid")
    if len(markings) < store.config.sws.least:
        least = store.config.sws.least
        raise RefusedError(f"mark at least {least} words or phrases to change", "invalid")
    return markings


def _checked_marking(marking: Marking, tokens: int) -> Marking:
    places = (marking.start, marking.end)
    if any(type(place) is not int for place in places) or not (
        0 <= marking.start < marking.end <= tokens
    ):
        raise RefusedError(f"{brief(places)} are not words of the sentence", "invalid")
    if marking.kind not in KINDS:
        raise RefusedError(f"{brief(marking.kind)} is neither {KINDS[0]} nor {KINDS[1]}", "invalid")
    if any(not isinstance(text, str) for text in marking.substitutes):
        raise RefusedError("a substitute is no text", "invalid")
    texts = tuple(dict.fromkeys(" ".join(text.split()) for text in marking.substitutes))
    if not 0 < len(texts) <= _MOST_SUBSTITUTES or not all(
        0 < len(text) <= _LONGEST_SUBSTITUTE and text.isprintable() for text in texts
    ):
        raise RefusedError("each place needs one or more substitutes, each a short text", "invalid")
    return Marking(marking.start, marking.end, marking.kind, texts)
