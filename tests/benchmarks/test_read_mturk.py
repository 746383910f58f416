"""Mechanical Turk's result tables as labels, and as answers of a system."""

import csv

import pytest

from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.cli import main
from motjuste.errors import BadInputError, BadInputWarning

HEADER = (
    "HITId,AssignmentId,WorkerId,AssignmentStatus,Input.context,Input.target,"
    "Input.substitute_1,Input.substitute_2,Answer.label_1,Answer.label_2"
)
ROWS = """\
h1,a1,w1,Approved,car 1,car,auto,train,true,false
h1,a2,w2,Submitted,car 1,car,auto,train,TRUE,unsure
h1,a3,w3,Rejected,car 1,car,auto,train,false,true
h2,a4,w1,Approved,dog 2,dog,cat,hound,no,yes
"""


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "Batch_1_batch_results.csv"
    path.write_text(f"{HEADER}\n{ROWS}")
    return path


def test_labels_are_gathered_by_target_and_rejected_work_does_not_count(results):
    car, dog = read_benchmark(str(results)).items
    assert [(judgement.text, judgement.labels) for judgement in car.judgements] == [
        ("auto", ("TRUE", "TRUE")),
        ("train", ("FALSE", "UNSURE")),
    ]
    assert (dog.target.word, [judgement.votes for judgement in dog.judgements]) == ("dog", [0, 1])


def test_stored_answers_are_ranked_by_the_share_of_positive_labels(results, gold, tmp_path):
    out = tmp_path / "o.lsr.json"
    command = ["run", "stored", "--file", str(results), "-b", f"swords:{gold}", "--out", str(out)]
    assert main(command) == 0
    answers = read_lsr(out).answers.values()
    assert [[guess.text for guess in guesses] for guesses in answers] == [
        ["auto", "train"],
        ["hound", "cat"],
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("yes", "perhaps"), "line 5: 'perhaps' is not a label"),
        (("dog 2,dog", "dog dog,dog"), "line 5: 'dog' occurs more than once"),
        (("dog 2,dog", "cow 2,dog"), "line 5: 'dog' is not at any place in the text"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(results, change, message):
    results.write_text(results.read_text().replace(*change))
    with pytest.raises(BadInputError, match=message):
        read_benchmark(str(results))


# The buttons of SWORDS's tasks, and the columns of one task as its program reads them.
BUTTONS = ("abstain", "bad", "good")
TASK = {
    "Input.id": "c:1",
    "Input.target_id": "t:1",
    "Input.s": "So hot a day needs hot coffee.",
    "Input.s_left": "So hot a day needs ",
    "Input.w": "hot",
    "Input.s_right": " coffee.",
    "Input.wprime_0": "warm",
    "Input.source_0": "thesaurus",
    "Input.wprime_1": "hot",
    "Input.source_1": "same",
    "Input.wprime_2": "piping",
    "Input.source_2": "coinco",
}


def assignment(worker, *chosen, hit="H1", **changes):
    """A row of SWORDS's tables: for each substitute the button that was pressed, or none."""
    answers = {
        f"Answer.candidate{number}-{button}.on": str(button == choice).lower()
        for number, choice in enumerate(chosen)
        for button in BUTTONS
    }
    status = {"HITId": hit, "WorkerId": worker, "AssignmentStatus": "Approved"}
    return {**status, **TASK, **answers, **changes}


def write_table(path, *rows):
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def labels(benchmark):
    (item,) = benchmark.items
    return {judgement.text: judgement.labels for judgement in item.judgements}


def test_swords_tables_give_the_pressed_buttons_without_controls(tmp_path):
    table = write_table(
        tmp_path / "1109_0_300_results.csv",
        assignment("A1", "good", "good", "bad"),
        assignment("A2", "abstain", "good", None),
        assignment("A3", "bad", "bad", "good", AssignmentStatus="Rejected"),
    )
    benchmark = read_benchmark(str(table))
    assert labels(benchmark) == {"warm": ("TRUE", "UNSURE"), "piping": ("FALSE",)}
    (item,) = benchmark.items
    # The second "hot": the text before it has 19 characters.
    assert (item.id, item.target.start, item.target.word) == ("t:1", 19, "hot")
    assert [judgement.sources for judgement in item.judgements] == [("thesaurus",), ("coinco",)]


def test_rows_whose_parts_do_not_make_up_the_text_are_left_out_with_a_warning(tmp_path):
    table = write_table(
        tmp_path / "results.csv",
        assignment("A1", "good", "good", "bad"),
        assignment("A2", "bad", "good", "bad", **{"Input.s_left": "So hot a day needs"}),
    )
    with pytest.warns(BadInputWarning, match="in 1 rows the target is not at its place"):
        assert labels(read_benchmark(str(table)))["warm"] == ("TRUE",)


def test_a_folder_is_one_table_without_what_its_lists_exclude(tmp_path):
    write_table(
        tmp_path / "a_results.csv",
        assignment("A1", "good", "good", "good"),
        assignment("A2", "bad", "good", "bad"),
        assignment("A3", "good", "good", "bad"),
    )
    write_table(
        tmp_path / "b_results.csv",
        assignment("A2", "good", "good", "good", hit="H2"),
        assignment("A4", "bad", "good", "good", hit="H2"),
    )
    (tmp_path / "worker.txt").write_text("A1\n", "utf-8")
    (tmp_path / "a_filter.txt").write_text("A2 H1\nA4 H2 0\n", "utf-8")
    # Left: A3 on H1, A2 on H2, and A4 on H2 but for its first substitute.
    expected = {"warm": ("TRUE", "TRUE"), "piping": ("FALSE", "TRUE", "TRUE")}
    assert labels(read_benchmark(str(tmp_path))) == expected


def test_two_buttons_for_one_substitute_are_an_error(tmp_path):
    both = {"Answer.candidate0-bad.on": "true"}
    table = write_table(tmp_path / "r.csv", assignment("A1", "good", None, None, **both))
    with pytest.raises(BadInputError, match="substitute 0 has two answers"):
        read_benchmark(str(table))
