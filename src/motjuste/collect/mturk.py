"""Mechanical Turk: a page and a table of tasks for its batches, and its results taken back.

MTurk shows the tasks by itself, so what is handed to it counts as under way until it comes back or
the batch is closed. A worker whom MTurk sends to what they judged before is kept, not counted.
"""

import html
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from motjuste.benchmarks.files import read_rows, whole_number
from motjuste.collect.models import (
    Assignment,
    Batch,
    BatchTask,
    Entry,
    Item,
    Mark,
    Stage,
    Task,
    Worker,
)
from motjuste.collect.people import crowd_worker
from motjuste.collect.quality import filter_workers, mark
from motjuste.collect.results import csv_text
from motjuste.collect.service import LABELS
from motjuste.collect.stages import advance
from motjuste.collect.store import (
    DONE,
    DROP,
    WAITING,
    Store,
    lock_task,
    lock_worker,
    settle,
)
from motjuste.collect.submitting import take
from motjuste.errors import BadInputError, RefusedError, bad_file, brief

PLATFORM = "mturk"
_NEEDED = ("HITId", "AssignmentId", "WorkerId", "AssignmentStatus", "Input.task")
_KNOWN = frozenset(
    "HITId HITTypeId Title Description Keywords Reward CreationTime MaxAssignments "
    "RequesterAnnotation AssignmentDurationInSeconds AutoApprovalDelayInSeconds Expiration "
    "NumberOfSimilarHITs LifetimeInSeconds AssignmentId WorkerId AssignmentStatus AcceptTime "
    "SubmitTime AutoApprovalTime ApprovalTime RejectionTime RequesterFeedback WorkTimeInSeconds "
    "LifetimeApprovalRate Last30DaysApprovalRate Last7DaysApprovalRate Approve Reject".split()
)
_STATUS = ("Submitted", "Approved", "Rejected")
_TASK = re.compile(r"b(\d{1,9})t(\d{1,9})\Z")
_LABEL = re.compile(r"label_(\d{1,4})\Z")


class Handed(NamedTuple):
    """The files of a batch: how many answers each task needs, by the name of its table."""

    page: str
    tables: dict[int, str]
    batch: int
    tasks: int


@dataclass(frozen=True)
class Imported:
    """What became of the rows of a results file."""

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


def hand_out(store: Store) -> Handed:
    """Hand all that open stages still need to MTurk, and note it as under way."""
    if store.config.kind == "sws":
        raise BadInputError("MTurk's tables are for judging candidates; use the annotation site")
    with store.db.writing() as session:
        needs = session.execute(
            select(Task.id, Task.wanted - Task.taken)
            .join(Stage, Stage.id == Task.stage_id)
            .where(Stage.state != WAITING, Task.taken < Task.wanted)
            .order_by(Task.id)
        ).all()
        if not needs:
            raise BadInputError("nothing is to be asked now; see  motjuste collect status")
        batch = Batch(platform=PLATFORM, made_at=store.now())
        session.add(batch)
        session.flush()
        by_need: dict[int, list[int]] = {}
        for number, need in needs:
            task = lock_task(session, number)
            session.add(BatchTask(batch_id=batch.id, task_id=number, asked=need, came=0))
            by_need.setdefault(need, []).append(number)
            if task is not None:
                settle(session, task)
        longest = _longest(session)
        tables = {
            need: _table(session, batch.id, tasks, longest)
            for need, tasks in sorted(by_need.items())
        }
        return Handed(page(store, longest), tables, batch.id, len(needs))


def _longest(session: Session) -> int:
    """How many rows the longest task has."""
    sizes = select(func.count(Entry.id).label("size")).group_by(Entry.task_id).subquery()
    return session.scalar(select(func.max(sizes.c.size))) or 0


def _table(session: Session, batch: int, tasks: Sequence[int], longest: int) -> str:
    """The input table: MTurk puts its values into the page as they are, so they are escaped."""
    header = ["task", "before", "target", "after", *(f"row_{n}" for n in range(1, longest + 1))]
    rows = []
    for number in tasks:
        task = session.get_one(Task, number)
        item = session.get_one(Item, task.item_id)
        texts = session.scalars(
            select(Entry.text).where(Entry.task_id == number).order_by(Entry.number)
        ).all()
        start, end = item.start or 0, item.end or 0
        parts = (item.text[:start], item.text[start:end], item.text[end:], *texts)
        padding = [""] * (longest - len(texts))
        rows.append([f"b{batch}t{number}", *map(_cell, parts), *padding])
    return csv_text(header, rows)


def _cell(text: str) -> str:
    """A text as HTML on one line, without what MTurk would take for a variable of its own."""
    return html.escape(re.sub(r"\s+", " ", text)).replace("$", "&#36;")


def page(store: Store, rows: int) -> str:
    """The HTML of the tasks, with MTurk's variables in it."""
    labels = LABELS[store.config.kind]
    template = (files("motjuste.collect") / "mturk.html").read_text("utf-8")
    lines = "\n".join(_row(number, labels) for number in range(1, rows + 1))
    about = html.escape(store.config.instructions).replace("\n", "<br>")
    posthoc = store.config.kind == "posthoc"
    return (
        template.replace("<!-- rows -->", lines)
        .replace("<!-- instructions -->", f"<p>{about}</p>" if about else "")
        .replace("<!-- legend -->", _LEGENDS["posthoc" if posthoc else "swords"])
    )


_SIGNS = {"TRUE": "✓", "FALSE": "✗", "UNSURE": "?"}
_LEGENDS = {
    "swords": """<ul>
<li><b>✓</b> I would actually consider using this substitute as the author of the original
sentence.</li>
<li><b>✗</b> I would not consider using this substitute as the author of the original
sentence.</li>
<li><b>?</b> I do not know the definition of the substitute.</li>
</ul>
<p>Ignore grammar, but keep a high bar for ✓. Mark ✓ if the highlighted word itself appears; not
doing so gets the task rejected. Mark ✗ if the highlighted word is a proper noun or part of a fixed
expression. Return the task if you do not know the highlighted word, or more than three of the
substitutes.</p>""",
    "posthoc": "<p>Is each substitute a good, a reasonable or a bad one in this sentence?</p>",
}


def _row(number: int, labels: Sequence[str]) -> str:
    choices = "".join(
        f'<label><input type="radio" name="label_{number}" value="{label}" required>'
        f"{_SIGNS.get(label, label)}</label>"
        for label in labels
    )
    return f'<tr data-row="{number}"><th scope="row">${{row_{number}}}</th><td>{choices}</td></tr>'


def close_batch(store: Store, number: int) -> None:
    """Wait no longer for what a batch has not brought."""
    with store.db.writing() as session:
        batch = session.get(Batch, number)
        if batch is None or batch.closed_at is not None:
            raise BadInputError(f"there is no open batch {number}")
        batch.closed_at = store.now()
        session.flush()
        tasks = select(BatchTask.task_id).where(BatchTask.batch_id == number)
        for each in sorted(session.scalars(tasks)):
            task = lock_task(session, each)
            if task is not None:
                settle(session, task)


def take_results(store: Store, path: Path) -> Imported:
    """Store the answers in a results file: all of them, or on an error none."""
    results = list(_results(store, path))
    known = repeated = 0
    with store.db.writing() as session:
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


def _results(store: Store, path: Path) -> Iterable[_Result]:
    seen: dict[str, int] = {}
    found = False
    for line, row in read_rows(path):
        if not found:
            _check_columns(path, list(row))
            found = True
        try:
            result = _result(store, line, row)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None
        if result.assignment in seen:
            first = seen[result.assignment]
            raise bad_file(path, f"line {line} repeats the assignment of line {first}")
        seen[result.assignment] = line
        yield result
    if not found:
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
        raise BadInputError(f"{brief(row['Input.task'])} is no task of a batch")
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
        {int(found[1]): label for name, label in answers.items() if (found := _LABEL.match(name))},
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
    """What a form's field holds: a text, or of a group of buttons the one that is on."""
    if isinstance(value, dict):
        on = [name for name, state in value.items() if state is True]
        return on[0] if len(on) == 1 else ""
    return str(value)


def _take(store: Store, session: Session, result: _Result) -> str:
    """Store one row; whether it is new, known already, or of one who did the same task before."""
    asked = session.get(BatchTask, (result.batch, result.task))
    if asked is None:
        raise BadInputError(f"task b{result.batch}t{result.task} was not handed to MTurk")
    key = f"{PLATFORM}:{result.assignment}"
    worker = crowd_worker(session, PLATFORM, result.worker)
    lock_worker(session, worker.id)
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
    asked.came += 1
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
        comment=result.comment[:2000],
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
    """Why MTurk's assignments were dropped, by key; nothing for those that were not."""
    with store.db.reading() as session:
        marks = session.scalars(select(Mark).where(Mark.kind == DROP, Mark.lifted_at.is_(None)))
        own: dict[int | None, list[str]] = {}
        whole: dict[int, list[str]] = {}
        for each in marks:
            if each.assignment_id is None:
                whole.setdefault(each.worker_id, []).append(each.reason)
            elif each.rule != "repeated":
                own.setdefault(each.assignment_id, []).append(each.reason)
        return {
            one.submission_key: "; ".join(own.get(one.id, []) + whole.get(one.worker_id, []))
            for one in session.scalars(select(Assignment).where(Assignment.state == DONE))
        }


def decisions(store: Store, path: Path) -> str:
    """A results file again with MTurk's columns Approve and Reject filled in.

    Rejected with the reason is what was dropped; to have judged a word before is nobody's fault.
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
