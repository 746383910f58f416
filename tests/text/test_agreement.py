"""`be` in a verb's place: its form agrees with the subject, and it stands where it can stand."""

import pytest

from motjuste.analysis import around, locate
from motjuste.analysis.fitting import form_of_be
from motjuste.text import Target


def form_in(marked: str) -> str | None:
    """The form of `be` for the word between asterisks."""
    before, word, after = marked.split("*")
    target = Target(before + word + after, len(before), len(before) + len(word))
    return form_of_be(around(target), locate(target).form)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("She *worked* in a library for ten years.", "was"),
        ("They *worked* in a library for ten years.", "were"),
        ("I once *worked* in a library.", "was"),
        ("My sister *worked* in a library.", "was"),
        ("My sisters *worked* in a library.", "were"),
        ("The girls from the village *worked* in a mill.", "were"),
        ("The manager of the two shops *worked* for my father.", "was"),
        ("Tom and his brother *worked* in a mill.", "were"),
        ("The people who *worked* there were poor.", "were"),
        ("The man who *worked* there was poor.", "was"),
        ("I *work* in a bank.", "am"),
        ("We *work* in a bank.", "are"),
        ("She *works* in a bank.", "is"),
        ("She wants to *work* in a bank.", "be"),
        ("He has *worked* there since May.", "been"),
    ],
)
def test_be_agrees_with_the_subject(marked, expected):
    assert form_in(marked) == expected


@pytest.mark.parametrize(
    "marked",
    [
        "Does she *work* in a bank?",
        "He did not *work* there.",
        "He is *working* in a bank.",
        "He came to London and *worked* in a bank.",
    ],
)
def test_be_is_not_put_where_it_cannot_stand_or_the_subject_is_unclear(marked):
    assert form_in(marked) is None
