"""Words that are probably wrong: which are marked, what is offered, and in which documents."""

from dataclasses import replace

import pytest

from motjuste.analysis import Text
from motjuste.improver.doubt import Doubt, score_of
from motjuste.improver.wrong_words import WrongWordFinder
from motjuste.systems.default import Default

SYSTEM = Default(glosses=0)
GOOD = "The old woman walked slowly along the narrow street and looked at the windows. "
WRONG = "My grandmother learned me to cook when I was six."


def wrong_words(text, dial="balanced"):
    """The words marked by the networks alone, with their first three suggestions."""
    finder = WrongWordFinder(SYSTEM.suggester, Doubt.open(), dial)
    (improvements,) = finder.find([Text.of(text)], [[]], [[]])
    return [
        (text[mark.start : mark.end], [one.text for one in mark.suggestions[:3]])
        for mark in improvements
    ]


@pytest.mark.parametrize(
    ("text", "word", "right"),
    [
        ("Could you borrow me your bicycle until Friday, please?", "borrow", "lend"),
        ("My grandmother learned me to cook when I was six.", "learned", "taught"),
        ("The doctor gave me a receipt for stronger pills.", "receipt", "prescription"),
        ("The economical crisis has hit small shops hardest.", "economical", "economic"),
        # A word of another part of speech.
        ("He is jealousy of his little brother.", "jealousy", "jealous"),
    ],
)
def test_a_wrong_word_is_marked_with_the_right_one_among_the_first(text, word, right):
    assert right in dict(wrong_words(text))[word]


def test_a_word_in_its_right_place_is_not_marked():
    assert wrong_words("My grandmother taught me to cook, and I learned fast.") == []
    assert wrong_words("May I borrow your bicycle until Friday?") == []


def test_one_fault_in_a_long_good_text_is_left_to_its_writer():
    text = GOOD * 12 + WRONG
    assert wrong_words(text) == []
    assert [word for word, _ in wrong_words(text, "thorough")] == ["learned"]


def test_nothing_is_marked_where_only_sure_marks_are_wanted():
    assert wrong_words(WRONG) != []
    assert wrong_words(WRONG, "sure") == []


def test_errors_count_for_the_gate_whether_they_are_shown_or_not():
    # Sure errors, by rules, in a text that is too long to be read without them.
    text = GOOD * 46 + "She did a mistake. He discussed about it. We protect the enviroment. " * 3
    text += (
        "The doctor gave me a receipt for stronger pills. He is jealousy of his little brother. "
    )

    def marks(**settings):
        (improvements,) = replace(SYSTEM, **settings).improve([text])
        return [(m.start, m.end) for m in improvements if m.kind == "word-choice"]

    assert len(marks()) >= 1
    assert marks(kinds=("word-choice",)) == marks()


def test_a_sentence_is_judged_alike_alone_and_among_others():
    among = GOOD + WRONG
    assert wrong_words(among) == wrong_words(WRONG)


def test_the_log_odds_of_both_networks_are_added():
    # Odds of 3 to 1 are log odds of 1.0986.
    assert score_of(0.5, 0.75) == pytest.approx(0.5 + 1.0986, abs=1e-4)
    # The second network is never quite sure.
    assert score_of(0.0, 1.0) == pytest.approx(9.21, abs=0.01)
    assert score_of(0.0, 0.0) == pytest.approx(-9.21, abs=0.01)
