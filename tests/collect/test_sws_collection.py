"""Smart Word Suggestions, collected whole: cleaning, test sentences, the quota, instructions."""

import csv
import json

import pytest

pytest.importorskip("sqlalchemy")

from projects import Clock, make_projects, people  # noqa: F401

from motjuste.cli import main
from motjuste.collect import cleaning, config, intake
from motjuste.collect.kinds import KINDS
from motjuste.collect.project import Project
from motjuste.collect.results import sws_documents
from motjuste.collect.service import Marking, WorkerSubject
from motjuste.errors import ChangedAnswersError

ESSAY = """I like it. In my opinion it are more possible to talk with different people in the city.
Write to anna@example.org if you want to learn more about our very interesting school trips.
"""
TEST = intake.Sentence("test", "It is possible to help me today .", (("possible", ("likely",)),))
PLAIN = [intake.Sentence(str(n), f"We had a good time at place {n} .") for n in range(2)]


@pytest.fixture
def project(tmp_path):
    """Two sentences and a test sentence; two annotators each."""
    text = config.template("sws", "Test", 1, "").replace("labels = 10", "labels = 2")
    with Project.create(tmp_path / "essays", text, clock=Clock()) as made:
        intake.add_sentences(made.store, [*PLAIN, TEST])
        made.publish()
        yield made


def annotate(project, worker, task, kind="refine-usage", first="likely"):
    """Mark the first three words of a sentence, the third as `first`."""
    words = ("x", "y", first)
    marks = [Marking(at, at + 1, kind, (word,)) for at, word in enumerate(words)]
    return project.submit(worker, task.id, marks, key=task.id)


def test_a_test_sentence_comes_first_and_never_counts(project):
    first, second = people(project, 2)
    task = project.lease(first)
    assert task.text == TEST.text
    annotate(project, first, task)
    texts = set()
    while (task := project.lease(first)) is not None:
        texts.add(task.text)
        annotate(project, first, task)
    assert texts == {sentence.text for sentence in PLAIN}
    while (task := project.lease(second)) is not None:
        annotate(project, second, task)
    assert project.progress().complete
    documents = sws_documents(project.store)
    assert {name for part in documents.values() for name in part} == {"0", "1"}


def test_substitutes_stay_in_the_order_that_they_were_written_in(project):
    (worker,) = people(project, 1)
    annotate(project, worker, project.lease(worker))
    task = project.lease(worker)
    written = [(4, ("period", "era")), (0, ("They", "I")), (3, ("nice",))]

    def marks(spans):
        return [Marking(at, at + 1, "refine-usage", words) for at, words in spans]

    project.submit(worker, task.id, marks(written), key="2")
    shown = project.assignments(worker.id)[-1].answers
    texts = [("time", "period"), ("time", "era"), ("We", "They"), ("We", "I"), ("good", "nice")]
    assert list(shown) == [(phrase, f"{text} (refine-usage)") for phrase, text in texts]
    assert project.submit(worker, task.id, marks(written), key="2").replayed
    with pytest.raises(ChangedAnswersError):
        project.submit(worker, task.id, marks([(4, ("era", "period")), *written[1:]]), key="2")


@pytest.mark.parametrize("returns", [False, True], ids=["wrong", "returned"])
def test_who_fails_or_returns_the_test_gets_no_task(project, returns):
    (worker,) = people(project, 1)
    task = project.lease(worker)
    if returns:
        project.give_back(worker, task.id)
    else:
        annotate(project, worker, task, first="impossible")
    assert project.lease(worker) is None
    (row,) = project.workers()
    assert row.dropped
    assert row.reason == "0 of 1 test tasks passed"


def test_a_sentence_that_two_annotators_return_is_discarded(project):
    # A test sentence that is returned is failed; so it is done first.
    first, second, third = people(project, 3)
    for worker in (first, second, third):
        annotate(project, worker, project.lease(worker))
    task = project.lease(first)
    discarded = task.text
    project.give_back(first, task.id)
    task = project.lease(second)
    if task.text != discarded:
        annotate(project, second, task)
        task = project.lease(second)
    assert task.text == discarded
    project.give_back(second, task.id)
    for worker in (first, second, third):
        while (task := project.lease(worker)) is not None:
            assert task.text != discarded
            annotate(project, worker, task)
    assert project.progress().complete
    documents = sws_documents(project.store)
    sentences = {entry["sentence"] for part in documents.values() for entry in part.values()}
    assert sentences == {sentence.text for sentence in PLAIN} - {discarded}


@pytest.fixture
def discarded(project):
    """A project whose first sentence two of three annotators returned; the rest is done."""
    # Who has passed the test sentence may return another one.
    workers = people(project, 3)
    for worker in workers:
        annotate(project, worker, project.lease(worker))
    for worker in workers:
        while (task := project.lease(worker)) is not None:
            if task.text == PLAIN[0].text and worker != workers[2]:
                project.give_back(worker, task.id, "unclear")
            else:
                annotate(project, worker, task)
    assert project.progress().complete
    return project, workers


def in_result(project):
    documents = sws_documents(project.store)
    return {entry["sentence"] for part in documents.values() for entry in part.values()}


def test_a_sentence_is_in_again_if_one_of_those_who_returned_it_is_dropped(discarded):
    project, workers = discarded
    assert in_result(project) == {PLAIN[1].text}
    project.decide(WorkerSubject(workers[0].id), False, "careless")
    # One return is left; the sentence waits for its second annotator, and the dropped one's
    # answers to the other sentence are replaced as well.
    assert not project.progress().complete
    (newcomer,) = people(project, 1)
    annotate(project, newcomer, project.lease(newcomer))
    shown = set()
    while (task := project.lease(newcomer)) is not None:
        shown.add(task.text)
        annotate(project, newcomer, task)
    assert PLAIN[0].text in shown
    assert in_result(project) == {sentence.text for sentence in PLAIN}
    project.decide(WorkerSubject(workers[0].id), True, "")
    assert in_result(project) == {PLAIN[1].text}


def test_the_owner_takes_a_discarded_sentence_back_by_rejecting_a_return(discarded, capsys):
    project, workers = discarded
    folder = str(project.folder)
    assert main(["collect", "status", folder]) == 0
    assert "Left out because they were returned: 1:" in capsys.readouterr().out
    assert main(["collect", "workers", folder, "--returns", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["worker"], row["left_out"], row["counts"], row["comment"]) for row in rows] == [
        (worker.name, True, True, "unclear") for worker in workers[:2]
    ]
    report = project.folder.parent / "report"
    assert main(["collect", "report", folder, "--out", str(report)]) == 0
    assert f"| {PLAIN[0].text} | 2 | yes |" in (report / "report.md").read_text("utf-8")
    capsys.readouterr()
    whom = f"a{rows[0]['id']}"
    assert main(["collect", "drop", folder, whom, "--reason", "it is clear"]) == 0
    assert [(row.counts, row.left_out) for row in project.returns()] == [
        (False, False),
        (True, False),
    ]
    # Whoever returned it never gets it again; the third annotator does.
    assert [project.lease(worker) for worker in workers[:2]] == [None, None]
    task = project.lease(workers[2])
    assert task.text == PLAIN[0].text
    project.give_back(workers[2], task.id)
    assert project.progress().complete
    assert not any(row.left_out != (row.text == PLAIN[0].text) for row in project.returns())
    assert main(["collect", "restore", folder, whom]) == 0
    assert [row.counts for row in project.returns()] == [True, True, True]


def test_too_few_refine_usage_suggestions_are_told_and_flagged(project):
    kinds = ("refine-usage", "diversify-expression")
    for worker, kind in zip(people(project, 2), kinds, strict=True):
        annotate(project, worker, project.lease(worker))
        while (task := project.lease(worker)) is not None:
            note = project.standing(worker).note
            annotate(project, worker, task, kind)
    assert note == (
        "So far you have given 0 refine-usage suggestions in 1 sentences; we need at least 1.5 a "
        "sentence on average."
    )
    first, second = project.workers()
    assert first.reason == ""
    assert second.reason == "0 refine-usage suggestions in 2 sentences"
    assert not second.dropped


def written(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def test_essays_are_split_corrected_reviewed_and_taken_in(tmp_path, capsys):
    essay, review, lines = (tmp_path / name for name in ("essay.txt", "review.csv", "lines.txt"))
    essay.write_text(ESSAY, "utf-8")
    command = ["collect", "clean", str(essay), "--out", str(review)]
    assert main([*command, "--split", str(lines)]) == 0
    lines.write_text(lines.read_text("utf-8").replace("it are", "it is"), "utf-8")
    assert main([*command, "--corrected", str(lines)]) == 0
    assert "2 sentences to review, 1 corrected; 1 were too short" in capsys.readouterr().out
    rows = list(csv.DictReader(review.read_text("utf-8").splitlines()))
    assert [row["look_at"] for row in rows] == ["", "may name somebody: anna@example.org"]
    assert "it is more possible" in rows[0]["sentence"]
    init = ["collect", "init", str(tmp_path / "essays"), "--kind", "sws", "--csv", str(review)]
    assert main(init) == 2
    assert "line 2: the sentence is not reviewed" in capsys.readouterr().err
    rows[0]["keep"], rows[1]["keep"] = "yes", "no"
    written(review, rows)
    assert main(init) == 0
    assert "1 sentences" in capsys.readouterr().out
    assert main(command) == 2
    assert "has a reviewer's verdicts" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["name,price\ntea,2\n", "", "\x00\x01"])
def test_cleaning_does_not_replace_a_file_of_another_kind_unless_forced(tmp_path, capsys, content):
    essay, prices = tmp_path / "essay.txt", tmp_path / "prices.csv"
    essay.write_text(ESSAY, "utf-8")
    prices.write_text(content, "utf-8")
    command = ["collect", "clean", str(essay), "--out", str(prices)]
    assert main(command) == 2
    assert "is not a table of sentences to review" in capsys.readouterr().err
    assert prices.read_text("utf-8") == content
    assert main([*command, "--force"]) == 0
    assert prices.read_text("utf-8").startswith("id,sentence,")


def test_cleaning_does_not_replace_corrected_sentences_unless_forced(tmp_path, capsys):
    essay, lines = tmp_path / "essay.txt", tmp_path / "lines.txt"
    essay.write_text(ESSAY, "utf-8")
    command = ["collect", "clean", str(essay), "--out", str(tmp_path / "review.csv")]
    command += ["--split", str(lines)]
    assert main(command) == 0
    # The same once more changes nothing.
    assert main(command) == 0
    corrected = lines.read_text("utf-8").replace("it are", "it is")
    lines.write_text(corrected, "utf-8")
    assert main(command) == 2
    assert "holds something other than these sentences" in capsys.readouterr().err
    assert lines.read_text("utf-8") == corrected


def test_the_reviewer_is_shown_names_and_offensive_words():
    sentences = [
        ("1", "On Monday my friend Li Hua went to see Anna Smith at her home."),
        ("2", "You are bastards who never listen to what your teachers say."),
    ]
    rows = csv.DictReader(cleaning.clean(sentences, None, 8).table.splitlines())
    assert [row["look_at"] for row in rows] == [
        "may name somebody: Li Hua, Anna Smith",
        "may offend: bastards",
    ]


def test_corrections_must_be_as_many_as_sentences(tmp_path, capsys):
    essay, corrected = tmp_path / "essay.txt", tmp_path / "corrected.txt"
    essay.write_text(ESSAY, "utf-8")
    corrected.write_text("One line.\n", "utf-8")
    command = ["collect", "clean", str(essay), "--out", str(tmp_path / "x.csv")]
    assert main([*command, "--corrected", str(corrected)]) == 2
    assert "3 sentences and 1 corrections" in capsys.readouterr().err


def test_the_instructions_have_both_scenarios_of_the_appendix():
    advice = dict(KINDS["sws"].wording.advice)
    general, confusing = advice["There are two scenarios for substitution"]
    assert "should be more precise" in general
    assert "should be more general" in confusing


def test_mturk_lets_in_whom_swords_let_in(make, tmp_path):
    made = make()
    made.publish()
    out = tmp_path / "batch"
    assert main(["collect", "mturk-export", str(made.folder), "--out", str(out)]) == 0
    required = json.loads((out / "qualifications.json").read_text("utf-8"))
    # SWORDS, appendix B.1: approval greater than 98 %, more than 10,000 HITs, United States.
    assert [row["QualificationTypeId"][-4:] for row in required] == ["00L0", "0040", "0071"]
    assert required[0]["IntegerValues"] == [98]
    assert required[1]["IntegerValues"] == [10_000]
    assert required[2]["LocaleValues"] == [{"Country": "US"}]
