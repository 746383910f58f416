"""Rehearsals on the real site: servers are killed at random moments, nothing is lost or doubled."""

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("sqlalchemy")

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from random import Random

from judgement_projects import SENTENCES, make_project

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.readers import read_benchmark
from motjuste.cli import main
from motjuste.collect import open_project
from motjuste.collect.config import StageConfig
from motjuste.collect.models import AnswerRow, Assignment
from motjuste.collect.results import to_benchmark
from motjuste.collect.service import Invitation
from motjuste.collect.simulation.annotators import CAREFUL, Judge
from motjuste.collect.simulation.checks import faults
from motjuste.collect.simulation.crowd import Outcome, Participant, Plan, simulate
from motjuste.collect.simulation.marking import Sentence, mark_sentence
from motjuste.collect.simulation.summary import figures
from motjuste.collect.simulation.truth import truth_of
from motjuste.collect.simulation.visitor import Acknowledged, Ledger
from motjuste.collect.tokens import token_spans
from motjuste.errors import BadInputError
from motjuste.text import Target
from postgres import postgres_cluster  # noqa: F401

# Sentences with the marks that a test expects; the last one is the test.
ESSAYS = tuple(
    (f"We were waiting a long time for the results of experiment number {n} .", "")
    for n in ("one", "two", "three", "four", "five", "six")
)
TEST_SENTENCE = ("It would be more possible to talk with different people .", "possible=likely")
REFINE = {"tokens": [4, 5], "kind": "refine-usage"}
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
    plan = Plan(truth_of(None, 1), annotators=12, kills=2, seed=3, at_once=True)
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
    plan = Plan(truth_of(None, 2), annotators=12, servers=2, kills=2, seed=4, at_once=True)
    outcome, wrong, figures = rehearse(tmp_path / "project", plan, postgres())
    assert outcome.complete
    assert outcome.kills == 2
    assert wrong == []
    assert dropped(figures, "clicker") == 1


def judgements(folder):
    """What a project has of each candidate at the end, whoever it is from."""
    with open_project(folder) as project:
        return [
            (item.id, judgement.text, judgement.labels)
            for item in to_benchmark(project.store, "rehearsal").items
            for judgement in item.judgements
        ]


def test_the_same_seed_gives_the_same_result_whatever_the_hash_seed(tmp_path):
    results = []
    for hash_seed in ("1", "2"):
        folder = tmp_path / hash_seed
        make_project(folder, targets=6, stages=STAGES, minutes="0.02").close()
        # Of twenty, two dawdle and two vanish: others may get their tasks.
        command = ["collect", "simulate", str(folder), "--annotators", "20", "--seed", "3"]
        done = subprocess.run(
            [sys.executable, "-m", "motjuste", *command, "--json"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            check=True,
        )
        result = json.loads(done.stdout)
        # How long it took is the machine's.
        del result["seconds"], result["requests"]
        results.append((result, judgements(folder)))
    assert results[0][0]["complete"]
    assert results[0][0]["faults"] == []
    assert results[0] == results[1]


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
        judged = tuple((row.text, labels[row.number]) for row in task.rows)
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
        session.delete(session.query(AnswerRow).first())
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


def test_sentences_are_marked_and_a_killed_server_loses_nothing_of_it(tmp_path, capsys):
    folder, essays = tmp_path / "essays", tmp_path / "essays.csv"
    rows = [f"{text},{expected}" for text, expected in (*ESSAYS, TEST_SENTENCE)]
    essays.write_text("\n".join(["sentence,expected", *rows]) + "\n", "utf-8")
    assert main(["collect", "init", str(folder), "--kind", "sws", "--csv", str(essays)]) == 0
    settings = folder / "project.toml"
    text = settings.read_text("utf-8").replace("labels = 10", "labels = 4")
    settings.write_text(re.sub(r"(?m)^minutes = .*", "minutes = 0.1", text), "utf-8")
    assert main(["collect", "open", str(folder), "--yes"]) == 0
    capsys.readouterr()
    simulated = ["collect", "simulate", str(folder), "--annotators", "10", "--kills", "1"]
    assert main([*simulated, "--at-once", "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert outcome["faults"] == []
    assert (outcome["complete"], outcome["kills"]) == (True, 1)
    # They mark the same words more often than by chance, but not always.
    assert 5 < outcome["agreement"]["detection"] < 100
    assert main(["collect", "workers", str(folder), "--json"]) == 0
    workers = json.loads(capsys.readouterr().out)
    # Who marks whatever comes first fails the test sentence.
    clickers = [worker for worker in workers if worker["note"].startswith("clicker")]
    # Another flag may follow: refine-usage suggestions that the dropped worker still owed.
    (reason,) = (worker["reason"] for worker in clickers)
    assert reason.split("; ")[0] == "0 of 1 test tasks passed"
    # Nobody has returned a sentence twice over: all but the test sentence are in the result.
    assert main(["collect", "export", str(folder), "--out", str(tmp_path / "out")]) == 0
    made = [read_benchmark(f"sws:{file}") for file in (tmp_path / "out").glob("*.json")]
    assert sum(len(benchmark.contexts) for benchmark in made) == len(ESSAYS)


def test_simulated_people_mark_what_the_benchmarks_people_marked():
    text = "It would be more possible to talk with different people ."
    tokens = token_spans(text)
    target = Target(text, 17, 25)
    item = Item("1:4-5", "1", target, (voted("likely", 9), voted("probable", 1)), REFINE)
    truth = truth_of(Benchmark("known", "sws", {"1": Context(text)}, (item,)), seed=1)
    judge = Judge(CAREFUL, truth, Random(5))
    marks = [mark_sentence(judge, Sentence(text, tokens, 1))[0] for _ in range(300)]
    known = [mark for mark in marks if (mark.start, mark.end) == (4, 5)]
    # Careful people read 99.5 % of what they mark.
    assert len(known) / len(marks) > 0.97
    firsts = [mark.substitutes[0] for mark in known]
    # Nine of ten gave it, so nine of ten write it first.
    assert firsts.count("likely") / len(firsts) == pytest.approx(0.9, abs=0.05)
    kinds = [mark.kind for mark in known]
    # One of ten sees the other kind.
    assert kinds.count("refine-usage") / len(kinds) == pytest.approx(0.9, abs=0.05)


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
