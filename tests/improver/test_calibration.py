"""The scale of sensitivity: how many words are marked of texts long and short."""

import numpy as np
import pytest

from motjuste.improver.calibration import OWN_WEIGHT, Calibration, Weighed

# In ordinary texts the worth of words is spread evenly over one half of all words.
USUAL = Calibration(np.interp(np.linspace(0, 1, 101), [0, 0.5, 1], [1, 0, 0]))


def worths(count, high=1.0, size=1):
    return [Weighed(high * (n + 0.5) / count, size) for n in range(count)]


def test_the_usual_threshold_and_share_belong_together():
    assert USUAL.usual(0.1) == pytest.approx(0.8)
    assert USUAL.share(np.array([0.8]))[0] == pytest.approx(0.1)


@pytest.mark.parametrize("asked", [0.01, 0.03, 0.1, 0.2, 0.3, 0.35])
@pytest.mark.parametrize("high", [0.1, 0.5, 1.0])
def test_a_long_text_has_the_share_that_was_asked_for_whatever_its_words_are_worth(asked, high):
    marked = USUAL.marked(asked, worths(1000, high), 2000)
    assert sum(marked) / 2000 == pytest.approx(asked, abs=0.011)
    # And it is the best words that are marked.
    assert marked == sorted(marked)


def test_a_single_sentence_has_more_marks_the_more_its_words_are_worth():
    good, bad = ([Weighed(value)] * 10 for value in (0.9, 0.3))
    found = [sum(USUAL.marked(0.12, values, 20)) for values in (good, bad)]
    assert found[0] > found[1]


def test_a_phrase_counts_with_all_its_words():
    # Half of 400 words are wanted: 100 phrases of two words are as much as 200 words.
    marked = USUAL.marked(0.25, worths(200, size=2), 4000)
    share = sum(marked) * 2 / 4000
    weight = 4000 / (4000 + OWN_WEIGHT)
    assert share <= 0.1
    phrases = USUAL.marked(0.05, worths(200, size=2), 4000)
    words = USUAL.marked(0.05, worths(400), 4000)
    assert sum(phrases) * 2 == pytest.approx(sum(words), abs=4 / weight)


def test_nothing_to_mark_is_nothing_marked():
    assert USUAL.marked(0.3, [], 0) == []


def test_what_style_guides_ask_for_comes_before_all_others_from_its_share_on():
    listed = Weighed(0.0, size=3, latest=0.1)
    words = [*worths(100), listed]
    assert not USUAL.marked(0.09, words, 200)[-1]
    marked = USUAL.marked(0.12, words, 200)
    assert marked[-1]
    # The share is kept: three fewer of the others are marked.
    assert sum(marked[:-1]) == sum(USUAL.marked(0.12, worths(100), 200)) - 3


def test_by_the_usual_threshold_a_word_is_marked_whatever_else_is_there():
    found = USUAL.usually(0.1, [Weighed(0.81), Weighed(0.79), Weighed(0.0, latest=0.1)])
    assert found == [True, False, True]
