"""What a project becomes: a SWORDS benchmark, files of SWS, verdicts; and how far people agree."""

import json
import random

import pytest

pytest.importorskip("sqlalchemy")

from projects import Clock, make_projects, people, project, right, work  # noqa: F401

from motjuste.benchmarks.readers import read_benchmark
from motjuste.collect import config, intake, results
from motjuste.collect.agreement import krippendorff_alpha, pairwise_agreement
from motjuste.collect.humans import second_group
from motjuste.collect.project import Project
from motjuste.collect.service import CrowdIds, Marking
from motjuste.errors import BadInputError, RefusedError
from motjuste.reports.annotations import Annotation, read_annotations
from motjuste.reports.posthoc import posthoc_table


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A project in which `glad` is accepted by all ten, `merry` by one of the first three."""
    made = project(tmp_path_factory.mktemp("finished"), number=2, candidates=1)
    made.publish()
    crowd = people(made, 10)
    work(made, crowd[0], yes=frozenset({"glad", "merry"}))
    for worker in crowd[1:]:
        work(made, worker)
    for worker in crowd:
        work(made, worker)
    yield made
    made.close()


def test_the_export_is_a_swords_benchmark_with_labels_sources_and_sorted_ids(finished, tmp_path):
    path = tmp_path / "fit.json"
    path.write_bytes(results.swords_json(results.to_benchmark(finished.store, "fit")))
    document = json.loads(path.read_text())
    for section in ("contexts", "targets", "substitutes", "substitute_labels"):
        assert list(document[section]) == sorted(document[section])
    read = read_benchmark(f"swords:{path}")
    first = {judgement.text: judgement for judgement in read.items[0].judgements}
    assert len(read) == 2
    # Ten accepted glad; merry had one yes in ten; alpha was dropped after three.
    assert {text: len(one.labels) for text, one in first.items()} == {
        "alpha": 3,
        "glad": 10,
        "merry": 10,
    }
    assert {text: one.share() for text, one in first.items()} == {
        "alpha": 0.0,
        "glad": 1.0,
        "merry": 0.1,
    }
    assert first["glad"].sources == ("people",)
    assert first["alpha"].sources == ("list",)


def test_an_abstention_is_exported_as_unsure(make):
    made = make(number=1, candidates=0)
    made.publish()
    (worker,) = people(made, 1)
    task = made.lease(worker)
    unsure = {row.number: "UNSURE" for row in task.rows if row.text == "merry"}
    made.submit(worker, task.id, right(task) | unsure, key="1")
    (item,) = results.to_benchmark(made.store, "fit").items
    assert {one.text: one.labels for one in item.judgements} == {
        "glad": ("TRUE",),
        "merry": ("UNSURE",),
    }


def test_an_unfinished_project_is_not_exported_unasked(make):
    made = make()
    made.publish()
    with pytest.raises(BadInputError, match="--partial"):
        results.check_complete(made.store)


def test_the_annotators_are_a_run_of_what_anybody_accepted(finished):
    run = results.to_run(results.to_benchmark(finished.store, "fit"))
    assert [(guess.text, guess.score) for guess in run.answers["t0"]] == [
        ("glad", 1.0),
        ("merry", 0.1),
    ]


def test_labels_one_by_one_can_leave_workers_out(finished):
    named = results.label_rows(finished.store)
    # Two targets, each with 10 + 10 + 3 labels.
    assert len(named) == 46
    assert {row[4] for row in named} == {f"w{number}" for number in range(1, 11)}
    assert {row[4] + row[6] for row in results.label_rows(finished.store, workers=False)} == {""}


def test_krippendorffs_own_example_gives_his_alpha():
    # Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", C: nominal data, four
    # observers, twelve units, missing data; alpha = 0.743.
    a = "1 2 3 3 2 1 4 1 2 . . .".split()
    b = "1 2 3 3 2 2 4 1 2 5 . 3".split()
    c = ". 3 3 3 2 3 4 2 2 5 1 .".split()
    d = "1 2 3 3 2 4 4 1 2 5 1 .".split()
    units = [[v for v in unit if v != "."] for unit in zip(a, b, c, d, strict=True)]
    assert krippendorff_alpha(units) == pytest.approx(0.743, abs=0.0005)


def test_pairwise_agreement_counts_pairs_of_equal_labels():
    # Pairs: (T,T) (T,F) (T,F) of the first, (F,F) of the second: 2 of 4 agree.
    assert pairwise_agreement([["T", "T", "F"], ["F", "F"], ["T"]]) == (50.0, 4)


def test_random_labels_have_an_alpha_near_zero_and_equal_ones_have_one():
    rng = random.Random(0)
    noise = [[rng.choice("TF") for _ in range(5)] for _ in range(2000)]
    assert krippendorff_alpha(noise) == pytest.approx(0.0, abs=0.02)
    assert krippendorff_alpha([["T", "T"], ["F", "F"]]) == 1.0
    assert krippendorff_alpha([["T", "T"]]) is None


def sentence_project(tmp_path, number=10, labels=2):
    text = config.template("sws", "Essays", 3, "").replace("labels = 10", f"labels = {labels}")
    made = Project.create(tmp_path / "sws", text, clock=Clock())
    sentences = [(str(n), "I am happy with possible help, as ever.") for n in range(number)]
    intake.add_sentences(made.store, sentences)
    made.publish()
    return made


R, D = "refine-usage", "diversify-expression"


def test_sws_votes_are_merged_as_in_the_papers_example(tmp_path):
    # Section 3.1: {happy: glad/merry, possible: likely} and {help: aid, possible: likely/probable}.
    first = [(2, "glad", R), (2, "merry", R), (4, "likely", R)]
    second = [(5, "aid", D), (4, "likely", D), (4, "probable", D)]
    rows = [
        Annotation("s", who, word, (at, at + 1), kind)
        for who, given in (("a", first), ("b", second))
        for at, word, kind in given
    ]
    everything = {span: votes for span, votes, _ in results.merge_sentence(rows, 1)}
    assert everything == {
        (2, 3): {"glad": 1, "merry": 1},
        (4, 5): {"likely": 2, "probable": 1},
        (5, 6): {"aid": 1},
    }
    # Targets marked by one annotator alone are dropped; one kind each is a tie.
    assert results.merge_sentence(rows, 2) == [((4, 5), {"likely": 2, "probable": 1}, R)]
    more = [*rows, Annotation("s", "c", "likely", (4, 5), D)]
    assert results.merge_sentence(more, 2) == [((4, 5), {"likely": 3, "probable": 1}, D)]


def test_an_sws_project_becomes_validation_and_test_files_that_the_reader_reads(tmp_path):
    with sentence_project(tmp_path) as made:
        for worker in people(made, 2):
            number = 0
            while (task := made.lease(worker)) is not None:
                words = [task.text[token.start : token.end] for token in task.tokens]
                assert words[2:4] == ["happy", "with"]
                marks = [
                    Marking(2, 3, R, ("glad", f"own {worker.id}")),
                    Marking(4, 6, D, ("some help",)),
                    Marking(6 + worker.id, 7 + worker.id, D, ("x",)),
                ]
                made.submit(worker, task.id, marks, key=str(number))
                number += 1
        assert made.progress().complete
        # Both marked two places in common of four in all; of the first they share one word of
        # three, of the second the only one: (1/3 + 1) / 2.
        agreement = made.agreement()
        assert agreement.detection == pytest.approx(50.0)
        assert agreement.suggestion == pytest.approx(100 * (1 / 3 + 1) / 2)
        documents = results.sws_documents(made.store)
    assert {part: len(document) for part, document in documents.items()} == {
        "validation": 2,
        "test": 8,
    }
    path = tmp_path / "test.json"
    path.write_text(json.dumps(documents["test"]))
    read = read_benchmark(f"sws:{path}")
    assert len(read) == 16
    item_of = {item.target.word: item for item in read.items}
    assert {j.text: j.votes for j in item_of["happy"].judgements} == {
        "glad": 2,
        "own 1": 1,
        "own 2": 1,
    }
    assert item_of["possible help"].extra["kind"] == D


@pytest.mark.parametrize(
    "marks",
    [
        [Marking(2, 3, R, ("glad",))],
        [Marking(n, n + 1, R, ("x",)) for n in (0, 1, 40)],
        [Marking(0, 1, R, ("x",)), Marking(0, 1, D, ("y",)), Marking(2, 3, R, ("z",))],
        [Marking(n, n + 1, "better", ("x",)) for n in range(3)],
        [Marking(n, n + 1, R, (" ",)) for n in range(3)],
        [Marking(n, n + 1, R, ()) for n in range(3)],
        {1: "TRUE"},
    ],
    ids=["too few", "outside", "twice", "kind", "blank", "none", "labels"],
)
def test_markings_are_three_places_with_kind_and_substitutes(tmp_path, marks):
    with sentence_project(tmp_path, number=1) as made:
        (worker,) = people(made, 1)
        task = made.lease(worker)
        with pytest.raises(RefusedError) as refused:
            made.submit(worker, task.id, marks, key="1")
        assert refused.value.reason == "invalid"


def test_three_judges_give_verdicts_by_majority(make, tmp_path):
    made = make(kind="posthoc", number=1, candidates=1)
    made.publish()
    given = {"glad": "good good bad", "merry": "good reasonable bad", "alpha": "bad bad good"}
    for place, worker in enumerate(people(made, 3)):
        task = made.lease(worker)
        assert task.labels == ("good", "reasonable", "bad")
        answers = {row.number: given[row.text].split()[place] for row in task.rows}
        made.submit(worker, task.id, answers, key="1")
    path = tmp_path / "verdicts.csv"
    path.write_text(results.annotation_rows(results.verdicts(made.store)))
    rows = {row.group: row for row in posthoc_table(read_annotations(path))}
    # One verdict each has no majority: reasonable.
    assert (rows["people"].good, rows["people"].reasonable) == (50.0, 50.0)
    assert rows["list"].bad == 100.0


def test_a_second_group_has_all_candidates_and_none_of_the_first_people(make, tmp_path):
    first = make(number=3)
    key = first.crowd_key()
    first.join(CrowdIds(key, "anna"))
    with second_group(first, tmp_path / "humans", sample=2, seed=1, labels=4) as second:
        progress = second.progress()
        assert (progress.items, progress.candidates) == (2, 10)
        second.publish()
        (stage,) = second.progress().stages
        assert (stage.name, stage.wanted_each) == ("humans", 4)
        own = second.crowd_key()
        with pytest.raises(RefusedError, match="first round"):
            second.join(CrowdIds(own, "anna"))
        assert second.join(CrowdIds(own, "bert")).worker.kind == "crowd"
