"""Mechanical Turk: a page and a table of tasks for its batches, and its results taken back.

MTurk shows the tasks by itself, so exported tasks count as under way until their results are
imported or the batch is closed. If MTurk gives a worker candidates that they judged before, their
answers are stored but do not count.
"""

import html
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from motjuste.collect.models import Batch, BatchTask, EntryRow, ItemRow, Stage, Task
from motjuste.collect.results import csv_text
from motjuste.collect.store import WAITING, Store, lock_task, locked, settle
from motjuste.collect.wording import Choice, Wording
from motjuste.errors import BadInputError
from motjuste.shipped import read_shipped

PLATFORM = "mturk"


class Handed(NamedTuple):
    """The files of a batch: how many answers each task needs, by the name of its table."""

    page: str
    tables: dict[int, str]
    batch: int
    tasks: int


def hand_out(store: Store) -> Handed:
    """Export all tasks that open stages still need, and record them as under way."""
    if not store.kind.has_candidates:
        raise BadInputError("MTurk's tables are for judging candidates; use the annotation site")
    with store.db.writing() as session:
        tasks = _open_tasks(session)
        if not tasks:
            raise BadInputError("nothing is to be asked now; see  motjuste collect status")
        batch = Batch(platform=PLATFORM, made_at=store.now())
        session.add(batch)
        session.flush()
        by_need: dict[int, list[int]] = {}
        for task in tasks:
            need = task.wanted - task.taken
            session.add(BatchTask(batch_id=batch.id, task_id=task.id, requested=need, returned=0))
            by_need.setdefault(need, []).append(task.id)
            settle(session, task)
        longest = _longest(session)
        tables = {
            need: _table(session, batch.id, numbers, longest)
            for need, numbers in sorted(by_need.items())
        }
        return Handed(page(store, longest), tables, batch.id, len(tasks))


def _open_tasks(session: Session) -> Sequence[Task]:
    """The tasks of open stages that need more answers, locked until the transaction ends."""
    statement = (
        select(Task)
        .join(Stage, Stage.id == Task.stage_id)
        .where(Stage.state != WAITING, Task.taken < Task.wanted)
        .order_by(Task.id)
    )
    return session.scalars(locked(statement, of=Task)).all()


def _longest(session: Session) -> int:
    """The number of rows of the longest task."""
    sizes = select(func.count(EntryRow.id).label("size")).group_by(EntryRow.task_id).subquery()
    return session.scalar(select(func.max(sizes.c.size))) or 0


def _table(session: Session, batch: int, tasks: Sequence[int], longest: int) -> str:
    """The input table: MTurk puts its values into the page as they are, so they are escaped."""
    header = ["task", "before", "target", "after", *(f"row_{n}" for n in range(1, longest + 1))]
    rows = []
    for number in tasks:
        task = session.get_one(Task, number)
        item = session.get_one(ItemRow, task.item_id)
        texts = session.scalars(
            select(EntryRow.text).where(EntryRow.task_id == number).order_by(EntryRow.number)
        ).all()
        start, end = item.start or 0, item.end or 0
        parts = (item.text[:start], item.text[start:end], item.text[end:], *texts)
        padding = [""] * (longest - len(texts))
        rows.append([f"b{batch}t{number}", *map(_cell, parts), *padding])
    return csv_text(header, rows)


def _cell(text: str) -> str:
    """A text as HTML on one line, in which MTurk finds no variable."""
    return html.escape(re.sub(r"\s+", " ", text)).replace("$", "&#36;")


def page(store: Store, rows: int) -> str:
    """The HTML of the tasks, with MTurk's variables in it, in the wording of the site."""
    wording = store.kind.wording
    template = read_shipped(Path(str(files("motjuste.collect"))) / "mturk.html")
    lines = "\n".join(_row(number, wording.choices) for number in range(1, rows + 1))
    about = html.escape(store.config.instructions).replace("\n", "<br>")
    return (
        template.replace("<!-- rows -->", lines)
        .replace("<!-- instructions -->", f"<p>{about}</p>" if about else "")
        .replace("<!-- legend -->", _legend(wording))
        .replace("<!-- examples -->", _examples(wording))
        .replace("<!-- request -->", html.escape(wording.request))
    )


def _legend(wording: Wording) -> str:
    """The question, the meaning of each answer, and the criteria."""
    meanings = "".join(
        f"<li><b>{html.escape(choice.sign or choice.name)}</b> {html.escape(choice.meaning)}</li>\n"
        for choice in wording.choices
    )
    criteria = "".join(f"<li>{html.escape(line)}</li>\n" for line in wording.criteria)
    opening = html.escape(wording.opening)
    return f"<p>{opening}</p>\n<ul>\n{meanings}</ul>\n<ul>\n{criteria}</ul>"


def _examples(wording: Wording) -> str:
    """The paper's table of examples, if there is one."""
    signs = {choice.value: choice.sign or choice.name for choice in wording.choices}
    lines = []
    for example in wording.examples:
        before, word, after = map(html.escape, example.parts)
        cells = map(html.escape, (example.substitute, signs[example.value], example.reason))
        sentence = f"{before}<mark>{word}</mark>{after}"
        lines.append(f"<tr><td>{'</td><td>'.join((sentence, *cells))}</td></tr>\n")
    if not lines:
        return ""
    head = "<tr><th>Sentence</th><th>Substitute</th><th>Label</th><th>Reason</th></tr>\n"
    return f'<table class="examples">\n{head}{"".join(lines)}</table>'


def _row(number: int, choices: Sequence[Choice]) -> str:
    buttons = "".join(
        f'<label><input type="radio" name="label_{number}" value="{choice.value}" required>'
        f"{choice.sign or choice.name}</label>"
        for choice in choices
    )
    return f'<tr data-row="{number}"><th scope="row">${{row_{number}}}</th><td>{buttons}</td></tr>'


def qualifications(store: Store) -> str:
    """Who may work on the HITs, as the JSON that `aws mturk create-hit-type` takes.

    The ids are Mechanical Turk's own: percent approved, number approved, locale.
    """
    settings = store.config.mturk
    required: list[dict[str, object]] = [
        {
            "QualificationTypeId": "000000000000000000L0",
            "Comparator": "GreaterThan",
            "IntegerValues": [settings.approval],
        },
        {
            "QualificationTypeId": "00000000000000000040",
            "Comparator": "GreaterThan",
            "IntegerValues": [settings.hits],
        },
    ]
    if settings.country:
        required.append(
            {
                "QualificationTypeId": "00000000000000000071",
                "Comparator": "EqualTo",
                "LocaleValues": [{"Country": settings.country}],
            }
        )
    return json.dumps(required, indent=1) + "\n"


def close_batch(store: Store, number: int) -> None:
    """Close a batch: missing answers are no longer expected."""
    with store.db.writing() as session:
        batch = session.get(Batch, number)
        if batch is None or batch.closed_at is not None:
            raise BadInputError(f"there is no open batch {number}")
        batch.closed_at = store.now()
        session.flush()
        tasks = select(BatchTask.task_id).where(BatchTask.batch_id == number)
        for task_id in sorted(session.scalars(tasks)):
            task = lock_task(session, task_id)
            if task is not None:
                settle(session, task)
