"""Which words are spelled as English spells them, and what was meant by the others."""

import pytest

from motjuste.lexicon.spelling import Speller, slip_cost, sound_of

SPELLER = Speller.open()

KNOWN = [
    "colour", "color", "organise", "organize", "mice", "won't", "don’t", "teacher's", "teachers'",
    "well-known", "London", "LONDON", "unhappiness", "photosynthesis", "learnt",
]  # fmt: skip


@pytest.mark.parametrize("word", KNOWN)
def test_what_american_or_british_english_has_is_known(word):
    assert SPELLER.knows(word)


MEANT = [
    ("recieve", "receive"), ("becouse", "because"), ("enviroment", "environment"),
    ("definately", "definitely"), ("goverment", "government"), ("wich", "which"),
    ("thier", "their"), ("untill", "until"), ("begining", "beginning"), ("tommorow", "tomorrow"),
    ("beautifull", "beautiful"), ("oportunity", "opportunity"),
    # Regular forms of irregular words.
    ("teached", "taught"), ("catched", "caught"), ("childs", "children"),
    # A sign or a space left out.
    ("dont", "don't"), ("didnt", "didn't"), ("thats", "that's"), ("im", "I'm"),
    ("alot", "a lot"), ("aswell", "as well"), ("eachother", "each other"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), MEANT)
def test_the_word_that_was_meant_comes_first(written, meant):
    assert not SPELLER.knows(written)
    assert SPELLER.corrections(written)[0].text == meant


def test_chances_fall_and_are_no_more_than_one_together():
    corrections = SPELLER.corrections("tought")
    chances = [correction.chance for correction in corrections]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1.0001
    assert {correction.text for correction in corrections[:2]} == {"taught", "thought"}


def test_no_offensive_word_is_offered():
    assert all("shit" not in correction.text for correction in SPELLER.corrections("shirtt"))


@pytest.mark.parametrize("word", ["", "x" * 500, "naïvité", "zzzzzzzzzzzzzzzz"])
def test_odd_words_have_no_corrections_and_do_no_harm(word):
    assert SPELLER.corrections(word) == ()


def test_easy_slips_count_for_less():
    assert slip_cost("begining", "beginning") < slip_cost("begirning", "beginning")
    assert slip_cost("recieve", "receive") < 1 < slip_cost("xeceive", "receive")
    assert sound_of("nolege") != sound_of("garden")
