"""Asking about any word of a document: the word that is meant, and edits that are safe there."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from motjuste.check import apply_edits, suggest_at
from motjuste.errors import BadInputError
from motjuste.systems.system import System
from motjuste.text import Suggestion


@dataclass
class Old(System):
    """Says the same of every word."""

    name: ClassVar[str] = "old"
    description: ClassVar[str] = "old for everything"

    def suggest(self, targets):
        return [[Suggestion("old", 1.0, "old")] for _ in targets]


def changed(text, answer):
    return apply_edits(text, answer.suggestions[0].edits)


@pytest.mark.parametrize(
    ("text", "form", "pointed", "word", "after"),
    [
        ("A big dog.", "text", "big", "big", "An old dog."),
        ("A **big** dog.", "markdown", "big", "big", "An **old** dog."),
        ("- one\n- a 👩‍👧 big\n  dog", "markdown", "big", "big", "- one\n- a 👩‍👧 old\n  dog"),
        ("See `a big dog`.", "markdown", "big", "big", "See `an old dog`."),
        ("> a big dog", "text", "big", "big", "> an old dog"),
        ("one\r\n\r\na big dog", "text", "big", "big", "one\r\n\r\nan old dog"),
        ("see [a big dog](http://big.example)", "markdown", "a big", "a", None),
    ],
)
def test_the_word_at_a_place_is_the_one_that_stands_there(text, form, pointed, word, after):
    answer = suggest_at(Old(), text, text.index(pointed), form=form)
    assert answer.target.word == word == text[answer.target.start : answer.target.end]
    if after is not None:
        assert changed(text, answer) == after


def test_a_cursor_right_after_a_word_means_that_word():
    assert suggest_at(Old(), "A big dog", 5).target.word == "big"
    assert suggest_at(Old(), "A big dog", 9).target.word == "dog"


def test_a_stretch_may_be_a_phrase():
    answer = suggest_at(Old(), "I *gave up* hope", 3, 10, "markdown")
    assert (answer.target.word, changed("I *gave up* hope", answer)) == ("gave up", "I *old* hope")


@pytest.mark.parametrize(
    ("text", "start", "end"), [("", 0, None), ("dog", 4, None), ("dog", 2, 1), ("a  b", 2, None)]
)
def test_where_there_is_no_word_it_is_reported(text, start, end):
    with pytest.raises(BadInputError, match=r"there is no|empty"):
        suggest_at(Old(), text, start, end)
