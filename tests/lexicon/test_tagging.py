"""The tagger: right on plain sentences, the same alone and in a batch, never at a loss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.lexicon import tagging
from motjuste.lexicon.tagging import Tagger
from motjuste.text import UNIVERSAL_POS

SENTENCES = [
    "The/DET old/ADJ dog/NOUN slept/VERB quietly/ADV ./PUNCT",
    "Take/VERB the/DET bus/NOUN !/PUNCT",
    "The/DET light/NOUN was/AUX bright/ADJ ./PUNCT",
    "They/PRON watched/VERB the/DET watch/NOUN ./PUNCT",
    "She/PRON must/AUX have/AUX been/AUX very/ADV tired/ADJ ./PUNCT",
    "Two/NUM men/NOUN and/CCONJ Mary/PROPN ran/VERB to/ADP Paris/PROPN ./PUNCT",
    "I/PRON do/AUX n't/PART want/VERB to/PART go/VERB ./PUNCT",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_plain_sentences_are_tagged_right(sentence):
    pairs = [pair.rsplit("/", 1) for pair in sentence.split()]
    tags = Tagger.open().tag([word for word, _ in pairs])
    assert [tag.pos for tag in tags] == [pos for _, pos in pairs]


@given(st.lists(st.lists(st.text(max_size=12), max_size=8), max_size=5))
def test_a_sentence_gets_in_a_batch_what_it_gets_alone(sentences):
    tagger = Tagger.open()
    together = tagger.tag_all(sentences)
    assert together == [tagger.tag(sentence) for sentence in sentences]
    assert all(tag.pos in UNIVERSAL_POS for row in together for tag in row)


def test_what_is_known_is_kept():
    tagger = Tagger.open()
    words = "a fishing boat".split()
    assert tagger.tag(words, {1: "VERB"})[1] == ("VERB", "VBG")
    assert tagger.tag(words, {1: "NOUN"})[1].pos == "NOUN"


def test_no_words_get_no_tags():
    assert Tagger.open().tag([]) == []
    assert Tagger.open().tag_all([[], []]) == [[], []]


def test_words_that_were_forgotten_get_the_same_tags(monkeypatch):
    sentences = [[pair.rsplit("/", 1)[0] for pair in sentence.split()] for sentence in SENTENCES]
    expected = Tagger.open().tag_all(sentences)
    monkeypatch.setattr(tagging, "MAX_CACHED_TYPES", 5)
    tagger = Tagger.open()
    assert [tagger.tag_all([sentence])[0] for sentence in sentences] == expected
