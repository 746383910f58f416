"""The repository's labels: their format, and that training never sees the held-out lemmas."""

import re
from pathlib import Path

import pytest

from motjuste.benchmarks import read_benchmark
from motjuste.errors import BadInputError
from motjuste.training.labels import is_held_out, lemma_of_item, parts, read_labels

LABELS = Path(__file__).parents[2] / "labels"
GRADES = ("best", "good", "possible", "wrong")


@pytest.fixture(scope="module")
def labels():
    return read_labels(LABELS / "substitutes")


def test_every_label_file_is_a_benchmark(labels):
    assert len(labels) >= 4000
    one = read_benchmark(f"plain:{LABELS / 'substitutes' / '01.tsv'}")
    assert {judged.share() for item in one.items for judged in item.judgements} == {
        1.0, 0.75, 0.35, 0.0,
    }  # fmt: skip


@pytest.fixture(scope="module")
def thesaurus():
    return read_labels(LABELS / "thesaurus")


def test_the_thesaurus_has_the_same_format_and_refuses_nothing(thesaurus):
    assert len(thesaurus) >= 10_000
    shares = {judged.share() for item in thesaurus.items for judged in item.judgements}
    assert shares == {1.0, 0.75, 0.35}


def test_no_sentence_of_the_thesaurus_is_a_labelled_one(labels, thesaurus):
    texts = {item.target.text for item in labels.items}
    assert texts.isdisjoint(item.target.text for item in thesaurus.items)


def test_no_word_is_judged_twice_and_none_is_the_target(labels, thesaurus):
    for item in (*labels.items, *thesaurus.items):
        words = [judged.text for judged in item.judgements]
        assert len(words) == len(set(words)), item.id
        assert item.target.word.lower() not in words, item.id


def test_judged_words_are_words(labels, thesaurus):
    is_plain = re.compile(r"[\w'’&%.,/ -]+").fullmatch
    for item in (*labels.items, *thesaurus.items):
        assert all(is_plain(judged.text) for judged in item.judgements), item.id


def test_no_sentence_stands_twice(labels, thesaurus):
    every = (*labels.items, *thesaurus.items)
    marked = [(item.target.text, item.target.start) for item in every]
    assert len(marked) == len(set(marked))


def test_the_held_out_lemmas_are_about_a_tenth_and_never_used(labels):
    used, held_out = parts(labels)
    assert {lemma_of_item(item) for item in used.items}.isdisjoint(
        lemma_of_item(item) for item in held_out.items
    )
    assert all(is_held_out(lemma_of_item(item)) for item in held_out.items)
    assert 0.07 < len(held_out) / len(labels) < 0.13


def test_graded_columns_are_read_as_votes_of_twenty_readers(tmp_path):
    path = tmp_path / "graded.tsv"
    path.write_text(
        'text\tpos\tbest\tgood\tpossible\twrong\nA "big" *dog*.\tnoun\thound\t\tpup\tcat, cow\n'
    )
    (item,) = read_benchmark(f"plain:{path}").items
    assert item.target.word == "dog"
    assert item.target.pos == "NOUN"
    votes = {judged.text: judged.votes for judged in item.judgements}
    assert votes == {"hound": 20, "pup": 7, "cat": 0, "cow": 0}


def test_a_row_with_too_few_columns_is_named(tmp_path):
    path = tmp_path / "graded.tsv"
    path.write_text("text\tpos\tbest\nA *dog*.\tnoun\n")
    with pytest.raises(BadInputError, match="line 2 does not have the header's columns"):
        read_benchmark(f"plain:{path}")
