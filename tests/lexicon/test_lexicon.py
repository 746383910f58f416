"""What the lexicon says; the facts are WordNet 3.0's, as its own browser shows them."""

import pytest

from motjuste.lexicon.lexicon import Lexicon


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.open()


def test_senses_come_in_order_with_counts_glosses_and_examples(lexicon):
    senses = lexicon.senses("bright", "ADJ")
    assert len(senses) == 10
    first = senses[0]
    assert (first.number, first.pos, first.count) == (1, "ADJ", 16)
    assert first.definition == "emitting or reflecting light readily or in large amounts"
    assert first.examples == ["the sun was bright and hot", "a bright sunlit room"]
    assert senses[1].words == ["bright", "brilliant", "vivid"]


@pytest.mark.parametrize(
    ("word", "pos", "relation", "other"),
    [
        ("dog", "NOUN", "hypernym", "canine"),
        ("canine", "NOUN", "hyponym", "dog"),
        ("bright", "ADJ", "antonym", "dull"),
        ("bright", "ADJ", "similar", "brilliant"),
        ("snore", "VERB", "entailment", "sleep"),
        ("kill", "VERB", "cause", "die"),
        ("happy", "ADJ", "also-see", "cheerful"),
        ("happy", "ADJ", "derivation", "happiness"),
        ("quickly", "ADV", "pertainym", "quick"),
        ("lunar", "ADJ", "pertainym", "Moon"),
        ("car", "NOUN", "has-part", "accelerator"),
        ("finger", "NOUN", "part-of", "hand"),
        ("wolf", "NOUN", "member-of", "genus Canis"),
        ("Paris", "NOUN", "instance-hypernym", "national capital"),
        ("quit", "VERB", "synonym", "give up"),
        ("heavy", "ADJ", "attribute", "weight"),
    ],
)
def test_relations_are_those_of_wordnet(lexicon, word, pos, relation, other):
    related_words = lexicon.related(word, pos)
    assert (relation, other) in [(r.relation, r.word) for r in related_words]
    assert {r.pos for r in related_words} == {pos}


def test_lexical_relations_are_of_the_word_and_not_of_its_synonyms(lexicon):
    # `rise` and `fall` are opposites as words; `go up`, in the same sense as `rise`, has none.
    assert "fall" in lexicon.antonyms("rise", "VERB")
    assert "fall" not in lexicon.antonyms("go up", "VERB")


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("paris", "Paris"),
        ("PARIS", "Paris"),
        ("Happy", "happy"),
        ("give-up", "give up"),
        ("give_up", "give up"),
        ("wellknown", "well-known"),
        ("well known", "well-known"),
        ("fire-fighter", "fire fighter"),
        ("naïve", "naive"),
    ],
)
def test_a_word_is_found_however_it_is_written(lexicon, written, stored):
    assert lexicon.entry(written).word == stored


@pytest.mark.parametrize("word", ["us", "we", "who", "", " ", "-", "xqzzv", "a" * 10_000, "\ud800"])
def test_function_words_are_no_acronyms_and_nonsense_is_not_found(lexicon, word):
    assert lexicon.entry(word) is None
    assert lexicon.senses(word) == []
    assert word not in lexicon


def test_capitals_keep_words_apart(lexicon):
    assert {sense.pos for sense in lexicon.senses("March")} == {"NOUN"}
    assert all("month" not in sense.definition for sense in lexicon.senses("march"))
    assert "March" in lexicon.variants("march")


def test_common_words_are_more_frequent_than_rare_ones(lexicon):
    order = ["the", "house", "mansion", "edifice"]
    values = [lexicon.frequency(word) for word in order]
    assert values == sorted(values, reverse=True)
    assert 7 < values[0] < 8
    assert lexicon.frequency("xqzzv") == 0
    assert lexicon.frequency("The") == lexicon.frequency("the")
    assert 0 < lexicon.frequency("very unlikely phrase") < lexicon.frequency("unlikely")


def test_parts_of_speech_have_shares_that_sum_to_one(lexicon):
    shares = lexicon.parts_of_speech("run")
    assert list(shares) == ["VERB", "NOUN"]
    assert sum(shares.values()) == pytest.approx(1)


def test_moby_links_both_ways_and_one_way(lexicon):
    # In Moby, `abbreviated` lists `Spartan`, and `laconic`, a root too, lists `abbreviated`.
    links = lexicon.moby(lexicon.number("abbreviated"))
    both, forward, back = ([lexicon.spelling(n) for n in group] for group in links)
    assert "laconic" in both
    assert "Spartan" in both + forward
    assert not set(both) & set(forward)
    assert not set(back) & set(both + forward)
    assert set(lexicon.entry("abbreviated").moby) == {*both, *forward}
    assert lexicon.number("abbreviated") in lexicon.moby(lexicon.number("laconic")).both


def test_words_of_moby_alone_have_a_likely_part_of_speech(lexicon):
    assert list(lexicon.parts_of_speech("to the point")) == ["ADJ"]


def test_every_word_is_found_under_its_own_spelling(lexicon):
    for number in range(0, len(lexicon), 997):
        assert lexicon.find_all(lexicon.spelling(number))[0] == number


def test_every_gloss_can_be_read(lexicon):
    assert lexicon.gloss(0).startswith("that which is perceived or known")
    assert all(lexicon.gloss(synset) for synset in range(0, 117_659, 501))
