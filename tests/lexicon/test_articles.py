"""`a` or `an`, by sound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.lexicon.articles import article_before, indefinite_article

AN = """hour honest heir honour herb apple egg ice onion umbrella urgent ugly unimportant
uninteresting unidentified MRI FBI X-ray x-ray 8-year-old 11 18 80 8,000 11,000 1800 LED SOS
element utter usher unusual hourly heiress L M.A. onerous oneiric F-16 uncle understanding"""
A = """house hotel historic university uniform unique unit union useful user usual European euro ewe
one-off once one UN US U-turn UFO NASA NATO 1 10 110 100 7 12 unicorn utopia Ukrainian ukulele
year youth yellow BBC PhD CD ubiquitous herbivore uranium eulogy one-legged utility"""


@pytest.mark.parametrize("word", AN.split())
def test_an_before_the_sound_of_a_vowel(word):
    assert indefinite_article(word) == "an"


@pytest.mark.parametrize("word", A.split())
def test_a_before_the_sound_of_a_consonant(word):
    assert indefinite_article(word) == "a"


def test_quotes_and_what_follows_do_not_count():
    assert indefinite_article('"hour" of need') == "an"
    assert indefinite_article("") == "a"


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("I read an amazing paper", "amazing", (7, 9)),
        ("A big dog", "big", (0, 1)),
        ('an "odd" one', "odd", (0, 2)),
        ("a  big dog", "big", (0, 1)),
        ("vitamin-a big", "big", None),
        ("banana big", "big", None),
        ("the big", "big", None),
        ("big", "big", None),
        ("plan a. big", "big", None),
    ],
)
def test_the_article_is_found_only_directly_before(text, word, expected):
    assert article_before(text, text.index(word)) == expected


@given(st.text())
def test_any_text_has_an_article(text):
    assert indefinite_article(text) in ("a", "an")
