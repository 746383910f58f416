"""Tasks go to as many workers as they want, to none twice, and come back when abandoned."""

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("sqlalchemy")

from projects import Clock, make_projects, people, right, work  # noqa: F401
from sqlalchemy import func, select

from motjuste.collect.models import AnswerRow, Assignment, Task
from motjuste.collect.pools import Offer, pool
from motjuste.collect.project import Project
from motjuste.errors import RefusedError
from postgres import postgres_cluster  # noqa: F401


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres")()


def test_a_worker_gets_their_open_task_again_until_it_is_answered(make):
    made = make()
    made.publish()
    (worker,) = people(made, 1)
    task = made.lease(worker)
    assert made.lease(worker) == task
    made.submit(worker, task.id, right(task), key="1")
    assert made.lease(worker).id != task.id


def test_a_task_has_no_more_answers_than_it_wants_and_no_worker_twice(make, database):
    made = make(number=2, candidates=10, database=database)
    made.publish()
    crowd = people(made, 12)
    with ThreadPoolExecutor(12) as threads:
        list(threads.map(lambda worker: work(made, worker), crowd))
    for worker in crowd:
        work(made, worker)
    with made.store.db.reading() as session:
        per_task = session.execute(
            select(Task.wanted, func.count())
            .join(Assignment, Assignment.task_id == Task.id)
            .where(Assignment.live)
            .group_by(Task.id)
        ).all()
        twice = select(AnswerRow.worker_id).where(AnswerRow.candidate_id.is_not(None))
        twice = twice.group_by(AnswerRow.worker_id, AnswerRow.candidate_id).having(func.count() > 1)
        assert session.execute(twice).all() == []
    assert per_task
    assert all(wanted == count for wanted, count in per_task)
    assert made.progress().complete


def test_the_same_submission_again_is_acknowledged_however_a_database_sorts_words(make, database):
    made = make(number=1, candidates=0, database=database)
    # SQLite sorts "élan" after "merry", PostgreSQL before "glad".
    pool(made.store, [Offer("t0", "élan", ("list",))])
    made.publish()
    (worker,) = people(made, 1)
    task = made.lease(worker)
    assert "élan" in {row.text for row in task.rows}
    assert not made.submit(worker, task.id, right(task), key="1").replayed
    assert made.submit(worker, task.id, right(task), key="1").replayed
    (stored,) = made.assignments(worker.id)
    assert [text for text, _ in stored.answers] == [row.text for row in task.rows]


def test_two_processes_on_one_postgresql_hand_out_nothing_twice(make, request):
    made = make(number=5, database=request.getfixturevalue("postgres")())
    made.publish()
    other = Project.open(made.folder, clock=made.store.now)
    crowd = people(made, 10)
    with ThreadPoolExecutor(20) as threads:
        tasks = list(threads.map(lambda n: (made, other)[n % 2].lease(crowd[n // 2]), range(20)))
    held = {(n // 2, task.id) for n, task in enumerate(tasks)}
    assert len(held) == 10
    with made.store.db.reading() as session:
        taken = select(func.count(Assignment.id)).group_by(Assignment.task_id)
        assert all(number <= 3 for number in session.scalars(taken))
    other.close()


def test_an_abandoned_task_goes_to_somebody_else(make):
    clock = Clock()
    made = make(number=1, candidates=0, clock=clock)
    made.publish()
    gone, *others, last = people(made, 4)
    task = made.lease(gone)
    for worker in others:
        work(made, worker)
    assert made.lease(last) is None
    clock.time += 31 * 60
    again = made.lease(last)
    assert [row.text for row in again.rows] == [row.text for row in task.rows]
    with pytest.raises(RefusedError) as refused:
        made.submit(gone, task.id, right(task), key="late")
    assert refused.value.reason == "expired"


def test_a_late_answer_counts_while_nobody_else_has_its_place(make):
    clock = Clock()
    made = make(number=1, candidates=0, clock=clock)
    made.publish()
    slow, *_ = people(made, 2)
    task = made.lease(slow)
    clock.time += 31 * 60
    assert made.expire() == 1
    assert not made.submit(slow, task.id, right(task), key="late").replayed
    assert made.progress().stages[0].labels == 2


def test_a_task_given_back_is_never_offered_to_that_worker_again(make):
    made = make(number=1, candidates=0)
    made.publish()
    unsure, other = people(made, 2)
    task = made.lease(unsure)
    made.give_back(unsure, task.id, "I do not know this word")
    made.give_back(unsure, task.id)
    assert made.lease(unsure) is None
    assert made.lease(other) is not None
    assert [row.comment for row in made.comments()] == ["I do not know this word"]


def test_a_worker_cannot_touch_another_workers_task(make):
    made = make()
    made.publish()
    owner, stranger = people(made, 2)
    task = made.lease(owner)
    for attempt in (
        lambda: made.submit(stranger, task.id, right(task), key="1"),
        lambda: made.give_back(stranger, task.id),
    ):
        with pytest.raises(RefusedError) as refused:
            attempt()
        assert refused.value.reason == "not-yours"


def test_with_whole_targets_once_a_worker_meets_a_target_once(make):
    made = make(number=2, candidates=12, change={'once = "candidate"': 'once = "target"'})
    made.publish()
    (worker,) = people(made, 1)
    assert work(made, worker) == 2
