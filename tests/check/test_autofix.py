"""Changing a text until nothing is left to change."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.check.autofix import fix_text, new_places, span_before
from motjuste.text import Edit, Improvement, Suggestion, apply_edits


def improver(**listed):
    """What would change every listed word into the first of others, tried in order."""

    def improve(text):
        return [
            Improvement(
                *match.span(),
                "refine-usage",
                tuple(Suggestion(word, 1.0) for word in listed[match[0]].split()),
            )
            for match in re.finditer(r"\w+", text)
            if match[0] in listed
        ]

    return improve


def offering(at, *offers, kind="refine-usage"):
    """Something to change at a stretch of a text, with what to put there and the scores."""
    return Improvement(*at, kind, tuple(Suggestion(text, score) for text, score in offers))


def settled(text, improve, changeable=lambda start, end: True):
    marks = fix_text(text, improve, changeable)
    edits = [edit for mark in marks for edit in mark.suggestions[0].edits]
    return apply_edits(text, edits)


@pytest.mark.parametrize(
    ("text", "listed", "result"),
    [
        ("a big dog", {"big": "large huge"}, "a large dog"),
        # The first suggestion would be changed again, the second not.
        ("a big dog", {"big": "large huge", "large": "vast"}, "a huge dog"),
        # All that can be put there would be changed back: there is nothing better.
        ("a fast car", {"fast": "quick", "quick": "fast"}, "a fast car"),
        ("fast big", {"fast": "quick", "quick": "fast", "big": "large"}, "fast large"),
        # The article is set right, and once.
        ("a big dog", {"big": "old"}, "an old dog"),
        ("an old dog", {"old": "aged big", "aged": "x"}, "a big dog"),
        ("Big", {"big": "x"}, "Big"),
        ("", {}, ""),
    ],
)
def test_words_are_replaced_by_what_is_not_replaced_again(text, listed, result):
    improve = improver(**listed)
    once = settled(text, improve)
    assert once == result
    assert settled(once, improve) == once


@pytest.mark.parametrize(
    ("offers", "result"),
    [
        # The first is found fault with, the second nearly as good (0.4 is 0.8 of 0.5).
        ([("bad", 0.5), ("fine", 0.4)], "a fine dog"),
        ([("bad", 0.5), ("fine", 0.39)], "a big dog"),
        # The third is never taken.
        ([("bad", 0.5), ("bad", 0.5), ("fine", 0.5)], "a big dog"),
        ([("fine", 0.1), ("bad", 0.1)], "a fine dog"),
        # Log odds have no such parts: only one that is as good.
        ([("bad", -1.0), ("fine", -1.1)], "a big dog"),
        ([("bad", -1.0), ("fine", -1.0)], "a fine dog"),
        ([("fine", -1.0)], "a fine dog"),
    ],
)
def test_a_place_gets_its_first_suggestion_or_one_that_is_nearly_as_good(offers, result):
    def improve(text):
        at = text.find("bad")
        if at >= 0:
            return [offering((at, at + 3), ("worse", 1.0))]
        return [offering((2, 5), *offers)] if "big" in text else []

    assert settled("a big dog", improve) == result


def test_a_word_that_was_changed_is_not_changed_into_a_third():
    def improve(text):
        # `cheap` is found fault with only once `red` has become `scarlet`, which takes a round.
        marks = improver(low="cheap scant", wide="broad")(text)
        if "broad red" in text:
            at = text.index("red")
            marks.append(offering((at, at + 3), ("scarlet", 1.0)))
        if "scarlet" in text and "cheap" in text:
            at = text.index("cheap")
            marks.append(offering((at, at + 5), ("tawdry", 1.0)))
        return sorted(marks, key=lambda mark: mark.start)

    once = settled("low wide red", improve)
    assert once == "scant broad scarlet"
    assert settled(once, improve) == once


def test_what_may_not_be_changed_stays_and_so_does_its_article():
    improve = improver(big="old", old="big")
    assert settled("a big dog", improver(big="old"), lambda start, end: start != 2) == "a big dog"
    # The article stands in something that is fixed: the word is changed alone.
    assert settled("a big dog", improver(big="old"), lambda start, end: start != 0) == "a old dog"
    assert settled("a big dog", improve) == "a big dog"


def test_a_change_that_brings_up_another_is_followed_until_the_end():
    def improve(text):
        # `red` is fine until `large` stands before it.
        marks = improver(big="large")(text)
        at = text.find("large red")
        if at >= 0:
            red = Improvement(at + 6, at + 9, "diversify-expression", (Suggestion("scarlet", 1.0),))
            marks.append(red)
        return marks

    (first, second) = fix_text("a big red car", improve, lambda start, end: True)
    large, scarlet = first.suggestions[0].edits, second.suggestions[0].edits
    assert (large, first.kind) == ((Edit(2, 5, "large"),), "refine-usage")
    assert (scarlet, second.kind) == ((Edit(6, 9, "scarlet"),), "diversify-expression")


def test_a_text_that_never_comes_to_rest_is_left_alone():
    def improve(text):
        return [Improvement(0, 1, "refine-usage", (Suggestion("ab"[text[0] == "a"], 1.0),))]

    assert (
        fix_text("a dog", lambda text: improve(text) if len(text) else [], lambda a, b: True) == []
    )


WORDS = st.lists(st.sampled_from(["fast", "quick", "big", "a", "old", "x", "an"]), max_size=8)
LISTS = st.dictionaries(
    st.sampled_from(["fast", "quick", "big", "old", "x"]),
    st.lists(st.sampled_from(["fast", "quick", "big", "old", "x", "y"]), max_size=3).map(" ".join),
)


@given(WORDS, LISTS)
def test_whatever_a_system_says_a_second_time_changes_nothing(words, listed):
    improve = improver(**listed)
    once = settled(" ".join(words), improve)
    assert settled(once, improve) == once


@st.composite
def edits(draw, text):
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return [Edit(low, high, draw(st.text("xyz", min_size=1, max_size=4))) for low, high in pairs]


@given(st.data(), st.text("abc", min_size=1, max_size=12))
def test_what_stands_outside_of_edits_is_found_where_it_was(data, text):
    made = data.draw(edits(text))
    changed = apply_edits(text, made)
    for (low, high), edit in zip(new_places(made), made, strict=True):
        assert changed[low:high] == edit.text
        assert span_before((low, high), made) == (edit.start, edit.end)
