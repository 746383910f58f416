"""Kinds in which people put a label on each candidate of a task."""

import math
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from motjuste.collect.agreement import label_agreement
from motjuste.collect.kind import Figure, Kind, ReadableAnswers, StoredAnswers
from motjuste.collect.models import AnswerRow, Assignment, CandidateRow, EntryRow, Stage, Task
from motjuste.collect.quality import judge_controls, mark
from motjuste.collect.service import Agreement, Answers
from motjuste.collect.settings import Config
from motjuste.collect.store import DROP, Store
from motjuste.collect.tasks import make_tasks
from motjuste.errors import BadInputError, RefusedError, brief


class LabelKind(Kind):
    """Tasks are lists of candidates; an answer is one label for each of them."""

    agreement_figures = (
        Figure("alpha", "Krippendorff's alpha", "{:.3f}"),
        Figure("pairwise", "Pairwise", "{:.1f} %"),
    )

    def make_first_tasks(self, store: Store, session: Session, stage: Stage) -> int:
        """Tasks of all candidates."""
        candidates = session.scalars(select(CandidateRow).order_by(CandidateRow.id)).all()
        if not candidates:
            raise BadInputError("there are no candidates yet; add some with  motjuste collect pool")
        return make_tasks(store, session, stage, candidates)

    def count_tasks(
        self, config: Config, candidates: Sequence[int], passing: float
    ) -> tuple[int, int]:
        """Candidates that are left, and tasks of at most `tasks.size` of them."""
        left = [number * passing for number in candidates]
        tasks = sum(math.ceil(round(number / config.tasks.size, 9)) for number in left)
        return round(sum(left)), tasks

    def readable(
        self, store: Store, session: Session, task: Task, answers: Answers
    ) -> ReadableAnswers:
        """Each row's text with its label, in the order of the page."""
        entries = _entries(session, task)
        labels = self._checked(entries, answers)
        return [(entry.text, labels[entry.number]) for entry in entries]

    def _checked(self, entries: Sequence[EntryRow], answers: Answers) -> Mapping[int, str]:
        """Exactly one known label for each row."""
        if not isinstance(answers, Mapping):
            raise RefusedError("the answers are not labels by row", "invalid")
        if set(answers) != {entry.number for entry in entries}:
            raise RefusedError(
                f"there are {len(entries)} words to judge, each exactly once", "invalid"
            )
        for label in answers.values():
            if label not in self.labels:
                known = ", ".join(self.labels)
                raise RefusedError(f"{brief(label)} is not a label; use {known}", "invalid")
        return answers

    def store_answers(
        self, store: Store, session: Session, assignment: Assignment, task: Task, answers: Answers
    ) -> StoredAnswers:
        """Store a label for each row, and check the controls."""
        entries = _entries(session, task)
        labels = self._checked(entries, answers)
        before = _judged_before(session, assignment, entries)
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
        session.execute(insert(AnswerRow), rows)
        controls = [(entry.control, labels[entry.number]) for entry in entries if entry.control]
        return StoredAnswers(len(rows), judge_controls(assignment, controls))

    def stored_answers(
        self, session: Session, assignments: Iterable[int]
    ) -> Mapping[int, ReadableAnswers]:
        """The labels that are stored, with the texts of their rows, in the order of the page."""
        stored: dict[int, list[tuple[str, str]]] = {number: [] for number in assignments}
        rows = session.execute(
            select(AnswerRow.assignment_id, EntryRow.text, AnswerRow.label)
            .join(EntryRow, EntryRow.id == AnswerRow.entry_id)
            .where(AnswerRow.assignment_id.in_(stored))
            .order_by(AnswerRow.assignment_id, EntryRow.number)
        )
        for number, text, label in rows:
            stored[number].append((text, label))
        return stored

    def agreement(self, store: Store) -> Agreement:
        """Agreement on labels."""
        return label_agreement(store)


def _entries(session: Session, task: Task) -> Sequence[EntryRow]:
    rows = select(EntryRow).where(EntryRow.task_id == task.id).order_by(EntryRow.number)
    return session.scalars(rows).all()


def _judged_before(
    session: Session, assignment: Assignment, entries: Sequence[EntryRow]
) -> set[int | None]:
    """Those of a task's candidates that the worker has judged in another task."""
    candidates = [entry.candidate_id for entry in entries if entry.candidate_id is not None]
    return set(
        session.scalars(
            select(AnswerRow.candidate_id).where(
                AnswerRow.worker_id == assignment.worker_id, AnswerRow.candidate_id.in_(candidates)
            )
        )
    )
