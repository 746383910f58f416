"""Mechanical Turk's result tables as labels, and as answers of a system."""

import pytest

from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.cli import main
from motjuste.errors import BadInputError

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
    ("change", "said"),
    [
        (("yes", "perhaps"), "line 5: 'perhaps' is no label"),
        (("dog 2,dog", "dog dog,dog"), "line 5: 'dog' stands more than once"),
        (("dog 2,dog", "cow 2,dog"), "line 5: 'dog' does not stand at the offset"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(results, change, said):
    results.write_text(results.read_text().replace(*change))
    with pytest.raises(BadInputError, match=said):
        read_benchmark(str(results))
