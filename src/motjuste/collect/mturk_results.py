"""Mechanical Turk's results: checked whole, stored whole, and given back with decisions."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from motjuste.collect.models import Assignment, BatchTask, Mark, Task, Worker
from motjuste.collect.mturk import PLATFORM
from motjuste.collect.people import known_worker
from motjuste.collect.quality import filter_workers, mark
from motjuste.collect.results import csv_text
from motjuste.collect.service import COMMENT_LIMIT
from motjuste.collect.stages import advance
from motjuste.collect.store import DONE, DROP, Store, lock_task, lock_worker, settle
from motjuste.collect.submissions import take
from motjuste.errors import BadInputError, RefusedError, bad_file, brief
from motjuste.files import read_rows, whole_number

_NEEDED = ("HITId", "AssignmentId", "WorkerId", "AssignmentStatus", "Input.task")
_KNOWN = frozenset(
    "HITId HITTypeId Title Description Keywords Reward CreationTime MaxAssignments "
    "RequesterAnnotation AssignmentDurationInSeconds AutoApprovalDelayInSeconds Expiration "
    "NumberOfSimilarHITs LifetimeInSeconds AssignmentId WorkerId AssignmentStatus AcceptTime "
    "SubmitTime AutoApprovalTime ApprovalTime RejectionTime RequesterFeedback WorkTimeInSeconds "
    "LifetimeApprovalRate Last30DaysApprovalRate Last7DaysApprovalRate Approve Reject".split()
)
_STATUS = ("Submitted", "Approved", "Rejected")
# Rules whose drops are not the worker's fault: such work does not count, but is paid.
_BLAMELESS = ("repeated", "excluded")
_TASK = re.compile(r"b(\d{1,9})t(\d{1,9})\Z")
_LABEL = re.compile(r"label_(\d{1,4})\Z")


@dataclass(frozen=True)
class Imported:
    """The outcome of reading a results file."""

    rows: int
    stored: int
    known: int
    repeated: int
    dropped: int


class _Result(NamedTuple):
    line: int
    assignment: str
    worker: str
    rejected: bool
    batch: int
    task: int
    seconds: float | None
    labels: dict[int, str]
    comment: str


def take_results(store: Store, path: Path) -> Imported:
    """Store the answers in a results file: all of them, or on an error none."""
    results = list(_results(store, path))
    known = repeated = 0
    with store.db.writing() as session:
        _lock_all(store, session, results)
        for result in results:
            try:
                stored = _take(store, session, result)
            except (RefusedError, BadInputError) as error:
                raise bad_file(path, f"line {result.line}: {error}") from None
            known += stored == "known"
            repeated += stored == "repeated"
    if store.config.quality.controls:
        filter_workers(store)
    advance(store)
    stored_rows = len(results) - known - repeated
    return Imported(len(results), stored_rows, known, repeated, _dropped(store, results))


def _lock_all(store: Store, session: Session, results: Sequence[_Result]) -> None:
    """Lock all workers, then all tasks, in the common order of locks."""
    people = {known_worker(store, session, PLATFORM, result.worker).id for result in results}
    for number in sorted(people):
        lock_worker(session, number)
    for number in sorted({result.task for result in results}):
        lock_task(session, number)


def _results(store: Store, path: Path) -> Iterable[_Result]:
    seen: dict[str, int] = {}
    has_results = False
    for line, row in read_rows(path):
        if not has_results:
            _check_columns(path, list(row))
            has_results = True
        try:
            result = _result(store, line, row)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None
        if result.assignment in seen:
            first = seen[result.assignment]
            raise bad_file(path, f"line {line} repeats the assignment of line {first}")
        seen[result.assignment] = line
        yield result
    if not has_results:
        raise bad_file(path, "line 1: has no results", "give MTurk's results as CSV")


def _check_columns(path: Path, columns: Sequence[str]) -> None:
    missing = next((name for name in _NEEDED if name not in columns), None)
    if missing:
        raise bad_file(path, f"line 1: has no column {missing!r}", "give MTurk's results as CSV")
    for name in columns:
        if name not in _KNOWN and not name.startswith(("Input.", "Answer.")):
            raise bad_file(path, f"line 1: has an unknown column {name!r}", "remove it")


def _result(store: Store, line: int, row: dict[str, str]) -> _Result:
    named = _TASK.match(row["Input.task"].strip())
    if named is None:
        raise BadInputError(f"{brief(row['Input.task'])} is not a task of a batch")
    status = row["AssignmentStatus"].strip()
    if status not in _STATUS:
        raise BadInputError(f"the status {brief(status)} is not {', '.join(_STATUS)}")
    for name in ("AssignmentId", "WorkerId"):
        if not row[name].strip():
            raise BadInputError(f"the {name} is empty")
    taken = row.get("WorkTimeInSeconds", "").strip()
    answers = _answers(row)
    return _Result(
        line,
        row["AssignmentId"].strip(),
        row["WorkerId"].strip(),
        status == "Rejected",
        int(named[1]),
        int(named[2]),
        float(whole_number(taken, "WorkTimeInSeconds")) if taken else None,
        {int(match[1]): label for name, label in answers.items() if (match := _LABEL.match(name))},
        answers.get("comment", ""),
    )


def _answers(row: dict[str, str]) -> dict[str, str]:
    """A row's answers, whether MTurk gives a column for each or one with all of them as JSON."""
    whole = row.get("Answer.taskAnswers", "").strip()
    if not whole:
        return {
            name.removeprefix("Answer."): value.strip()
            for name, value in row.items()
            if name.startswith("Answer.") and value.strip()
        }
    try:
        ((given),) = json.loads(whole)
        return {name: _chosen(value) for name, value in given.items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadInputError("Answer.taskAnswers is not a list of one object") from None


def _chosen(value: object) -> str:
    """The value of a form's field: a text, or the selected button of a group."""
    if isinstance(value, dict):
        on = [name for name, state in value.items() if state is True]
        return on[0] if len(on) == 1 else ""
    return str(value)


def _take(store: Store, session: Session, result: _Result) -> str:
    """Store one row; returns whether it is new, already stored, or a repeated task."""
    batch_task = session.get(BatchTask, (result.batch, result.task))
    if batch_task is None:
        raise BadInputError(f"task b{result.batch}t{result.task} was not handed to MTurk")
    key = f"{PLATFORM}:{result.assignment}"
    worker = known_worker(store, session, PLATFORM, result.worker)
    if worker.joined_at is None:
        worker.joined_at = store.now()
    same = select(Assignment.task_id, Assignment.submission_key).where(
        Assignment.worker_id == worker.id
    )
    had = session.execute(same).all()
    if any(name == key for _, name in had):
        return "known"
    task = lock_task(session, result.task)
    if task is None:
        raise BadInputError(f"there is no task {result.task}")
    batch_task.returned += 1
    if any(number == task.id for number, _ in had):
        settle(session, task)
        return "repeated"
    _store(store, session, result, worker, task, key)
    return "new"


def _store(
    store: Store, session: Session, result: _Result, worker: Worker, task: Task, key: str
) -> None:
    now = store.now()
    assignment = Assignment(
        name=key,
        task_id=task.id,
        worker_id=worker.id,
        batch_id=result.batch,
        state=DONE,
        leased_at=now,
        expires_at=now,
        submitted_at=now,
        submission_key=key,
        seconds=result.seconds,
        comment=result.comment[:COMMENT_LIMIT],
        live=False,
        controls=0,
        controls_right=0,
    )
    session.add(assignment)
    session.flush()
    take(store, session, assignment, task, result.labels)
    if result.rejected:
        mark(store, session, assignment, DROP, "platform", "rejected on Mechanical Turk")
        settle(session, task)


def _dropped(store: Store, results: Sequence[_Result]) -> int:
    reasons = _reasons(store)
    return sum(bool(reasons.get(f"{PLATFORM}:{result.assignment}")) for result in results)


def _reasons(store: Store) -> dict[str | None, str]:
    """The reasons for dropped assignments, by MTurk's key."""
    with store.db.reading() as session:
        marks = session.scalars(select(Mark).where(Mark.kind == DROP, Mark.lifted_at.is_(None)))
        by_assignment: dict[int | None, list[str]] = {}
        whole: dict[int, list[str]] = {}
        for mark in marks:
            if mark.rule in _BLAMELESS:
                continue
            if mark.assignment_id is None:
                whole.setdefault(mark.worker_id, []).append(mark.reason)
            else:
                by_assignment.setdefault(mark.assignment_id, []).append(mark.reason)
        return {
            assignment.submission_key: "; ".join(
                by_assignment.get(assignment.id, []) + whole.get(assignment.worker_id, [])
            )
            for assignment in session.scalars(select(Assignment).where(Assignment.state == DONE))
        }


def decided(store: Store, path: Path) -> str:
    """A results file again with MTurk's columns Approve and Reject filled in.

    Dropped work is rejected with the reason, except for words that the worker had judged before,
    which is nobody's fault.
    """
    rows = [row for _, row in read_rows(path)]
    if not rows:
        raise bad_file(path, "line 1: has no results")
    _check_columns(path, list(rows[0]))
    reasons = _reasons(store)
    header = [name for name in rows[0] if name not in ("Approve", "Reject")]
    out = []
    for row in rows:
        key = f"{PLATFORM}:{row['AssignmentId'].strip()}"
        if key not in reasons and row["AssignmentStatus"].strip() != "Submitted":
            out.append([*(row[name] for name in header), "", ""])
            continue
        why = reasons.get(key, "")
        out.append([*(row[name] for name in header), "" if why else "x", why])
    return csv_text([*header, "Approve", "Reject"], out)
