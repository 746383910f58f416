"""What is never offered in a sentence: what cannot stand there, and other things of a kind."""

import pytest

from motjuste.analysis import around, locate, words_of
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.word_lists import are_different
from motjuste.suggester.candidates import pool_of_words
from motjuste.suggester.filters import Filters
from motjuste.systems.default import Default
from motjuste.text import Around
from motjuste.text.targets import marked as target


@pytest.fixture(scope="module")
def system():
    return Default(most=30, phrases=False)


def _offered(system, marked):
    return {suggestion.text for suggestion in system.suggest([target(marked)])[0]}


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
        ("It was very *important*.", "crucial", "significant"),
        ("My *mother* is here.", "father", "mom"),
    ],
)
def test_what_cannot_stand_there_is_not_offered(system, marked, refused, kept):
    offered = _offered(system, marked)
    assert refused not in offered
    assert kept in offered


@pytest.mark.parametrize(
    ("text", "refused"), [("It rained often in April.", True), ("It did not rain often.", False)]
)
def test_much_is_offered_only_where_something_is_denied(system, text, refused):
    words = words_of(text)
    place = next(place for place, word in enumerate(words) if word.text == "often")
    pool = pool_of_words(system.lexicon, system.table, "often", "r", ["much"])
    filters = Filters(pool, words[place], Around(words, place, place + 1))
    assert filters.rejects(0) is refused


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


@pytest.mark.parametrize(
    ("marked", "refused", "kept"),
    [
        # A passive needs a verb that takes an object.
        ("The play is *set* in Rome.", "take place", "locate"),
        ("He was *kicked out* of it.", "go away", "send away"),
        # Two objects.
        ("We *used* the other room.", "make use", "make use of"),
        ("They *pay* me a lot.", "be paid", "give"),
        # No object: `of` needs one.
        ("We *talked* for an hour.", "speak of", "speak"),
        # The object needs the preposition, with which the phrase is a candidate too.
        ("The tower *dates from* the war.", "go back", "go back to"),
        ("They want *bigger* rooms.", "out of this world", "large"),
        ("It was a *fine* day.", "more pleasant", "nice"),
    ],
)
def test_what_cannot_stand_in_the_construction_is_refused(system, marked, refused, kept):
    place = target(marked)
    word = locate(place)
    letter = WORDNET_POS[word.pos]
    words = [refused, kept]
    pool = pool_of_words(system.lexicon, system.table, word.lemma, letter, words)
    filters = Filters(pool, word, around(place))
    assert [filters.rejects(number) for number in range(2)] == [True, False]
