"""Calibration: how many words are marked in long and short texts at a sensitivity."""

import numpy as np
import pytest

from motjuste.improver.calibration import TEXT_WEIGHT, Calibration
from motjuste.improver.expressions import NEVER_MANDATORY

# In ordinary texts the scores of one half of all words are spread evenly, the others are 0.
USUAL = Calibration(np.interp(np.linspace(0, 1, 101), [0, 0.5, 1], [1, 0, 0]))


def spread(count, high=1.0):
    """Scores spread evenly from 0 to `high`."""
    return [high * (n + 0.5) / count for n in range(count)]


def marked(share, scores, words, size=1):
    count = len(scores)
    return USUAL.marked_in_text(share, scores, [size] * count, [NEVER_MANDATORY] * count, words)


def test_the_usual_threshold_and_share_belong_together():
    assert USUAL.threshold(0.1) == pytest.approx(0.8)
    assert USUAL.share(np.array([0.8]))[0] == pytest.approx(0.1)


@pytest.mark.parametrize("share", [0.01, 0.03, 0.1, 0.2, 0.3, 0.35])
@pytest.mark.parametrize("high", [0.1, 0.5, 1.0])
def test_a_long_text_has_the_share_that_was_asked_for_whatever_its_words_score(share, high):
    chosen = marked(share, spread(1000, high), 2000)
    assert sum(chosen) / 2000 == pytest.approx(share, abs=0.011)
    # And it is the best words that are marked.
    assert chosen == sorted(chosen)


def test_a_single_sentence_has_more_marks_the_higher_its_words_score():
    high, low = (sum(marked(0.12, [score] * 10, 20)) for score in (0.9, 0.3))
    assert high > low


def test_a_phrase_counts_with_all_its_words():
    # Half of 400 words are wanted: 100 phrases of two words are as much as 200 words.
    share = sum(marked(0.25, spread(200), 4000, size=2)) * 2 / 4000
    weight = 4000 / (4000 + TEXT_WEIGHT)
    assert share <= 0.1
    phrases = marked(0.05, spread(200), 4000, size=2)
    words = marked(0.05, spread(400), 4000)
    assert sum(phrases) * 2 == pytest.approx(sum(words), abs=4 / weight)


def test_nothing_to_mark_is_nothing_marked():
    assert marked(0.3, [], 0) == []


def test_what_style_guides_advise_against_comes_before_all_others_from_its_share_on():
    def with_listed(share):
        scores, sizes = [*spread(100), 0.0], [1] * 100 + [3]
        mandatory_from = [NEVER_MANDATORY] * 100 + [0.1]
        return USUAL.marked_in_text(share, scores, sizes, mandatory_from, 200)

    assert not with_listed(0.09)[-1]
    chosen = with_listed(0.12)
    assert chosen[-1]
    # The share is kept: three fewer of the others are marked.
    assert sum(chosen[:-1]) == sum(marked(0.12, spread(100), 200)) - 3


def test_by_the_usual_threshold_a_word_is_marked_whatever_else_is_there():
    mandatory_from = [NEVER_MANDATORY, NEVER_MANDATORY, 0.1]
    assert USUAL.marked_alone(0.1, [0.81, 0.79, 0.0], mandatory_from) == [True, False, True]
