"""The owner's overview: the progress of each stage, the workers' quality, and their comments."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from sqlalchemy import ColumnElement, Integer, cast, func, select, union
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from motjuste.collect.models import (
    AnswerRow,
    Assignment,
    CandidateRow,
    EntryRow,
    ItemRow,
    Mark,
    Stage,
    SuggestionRow,
    Task,
    Worker,
)
from motjuste.collect.quality import POSITIVE
from motjuste.collect.service import (
    AssignmentRow,
    CommentRow,
    Progress,
    ReturnRow,
    StageProgress,
    WorkerRow,
    worker_name,
)
from motjuste.collect.store import (
    COMPLETE,
    DONE,
    DROP,
    EXPIRED,
    FLAG,
    LEASED,
    RETURNED,
    TEST,
    Store,
    stands,
)


def progress(store: Store) -> Progress:
    """The progress of a project."""
    with store.db.reading() as session:
        stages = session.scalars(select(Stage).order_by(Stage.number)).all()
        rows = tuple(_stage(store, session, stage) for stage in stages)
        return Progress(
            title=store.config.title,
            kind=store.kind.name,
            units=store.kind.units,
            items=_count(session, ItemRow.id),
            candidates=_count(session, CandidateRow.id),
            workers=_count(session, Worker.id, Worker.joined_at.is_not(None)),
            workers_dropped=_count(session, Worker.id, Worker.dropped.is_(True)),
            complete=bool(stages) and all(stage.state in (COMPLETE, TEST) for stage in stages),
            stages=rows,
        )


def _count(
    session: Session, column: InstrumentedAttribute[Any], *conditions: ColumnElement[bool]
) -> int:
    statement = select(func.count(column)).where(*conditions)
    return int(session.scalar(statement) or 0)


def _stage(store: Store, session: Session, stage: Stage) -> StageProgress:
    tasks, complete = session.execute(
        select(func.count(Task.id), func.sum(cast(Task.answered >= Task.wanted, Integer))).where(
            Task.stage_id == stage.id
        )
    ).one()
    labels, wanted, candidates = _label_counts(session, stage)
    return StageProgress(
        number=stage.number,
        name=stage.name,
        state=stage.state,
        wanted_each=stage.wanted,
        tasks=tasks,
        tasks_complete=complete or 0,
        leased=_assignments(session, stage, Assignment.state == LEASED),
        labels=labels,
        labels_wanted=wanted,
        candidates=candidates,
        passed=_passed(session, stage),
        dropped=_assignments(session, stage, Assignment.state == DONE, Assignment.live.is_(False)),
        starved=_starved(store, session, stage),
    )


def _label_counts(session: Session, stage: Stage) -> tuple[int, int, int]:
    """The numbers of labels that a stage has and needs, and of its candidates.

    A task without candidates, such as a sentence, counts as one.
    """
    sizes = (
        select(EntryRow.task_id, func.count(EntryRow.candidate_id).label("size"))
        .where(EntryRow.stage_id == stage.id)
        .group_by(EntryRow.task_id)
        .subquery()
    )
    weight = func.coalesce(sizes.c.size, 1)
    labels, wanted, candidates = session.execute(
        select(func.sum(weight * Task.answered), func.sum(weight * Task.wanted), func.sum(weight))
        .select_from(Task)
        .outerjoin(sizes, sizes.c.task_id == Task.id)
        .where(Task.stage_id == stage.id)
    ).one()
    return labels or 0, wanted or 0, candidates or 0


def _assignments(session: Session, stage: Stage, *conditions: ColumnElement[bool]) -> int:
    statement = (
        select(func.count(Assignment.id))
        .join(Task, Task.id == Assignment.task_id)
        .where(Task.stage_id == stage.id, *conditions)
    )
    return session.scalar(statement) or 0


def _passed(session: Session, stage: Stage) -> int | None:
    """The number of a stage's candidates in the next stage; None if there is none yet."""
    after = session.scalar(
        select(Stage).where(Stage.number == stage.number + 1, Stage.opened_at.is_not(None))
    )
    return (
        None
        if after is None
        else _count(session, EntryRow.candidate_id, EntryRow.stage_id == after.id)
    )


def _starved(store: Store, session: Session, stage: Stage) -> int:
    """The number of tasks that need more answers but that no present worker may take."""
    here = Worker.joined_at.is_not(None), Worker.dropped.is_(False)
    present = _count(session, Worker.id, *here)
    short = select(Task.id).where(Task.stage_id == stage.id, Task.answered < Task.wanted)
    met = union(*_meetings(store, short)).subquery()
    known = (
        select(met.c.task)
        .join(Worker, Worker.id == met.c.worker)
        .where(*here)
        .group_by(met.c.task)
        .having(func.count() >= present)
        .subquery()
    )
    whole = known if present else short.subquery()
    return session.scalar(select(func.count()).select_from(whole)) or 0


def _meetings(store: Store, tasks: Any) -> list[Any]:
    """Which worker cannot take which tasks: had it, judged its candidates, knows its target.

    The same condition as `task_leases._met`, for all workers and tasks at once.
    """
    task, worker = Task.id.label("task"), Assignment.worker_id.label("worker")
    counts: list[Any] = [
        select(task, worker)
        .join(Assignment, Assignment.task_id == Task.id)
        .where(Task.id.in_(tasks), Assignment.state != EXPIRED),
        select(EntryRow.task_id.label("task"), AnswerRow.worker_id.label("worker"))
        .join(AnswerRow, AnswerRow.candidate_id == EntryRow.candidate_id)
        .where(EntryRow.task_id.in_(tasks)),
    ]
    if store.config.tasks.once == "target":
        other = aliased(Task)
        counts.append(
            select(task, worker)
            .join(other, other.item_id == Task.item_id)
            .join(Assignment, Assignment.task_id == other.id)
            .where(Task.id.in_(tasks), Assignment.state == DONE)
        )
    return counts


def workers(store: Store) -> list[WorkerRow]:
    """All workers, with the quality and the speed of their work."""
    with store.db.reading() as session:
        people = session.scalars(
            select(Worker).where(Worker.joined_at.is_not(None)).order_by(Worker.id)
        ).all()
        done: dict[int, list[Assignment]] = defaultdict(list)
        for assignment in session.scalars(select(Assignment).where(Assignment.state == DONE)):
            done[assignment.worker_id].append(assignment)
        labels = _labels(session)
        marks = _marks(session)
        return [
            _worker(worker, done[worker.id], labels[worker.id], marks[worker.id])
            for worker in people
        ]


def _labels(session: Session) -> dict[int, tuple[int, int]]:
    """For each worker how many candidates they judged, and how many of these positively."""
    counts: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    positive = func.sum(cast(AnswerRow.label.in_(sorted(POSITIVE)), Integer))
    rows = session.execute(
        select(AnswerRow.worker_id, func.count(), positive)
        .where(AnswerRow.candidate_id.is_not(None))
        .group_by(AnswerRow.worker_id)
    )
    counts.update({worker: (total, yes) for worker, total, yes in rows})
    written = session.execute(
        select(Assignment.worker_id, func.count())
        .join(SuggestionRow, SuggestionRow.assignment_id == Assignment.id)
        .group_by(Assignment.worker_id)
    )
    counts.update({worker: (total, 0) for worker, total in written})
    return counts


def _marks(session: Session, *conditions: ColumnElement[bool]) -> dict[int, list[Mark]]:
    """The marks that hold, by worker."""
    by_worker: dict[int, list[Mark]] = defaultdict(list)
    statement = select(Mark).where(Mark.lifted_at.is_(None), *conditions)
    for mark in session.scalars(statement.order_by(Mark.id)):
        by_worker[mark.worker_id].append(mark)
    return by_worker


def _worker(
    worker: Worker, done: list[Assignment], labels: tuple[int, int], marks: list[Mark]
) -> WorkerRow:
    controls = sum(assignment.controls for assignment in done)
    right = sum(assignment.controls_right for assignment in done)
    seconds = [assignment.seconds for assignment in done if assignment.seconds is not None]
    total, positive = labels
    return WorkerRow(
        id=worker.id,
        name=worker_name(worker.id),
        kind=worker.kind,
        note=worker.note,
        tasks=len(done),
        labels=total,
        controls=controls,
        controls_right=right,
        accuracy=right / controls if controls else None,
        median_seconds=median(seconds) if seconds else None,
        fast=sum(mark.kind == FLAG and mark.rule == "fast" for mark in marks),
        positive=positive / total if total and controls else None,
        dropped=worker.dropped,
        reason="; ".join(mark.reason for mark in marks if mark.assignment_id is None),
        decision=worker.decision,
        joined=worker.joined_at,
    )


def assignments(store: Store, worker: int) -> list[AssignmentRow]:
    """The assignments of a worker with their answers, the newest last."""
    with store.db.reading() as session:
        rows = session.execute(
            select(Assignment, ItemRow, Stage.name)
            .join(Task, Task.id == Assignment.task_id)
            .join(ItemRow, ItemRow.id == Task.item_id)
            .join(Stage, Stage.id == Task.stage_id)
            .where(Assignment.worker_id == worker, Assignment.state == DONE)
            .order_by(Assignment.submitted_at, Assignment.id)
        ).all()
        marks = _marks(session, Mark.worker_id == worker)[worker]
        answers = store.kind.stored_answers(session, [row[0].id for row in rows])
        return [_assignment(*row, marks, answers[row[0].id]) for row in rows]


def _assignment(
    assignment: Assignment,
    item: ItemRow,
    stage: str,
    marks: Iterable[Mark],
    answers: Sequence[tuple[str, str]],
) -> AssignmentRow:
    own_marks = [mark for mark in marks if mark.assignment_id == assignment.id]
    return AssignmentRow(
        id=assignment.id,
        worker=worker_name(assignment.worker_id),
        stage=stage,
        text=item.text,
        target=target_of(item),
        seconds=assignment.seconds,
        submitted=assignment.submitted_at,
        live=assignment.live,
        controls=assignment.controls,
        controls_right=assignment.controls_right,
        flags=tuple(mark.reason for mark in own_marks if mark.kind == FLAG),
        dropped=tuple(mark.reason for mark in own_marks if mark.kind == DROP),
        decision=assignment.decision,
        comment=assignment.comment,
        answers=tuple(answers),
    )


def target_of(item: ItemRow) -> str:
    """The target's text; None if the item is a sentence."""
    return "" if item.start is None else item.text[item.start : item.end]


def returns(store: Store) -> list[ReturnRow]:
    """The tasks that workers gave back, in the order of the items."""
    with store.db.reading() as session:
        rows = session.execute(
            select(Assignment, ItemRow, Task.wanted, stands(RETURNED))
            .join(Worker, Worker.id == Assignment.worker_id)
            .join(Task, Task.id == Assignment.task_id)
            .join(ItemRow, ItemRow.id == Task.item_id)
            .join(Stage, Stage.id == Task.stage_id)
            .where(Assignment.state == RETURNED, Stage.state != TEST)
            .order_by(ItemRow.id, Assignment.id)
        ).all()
    return [
        ReturnRow(
            assignment.id,
            worker_name(assignment.worker_id),
            target_of(item) or item.text,
            bool(counts),
            wanted == 0,
            assignment.comment,
        )
        for assignment, item, wanted, counts in rows
    ]


def comments(store: Store) -> list[CommentRow]:
    """The workers' comments on tasks, also on returned ones."""
    with store.db.reading() as session:
        rows = session.execute(
            select(Assignment, ItemRow, Stage.name)
            .join(Task, Task.id == Assignment.task_id)
            .join(ItemRow, ItemRow.id == Task.item_id)
            .join(Stage, Stage.id == Task.stage_id)
            .where(Assignment.comment != "", Assignment.state.in_((DONE, RETURNED)))
            .order_by(Assignment.id)
        ).all()
    return [
        CommentRow(
            worker_name(assignment.worker_id),
            stage,
            target_of(item) or item.text,
            assignment.state,
            assignment.comment,
        )
        for assignment, item, stage in rows
    ]
