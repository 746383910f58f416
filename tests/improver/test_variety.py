"""Suggestions for repeated words: each another one, and none that stands there already."""

import pytest

from motjuste.analysis import words_of
from motjuste.check import Checker, Settings
from motjuste.improver.variety import JARS_WITHIN, NOTICED_WITHIN, Variety
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems.default import Default
from motjuste.text import Suggestion

OFFERS = [("outcome", 0.8), ("consequence", 0.4), ("conclusion", 0.2), ("effect", 0.15)]


def offers(*pairs):
    return [Suggestion(text, score, text) for text, score in pairs]


def firsts(texts, word, given=OFFERS, beside=JARS_WITHIN, rotate=True):
    """What comes first for every occurrence of a word in texts of one document."""
    variety, first_offers = Variety(Lexicon.open(), beside), []
    for text in texts:
        variety.enter(text)
        for token in words_of(text):
            if token.lemma == word:
                first_offers.append(variety.ordered(token, offers(*given), rotate)[0].text)
    return first_offers


def test_suggestions_for_a_repeated_word_take_turns():
    text = "The result is a result, and any result is a result of results."
    # The fourth suggestion is not among the first three; the first has its turn again.
    turns = ["outcome", "consequence", "conclusion", "outcome", "consequence"]
    assert firsts([text], "result") == turns
    # The document goes on in its next text.
    assert firsts([text[:30], text[30:]], "result") == turns
    assert firsts([text], "result", rotate=False) == ["outcome"] * 5


def test_what_is_far_away_or_poor_or_too_common_to_be_heard_takes_no_turn():
    far = "result " + "x" * NOTICED_WITHIN + " result"
    assert firsts([far], "result") == ["outcome", "outcome"]
    near = "result " + "x" * (NOTICED_WITHIN - 20) + " result"
    assert firsts([near], "result") == ["outcome", "consequence"]
    # 0.15 is less than a fifth of 0.8.
    poor = [("outcome", 0.8), ("product", 0.15)]
    assert firsts(["result result"], "result", poor) == ["outcome", "outcome"]
    common = [("to", 0.8), ("for", 0.7)]
    assert firsts(["result result"], "result", common) == ["to", "to"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("We run into problems; open an issue.", "difficulty"),
        ("Issues apart, there are problems.", "difficulty"),
        ("There are problems, " + "and so on, " * 8 + "and issues.", "issue"),
        ("There are problems.", "issue"),
    ],
)
def test_a_word_that_stands_beside_a_mark_is_not_suggested_first(text, first):
    assert firsts([text], "problem", [("issue", 0.8), ("difficulty", 0.1)]) == [first]


def test_what_stands_there_comes_last_and_scores_never_rise():
    variety = Variety(Lexicon.open(), JARS_WITHIN)
    variety.enter("That outcome is a result.")
    (word,) = [token for token in words_of("That outcome is a result.") if token.lemma == "result"]
    ordered = variety.ordered(word, offers(*OFFERS))
    assert [(suggestion.text, suggestion.score) for suggestion in ordered] == [
        ("consequence", 0.4),
        ("conclusion", 0.2),
        ("effect", 0.15),
        ("outcome", 0.15),
    ]


def test_a_repetition_does_not_just_move():
    text = (
        "It is an important question. The important point is that an important decision was made."
    )
    system = Default(sensitivity=0.4, glosses=0)
    marks = list(Checker(system, Settings()).findings(text))
    first = [mark.suggestions[0].text for mark in marks if mark.text == "important"]
    assert len(first) == len(set(first)) == 3
    for mark in marks:
        scores = [offer.score for offer in mark.suggestions]
        assert scores == sorted(scores, reverse=True)
