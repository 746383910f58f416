"""Stages open by themselves, wrong controls drop work, and every drop can be lifted."""

import pytest

pytest.importorskip("sqlalchemy")

from projects import Clock, make_projects, people, right, work  # noqa: F401
from sqlalchemy import func, select

from motjuste.collect.models import AnswerRow, Assignment, CandidateRow, EntryRow, Mark, Task
from motjuste.collect.service import AssignmentSubject, WorkerSubject
from motjuste.collect.tasks import split_evenly
from motjuste.errors import BadInputError, RefusedError


def wrong(task):
    """Everything rejected, the target itself too."""
    return dict.fromkeys((row.number for row in task.rows), "FALSE")


def entries(made, stage):
    with made.store.db.reading() as session:
        rows = session.scalars(select(EntryRow).order_by(EntryRow.task_id, EntryRow.number)).all()
        number = {stage.id: stage.number for stage in session.scalars(select(_stage()))}
    return [row for row in rows if number[row.stage_id] == stage]


def _stage():
    from motjuste.collect.models import Stage

    return Stage


@pytest.mark.parametrize(
    ("candidates", "sizes"), [(10, [10]), (11, [6, 5]), (61, [9] * 5 + [8] * 2)]
)
def test_candidates_are_split_as_numpy_array_split_does(candidates, sizes):
    assert [len(part) for part in split_evenly(range(candidates), 10)] == sizes


def test_a_task_has_ten_candidates_at_most_and_both_controls(make):
    made = make(number=1, candidates=12)
    assert made.publish() == 2
    tasks = {}
    for row in entries(made, 1):
        tasks.setdefault(row.task_id, []).append(row)
    for rows in tasks.values():
        assert sum(row.candidate_id is not None for row in rows) == 7
        assert sorted(row.control for row in rows if row.control) == ["random", "target"]
        assert [row.text for row in rows if row.control == "target"] == ["happy"]


def test_the_same_seed_makes_the_same_tasks_and_another_seed_others(make):
    def made_with(seed):
        made = make(candidates=12, change={"seed = 1\n": f"seed = {seed}\n"})
        made.publish()
        return [(row.task_id, row.text) for row in entries(made, 1)]

    assert made_with(5) == made_with(5)
    assert made_with(5) != made_with(6)


def test_what_one_of_three_accepts_goes_on_to_seven_more(make):
    made = make(number=1, candidates=1)
    made.publish()
    crowd = people(made, 10)
    chosen = [{"glad"}, {"glad", "merry"}, {"glad"}]
    for worker, yes in zip(crowd, chosen, strict=False):
        task = made.lease(worker)
        made.submit(worker, task.id, right(task, frozenset(yes)), key="1")
    first, second = made.progress().stages
    assert (first.state, first.candidates, first.passed) == ("complete", 3, 2)
    assert (second.state, second.tasks, second.labels_wanted) == ("open", 1, 14)
    assert {row.text for row in entries(made, 2) if row.candidate_id} == {"glad", "merry"}
    for worker in crowd:
        work(made, worker)
    assert made.progress().complete
    with made.store.db.reading() as session:
        counts = session.execute(
            select(CandidateRow.text, func.count(AnswerRow.id))
            .join(AnswerRow, AnswerRow.candidate_id == CandidateRow.id)
            .group_by(CandidateRow.text)
        ).all()
    assert dict(counts) == {"glad": 10, "merry": 10, "alpha": 3}


def test_a_stage_that_nothing_passes_ends_the_project(make):
    made = make(number=1)
    made.publish()
    for worker in people(made, 3):
        work(made, worker, yes=frozenset())
    assert made.progress().complete


def test_a_task_with_a_wrong_control_is_dropped_and_asked_again(make):
    made = make(number=1)
    made.publish()
    careless, *careful = people(made, 4)
    task = made.lease(careless)
    made.submit(careless, task.id, wrong(task), key="1")
    assert made.progress().stages[0].labels == 0
    (row,) = made.assignments(careless.id)
    assert row.dropped == ("the target itself was not accepted",)
    for worker in careful:
        task = made.lease(worker)
        made.submit(worker, task.id, right(task, frozenset()), key="1")
    stage = made.progress().stages[0]
    assert (stage.labels, stage.dropped) == (15, 1)


def test_to_abstain_on_a_random_word_is_right_and_to_accept_it_wrong(make):
    made = make(number=2, candidates=0)
    made.publish()
    one, other = people(made, 2)
    for worker, label, dropped in ((one, "UNSURE", 0), (other, "TRUE", 1)):
        task = made.lease(worker)
        answers = {row.number: "TRUE" for row in task.rows}
        odd = [row for row in task.rows if row.text not in ("happy", "glad", "merry")]
        made.submit(worker, task.id, answers | {odd[0].number: label}, key="1")
        assert len(made.assignments(worker.id)[0].dropped) == dropped


def test_a_worker_under_ninety_percent_is_dropped_entirely_once_past_the_grace(make):
    made = make(number=6, candidates=0)
    made.publish()
    (careless,) = people(made, 1)
    for number in range(5):
        task = made.lease(careless)
        made.submit(careless, task.id, wrong(task) if number < 2 else right(task), key=str(number))
    # 8 of 10 controls are right: under 90 %.
    (row,) = made.workers()
    assert (row.controls_right, row.controls, row.dropped) == (8, 10, True)
    assert row.reason == "8 of 10 controls right, fewer than 90%"
    assert made.progress().stages[0].labels == 0
    assert made.lease(careless) is None
    assert made.standing(careless).state == "dropped"


def test_at_the_end_of_a_stage_the_share_counts_for_everybody(make):
    made = make(number=2, candidates=0)
    made.publish()
    careless, *careful = people(made, 4)
    for number, answer in enumerate((wrong, right)):
        task = made.lease(careless)
        made.submit(careless, task.id, answer(task), key=str(number))
    for worker in careful[:2]:
        work(made, worker)
    # 3 of 4 controls are right, but 4 are fewer than the grace of 10.
    assert not made.workers()[0].dropped
    work(made, careful[2])
    assert made.workers()[0].dropped
    assert made.progress().stages[0].tasks_complete == 2


def test_the_owner_restores_a_worker_and_the_filter_leaves_them_alone(make):
    made = make(number=6, candidates=0)
    made.publish()
    (worker,) = people(made, 1)
    for number in range(5):
        task = made.lease(worker)
        made.submit(worker, task.id, wrong(task) if number < 2 else right(task), key=str(number))
    made.decide(WorkerSubject(worker.id), True, "the controls were unfair")
    assert made.progress().stages[0].labels == 3 * 2
    task = made.lease(worker)
    made.submit(worker, task.id, wrong(task), key="6")
    assert not made.workers()[0].dropped
    with made.store.db.reading() as session:
        marks = session.scalars(select(Mark).where(Mark.rule == "accuracy")).all()
    assert [mark.lifted_reason for mark in marks] == ["the controls were unfair"]


def test_a_restored_answer_never_makes_more_labels_than_asked(make):
    made = make(number=1, candidates=0)
    made.publish()
    first, *others = people(made, 4)
    task = made.lease(first)
    made.submit(first, task.id, wrong(task), key="1")
    for worker in others:
        work(made, worker, yes=frozenset())
    (dropped,) = made.assignments(first.id)
    made.decide(AssignmentSubject(dropped.id), True, "fine after all")
    made.decide(WorkerSubject(first.id), True, "fine after all")
    assert made.progress().stages[0].labels == 6
    assert not made.assignments(first.id)[0].live
    (kept,) = made.assignments(others[0].id)
    made.decide(AssignmentSubject(kept.id), False, "copied")
    assert made.assignments(first.id)[0].live
    assert made.progress().stages[0].labels == 6


def test_only_tasks_that_nobody_present_may_take_are_starved(make):
    made = make(number=2, candidates=0)
    made.publish()
    crowd = people(made, 2)
    assert made.progress().stages[0].starved == 0
    for worker in crowd:
        work(made, worker)
    # Both have judged both; a third person could take either.
    assert made.progress().stages[0].starved == 2
    people(made, 1)
    assert made.progress().stages[0].starved == 0


def test_a_rejection_without_a_reason_is_refused(make):
    made = make()
    made.publish()
    people(made, 1)
    with pytest.raises(BadInputError, match="say why"):
        made.decide(WorkerSubject(1), False, " ")


def test_dropping_work_reopens_its_stage_and_adds_to_the_next(make):
    made = make(number=1, candidates=0)
    made.publish()
    crowd = people(made, 4)
    for worker in crowd[:3]:
        task = made.lease(worker)
        made.submit(worker, task.id, right(task, frozenset({"glad"})), key="1")
    assert made.progress().stages[1].candidates == 1
    made.decide(WorkerSubject(crowd[0].id), False, "asleep")
    assert made.progress().stages[0].state == "open"
    task = made.lease(crowd[3])
    made.submit(crowd[3], task.id, right(task, frozenset({"glad", "merry"})), key="1")
    first, second = made.progress().stages
    assert (first.state, second.candidates) == ("complete", 2)


def test_answers_faster_than_reading_are_flagged_but_count(make):
    clock = Clock()
    made = make(number=2, candidates=0, clock=clock)
    made.publish()
    fast, slow = people(made, 2)
    for worker, seconds in ((fast, 1), (slow, 60)):
        task = made.lease(worker)
        clock.time += seconds
        # What the browser claims cannot be more than what has passed.
        made.submit(worker, task.id, right(task), key="1", seconds=60.0)
    rows = made.workers()
    assert [(row.fast, row.median_seconds) for row in rows] == [(1, 1.0), (0, 60.0)]
    assert made.progress().stages[0].labels == 4


def test_a_submission_is_stored_once_however_often_it_comes(make):
    made = make()
    made.publish()
    (worker,) = people(made, 1)
    task = made.lease(worker)
    receipts = [made.submit(worker, task.id, right(task), key="same") for _ in range(3)]
    assert [receipt.replayed for receipt in receipts] == [False, True, True]
    with pytest.raises(RefusedError) as refused:
        made.submit(worker, task.id, right(task), key="another")
    assert refused.value.reason == "already"
    with made.store.db.reading() as session:
        assert session.scalar(select(func.count(AnswerRow.id))) == len(task.rows)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda good: {},
        lambda good: {**good, 99: "TRUE"},
        lambda good: dict(list(good.items())[1:]),
        lambda good: {**good, 1: "MAYBE"},
        lambda good: {**good, 1: ["TRUE"]},
        lambda good: [],
    ],
    ids=["none", "one more", "one less", "no label", "no text", "a list"],
)
def test_answers_must_be_one_known_label_for_each_row(make, spoil):
    made = make()
    made.publish()
    (worker,) = people(made, 1)
    task = made.lease(worker)
    with pytest.raises(RefusedError) as refused:
        made.submit(worker, task.id, spoil(right(task)), key="1")
    assert refused.value.reason == "invalid"
    made.submit(worker, task.id, right(task), key="1")
    with made.store.db.reading() as session:
        assert session.scalar(select(func.count(Assignment.id)).where(Assignment.live)) == 1


def test_a_project_is_opened_once_and_then_keeps_its_candidates(make):
    from motjuste.collect.pools import Offer, pool

    made = make()
    made.publish()
    with pytest.raises(BadInputError, match="open already"):
        made.publish()
    with pytest.raises(BadInputError, match="stay as they are"):
        pool(made.store, [Offer("t0", "cheery", ("late",))])
    with made.store.db.reading() as session:
        assert session.scalar(select(func.count(Task.id))) == 2
