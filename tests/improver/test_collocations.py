"""Wrong collocations are found where a teacher would find them, and nowhere else."""

import pytest

from motjuste.analysis import words_of
from motjuste.improver.collocations import wrong_collocations
from motjuste.systems.default import Default


def _wrong_words(text: str) -> dict[str, str]:
    words = words_of(text)
    return {
        words[place].text: collocation.usage.replacements[0]
        for place, collocation in wrong_collocations(words).items()
    }


def test_of_two_words_that_do_not_go_together_only_one_is_marked() -> None:
    text = "Students learn knowledge at school."
    marked = {text[m.word.start : m.word.end] for m in Default().improver.possible_marks(text)[0]}
    assert "learn" in marked
    assert "knowledge" not in marked


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("The two companies have an intimate cooperation.", "intimate", "close"),
        ("I did a big mistake last week.", "did", "make"),
        ("I learned a lot of knowledge from it.", "learned", "acquire"),
        ("There was a very strong rain.", "strong", "heavy"),
        ("He opened the light.", "opened", "turn on"),
        ("She said a lie to her mother.", "said", "tell"),
        ("The price of the house was very expensive.", "expensive", "high"),
    ],
)
def test_what_does_not_go_with_a_noun_is_found_with_what_does(
    text: str, wrong: str, right: str
) -> None:
    assert _wrong_words(text) == {wrong: right}


@pytest.mark.parametrize(
    "text",
    [
        "We should make homework fun.",  # not: do homework
        "He said the statement was false.",  # the statement is no object
        "They had a heavy rain and a close cooperation.",
        "A strong rain forest lobby was there.",  # the noun is `forest`
        "They did not like the decision.",
        "The house is expensive, and its price is high.",
    ],
)
def test_a_noun_that_is_no_object_or_keeps_good_company_is_left_alone(text: str) -> None:
    assert _wrong_words(text) == {}
