"""The scale of sensitivity: how many words are marked of texts long and short."""

import numpy as np
import pytest

from motjuste.systems.default.scale import OWN_WEIGHT, Scale

# In ordinary texts the worth of words is spread evenly over one half of all words.
USUAL = Scale(np.interp(np.linspace(0, 1, 101), [0, 0.5, 1], [1, 0, 0]))


def worths(count, high=1.0):
    return [high * (n + 0.5) / count for n in range(count)]


def test_the_usual_threshold_and_share_belong_together():
    assert USUAL.usual(0.1) == pytest.approx(0.8)
    assert USUAL.share(np.array([0.8]))[0] == pytest.approx(0.1)


@pytest.mark.parametrize("asked", [0.01, 0.03, 0.1, 0.2, 0.3, 0.35])
@pytest.mark.parametrize("high", [0.1, 0.5, 1.0])
def test_a_long_text_has_the_share_that_was_asked_for_whatever_its_words_are_worth(asked, high):
    marked = USUAL.marked(asked, worths(1000, high), [1] * 1000, 2000)
    assert sum(marked) / 2000 == pytest.approx(asked, abs=0.011)
    # And it is the best words that are marked.
    assert marked == sorted(marked)


def test_a_single_sentence_has_more_marks_the_more_its_words_are_worth():
    good, bad = ([value] * 10 for value in (0.9, 0.3))
    found = [sum(USUAL.marked(0.12, values, [1] * 10, 20)) for values in (good, bad)]
    assert found[0] > found[1]


def test_a_phrase_counts_with_all_its_words():
    # Half of 400 words are wanted: 100 phrases of two words are as much as 200 words.
    marked = USUAL.marked(0.25, worths(200), [2] * 200, 4000)
    share = sum(marked) * 2 / 4000
    weight = 4000 / (4000 + OWN_WEIGHT)
    assert share <= 0.1
    phrases = USUAL.marked(0.05, worths(200), [2] * 200, 4000)
    words = USUAL.marked(0.05, worths(400), [1] * 400, 4000)
    assert sum(phrases) * 2 == pytest.approx(sum(words), abs=4 / weight)


def test_nothing_to_mark_is_nothing_marked():
    assert USUAL.marked(0.3, [], [], 0) == []
