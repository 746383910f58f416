"""What becomes of a sentence: which words are targets, and what stands in their places."""

from collections import Counter
from hashlib import blake2b
from itertools import islice

import pytest

from distant_data import thesauri
from motjuste.analysis.text import tag_sentences
from motjuste.distant import phrases, replacement
from motjuste.distant.draws import Draws
from motjuste.distant.replacement import Replacer
from motjuste.lexicon.synonymy import Synonymy, combined
from motjuste.text.segmentation import word_texts, words


def replacer(names, how="intersection", rate=1.0):
    return Replacer(Synonymy(combined(names, how)), rate)


def replaced(text, made_by, *place):
    parted = word_texts(text)
    return made_by.replace(text, parted, tag_sentences([parted])[0], Draws(*(place or (0,))))


def outcomes(text, made_by):
    """All texts that come of a sentence in many draws."""
    return {replaced(text, made_by, seed).text for seed in range(60)}


# With the first thesaurus alone: each sentence, and all that it can become.
CASES = {
    # Verbs take the tense, nouns the number, of what they replace; capitals stay.
    "Big dogs chased it.": {
        f"{a} {b} {c} it."
        for a in ("Large", "Huge")
        for b in ("hounds", "curs")
        for c in ("hunted", "pursued")
    },
    # The part of speech decides which synonyms there are.
    "They house the house.": {"They lodge the home."},
    # A phrase is inflected on its verb.
    "She gave up quickly.": {
        f"She {a} {b}." for a in ("quit", "renounced") for b in ("rapidly", "hastily")
    },
    "Giving up is hard.": {"Quitting is hard.", "Renouncing is hard."},
    # An adverb of two words none of which is an adverb.
    "Of course it rains.": {"Naturally it rains."},
    # The article follows the word.
    "It was a house.": {"It was a home."},
    "Dog House is a name.": {"Dog House is a name."},
    "We met Mr. Big in London.": {"We met Mr. Big in London."},
    "Nothing is here.": {"Nothing is here."},
}


@pytest.mark.parametrize("text", CASES)
def test_synonyms_of_the_same_part_of_speech_stand_in_the_right_form(tmp_path, text):
    assert outcomes(text, replacer(thesauri(tmp_path)[:1])) == CASES[text]


def test_the_article_is_set_right_and_is_no_part_of_the_target(tmp_path):
    made_by = replacer(thesauri(tmp_path), "union")
    texts = {"It was an enormous day.", "It was a huge day.", "It was a large day."}
    assert outcomes("It was a big day.", made_by) == texts
    made = next(
        result
        for seed in range(60)
        if "an enormous" in (result := replaced("It was a big day.", made_by, seed)).text
    )
    (target,) = made.targets
    assert made.text[target.start : target.end] == "enormous"
    assert target.original == "big"
    assert outcomes('It was a "big" day.', made_by) == {
        text.replace("enormous", '"enormous"').replace("huge", '"huge"').replace("large", '"large"')
        for text in texts
    }


def test_of_two_thesauri_what_both_or_what_either_list(tmp_path):
    both = replacer(thesauri(tmp_path), "intersection")
    assert outcomes("The big dog runs.", both) == {"The huge hound runs."}
    # As a verb the first lists `lodge`, the second does not say as what; as a noun only `home`.
    assert outcomes("They house the house.", both) == {"They lodge the house."}
    either = replacer(thesauri(tmp_path), "union")
    words = {text.split()[1] for text in outcomes("The dog runs.", either)}
    assert words == {"hound", "cur", "friend"}


def test_targets_say_what_stood_where(tmp_path):
    text = "Of course the big dogs gave up quickly, and the house fell."
    made = replaced(text, replacer(thesauri(tmp_path)[:1]))
    assert [(t.original, t.pos) for t in made.targets] == [
        ("Of course", "ADV"),
        ("big", "ADJ"),
        ("dogs", "NOUN"),
        ("gave up", "VERB"),
        ("quickly", "ADV"),
        ("house", "NOUN"),
    ]
    assert made.words == len(words(made.text))
    back = made.text
    for target in reversed(made.targets):
        assert back[target.start : target.end] != target.original
        back = back[: target.start] + target.original + back[target.end :]
    assert back == text


def test_a_phrase_that_is_only_spelled_alike_is_none(tmp_path):
    (tmp_path / "t.json").write_text('{"maybe": ["perhaps"], "everyday": {"adj": ["common"]}}')
    made_by = replacer([str(tmp_path / "t.json")])
    for text in ("It may be late.", "It rains every day."):
        assert outcomes(text, made_by) == {text}


def test_what_is_forgotten_of_words_changes_nothing(tmp_path, monkeypatch):
    text = "Of course the big dogs gave up quickly, and big dogs give up."
    names = thesauri(tmp_path)[:1]
    expected = [replaced(text, replacer(names), seed) for seed in range(9)]
    monkeypatch.setattr(replacement, "MAX_CACHE_ENTRIES", 1)
    monkeypatch.setattr(phrases, "MAX_CACHE_ENTRIES", 1)
    made_by = replacer(names)
    assert [replaced(text, made_by, seed) for seed in range(9)] == expected


def test_a_phrase_is_found_in_all_forms_and_the_longest_is_taken(tmp_path):
    (tmp_path / "t.json").write_text('{"give up": ["quit"], "give up on": ["abandon"]}')
    made_by = replacer([str(tmp_path / "t.json")])
    # `gives up on us` begins as the longer phrase does, `gives up in` as the shorter alone.
    assert outcomes("He gives up on us.", made_by) == {"He abandons us."}
    assert outcomes("He gives up in May.", made_by) == {"He quits in May."}
    assert outcomes("He gives it up.", made_by) == {"He gives it up."}


def test_the_rate_is_the_share_of_targets_that_are_replaced(tmp_path):
    text, made_by = "The big end.", replacer(thesauri(tmp_path)[:1], rate=0.3)
    parted = word_texts(text)
    (tags,) = tag_sentences([parted])
    made = (made_by.replace(text, parted, tags, Draws(5, n)) for n in range(2000))
    count = sum(bool(record.targets) for record in made)
    # Three standard deviations of a binomial of 2,000 draws with 0.3: 61.
    assert abs(count - 600) < 62


def test_draws_are_even_and_depend_on_the_place_alone():
    counts = Counter(Draws(0, 0, number).below(6) for number in range(6000))
    # Four standard deviations of a binomial of 6,000 draws with 1/6: 115.
    assert set(counts) == set(range(6))
    assert all(abs(count - 1000) < 116 for count in counts.values())
    one, same = Draws(1, 2, 3), Draws(1, 2, 3)
    assert [one.below(1000) for _ in range(9)] == [same.below(1000) for _ in range(9)]
    assert Draws(1, 23).below(1 << 60) != Draws(12, 3).below(1 << 60)


def split_mix(state):
    """Vigna's splitmix64.c."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        yield mixed ^ (mixed >> 31)


def test_split_mix_is_the_published_generator():
    # The first outputs that are published for the state 1234567.
    assert list(islice(split_mix(1234567), 3)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    draws = Draws(7, 12)
    seed = int.from_bytes(blake2b(b"7/12", digest_size=8).digest(), "little")
    assert [draws.below(2**64) for _ in range(9)] == list(islice(split_mix(seed), 9))
