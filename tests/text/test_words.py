"""The words of a text, and that each stands where it is said to stand."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.text import segmentation
from motjuste.text.segmentation import word_texts, words

WORDS = [
    ("I don't know.", "I|do|n't|know|."),
    ("can’t won't SHOULDN'T", "ca|n’t|wo|n't|SHOULD|N'T"),
    ("it's we'll they've I'm you're he'd", "it|'s|we|'ll|they|'ve|I|'m|you|'re|he|'d"),
    ("the boss's dogs' tails", "the|boss|'s|dogs|'|tails"),
    ("O'Neil's rock'n'roll", "O'Neil|'s|rock'n'roll"),
    ("a well-known mother-in-law", "a|well-known|mother-in-law"),
    ("wait--what - no", "wait|--|what|-|no"),
    ("Mr. Smith, Ph.D., U.S.A.", "Mr.|Smith|,|Ph.D.|,|U.S.A."),
    # Nothing follows the second: its full stop is the sentence's.
    ("Mr. Smith is the Mr.", "Mr.|Smith|is|the|Mr|."),
    ("Ask Dr.\n\tNo.", "Ask|Dr.|No|."),
    ('go <a href="x y">on</a>', 'go|<a href="x y">|on|</a>'),
    ("e.g. at 5 p.m. today", "e.g.|at|5|p.m.|today"),
    ("$3.50, 1,000 and 10:30", "$|3.50|,|1,000|and|10:30"),
    ("the 1990s, 3rd, 8-year-old", "the|1990s|,|3rd|,|8-year-old"),
    ("see https://a.org/b?c=d, or www.b.de.", "see|https://a.org/b?c=d|,|or|www.b.de|."),
    ("mail me@some.where.org!", "mail|me@some.where.org|!"),
    ("“Yes,” (she) said…", "“|Yes|,|”|(|she|)|said|…"),
    ("no... really?!", "no|...|really|?!"),
    ("AT&T and R&D", "AT&T|and|R&D"),
    ("<b>bold</b> &amp; x", "<b>|bold|</b>|&amp;|x"),
    ("a < b and c > d", "a|<|b|and|c|>|d"),
    ("and/or", "and|/|or"),
    ("cafe\u0301 naïve", "cafe\u0301|naïve"),
    ("👩‍👩‍👧 ok👍🏽! 🇩🇪🇫🇷", "👩‍👩‍👧|ok|👍🏽|!|🇩🇪|🇫🇷"),
    ("שלום עולם", "שלום|עולם"),
    ("नमस्ते दुनिया", "नमस्ते|दुनिया"),
    ("a\x00b\u200fc\tд", "a|b|c|д"),
    ("tell 'em 'twas", "tell|'em|'twas"),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words_and_signs_are_told_apart(text, expected):
    assert [token.text for token in words(text)] == expected.split("|")


def _unseen(text):
    return all(c.isspace() or unicodedata.category(c) in ("Cc", "Cf") for c in text)


TEXTS = st.text(alphabet=st.characters() | st.sampled_from("aA1 .-'’@/<>&\u0301\u200d👍🇩\n"))


@given(TEXTS)
def test_tokens_stand_where_they_say_and_leave_out_only_what_nobody_sees(text):
    at = 0
    for token, start, end in words(text):
        assert at <= start < end
        assert text[start:end] == token
        assert _unseen(text[at:start])
        at = end
    assert _unseen(text[at:])


PIECES = st.sampled_from(
    "Mr. Dr etc. U.S. don't it’s <b x> a@b.c www.a.b, -- \u200f \x00 é".split(" ")
)


@given(st.lists(PIECES | TEXTS).map(" ".join))
def test_a_text_is_parted_alike_whether_or_not_its_pieces_were_met_before(text):
    # With explicit bounds a text is scanned in one pass, without the cache of pieces.
    assert words(text) == words(text, 0, len(text)) == words(text)
    assert word_texts(text) == [token.text for token in words(text)]


def test_what_is_forgotten_is_found_again(monkeypatch):
    text = "The old dog saw the old dog's tail."
    expected = words(text, 0, len(text))
    monkeypatch.setattr(segmentation, "MAX_CACHE_ENTRIES", 1)
    assert words(text) == expected == words(text)


@given(TEXTS, st.data())
def test_a_part_of_a_text_has_offsets_in_the_whole(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for token in words(text, start, end):
        assert start <= token.start < token.end <= end
        assert text[token.start : token.end] == token.text
