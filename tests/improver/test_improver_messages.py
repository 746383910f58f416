"""The reason that a writer is given for a mark, and the replacements that come first."""

import pytest

from motjuste.systems.default import Default

SYSTEM = Default(sensitivity=1.0, rules=False, glosses=0)

REASONS = [
    ("They have a lot of\nproblems.", "a lot of", "“a lot of” is informal"),
    ("In order to win, they trained.", "In order to", "“In order to” is wordy"),
    ("She got a nice present.", "nice", "“nice” is vague"),
    ("She gave up smoking.", "gave up", "“gave up” is used very often"),
    ("There was strong rain yesterday.", "strong", "“strong” does not go with “rain”"),
    ("The carpenter fetched his hammer.", "fetched", None),
    # Said again as another form; the comma and the full stop are no words.
    (
        "He won the trophy. Nobody else, ever, won trophies.",
        "trophies",
        "“trophy” was used 5 words before",
    ),
    ("They found a crucial, crucial flaw.", "crucial", "“crucial” was used just before"),
    # What is plainly wrong is wrong however often it is said; what is vague has been said before.
    ("The kids slept. The other kids sang.", "kids", "“kids” is informal"),
    ("A boring book is a boring gift.", "boring", "“boring” was used 4 words before"),
]


@pytest.mark.parametrize(("text", "word", "reason"), REASONS)
def test_a_mark_says_what_is_known_of_its_word(text, word, reason):
    (marks,) = SYSTEM.improve([text])
    last = text.rindex(word.replace("a lot of", "a lot"))
    assert [mark.reason for mark in marks if mark.start == last] == [reason]


@pytest.mark.parametrize(
    ("text", "word", "written"),
    [
        ("He did a mistake.", "did", ["made"]),
        ("In order to win, they trained.", "In order to", ["To", "So as to"]),
    ],
)
def test_what_the_lists_offer_for_what_is_wrong_comes_first(text, word, written):
    (marks,) = Default(sensitivity=1.0, rules=False, glosses=0, adapt=False).improve([text])
    (offers,) = [mark.suggestions for mark in marks if mark.start == text.index(word)]
    assert [offer.text for offer in offers[: len(written)]] == written
