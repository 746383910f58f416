"""Marked sentences: their format, what is held out from training, and what learners confuse."""

from pathlib import Path

import pytest

from motjuste.errors import BadInputError
from motjuste.improver.confusions import Lexeme
from motjuste.rules import kinds, read_rows
from motjuste.training.error_sentences import corrections_of, lexemes_of, of_learners, of_rules
from motjuste.training.learner_sentences import LearnerSentence, is_held_out, read_marks

LABELS = Path(__file__).parents[2] / "labels"


@pytest.fixture(scope="module")
def marks():
    return read_marks(LABELS / "marks")


@pytest.fixture(scope="module")
def unseen():
    return read_marks(LABELS / "marks-unseen")


def test_there_are_as_many_good_sentences_as_marked_ones(marks):
    good = sum(sentence.is_good for sentence in marks)
    assert good >= 1200
    assert len(marks) - good >= 1200


def test_every_mark_has_a_known_kind_and_changes_its_sentence(marks, unseen):
    for sentence in [*marks, *unseen]:
        if not sentence.is_good:
            assert sentence.kind in kinds(), sentence
            assert sentence.text not in sentence.corrected(), sentence


def test_no_sentence_stands_twice(marks, unseen):
    texts = [sentence.text for sentence in [*marks, *unseen]]
    assert len(texts) == len(set(texts))


def test_about_a_quarter_is_held_out_from_training(marks):
    assert 0.2 < sum(map(is_held_out, marks)) / len(marks) < 0.3


def write(folder, line):
    (folder / "one.tsv").write_text(line + "\n", "utf-8")
    return folder


def test_a_marked_sentence_is_read_with_its_place_and_alternatives(tmp_path):
    line = "I *did* a mistake.\tcollocation\tmade, have made\tone makes mistakes"
    (sentence,) = read_marks(write(tmp_path, line))
    assert sentence.text[sentence.start : sentence.end] == "did"
    assert sentence.corrected() == {"I made a mistake.", "I have made a mistake."}


def test_a_dash_deletes_what_is_marked(tmp_path):
    (sentence,) = read_marks(write(tmp_path, "We discussed *about* it.\tpattern\t-\t"))
    assert sentence.corrected() == {"We discussed  it."}


@pytest.mark.parametrize("line", ["I *did it.\tpattern\tmade\t", "I did it.\tpattern\tmade\t"])
def test_a_line_without_one_marked_place_is_refused_by_its_number(tmp_path, line):
    with pytest.raises(BadInputError, match="line 1 must mark one place"):
        read_marks(write(tmp_path, line))


def test_a_mark_without_alternatives_is_refused(tmp_path):
    with pytest.raises(BadInputError, match="line 1 does not say what to write"):
        read_marks(write(tmp_path, "I *did* it.\tpattern\t\t"))


def test_corrections_come_from_rules_and_from_marked_sentences(tmp_path):
    path = tmp_path / "rules.tsv"
    path.write_text(
        "#! kind: collocation\n#! source: test\n"
        "do.v > mistake.n\tmake\t\tShe {did|made} a mistake.\tShe did it.\n",
        "utf-8",
    )
    marked = LearnerSentence("He lost the bus again.", 3, 7, "collocation", ("missed",), "")
    examples = [*of_rules(read_rows(path)), *of_learners([marked, marked])]
    assert corrections_of(examples) == {
        Lexeme("do", "VERB"): {Lexeme("make", "VERB"): 1},
        Lexeme("lose", "VERB"): {Lexeme("miss", "VERB"): 2},
    }


def test_a_correction_may_change_the_part_of_speech():
    marked = LearnerSentence("He is very health.", 11, 17, "confusable", ("healthy",), "")
    assert lexemes_of(marked) == [(Lexeme("health", "NOUN"), Lexeme("healthy", "ADJ"))]


@pytest.mark.parametrize(
    ("span", "right"), [((12, 17), "-"), ((3, 17), "talked about")], ids=["deleted", "phrase"]
)
def test_what_deletes_a_word_or_replaces_several_is_no_correction_of_a_word(span, right):
    marked = LearnerSentence("We discussed about it.", *span, "pattern", (right,), "")
    assert lexemes_of(marked) == []


def test_the_sentences_of_a_rule_teach_its_error_and_its_correction(tmp_path):
    path = tmp_path / "rules.tsv"
    path.write_text(
        "#! kind: collocation\n#! source: test\n"
        "do.v > mistake.n\tmake\t\tHe {did|made} a mistake.\tHe did it by mistake.\n"
        # Two places change: which of the words is wrong is not clear.
        "do.v > effort.n\tmake\t\tHe {did|made} {an effort|efforts}.\tHe did it.\n"
        # Not an error, a matter of style.
        "#! kind: informal\nkid.n\tchild\t\tThe {kids|children} laughed.\tHe is no kid.\n",
        "utf-8",
    )
    wrong, *good = (example.sentence for example in of_rules(read_rows(path)))
    assert wrong.text[wrong.start : wrong.end] == "did"
    assert wrong.alternatives == ("made",)
    assert all(sentence.is_good for sentence in good)
    assert [sentence.text for sentence in good] == [
        "He made a mistake.",
        "He did it by mistake.",
        "He did it.",
    ]
