"""Words said again so soon that a reader hears it, and repetition that is meant."""

import pytest

from motjuste.analysis import Text
from motjuste.improver.echoes import echoes
from motjuste.improver.eligible import masked_spans


def marked(sentence):
    text = Text(sentence)
    marks = echoes(text, masked_spans(text))
    return [(text[mark.start : mark.end], mark.start, mark.confidence) for mark in marks]


@pytest.mark.parametrize(
    ("sentence", "word", "confidence"),
    [
        ("There is a problem with the problem of noise.", "problem", "likely"),
        ("We saw the experiment before the experiment began.", "experiment", "likely"),
        # Seven words between: near, and no longer close.
        ("The company wants to change the structure of the company.", "company", "thorough"),
        # An adjective and a verb are heard less than a noun.
        ("They were nervous before a very nervous lawyer.", "nervous", "thorough"),
    ],
)
def test_the_second_use_is_marked(sentence, word, confidence):
    assert marked(sentence) == [(word, sentence.rindex(word), confidence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "He walked from street to street.",
        "Letter after letter came back.",
        "The first chapter and the second chapter are long.",
        "His voice was the voice of a king.",
        "They passed from the romance of a valley to the romance of a hollow.",
        "The letter was long, the letter was late.",
        "She said, “There is a problem with the problem of noise.”",
        "The garden gate stands by the garden wall.",
        "A letter about the Letter came.",
        "What he did was not what he said he would do.",
        "The people asked for help from the people there.",
        "More trouble came than the trouble we had.",
    ],
)
def test_repetition_that_is_meant_or_hardly_heard_is_left_alone(sentence):
    assert marked(sentence) == []


def test_a_word_that_the_text_is_about_is_a_term():
    about = "The enzyme binds. An enzyme needs heat. We mixed the enzyme with an enzyme of yeast."
    assert marked(about) == []
