"""`suggest` and `rank`: what strangers hand in, and the one line for what cannot be done."""

import pytest

from suggesting import PAPER, texts

pytestmark = pytest.mark.usefixtures("suggesters")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["suggest", ""], "the text is empty"),
        (["suggest", "\n"], "the text is empty"),
        (["suggest", "-"], "the text is empty"),
        (["suggest", "no mark"], "no word is marked"),
        (["suggest", PAPER, "--file", "x"], "give a text or --file, not both"),
        (["suggest", "--file", "nowhere.txt"], "nowhere.txt: there is no such file"),
        (["suggest", PAPER, "--word", "cat"], "'cat' does not occur in the text"),
        (["suggest", PAPER, "--word", "I", "--occurrence", "7"], "'I' occurs once"),
        (["suggest", PAPER, "--occurrence", "2"], "--occurrence needs --word"),
        (["suggest", PAPER, "--word", "I", "--at", "3"], "by --word or by --at, not by both"),
        (["suggest", PAPER, "--at", "x"], "--at is 'x', not a whole number"),
        (["suggest", PAPER, "--at", "3:"], "the end of --at is '', not a whole number"),
        (["suggest", PAPER, "--at", "9" * 5000], "it can be 1,000,000,000 at most"),
        (["suggest", PAPER, "--at", "500"], "there is no place 500 in a text of"),
        (["suggest", PAPER, "--min-score", "nan"], "--min-score is not a number"),
        (["suggest", PAPER, "--top", "0"], "--top"),
        (["suggest", PAPER, "--set", "most"], "--set takes NAME=VALUE"),
        (["suggest", PAPER, "--max-rarity", "common"], "has no setting 'max_rarity'"),
        (["suggest", PAPER, "--thesaurus", "x"], "takes no thesaurus besides its own"),
        (["suggest", "*a* " * 10_000], "10,000 words are marked; mark at most"),
        (["rank", PAPER], "there are 0 candidates"),
        (["rank", PAPER, " "], "there are 0 candidates"),
        (["rank", PAPER, *map(str, range(10_001))], "there are 10,001 candidates"),
        (["rank", PAPER, "x" * 1_000_000], "a candidate is longer than 200 characters"),
        (["rank", "*a* *b*", "c"], "2 words are marked with asterisks; mark only one"),
        (["rank", PAPER, "--candidates", "nowhere.txt"], "nowhere.txt: there is no such file"),
    ],
)
def test_what_cannot_be_done_is_one_line(refused, arguments, problem):
    assert problem in refused(*arguments, "--system", "plain")


def test_a_verb_that_a_system_does_not_have_is_one_line(refused):
    assert "system 'random' does not suggest" in refused("suggest", PAPER, "-s", "random")
    assert "system 'wordnet' does not rank" in refused("rank", PAPER, "good", "-s", "wordnet")


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("crash", "system 'broken' failed: ValueError: no idea"),
        ("nan", "system 'broken' gave 'x' the score nan"),
        ("few", "system 'broken' gave 0 answers for 1 targets"),
    ],
)
def test_a_system_that_fails_is_one_line(refused, word, problem):
    assert refused("suggest", f"a *{word}* here", "-s", "broken") == problem


ODD = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f44d\U0001f3fd ",
    "\u202eשלום\u202c עולם ",
    "z\u0337\u0322\u0327a\u0301 ",
    "\x00\x07\x1b[31m\x7f\x85 ",
    "<p class='a*b'>&amp;<script>alert(1)</script> ",
    "漢字かな",
    "x" * 100_000 + " ",
    "word " * 20_000,
    "\U0001f600" * 25_000 + " ",
    "a. " * 30_000,
    "\r\n\r\n\t",
]


@pytest.mark.parametrize("system", ["fake", "wordnet"])
@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_offsets_are_exact_among_odd_characters(document, typed, odd, system):
    text = f"{odd}amazing {odd}"
    place = f"{len(odd)}:{len(odd) + 7}"
    answer = document("suggest", "--at", place, "-s", system, stdin=text.encode())
    assert answer["target"]["text"] == "amazing"
    assert (answer["target"]["start"], answer["target"]["end"]) == (len(odd), len(odd) + 7)
    assert answer["substitutes"]
    if odd[-1].isspace():
        marked = f"{odd}*amazing* {odd}".encode()
        assert document("suggest", "-s", system, stdin=marked) == answer
    shown = typed("suggest", "--at", place, "-s", system, stdin=text.encode()).out
    assert all(line.isprintable() or "\u200d" in line for line in shown.split("\n"))
    assert len(shown) < 10_000


def test_a_word_of_a_million_letters_is_one_line(refused):
    assert "longer than 200 characters" in refused("suggest", "--at", 5, stdin=b"x" * 1_000_000)


def test_bytes_that_are_no_text_are_one_line(refused):
    line = refused("suggest", stdin=b"one\n*tw\xff*")
    assert line == "standard input: line 2 is not UTF-8 text; save the file as UTF-8"


def test_too_much_text_is_one_line(refused):
    assert "longer than 10,000,000 characters" in refused("suggest", stdin=b"*a " * 4_000_000)


def test_half_a_character_keeps_its_place(document):
    answer = document("suggest", "caf\udce9 *amazing* \ud800", "-s", "fake")
    assert (answer["target"]["start"], answer["target"]["text"]) == (5, "amazing")
    answer = document("suggest", "a *\ud800* b", "-s", "wordnet")
    assert answer["target"]["text"] == "\ufffd"
    assert texts(document("rank", PAPER, "a\udce9", "-s", "random")) == ["a\ufffd"]
