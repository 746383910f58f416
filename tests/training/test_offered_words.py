"""The words that may be offered at all, from which a table of candidates is trained."""

import pytest

from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import offensive
from motjuste.training import vocabulary


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.open()


@pytest.fixture(scope="module")
def offered(lexicon):
    return set(vocabulary.build(lexicon).number.tolist())


def test_no_word_is_offered_that_is_refused_elsewhere(lexicon, offered):
    assert not offered & offensive(lexicon)
    for word in ("bitch", "whore", "bullshit", "fucking", "queer"):
        assert not offered.intersection(lexicon.find_all(word)), word


def test_a_word_stays_that_is_rude_in_a_rare_sense_only(lexicon, offered):
    for word in ("spade", "boy", "happy"):
        assert offered.intersection(lexicon.find_all(word)), word
