"""What follows a verb, and which verbs can stand before it."""

import pytest

from motjuste.analysis import words_of
from motjuste.lexicon import complements as kinds
from motjuste.lexicon.complements import PREPOSITIONS, Verbs, complements
from motjuste.text import Around

FOR = kinds.FIRST + PREPOSITIONS.index("for")
WITH_AFTER_OBJECT = kinds.FIRST_AFTER_OBJECT + PREPOSITIONS.index("with")


def _kinds(text, verb):
    words = words_of(text)
    place = next(n for n, word in enumerate(words) if word.text == verb)
    return complements(Around(words, place, place + 1))


@pytest.mark.parametrize(
    ("text", "verb", "expected"),
    [
        ("They give you a refund.", "give", [kinds.OBJECT, kinds.TWO_OBJECTS]),
        ("Please tell us what you need.", "tell", [kinds.OBJECT, kinds.OBJECT_ASKING]),
        ("They told me that it was late.", "told", [kinds.OBJECT, kinds.OBJECT_THAT]),
        ("They asked him to leave.", "asked", [kinds.OBJECT, kinds.OBJECT_INFINITIVE]),
        ("We let them go.", "let", [kinds.OBJECT, kinds.OBJECT_BARE]),
        ("He provided me with a book.", "provided", [kinds.OBJECT, WITH_AFTER_OBJECT]),
        ("She felt very sad.", "felt", [kinds.ADJECTIVE]),
        ("I want to make a cake.", "want", [kinds.INFINITIVE]),
        ("He said that he would come.", "said", [kinds.THAT]),
        ("I think she is right.", "think", [kinds.THAT]),
        ("He kept talking.", "kept", [kinds.GERUND]),
        ("We are keeping the results.", "keeping", [kinds.NOUN_PHRASE]),
        ("I wait for the bus.", "wait", [FOR]),
    ],
)
def test_the_words_after_a_verb_tell_its_complement(text, verb, expected):
    assert _kinds(text, verb) == expected


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The room was kept for us.", "kept"),
        ("He stayed the whole week.", "stayed"),
        ("They met every day.", "met"),
        ("He left.", "left"),
    ],
)
def test_passives_and_times_are_no_complements(text, verb):
    assert _kinds(text, verb) == []


def test_a_perfect_is_active():
    assert _kinds("She has always given him the money.", "given") == [
        kinds.OBJECT,
        kinds.TWO_OBJECTS,
    ]


@pytest.mark.parametrize(
    ("verb", "for_verb", "kind"),
    [
        ("provide", "give", kinds.TWO_OBJECTS),
        ("experience", "feel", kinds.ADJECTIVE),
        ("remain", "keep", kinds.NOUN_PHRASE),
        ("await", "wait", FOR),
        ("achieve", "manage", kinds.INFINITIVE),
        ("inform", "tell", kinds.OBJECT_ASKING),
        ("enable", "let", kinds.OBJECT_BARE),
        ("persist", "keep", kinds.OBJECT),
        ("talk", "discuss", kinds.NOUN_PHRASE),
        ("stay", "keep", kinds.NOUN_PHRASE),
    ],
)
def test_a_verb_without_the_complement_misfits(verb, for_verb, kind):
    assert Verbs.open().misfits(verb, for_verb, [kind])


@pytest.mark.parametrize(
    ("verb", "for_verb", "kind"),
    [
        ("offer", "give", kinds.TWO_OBJECTS),
        ("send", "give", kinds.TWO_OBJECTS),
        ("become", "seem", kinds.ADJECTIVE),
        ("retain", "keep", kinds.NOUN_PHRASE),
        ("look", "wait", FOR),
        ("try", "want", kinds.INFINITIVE),
        ("believe", "think", kinds.THAT),
        ("make", "let", kinds.OBJECT_BARE),
        ("continue", "keep", kinds.GERUND),
        ("design", "produce", kinds.NOUN_PHRASE),
        ("begin", "start", kinds.NOUN_PHRASE),
        ("remain", "become", kinds.NOUN_PHRASE),
    ],
)
def test_a_verb_with_the_complement_fits(verb, for_verb, kind):
    assert not Verbs.open().misfits(verb, for_verb, [kind])


def test_nothing_is_reported_of_unknown_verbs():
    verbs = Verbs.open()
    assert not verbs.misfits("blorple", "give", [kinds.TWO_OBJECTS])
    assert not verbs.misfits("provide", "blorple", [kinds.TWO_OBJECTS])
