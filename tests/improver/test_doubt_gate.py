"""What the encoder need not read: good texts of some length, and sentences that rules explain."""

from dataclasses import replace

import pytest

from motjuste.analysis import Text
from motjuste.encoder import Encoder
from motjuste.improver.doubt_gate import doubtful_words, is_faulty, is_worth_reading
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems.default import Default
from motjuste.text import Improvement

GOOD = "The old woman walked slowly along the narrow street and looked at the windows. "
WRONG = "She did a big mistake. "


@pytest.fixture
def passes(monkeypatch):
    """The texts of the windows that the encoder reads."""
    seen = []
    read = Encoder.read_through

    def recorded(self, text, sentences=None):
        seen.append(text)
        return read(self, text, sentences)

    monkeypatch.setattr(Encoder, "read_through", recorded)
    return seen


def test_a_long_text_without_sure_marks_is_not_read(passes):
    Default().improve([GOOD * 50])
    assert passes == []


def test_a_short_text_is_read(passes):
    Default().improve([GOOD])
    assert passes == [GOOD.strip()]


def test_only_what_is_sure_needs_no_encoder(passes):
    Default(confidence="sure").improve([GOOD, WRONG])
    assert passes == []


def test_a_sentence_whose_error_a_rule_has_found_is_read_by_the_thorough_only(passes):
    text = WRONG + GOOD
    Default().improve([text])
    assert passes == [GOOD.strip()]
    passes.clear()
    Default(confidence="thorough").improve([text])
    assert passes == [WRONG.strip(), GOOD.strip()]


def test_a_mark_of_style_does_not_explain_what_is_wrong():
    text = Text("The education of the waiter was very bad.")
    lexicon = Lexicon.open()
    start = text.index("very bad")
    style = Improvement(start, len(text) - 1, "intensifier", ())
    error = replace(style, kind="collocation")
    assert text.index("education") in doubtful_words(lexicon, text, [], [style], False)
    assert doubtful_words(lexicon, text, [], [error], False) == set()
    assert text.index("education") in doubtful_words(lexicon, text, [], [error], True)


def test_faults_are_weighed_against_a_hundred_words_of_good_prose():
    # 0.3 faults in a hundred words come first: (1 + 0.3) / (44 + 100) is 9.03 in a thousand …
    assert is_faulty(1, 44)
    # … and (1 + 0.3) / (45 + 100) is 8.97.
    assert not is_faulty(1, 45)
    # (2 + 0.3) / (1050 + 100) is 2 in a thousand.
    assert is_worth_reading(2, 1050)
    assert not is_worth_reading(2, 1051)


def test_a_sentence_that_comes_again_is_read_once(passes):
    system = Default()
    first = system.improve([GOOD])
    assert system.improve([GOOD]) == first
    assert passes == [GOOD.strip()]
