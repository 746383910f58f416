"""Mechanical Turk and Prolific: what goes out comes back, all of a file or nothing."""

import csv
import html
import io
import json

import pytest

pytest.importorskip("sqlalchemy")

from projects import make_projects, people, right, work  # noqa: F401
from sqlalchemy import func, select

from motjuste.collect import mturk, mturk_results, prolific
from motjuste.collect.humans import second_group
from motjuste.collect.models import AnswerRow, Assignment
from motjuste.collect.service import CrowdIds, WorkerSubject
from motjuste.errors import BadInputError


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def written(path, rows):
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def answered(row, worker, yes=("glad",), right_controls=True, whole=False):
    """A line of MTurk's results for a line of its input, by a worker who says yes to these."""
    target = html.unescape(row["target"])
    labels = {}
    for name, text in row.items():
        if name.startswith("row_") and text:
            accepted = html.unescape(text) in yes or (text == target and right_controls)
            labels[name.replace("row_", "label_")] = str(accepted).upper()
    line = {
        "HITId": f"H{row['task']}",
        "AssignmentId": f"A{row['task']}{worker}",
        "WorkerId": worker,
        "AssignmentStatus": "Submitted",
        "WorkTimeInSeconds": "25",
        **{f"Input.{name}": value for name, value in row.items()},
    }
    if whole:
        buttons = {
            name: {label: label == chosen for label in ("TRUE", "FALSE", "UNSURE")}
            for name, chosen in labels.items()
        }
        return {**line, "Answer.taskAnswers": json.dumps([{**buttons, "comment": "fine"}])}
    return {**line, **{f"Answer.{name}": label for name, label in labels.items()}}


def test_the_page_and_the_tables_hold_every_task_and_hide_no_markup(make):
    made = make(number=1, candidates=0)
    made.publish()
    handed = mturk.hand_out(made.store)
    ((need, table),) = handed.tables.items()
    (row,) = rows_of(table)
    assert need == 3
    assert (row["before"], row["target"], row["after"]) == ("It was a ", "happy", " day, number 0.")
    assert {row[f"row_{n}"] for n in range(1, 5)} >= {"glad", "merry", "happy"}
    for name in row:
        assert f"${{{name}}}" in handed.page or name == "task"
    assert handed.page.count('name="label_4"') == 3
    # Two of the paper's nine examples (SWORDS, figure 2).
    assert "She drank <mark>green</mark> tea.</td><td>emerald</td><td>✗</td>" in handed.page
    assert "<mark>excellent</mark>.</td><td>gazint</td><td>?</td>" in handed.page
    assert "<!-- " not in handed.page.split("-->", 1)[1]
    # What MTurk has is under way: nobody else is asked, nor MTurk again.
    (worker,) = people(made, 1)
    assert made.lease(worker) is None
    with pytest.raises(BadInputError, match="nothing is to be asked"):
        mturk.hand_out(made.store)


def test_mturk_goes_through_both_stages_and_back(make, tmp_path):
    made = make(number=2, candidates=1)
    made.publish()
    for batch, workers in enumerate((range(3), range(3, 10))):
        handed = mturk.hand_out(made.store)
        ((need, table),) = handed.tables.items()
        assert need == len(workers)
        results = [
            answered(row, f"W{worker}", whole=bool(batch))
            for row in rows_of(table)
            for worker in workers
        ]
        path = written(tmp_path / f"results{batch}.csv", results)
        taken = mturk_results.take_results(made.store, path)
        assert (taken.rows, taken.stored, taken.dropped) == (len(results), len(results), 0)
        again = mturk_results.take_results(made.store, path)
        assert (again.stored, again.known) == (0, len(results))
        decided = rows_of(mturk_results.decided(made.store, path))
        assert {(row["Approve"], row["Reject"]) for row in decided} == {("x", "")}
    assert made.progress().complete
    with made.store.db.reading() as session:
        # Two targets: glad and happy's controls aside, 3 x 3 labels and then 7 for glad alone.
        labels = select(func.count(AnswerRow.id)).where(AnswerRow.candidate_id.is_not(None))
        assert session.scalar(labels) == 2 * (9 + 7)


def test_a_wrong_control_is_rejected_with_its_reason_and_asked_again(make, tmp_path):
    made = make(number=1, candidates=0)
    made.publish()
    ((_, table),) = mturk.hand_out(made.store).tables.items()
    (row,) = rows_of(table)
    path = written(
        tmp_path / "results.csv",
        [answered(row, "W1", right_controls=False), answered(row, "W2"), answered(row, "W3")],
    )
    assert mturk_results.take_results(made.store, path).dropped == 1
    decided = rows_of(mturk_results.decided(made.store, path))
    assert [line["Approve"] for line in decided] == ["", "x", "x"]
    assert "the target itself was not accepted" in decided[0]["Reject"]
    assert list(mturk.hand_out(made.store).tables) == [1]


def test_a_worker_whom_mturk_sends_again_is_kept_but_does_not_count(make, tmp_path):
    made = make(number=1, candidates=0)
    made.publish()
    ((_, table),) = mturk.hand_out(made.store).tables.items()
    (row,) = rows_of(table)
    first = [answered(row, f"W{number}") for number in (1, 2, 3)]
    mturk_results.take_results(made.store, written(tmp_path / "first.csv", first))
    ((_, table),) = mturk.hand_out(made.store).tables.items()
    (row,) = rows_of(table)
    second = [answered(row, f"W{number}") for number in (1, 4)]
    path = written(tmp_path / "second.csv", second)
    mturk_results.take_results(made.store, path)
    stage = made.progress().stages[1]
    assert (stage.labels, stage.dropped) == (1, 1)
    # It is not the worker's fault: they are paid.
    decided = rows_of(mturk_results.decided(made.store, path))
    assert [line["Approve"] for line in decided] == ["x", "x"]
    mturk.close_batch(made.store, 2)
    assert list(mturk.hand_out(made.store).tables) == [6]


def test_mturk_workers_of_the_first_project_do_not_count_in_the_second_group(make, tmp_path):
    first = make(number=1, candidates=0)
    first.join(CrowdIds(first.crowd_key("mturk"), "W1", platform="mturk"))
    with second_group(first, tmp_path / "humans", labels=2) as second:
        second.publish()
        ((_, table),) = mturk.hand_out(second.store).tables.items()
        (row,) = rows_of(table)
        path = written(tmp_path / "results.csv", [answered(row, name) for name in ("W1", "W2")])
        mturk_results.take_results(second.store, path)
        assert second.progress().stages[0].labels == 2
        decided = rows_of(mturk_results.decided(second.store, path))
        assert [line["Approve"] for line in decided] == ["x", "x"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda rows: rows[1].pop("Answer.label_1"), "line 3"),
        (lambda rows: rows[1].update({"Answer.label_1": "PERHAPS"}), "line 3: 'PERHAPS'"),
        (lambda rows: rows[1].update({"Input.task": "b1t99"}), "line 3: task b1t99"),
        (lambda rows: rows[1].update({"Input.task": "x"}), "line 3: 'x' is not a task"),
        (lambda rows: rows[1].update({"AssignmentStatus": "Lost"}), "line 3: the status 'Lost'"),
        (lambda rows: rows[1].update({"WorkTimeInSeconds": "soon"}), "line 3: WorkTimeInSeconds"),
        (lambda rows: rows[1].update(AssignmentId=rows[0]["AssignmentId"]), "line 3 repeats"),
        (lambda rows: [row.update(Mood="good") for row in rows], "line 1: .*column 'Mood'"),
        (lambda rows: [row.pop("WorkerId") for row in rows], "line 1: has no column 'WorkerId'"),
    ],
    ids="label-missing label task no-task status time twice unknown missing".split(),
)
def test_a_broken_results_file_is_one_line_and_nothing_of_it_is_stored(
    make, tmp_path, spoil, message
):
    made = make(number=1, candidates=0)
    made.publish()
    ((_, table),) = mturk.hand_out(made.store).tables.items()
    (row,) = rows_of(table)
    rows = [answered(row, f"W{number}") for number in (1, 2, 3)]
    spoil(rows)
    for result in rows:
        result.setdefault("Answer.label_1", "")
    path = written(tmp_path / "results.csv", rows)
    with pytest.raises(BadInputError, match=message) as error:
        mturk_results.take_results(made.store, path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
    with made.store.db.reading() as session:
        assert session.scalar(select(func.count(Assignment.id))) == 0


def submissions(path, *lines):
    """Prolific's list, with columns that are nobody's business here."""
    rows = [
        {"Submission id": s, "Participant id": p, "Status": status, "Age": "40"}
        for s, p, status in lines
    ]
    return written(path, rows)


def test_prolific_gives_people_and_gets_decisions_back(make, tmp_path):
    made = make(number=6, candidates=0)
    made.publish()
    key = made.crowd_key("prolific")
    study = prolific.study(made.store, "https://words.example.org/", key)
    assert study.url.startswith(f"https://words.example.org/crowd/{key}?PROLIFIC_PID={{{{%")
    # 6 tasks, 3 answers each, 20 tasks a visit: one place; 20 x 25 s; 20 x 0.10.
    assert (study.places, study.minutes, study.reward) == (1, 8.3, 2.0)
    visits = {
        name: made.join(CrowdIds(key, f"P{name}", "study", f"S{name}", "prolific")).worker
        for name in ("good", "poor", "gone")
    }
    work(made, visits["good"])
    for number in range(5):
        task = made.lease(visits["poor"])
        no = dict.fromkeys((row.number for row in task.rows), "FALSE")
        made.submit(visits["poor"], task.id, no, key=str(number))
    task = made.lease(visits["gone"])
    made.submit(visits["gone"], task.id, right(task), key="1")
    made.lease(visits["gone"])
    path = submissions(
        tmp_path / "export.csv",
        ("Sgood", "Pgood", "AWAITING REVIEW"),
        ("Spoor", "Ppoor", "AWAITING REVIEW"),
        ("Sgone", "Pgone", "RETURNED"),
        ("Snever", "Pnever", "TIMED-OUT"),
    )
    before = made.progress().stages[0]
    taken, text = prolific.take_submissions(made.store, path)
    after = made.progress().stages[0]
    assert (before.leased, after.leased) == (1, 0)
    assert before.labels - after.labels == 2
    assert (taken.rows, taken.known, taken.approve, taken.reject, taken.dropped) == (4, 3, 1, 1, 1)
    decided = {row["Participant id"]: row for row in rows_of(text)}
    assert decided["Pgood"]["decision"] == "approve"
    assert decided["Ppoor"]["reason"] == "5 of 10 controls right, fewer than 90%"
    again, _ = prolific.take_submissions(made.store, path)
    assert again.dropped == 0
    made.decide(WorkerSubject(visits["poor"].id), True, "fine")
    assert rows_of(prolific.take_submissions(made.store, path)[1])[1]["decision"] == "approve"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([("S1", "P1", "HAPPY")], "line 2: the status 'HAPPY'"),
        ([("S1", "P1", "APPROVED"), ("", "P2", "APPROVED")], "line 3: an id is empty"),
        ([("S1", "P1", "APPROVED"), ("S1", "P2", "APPROVED")], "line 3 repeats"),
    ],
)
def test_a_broken_list_of_submissions_is_one_line(make, tmp_path, lines, message):
    made = make()
    with pytest.raises(BadInputError, match=message):
        prolific.take_submissions(made.store, submissions(tmp_path / "export.csv", *lines))
