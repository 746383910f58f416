"""What is marked by evidence: what a teacher would mark, and nothing in good prose."""

from dataclasses import replace
from pathlib import Path

import pytest

from motjuste.improver.doubt import Doubt
from motjuste.rules import kinds
from motjuste.systems.default import Default

SYSTEM = Default(glosses=0)
EXAMPLES = Path(__file__).parents[2] / "examples"


def marks(text, **settings):
    (improvements,) = replace(SYSTEM, **settings).improve([text])
    return [(text[mark.start : mark.end], mark.kind) for mark in improvements]


@pytest.mark.parametrize(
    ("text", "word", "kind", "right"),
    [
        ("He did a mistake yesterday.", "did", "collocation", "made"),
        ("The strong rain stopped the game.", "strong", "collocation", "heavy"),
        ("We discussed about the plan.", "about", "pattern", ""),
        ("They protect the enviroment.", "enviroment", "spelling", "environment"),
        ("They were realy late again.", "realy", "spelling", "really"),
        ("She put it on the the table.", "the", "repeated", ""),
    ],
)
def test_a_fault_is_marked_with_its_kind_its_reason_and_what_to_write(text, word, kind, right):
    (improvements,) = SYSTEM.improve([text])
    (mark,) = [mark for mark in improvements if mark.kind == kind]
    assert text[mark.start : mark.end] == word
    assert mark.suggestions[0].text == right
    assert mark.reason
    assert mark.sws_kind == kinds()[kind].sws


@pytest.mark.parametrize(
    "text",
    [
        "The gaudy boats lurched against the pier all afternoon.",
        "Ms Kowalczyk of Zblewo met Ngozi and the Kowalczyks near Wrocław.",
        "Run `pip instal` or open https://exmple.org/becuase and src/recieve_thing.py first.",
        "He wrote “I recieve alot of leters” on the wall.",
        # Drawn out, and vague, as in talk.
        "Come at half seven ish, or eightish, but noooo flowers please.",
        # An adjective made for the moment.
        "The crust is crisp and the inside is pillowy.",
        # No vowel: an abbreviation.
        "The keys are on the shelf, btw.",
        "The 3rd item cost 4km of rope, and the NATO and UNHCR staff laughed.",
        "That he had had enough was so, so clear; there, there, she said, bye bye.",
        "Their semi-detached, well-worn, snow-covered house stood empty.",
        "Er ging nach Hause, und niemand folgte ihm auf dem langen Weg.",
    ],
)
def test_good_prose_names_code_quotations_and_other_languages_are_left_alone(text):
    assert marks(text, kinds=tuple(kind for kind in kinds() if kind != "word-choice")) == []


@pytest.mark.parametrize(
    "text",
    [
        # A specific rule that is likely displaces a general one that is sure.
        "She carried a heavy luggage in each hand.",
        "The lights were opened all night.",
        "We saw birds such as for example owls.",
    ],
)
def test_only_sure_shows_no_mark_that_the_default_setting_does_not_show(text):
    def shown(confidence):
        (improvements,) = replace(SYSTEM, confidence=confidence).improve([text])
        return {(m.start, m.end, m.suggestions[0].text) for m in improvements}

    assert shown("balanced")
    assert shown("sure") <= shown("balanced")


def test_a_word_with_a_capital_elsewhere_in_the_document_is_a_name():
    texts = ["The Grampus sailed. Then Tressel spoke.", "A tressel came down."]
    assert [len(improvements) for improvements in SYSTEM.improve_document(texts)] == [0, 0]


def test_the_writers_dial_shows_more_and_never_less():
    text = (EXAMPLES / "learner.txt").read_text("utf-8") + " Kids have alot of absorptions."
    shown = [set(marks(text, confidence=dial)) for dial in ("sure", "balanced", "thorough")]
    assert shown[0] <= shown[1] <= shown[2]
    assert len(shown[0]) < len(shown[2])


def test_each_kind_has_its_own_switch():
    text = "He did a mistake and recieved a bill."
    assert marks(text, kinds=("spelling",)) == [("recieved", "spelling")]
    assert marks(text, kinds=("collocation",)) == [("did", "collocation")]


def test_rules_outrank_everything_in_the_share_mode_too():
    text = "He did a mistake yesterday, and the important committee discussed the proposal."
    for share in (0.01, 0.15, 0.5):
        (improvements,) = replace(SYSTEM, sensitivity=share).improve([text])
        assert ("did", "collocation") in [(text[m.start : m.end], m.kind) for m in improvements]


def test_a_benchmark_marks_a_fixed_share_whatever_rules_say():
    assert Default.profiles["benchmark"]["sensitivity"] == 0.18
    assert Default.profiles["benchmark"]["rules"] is False


def test_where_there_is_no_network_nothing_is_doubted(tmp_path):
    assert Doubt.open(tmp_path) is None
    evidence = replace(SYSTEM.improver.evidence, doubt=None)
    (improvements,) = evidence.find(["The gaudy committee ate the proposal with a purple noise."])
    assert [mark for mark in improvements if mark.kind == "word-choice"] == []


@pytest.mark.parametrize("name", ["story.txt", "news.txt"])
def test_good_texts_have_hardly_a_mark(name):
    text = (EXAMPLES / name).read_text("utf-8")
    assert len(marks(text)) <= 1


def test_an_unknown_capitalised_word_that_comes_again_is_a_name():
    once = Default().improve(["Wheather it rains is not known to anybody in the village."])[0]
    assert [mark.kind for mark in once] == ["spelling"]
    text = "Syme was silent. The others talked for an hour about the weather. Syme went home."
    assert Default().improve([text])[0] == []
