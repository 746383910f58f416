"""What is tried instead of a doubted word, what speaks for it, and how it is chosen."""

import numpy as np
import pytest

from motjuste.analysis import Text
from motjuste.improver.confusions import Collocates, Confusions, Governor, Lexeme
from motjuste.improver.correction_options import FEATURES, MAX_OPTIONS, OptionFinder, Options
from motjuste.improver.corrections import probabilities
from motjuste.systems.default import Default
from motjuste.text import Target

CONFUSIONS = Confusions(
    ["sensible/ADJ\tsensitive/ADJ, sense/NOUN", "do/VERB\tmake/VERB"],
    ["lose/VERB\tmiss/VERB:7, waste/VERB:2", "sensible/ADJ\tsensitive/ADJ:1"],
    [
        "mistake\tmake, correct\toccur\tbig, serious",
        "rain\texpect\tfall, stop\theavy, light",
    ],
)
FINDER = OptionFinder(Default().suggester, CONFUSIONS)


def options(marked, left_out=None):
    """The options for the word between asterisks."""
    start, end = marked.index("*"), marked.rindex("*") - 1
    text = Text.of(marked.replace("*", ""))
    (index,) = (n for n, word in enumerate(text.words) if (word.start, word.end) == (start, end))
    return FINDER.options(text.words, index, Target(text, start, end), left_out or {})


def texts(marked):
    return [option.text for option in options(marked)]


def evidence(marked, word, left_out=None):
    (option,) = (option for option in options(marked, left_out) if option.text == word)
    return option.evidence


def test_the_lists_and_counts_are_read_by_word_and_part_of_speech():
    assert CONFUSIONS.listed(Lexeme("sensible", "ADJ")) == [
        Lexeme("sensitive", "ADJ"),
        Lexeme("sense", "NOUN"),
    ]
    assert CONFUSIONS.listed(Lexeme("sensible", "NOUN")) == []
    assert CONFUSIONS.corrected(Lexeme("lose", "VERB")) == {
        Lexeme("miss", "VERB"): 7,
        Lexeme("waste", "VERB"): 2,
    }
    assert CONFUSIONS.times_right(Lexeme("miss", "VERB")) == 7
    assert CONFUSIONS.times_right(Lexeme("miss", "NOUN")) == 0
    assert CONFUSIONS.common("VERB") == ["miss", "waste"]


def test_a_noun_has_the_words_that_go_with_it():
    assert CONFUSIONS.collocates("rain") == Collocates(
        ("expect",), ("fall", "stop"), ("heavy", "light")
    )
    assert CONFUSIONS.collocates("snow") is None
    assert CONFUSIONS.goes_with("rain", [Governor("adjectives", "heavy")]) == {"adjectives"}
    assert CONFUSIONS.goes_with("rain", [Governor("adjectives", "strong")]) == set()
    assert CONFUSIONS.goes_with("snow", [Governor("adjectives", "heavy")]) is None


def test_the_word_itself_comes_first():
    assert texts("She *lost* the bus.")[0] == "lost"
    assert evidence("She *lost* the bus.", "lost")["is_original"] == 1
    assert evidence("She *lost* the bus.", "missed")["is_original"] == 0


def test_earlier_corrections_are_tried_in_the_form_of_the_word():
    assert texts("She *lost* the bus.")[1:3] == ["missed", "wasted"]
    assert evidence("She *lost* the bus.", "missed")["share_of_corrections"] == pytest.approx(7 / 9)


def test_what_a_sentence_itself_contributed_is_left_out():
    # Of seven corrections to "missed", six are its own: one is left, and two are to "wasted".
    own = {Lexeme("miss", "VERB"): 6}
    wasted = evidence("She *lost* the bus.", "wasted", own)
    missed = evidence("She *lost* the bus.", "missed", own)
    assert wasted["share_of_corrections"] == pytest.approx(2 / 3)
    assert missed["share_of_corrections"] == pytest.approx(1 / 3)
    assert missed["right"] == pytest.approx(np.log1p(1))


def test_a_word_of_another_part_of_speech_is_tried_in_its_plain_form():
    assert "sense" in texts("He is very *sensible* to noise.")
    assert evidence("He is very *sensible* to noise.", "sense")["same_pos"] == 0


def test_what_goes_with_a_related_noun_is_tried():
    assert evidence("She *did* a big mistake.", "made")["verbs"] == 1
    assert evidence("The *strong* rain stopped.", "heavy")["adjectives"] == 1
    # The noun is in the table, and the word does not go with it.
    strong = evidence("The *strong* rain stopped.", "strong")
    assert (strong.get("adjectives", 0), strong["has_collocates"]) == (0, 1)


def test_a_noun_is_tested_against_what_it_depends_on():
    assert evidence("We expect heavy *rain* today.", "rain")["adjectives"] == 1
    assert evidence("We expect heavy *rain* today.", "rain")["verbs"] == 1


def test_members_of_the_word_family_are_tried():
    assert "fluently" in texts("He speaks English with *fluency*.")
    assert evidence("She is *allergy* to nuts.", "allergic")["family"] == 1


def test_options_are_different_texts_and_not_too_many():
    found = texts("She *lost* the bus.")
    assert len({text.lower() for text in found}) == len(found) <= MAX_OPTIONS


def test_the_capital_of_the_word_is_kept():
    assert "Miss" in texts("*Lose* the bus, and you walk.")


def test_each_option_is_read_in_the_place():
    text = Text.of("She lost the bus.")
    found = FINDER.find(text.words, 1, Target(text, 4, 8), 1.5)
    assert found.features.shape == (len(found.options), len(FEATURES))
    assert found.states.shape == (len(found.options), FINDER.suggester.encoder.state_size)
    assert set(found.features[:, FEATURES.index("doubt")]) == {1.5}
    cosines = found.features[:, FEATURES.index("cosine_2")]
    # Read in its own place, a word is nearest to itself.
    assert cosines.argmax() == 0


def test_probabilities_follow_the_networks_layers():
    size = len(FEATURES)
    features = np.zeros((2, size), np.float32)
    features[1, 1] = 2
    features[:, FEATURES.index("doubt")] = 0.5
    network = {
        "mean": np.zeros(size + 1, np.float32),
        "deviation": np.ones(size + 1, np.float32),
        "state": np.ones((1, 1), np.float32),
        "state_bias": np.zeros(1, np.float32),
        # One hidden unit: twice the second feature, plus the state's unit.
        "hidden": np.array([[0], [2], *[[0]] * (size - 2), [1]], np.float32),
        "hidden_bias": np.zeros(1, np.float32),
        "output": np.ones(1, np.float32),
        "other": np.array([4, 1], np.float32),
    }
    states = np.array([[3], [-1]], np.float32)
    # Log odds: 0 + 3; 2 * 2 + 0 (a negative state counts as 0); 4 * 0.5 + 1.
    expected = np.exp([3, 4, 3]) / np.exp([3, 4, 3]).sum()
    assert probabilities(network, Options((), features, states)) == pytest.approx(expected)
