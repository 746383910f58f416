"""What is never offered in a sentence: what cannot stand there, and other things of a kind."""

import pytest

from motjuste.lexicon.closed import are_different
from motjuste.systems.default import Default
from motjuste.targets import marked as target


@pytest.fixture(scope="module")
def system():
    return Default(most=30)


def _offered(system, marked):
    return {each.text for each in system.suggest([target(marked)])[0]}


@pytest.mark.parametrize(
    ("marked", "refused", "kept"),
    [
        ("We *give* you a refund.", "provide", "offer"),
        ("We *give* refunds.", "", "provide"),
        ("She *felt* very sad.", "experienced", "seemed"),
        ("We are *keeping* the results.", "remaining", "retaining"),
        ("I *wait* for the bus.", "await", "linger"),
        ("She *managed* to finish it.", "achieved", "succeeded"),
        ("A single *man* came in.", "men", "guy"),
        ("The *women* came in.", "mens", "females"),
        ("The *women* came in.", "men", "females"),
        ("It is a *better* solution.", "more quality", "greater"),
        ("Take it off and *put* in the filter.", "placed", "place"),
        ("This makes your program very *fast*.", "quickly", "quick"),
        ("The hotel was *expensive*.", "affordable", "costly"),
        ("They were happy about the *win*.", "loss", "victory"),
        ("He *left* the house at noon.", "stayed", "departed"),
        ("It took an *hour* in all.", "day", "time"),
        ("She wore a *green* dress.", "blue", "greenish"),
        ("She was *very* sad.", "much", "extremely"),
        ("My *mother* is here.", "father", "mom"),
    ],
)
def test_what_cannot_stand_there_is_not_offered(system, marked, refused, kept):
    offered = _offered(system, marked)
    assert refused not in offered
    assert kept in offered


@pytest.mark.parametrize(
    ("text", "there"),
    [("It rained a lot in April.", False), ("It did not rain a lot in April.", True)],
)
def test_much_is_offered_where_something_is_denied(text, there):
    marked = Default(sensitivity=1.0, adapt=False).improve([text])[0]
    offered = {
        each.text
        for one in marked
        if text[one.start : one.end] == "a lot"
        for each in one.substitutes
    }
    assert offered
    assert ("much" in offered) is there


@pytest.mark.parametrize(
    ("word", "other", "different"),
    [
        ("Monday", "Friday", True),
        ("yesterday", "today", True),
        ("north", "south", True),
        ("autumn", "fall", False),
        ("grey", "gray", False),
        ("twenty-one", "thirty", True),
        ("green", "fresh", False),
        ("second", "moment", False),
    ],
)
def test_words_of_a_closed_set_stand_for_one_thing_each(word, other, different):
    assert are_different(word, other) is different
