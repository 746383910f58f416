"""Choosing words and sentences for a lexical sample."""

import pytest

from motjuste.benchmarks.benchmark import Item
from motjuste.collect.lexical_sample import SampleChoice, lexical_sample
from motjuste.errors import BadInputError
from motjuste.text import Target

WORDS = {"bright": ("ADJ", 4), "odd": ("ADJ", 4), "rare": ("ADJ", 1), "run": ("VERB", 5)}


def items():
    """Sentences of four words; two sentences of `odd` were chosen by hand."""
    made = []
    for word, (pos, number) in WORDS.items():
        for at in range(number):
            extra = {"subset": "MAN"} if word == "odd" and at < 2 else {}
            target = Target(f"{word} {at}", 0, len(word), pos, word)
            made.append(Item(f"{word}{at}", f"c{word}{at}", target, (), extra))
    return made


def counts(chosen):
    """How many sentences of each word were taken by hand or at random."""
    numbers = {}
    for item in chosen:
        key = (item.target.lemma, item.extra["subset"])
        numbers[key] = numbers.get(key, 0) + 1
    return numbers


def test_sentences_chosen_by_hand_are_taken_and_others_drawn():
    choice = SampleChoice(words=("odd", "run"), sentences=3)
    assert counts(lexical_sample(items(), choice)) == {("odd", "MAN"): 2, ("run", "RAND"): 3}


def test_words_are_drawn_for_each_part_of_speech_from_those_with_enough_sentences():
    choice = SampleChoice(random_words=1, sentences=4, seed=2)
    chosen = lexical_sample(items(), choice)
    assert {item.target.pos for item in chosen} == {"ADJ", "VERB"}
    assert "rare" not in {item.target.lemma for item in chosen}
    assert [item.id for item in chosen] == [item.id for item in lexical_sample(items(), choice)]


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (SampleChoice(words=("none",)), "no sentence with the word 'none'"),
        (SampleChoice(words=("rare",), sentences=2), "'rare' has only 1 sentences, and 2"),
        (SampleChoice(random_words=9), "words of class ADJ"),
    ],
)
def test_what_cannot_be_chosen_is_reported(choice, message):
    with pytest.raises(BadInputError, match=message):
        lexical_sample(items(), choice)
