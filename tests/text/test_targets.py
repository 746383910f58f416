"""Targets by asterisks, by word and by offset: the right place, or one clear line."""

import unicodedata
from contextlib import suppress

import pytest

from motjuste.errors import BadInputError
from motjuste.text.targets import MAX_TARGET_LENGTH, MAX_TARGETS, all_marked, at, find_word, marked

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("given", "text", "word"),
    [
        ("I read an *amazing* paper.", "I read an amazing paper.", "amazing"),
        ("*Amazing*", "Amazing", "Amazing"),
        ("They *gave up*.", "They gave up.", "gave up"),
        ("a **big** dog", "a big dog", "big"),
        ("a ***big*** dog", "a big dog", "big"),
        ("a **big** *dog*", "a **big** dog", "dog"),
        ("**a *big* dog**", "**a big dog**", "big"),
        ("2 * 3 * 4 is *big*", "2 * 3 * 4 is big", "big"),
        ("2*3*4 is *big*", "2*3*4 is big", "big"),
        ("a C* algebra is *big*", "a C* algebra is big", "big"),
        ("*not closed, a *big* dog", "*not closed, a big dog", "big"),
        ("a *big* dog*", "a big dog*", "big"),
        ("* a list\n* of *big* dogs", "* a list\n* of big dogs", "big"),
        (r"a \*sic\* *big* dog", r"a \*sic\* big dog", "big"),
        ("a *big*, dog", "a big, dog", "big"),
        ("a *big,* dog", "a big, dog", "big"),
        ("so *big.*", "so big.", "big"),
        ("the *U.S.* economy", "the U.S. economy", "U.S."),
        ('"*big*" dogs', '"big" dogs', "big"),
        ('*"big"* dogs', '"big" dogs', "big"),
        ("a *meat*-free day", "a meat-free day", "meat"),
        ("*dog*'s", "dog's", "dog"),
        ("<b>*big*</b>", "<b>big</b>", "big"),
        (f"{FAMILY}*big*{FAMILY}", f"{FAMILY}big{FAMILY}", "big"),
        ("כלב *גדול* שם", "כלב גדול שם", "גדול"),
        ("a *cafe\u0301* here", "a cafe\u0301 here", "cafe\u0301"),
        ("\x00\x1b[1m *big*\x07", "\x00\x1b[1m big\x07", "big"),
        ("caf\udce9 *big*", "caf\ufffd big", "big"),
        ("a *!?* b", "a !? b", "!?"),
    ],
)
def test_a_mark_is_found_and_taken_away(given, text, word):
    target = marked(given)
    assert (target.text, target.word) == (text, word)


@pytest.mark.parametrize(
    "text",
    ["so big", "2 * 3 * 4", "2*3*4", "a * big * dog", "a *big dog", "big*", "**", "*walk*ing"],
)
def test_a_text_without_a_mark_is_an_error_that_shows_one(text):
    with pytest.raises(BadInputError, match=r"no word is marked; .* as in \*word\*"):
        marked(text)


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_an_empty_text_is_called_empty(text):
    for find in (marked, lambda text: find_word(text, "big"), lambda text: at(text, 0)):
        with pytest.raises(BadInputError, match="the text is empty"):
            find(text)


def test_of_several_marks_each_has_its_place_in_the_same_text():
    targets = all_marked("*Big* dogs *bark* and *bite*.")
    assert {target.text for target in targets} == {"Big dogs bark and bite."}
    assert [(target.start, target.end) for target in targets] == [(0, 3), (9, 13), (18, 22)]
    with pytest.raises(BadInputError, match="3 words are marked with asterisks; mark only one"):
        marked("*Big* dogs *bark* and *bite*.")


def test_there_is_a_most_of_marks():
    assert len(all_marked("*a* " * MAX_TARGETS)) == MAX_TARGETS
    with pytest.raises(BadInputError, match="10,000 words are marked; mark at most 100 at once"):
        all_marked("*a* " * 10_000)


def test_a_target_has_a_bounded_length():
    assert marked(f"*{'x' * MAX_TARGET_LENGTH}*").end == MAX_TARGET_LENGTH
    for find in (lambda x: marked(f"*{x}*"), lambda x: at(x, 3), lambda x: at(x, 0, len(x))):
        with pytest.raises(BadInputError, match="the target is longer than 200 characters"):
            find("x" * 1_000_000)
    with pytest.raises(BadInputError, match="the word to look for is longer than 200 characters"):
        find_word("a big dog", "x" * 1_000_000)


def test_a_word_is_found_as_a_whole_by_its_number():
    text = "The art of Art is part of the art."
    assert [find_word(text, "art", n).start for n in (1, 2)] == [4, 30]
    assert find_word(text, "Art").start == 11
    assert find_word(text, "OF").start == 8
    assert find_word("They gave\n  up.", " gave up ").word == "gave\n  up"


def test_a_word_is_found_whatever_its_signs_are_made_of():
    assert find_word("I don’t.", "don't").word == "don’t"
    assert find_word("a well‑known man", "well-known").start == 2
    decomposed = unicodedata.normalize("NFD", "the café here")
    assert find_word(decomposed, "café").word == "cafe\u0301"
    assert find_word("US$5 for C++11", "$5").start == 2
    assert find_word("US$5 for C++11", "C++").start == 9
    assert find_word("a [big] (dog", "(dog").start == 8


def test_a_word_with_an_accent_is_not_the_word_without():
    with pytest.raises(BadInputError, match="'cafe' does not occur in the text"):
        find_word("the cafe\u0301 here", "cafe")


@pytest.mark.parametrize(
    ("word", "occurrence", "problem"),
    [
        ("cat", 1, "'cat' does not occur in the text"),
        ("big", 2, "'big' occurs once in the text; there is no occurrence 2"),
        ("dog", 5, "'dog' occurs 2 times in the text; there is no occurrence 5"),
        ("dog", 0, "occurrences are counted from 1; there is no number 0"),
        (" ", 1, "the word to look for is empty"),
    ],
)
def test_a_word_that_is_not_there_is_an_error_that_counts(word, occurrence, problem):
    with pytest.raises(BadInputError, match=problem):
        find_word("a big dog, my dog", word, occurrence)


def test_any_place_in_a_word_or_right_after_it_finds_it():
    text = "I read an amazing paper."
    assert {at(text, place).word for place in range(10, 18)} == {"amazing"}
    assert at(text, 0).word == "I"
    assert at("so big", 6).word == "big"
    assert at("a well-known man", 8).word == "well-known"


def test_an_offset_is_exact_whatever_stands_before_it():
    odd = (FAMILY, "e\u0301 ", "\u202eשלום ", "\x00\x1b ", "<p>", "\ud800 ", "x " * 400_000)
    for before in odd:
        for find in (
            at(before + "big dog", len(before) + 1),
            at(before + "big dog", len(before), len(before) + 3),
            find_word(before + "big dog", "dog"),
            marked(before + "*big* dog"),
        ):
            assert find.word in ("big", "dog")
            assert find.start == len(before) + 4 * (find.word == "dog")


@pytest.mark.parametrize(
    ("start", "end", "problem"),
    [
        (0, None, "at 0 there is no word, but '-'"),
        (1, None, "at 1 there is no word, but ' '"),
        (9, None, "there is no place 9 in a text of 6 characters"),
        (-1, None, "there is no place -1"),
        (3, 3, "a target from 3 to 3 is not inside a text of 6"),
        (3, 9, "a target from 3 to 9 is not inside a text of 6"),
        (1, 3, "from 1 to 3 there is only white space"),
    ],
)
def test_a_place_without_a_word_is_an_error_that_says_what_is_there(start, end, problem):
    with pytest.raises(BadInputError, match=problem):
        at("-  big", start, end)


@pytest.mark.parametrize(
    "text",
    [
        "*" * 10_000,
        "* " * 5_000,
        " *" * 5_000,
        "*a " * 3_000,
        "a*" * 5_000,
        "*a* " * 2_500,
        "<b>" * 3_000,
        "\U0001f600" * 10_000,
        "e\u0301" * 5_000,
    ],
)
def test_long_odd_texts_have_a_target_or_are_refused(text):
    for find in (
        all_marked,
        lambda text: at(text, len(text) // 2),
        lambda text: find_word(text, "a b"),
        lambda text: find_word(text, "a", 9_000),
    ):
        with suppress(BadInputError):
            find(text)
