"""Prolific: the details of a study there, and decisions on its list of submissions.

Prolific sends people to the annotation site with its ids in the link. Only hashes of them are kept,
so decisions are written into the list that Prolific exports.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select

from motjuste.collect.estimate import wage
from motjuste.collect.models import Assignment, Mark, Stage, Task, Visit, Worker
from motjuste.collect.people import identity
from motjuste.collect.quality import drop_visit
from motjuste.collect.results import csv_text
from motjuste.collect.stages import advance
from motjuste.collect.store import DONE, DROP, WAITING, Store
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import read_rows

PLATFORM = "prolific"
PARAMETERS = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
_NEEDED = ("Submission id", "Participant id", "Status")
_STATUS = (
    "ACTIVE",
    "APPROVED",
    "AWAITING REVIEW",
    "PARTIALLY APPROVED",
    "REJECTED",
    "RESERVED",
    "RETURNED",
    "SCREENED OUT",
    "TIMED-OUT",
)
_OUT = ("RETURNED", "REJECTED", "TIMED-OUT")


@dataclass(frozen=True)
class Study:
    """The values to enter for a study on Prolific."""

    url: str
    completion_code: str
    places: int
    minutes: float
    reward: float
    currency: str
    hourly: float


@dataclass(frozen=True)
class Submissions:
    """The outcome of importing a list of submissions."""

    rows: int
    known: int
    approve: int
    reject: int
    dropped: int


def study(store: Store, site: str, key: str) -> Study:
    """The study's link, code, places, time and reward."""
    crowd, pay = store.config.crowd, store.config.pay
    with store.db.reading() as session:
        needed = session.scalar(
            select(func.sum(Task.wanted - Task.taken))
            .join(Stage, Stage.id == Task.stage_id)
            .where(Stage.state != WAITING)
        )
    if not needed:
        raise BadInputError("nothing is to be asked now; see  motjuste collect status")
    return Study(
        url=f"{site.rstrip('/')}/crowd/{key}?{PARAMETERS}",
        completion_code=crowd.completion_code or "(each visit has its own)",
        places=math.ceil(needed / crowd.tasks),
        minutes=round(crowd.tasks * pay.seconds / 60, 1),
        reward=round(crowd.tasks * pay.task, 2),
        currency=pay.currency,
        hourly=round(wage(pay).at_pilot, 2),
    )


def take_submissions(store: Store, path: Path) -> tuple[Submissions, str]:
    """Import who returned or was rejected on Prolific; returns our decisions on the others, as CSV.

    Whoever returned a submission has withdrawn it: its work is left out.
    """
    rows = _rows(path)
    visits = _visits(store, rows)
    dropped = 0
    for row, visit in zip(rows, visits, strict=True):
        status = row["Status"].strip().upper()
        if visit is not None and status in _OUT:
            dropped += drop_visit(store, visit, f"{status.lower()} on Prolific")
    advance(store)
    decided = [_decision(store, *pair) for pair in zip(rows, visits, strict=True)]
    header = ["Submission id", "Participant id", "Status", "tasks", "decision", "reason"]
    counts = [line[4] for line in decided]
    known = sum(visit is not None for visit in visits)
    approve, reject = counts.count("approve"), counts.count("reject")
    return Submissions(len(rows), known, approve, reject, dropped), csv_text(header, decided)


def _rows(path: Path) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = []
    seen: dict[str, int] = {}
    for line, row in read_rows(path):
        missing = next((name for name in _NEEDED if name not in row), None)
        if missing:
            raise bad_file(path, f"line 1: has no column {missing!r}", "give Prolific's export")
        status, name = row["Status"].strip().upper(), row["Submission id"].strip()
        if status not in _STATUS:
            raise bad_file(path, f"line {line}: the status {brief(row['Status'])} is unknown")
        if not name or not row["Participant id"].strip():
            raise bad_file(path, f"line {line}: an id is empty")
        if name in seen:
            raise bad_file(path, f"line {line} repeats the submission of line {seen[name]}")
        seen[name] = line
        rows.append(row)
    if not rows:
        raise bad_file(path, "line 1: has no submissions", "give Prolific's export as CSV")
    return rows


def _visits(store: Store, rows: Sequence[dict[str, str]]) -> list[Visit | None]:
    """The visit of each submission, by its hash; None if there was no visit."""
    with store.db.reading() as session:
        known = {
            (visit.session, worker.identity): visit
            for visit, worker in session.execute(
                select(Visit, Worker).join(Worker, Worker.id == Visit.worker_id)
            )
        }
        return [
            known.get(
                (
                    identity(session, PLATFORM, row["Submission id"].strip()),
                    identity(session, PLATFORM, row["Participant id"].strip()),
                )
            )
            for row in rows
        ]


def _decision(store: Store, row: dict[str, str], visit: Visit | None) -> list[str]:
    ids = [row["Submission id"], row["Participant id"], row["Status"]]
    if visit is None:
        return [*ids, "", "", "never came to the site"]
    with store.db.reading() as session:
        done = session.scalars(
            select(Assignment.id).where(Assignment.visit_id == visit.id, Assignment.state == DONE)
        ).all()
        reasons = session.scalars(
            select(Mark.reason).where(
                Mark.worker_id == visit.worker_id,
                Mark.assignment_id.is_(None),
                Mark.kind == DROP,
                Mark.lifted_at.is_(None),
            )
        ).all()
    decision = ""
    if row["Status"].strip().upper() == "AWAITING REVIEW":
        decision = "reject" if reasons else "approve" if done else ""
    return [*ids, str(len(done)), decision, "; ".join(reasons)]
