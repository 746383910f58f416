"""Rehearsals on the real site: servers are killed at random moments, nothing is lost or doubled."""

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("sqlalchemy")

from dataclasses import replace

from judgement_projects import SENTENCES, make_project

from motjuste.cli import main
from motjuste.collect.config import StageConfig
from motjuste.collect.models import Answer, Assignment
from motjuste.collect.service import Invitation
from motjuste.collect.simulation.annotators import CAREFUL
from motjuste.collect.simulation.checks import faults
from motjuste.collect.simulation.crowd import Outcome, Participant, Plan, simulate
from motjuste.collect.simulation.summary import figures
from motjuste.collect.simulation.truth import truth_of
from motjuste.collect.simulation.visitor import Acknowledged, Ledger
from motjuste.errors import BadInputError
from postgres import postgres_cluster  # noqa: F401

STAGES = (StageConfig("reduce", 2), StageConfig("score", 4, 1))


def rehearse(folder, plan, database=""):
    """A rehearsal of a small project; leases are so short that those who vanish are noticed."""
    made = make_project(folder, targets=12, stages=STAGES, database=database, minutes="0.1")
    with made as project:
        outcome = simulate(folder, plan)
        return outcome, faults(project, outcome), figures(project, outcome, plan.truth)


def dropped(figures, name):
    """The share of tasks of a kind of annotators that do not count."""
    (row,) = [caught for caught in figures.caught if caught.profile == name]
    return row.tasks_dropped / row.tasks


def test_a_killed_server_loses_and_doubles_nothing_on_sqlite(tmp_path):
    plan = Plan(truth_of(None, 1), annotators=12, kills=2, seed=3)
    outcome, wrong, figures = rehearse(tmp_path / "project", plan)
    assert outcome.complete
    assert outcome.kills == 2
    assert wrong == []
    # Whoever accepts everything accepts the random word too.
    assert dropped(figures, "clicker") == 1
    assert dropped(figures, "careful") < 0.3
    assert figures.candidates == sum(len(row.split()) for _, row in SENTENCES)
    assert 2 <= figures.labels_per_candidate <= 6
    # Who gets which task depends on the load of the machine, and with it the agreement.
    assert figures.pearson > 0.2


def test_two_servers_on_one_postgresql_lose_and_double_nothing_when_killed(tmp_path, postgres):
    plan = Plan(truth_of(None, 2), annotators=12, servers=2, kills=2, seed=4)
    outcome, wrong, figures = rehearse(tmp_path / "project", plan, postgres())
    assert outcome.complete
    assert outcome.kills == 2
    assert wrong == []
    assert dropped(figures, "clicker") == 1


@pytest.fixture
def answered(tmp_path):
    """A project in which one annotator has done a task, and what they know of it."""
    with make_project(tmp_path / "project", targets=1) as project:
        (token,) = project.invite(note="careful 0")
        worker = project.join(Invitation(token)).worker
        task = project.lease(worker)
        word = task.text[task.start : task.end]
        labels = {row.number: "TRUE" if row.text == word else "FALSE" for row in task.rows}
        project.submit(worker, task.id, labels, key="k")
        judged = {row.text: labels[row.number] for row in task.rows}
        met = [(task.text, task.start, row.text) for row in task.rows]
        yield project, Ledger([Acknowledged(task.id, judged)], met)


def outcome_of(ledger):
    return Outcome((Participant("careful 0", CAREFUL, ledger),), 1.0, 0, True)


def test_what_is_as_it_was_acknowledged_has_no_fault(answered):
    project, ledger = answered
    assert faults(project, outcome_of(ledger)) == []


def test_a_lost_label_a_doubled_task_and_an_unknown_one_are_seen(answered):
    project, ledger = answered
    (sent,) = ledger.acknowledged
    unknown = replace(sent, task="never-stored")
    assert any(
        "not stored" in fault
        for fault in faults(project, outcome_of(Ledger([sent, unknown], ledger.met)))
    )
    assert any("2 times" in f for f in faults(project, outcome_of(Ledger([sent, sent], []))))
    assert any("never acknowledged" in f for f in faults(project, outcome_of(Ledger())))
    assert any(
        "asked 2 times" in f for f in faults(project, outcome_of(Ledger([sent], ledger.met * 2)))
    )
    with project.store.db.writing() as session:
        session.delete(session.query(Answer).first())
    assert any("not stored as" in fault for fault in faults(project, outcome_of(ledger)))


def test_more_answers_than_asked_for_are_seen(answered):
    project, ledger = answered
    with project.store.db.writing() as session:
        session.query(Assignment).one().live = False
    assert any("counts 1 and has 0" in fault for fault in faults(project, outcome_of(ledger)))


def test_nobody_rehearses_where_people_are_at_work(answered, capsys):
    project, _ = answered
    assert main(["collect", "simulate", str(project.folder), "--annotators", "2"]) == 2
    assert "rehearse on a copy" in capsys.readouterr().err


def test_a_kind_that_cannot_be_rehearsed_is_one_line(tmp_path, capsys):
    make_project(tmp_path / "essays", "sws").close()
    assert main(["collect", "simulate", str(tmp_path / "essays")]) == 2
    error = capsys.readouterr().err
    assert "is of kind sws, in which people mark words of their choice" in error
    assert error.count("\n") == 1


def test_no_site_is_served_where_there_is_no_project(tmp_path, capsys):
    assert main(["collect", "serve", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert "holds no project" in errors
    assert errors.count("\n") == 1


def test_a_task_that_somebody_present_may_take_is_not_starved(answered):
    project, _ = answered
    assert [stage.starved for stage in project.progress().stages[:1]] == [1]
    (token,) = project.invite()
    project.join(Invitation(token))
    assert [stage.starved for stage in project.progress().stages[:1]] == [0]


def test_a_project_that_is_not_open_is_not_rehearsed(tmp_path):
    folder, sentences = tmp_path / "closed", tmp_path / "sentences.csv"
    sentences.write_text("text\nIt is a *plain* room.\n", "utf-8")
    assert main(["collect", "init", str(folder), "--kind", "memory", "--csv", str(sentences)]) == 0
    with pytest.raises(BadInputError, match="is not open yet"):
        simulate(folder, Plan(truth_of(None, 1), annotators=1))
