"""The candidates for a word: broad, with their links, never opposites, always in one order."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motjuste.lexicon.candidates import LINKS, candidates
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.thesauri import Thesaurus

TARGETS = [("bright", "ADJ"), ("quit", "VERB"), ("house", "NOUN"), ("quickly", "ADV")]


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.open()


@pytest.mark.parametrize(
    ("word", "pos", "candidate", "relation", "sense"),
    [
        ("bright", "ADJ", "vivid", "synonym", 2),
        ("quit", "VERB", "give up", "synonym", 1),
        ("dog", "NOUN", "canine", "hypernym", 1),
        ("dog", "NOUN", "puppy", "hyponym", 1),
        ("dog", "NOUN", "wolf", "sibling", 1),
        ("bright", "ADJ", "shining", "similar", 1),
        ("snore", "VERB", "sleep", "entailment", 1),
        ("quickly", "ADV", "promptly", "through-adjective", 2),
        ("bright", "ADJ", "clear", "moby-both", 0),
    ],
)
def test_a_candidate_says_how_it_came_in(lexicon, word, pos, candidate, relation, sense):
    links_of = {c.word: c.links for c in candidates(lexicon, word, pos)}
    assert (relation, sense) in [(link.relation, link.sense) for link in links_of[candidate]]


@pytest.mark.parametrize(("word", "pos"), TARGETS)
def test_each_candidate_comes_once_and_is_not_the_word_itself(lexicon, word, pos):
    words = [c.word for c in candidates(lexicon, word, pos)]
    assert len(words) == len(set(words)) > 50
    assert word not in [text.lower() for text in words]


@pytest.mark.parametrize(("word", "pos"), TARGETS)
def test_links_are_known_and_the_nearest_comes_first(lexicon, word, pos):
    for candidate in candidates(lexicon, word, pos):
        ranks = [LINKS.index(link.relation) for link in candidate.links]
        assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("word", "pos", "opposite"),
    [
        ("bright", "ADJ", "dull"),
        ("hot", "ADJ", "cold"),
        ("scorching", "ADJ", "cold"),
        ("increase", "VERB", "decrease"),
        ("love", "NOUN", "hate"),
        ("quickly", "ADV", "slowly"),
        ("good", "ADJ", "bad"),
    ],
)
def test_opposites_are_no_candidates(lexicon, word, pos, opposite):
    assert opposite not in [c.word for c in candidates(lexicon, word, pos)]


def test_unknown_words_have_no_candidates(lexicon):
    assert candidates(lexicon, "xqzzv", "NOUN") == []
    assert candidates(lexicon, "bright", "PRON") == []


def test_the_users_thesaurus_serves_candidates_for_known_and_unknown_words(lexicon):
    mine = Thesaurus("mine")
    mine.add("bright", "vivid", "ADJ", 0.5)
    mine.add("bright", "lightsome-ish", "ADJ", 2.0)
    mine.add("xqzzv", "thing")
    wider = lexicon.with_thesauri(mine)
    links_of = {c.word: c.links for c in candidates(wider, "bright", "ADJ")}
    assert ("listed", "mine", 0.5) in [(x.relation, x.source, x.score) for x in links_of["vivid"]]
    assert links_of["vivid"][0].relation == "synonym"
    assert links_of["lightsome-ish"][0].score == 2.0
    assert [c.word for c in candidates(wider, "xqzzv", "NOUN")] == ["thing"]
    assert wider.synonyms("xqzzv") == ["thing"]
    assert wider.entry("xqzzv").listed[0].word == "thing"
    assert lexicon.entry("xqzzv") is None


_DIGEST = """
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.lexicon import Lexicon
print([candidates(Lexicon.open(), w, p) for w, p in (("bright", "ADJ"), ("make", "VERB"))])
"""


def test_the_order_is_the_same_whatever_the_hash_seed():
    source = Path(__file__).parents[2] / "src"
    outputs = {
        hashlib.sha256(
            subprocess.run(
                [sys.executable, "-c", _DIGEST],
                env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(source)},
                capture_output=True,
                check=True,
            ).stdout
        ).hexdigest()
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
