"""Kinds of words that a writer may ask for, and the register that a suggestion says it has."""

import pytest

from motjuste.errors import BadInputError
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import DATA, REGISTERS, register_of
from motjuste.suggester.styles import has_style
from motjuste.systems.default import Default
from motjuste.text import Target

LEXICON = Lexicon.open()


def suggestions(marked, **settings):
    before, word, after = marked.split("*")
    place = Target(before + word + after, len(before), len(before) + len(word))
    return Default(**settings).suggest([place])[0]


@pytest.mark.parametrize(
    ("style", "target", "substitute", "expected"),
    [
        ("plainer", "purchase", "buy", True),
        ("plainer", "buy", "purchase", False),
        ("formal", "buy", "purchase", True),
        ("formal", "child", "kid", False),
        ("shorter", "purchase", "buy", True),
        ("shorter", "buy", "get", False),
        ("any", "buy", "purchase", True),
    ],
)
def test_a_style_compares_a_substitute_with_its_target(style, target, substitute, expected):
    letter = "n" if target == "child" else "v"
    assert has_style(style, LEXICON, target, substitute, letter) is expected


def test_shorter_words_are_shorter():
    lemmas = [one.lemma for one in suggestions("We *purchased* a car last week.", style="shorter")]
    assert lemmas
    assert all(len(lemma) < len("purchase") for lemma in lemmas)


def test_a_suggestion_says_its_register_unless_the_target_has_the_same():
    by_lemma = {one.lemma: one.register for one in suggestions("We *bought* a car last week.")}
    assert by_lemma["purchase"] == "formal"
    formal = suggestions("The talks will *commence* on Monday.", most=20)
    assert all(one.register != "formal" for one in formal)


def test_an_unknown_style_is_refused_in_one_line():
    with pytest.raises(BadInputError, match="style is 'fancy'; use any, plainer, formal, shorter"):
        Default(style="fancy")


def test_every_word_has_one_register_for_a_part_of_speech():
    seen = set()
    for line in (DATA / "registers.tsv").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        register, letter, words = line.split("\t")
        assert register in REGISTERS
        assert letter in PARTS_OF_SPEECH
        for word in words.split(", "):
            assert word == word.strip().lower(), word
            assert (word, letter) not in seen, word
            seen.add((word, letter))
    assert len(seen) > 2000
    assert register_of("Kid", "n") == "informal"
