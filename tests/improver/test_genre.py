"""The genre of a text, from cues that can be counted."""

from pathlib import Path

import pytest

from motjuste.improver.genre import count_cues, genre_scores, guess_genre

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "genre"),
    [("story.txt", "fiction"), ("mail.txt", "casual"), ("learner.txt", "formal")],
)
def test_the_examples_are_what_they_are(name, genre):
    assert guess_genre([(EXAMPLES / name).read_text("utf-8")]) == genre


def test_a_text_too_short_to_tell_is_neutral():
    assert guess_genre(["Hi guys, lol, I'm here!"]) == "neutral"
    assert guess_genre([]) == "neutral"


def test_cues_are_counted_per_a_thousand_words():
    text = "I can't stay. “Go on,” he said."
    cues = count_cues(text, "i can't stay go on he said".split())
    # One contraction, one first person, one third person, one verb of saying in seven words.
    once = pytest.approx(1000 / 7)
    assert cues.contractions == cues.first_or_second == cues.third == cues.narration == once


def test_speech_and_verbs_of_saying_speak_for_fiction_and_against_formal():
    quiet = count_cues("a b", ["a", "b"])
    narrated = quiet._replace(speech=20.0, narration=20.0)
    assert genre_scores(narrated)["fiction"] > genre_scores(quiet)["fiction"]
    assert genre_scores(narrated)["formal"] < genre_scores(quiet)["formal"]


def test_a_letter_with_the_usual_formulas_is_formal_whoever_speaks_in_it():
    body = "I saw your advertisement and I would like to work at your hotel in my holidays. " * 5
    assert guess_genre([body]) != "formal"
    assert guess_genre([f"Dear Sir or Madam,\n\n{body}\n\nYours faithfully,\nMaria"]) == "formal"


def test_figures_speak_against_fiction_even_among_quotations():
    # Rates of a news report: a speech of three sentences and four figures in 250 words.
    quiet = count_cues("a b", ["a", "b"])
    report = quiet._replace(speech=16.0, narration=12.0, third=8.0)
    assert (
        genre_scores(report)["fiction"]
        >= 1.8
        > genre_scores(report._replace(numbers=16.0))["fiction"]
    )
