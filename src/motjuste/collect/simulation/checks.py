"""Checks that no submission is lost or duplicated: stored against acknowledged ones."""

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import func, select

from motjuste.collect.models import AnswerRow, Assignment, Stage, Task
from motjuste.collect.project import Project
from motjuste.collect.simulation.crowd import Outcome
from motjuste.collect.simulation.pools import pools_of
from motjuste.collect.store import DONE


def faults(project: Project, outcome: Outcome) -> list[str]:
    """The errors found in a project, one sentence each; empty if there are none."""
    problems = [*_unlike_acknowledged(project, outcome), *_too_many(project), *_met_twice(project)]
    return problems + list(_saw_twice(project, outcome))


def _unlike_acknowledged(project: Project, outcome: Outcome) -> Iterator[str]:
    """Every acknowledged submission is there once, as it was sent, and there are no others."""
    with project.store.db.reading() as session:
        names = dict(
            session.execute(
                select(Assignment.id, Assignment.name).where(Assignment.state == DONE)
            ).all()
        )
        answers = project.store.kind.stored_answers(session, names)
    stored = {names[number]: pairs for number, pairs in answers.items()}
    sent = [
        submission for person in outcome.participants for submission in person.ledger.acknowledged
    ]
    for name, times in Counter(submission.task for submission in sent).items():
        if times > 1:
            yield f"task {name} was acknowledged {times} times as new"
    for submission in sent:
        if sorted(stored.pop(submission.task, [])) != sorted(submission.labels):
            yield f"task {submission.task} is not stored as it was acknowledged"
    for name in stored:
        yield f"task {name} is stored, but was never acknowledged"


def _too_many(project: Project) -> Iterator[str]:
    """No task has more answers that count than it asks for, and no candidate more labels."""
    with project.store.db.reading() as session:
        tasks = session.execute(
            select(Task.id, Task.wanted, Task.answered, func.count(Assignment.id))
            .outerjoin(Assignment, (Assignment.task_id == Task.id) & Assignment.live)
            .group_by(Task.id, Task.wanted, Task.answered)
        ).all()
        candidates = session.execute(
            select(AnswerRow.candidate_id, Stage.wanted, func.count())
            .join(Assignment, Assignment.id == AnswerRow.assignment_id)
            .join(Task, Task.id == Assignment.task_id)
            .join(Stage, Stage.id == Task.stage_id)
            .where(Assignment.live, AnswerRow.candidate_id.is_not(None))
            .group_by(AnswerRow.candidate_id, Stage.id, Stage.wanted)
        ).all()
    for task, wanted, answered, live in tasks:
        if live > wanted or live != answered:
            yield f"task {task} wants {wanted} answers, counts {answered} and has {live}"
    for candidate, wanted, labels in candidates:
        if labels > wanted:
            yield f"candidate {candidate} has {labels} labels of {wanted}"


def _met_twice(project: Project) -> Iterator[str]:
    """No worker has judged a candidate twice."""
    with project.store.db.reading() as session:
        rows = session.execute(
            select(AnswerRow.worker_id, AnswerRow.candidate_id, func.count())
            .where(AnswerRow.candidate_id.is_not(None))
            .group_by(AnswerRow.worker_id, AnswerRow.candidate_id)
            .having(func.count() > 1)
        )
        for worker, candidate, times in rows:
            yield f"worker {worker} judged candidate {candidate} {times} times"


def _saw_twice(project: Project, outcome: Outcome) -> Iterator[str]:
    """The same from the annotators' side: except for controls, they saw no candidate twice."""
    pools = pools_of(project)
    for person in outcome.participants:
        met = Counter(
            (text, start, candidate)
            for text, start, candidate in person.ledger.met
            if candidate in pools.get((text, start), ())
        )
        for (_, _, candidate), times in met.items():
            if times > 1:
                yield f"{person.note} was asked {times} times about {candidate}"
