"""Who does what to whom, by dependencies: the five words of an ANVAN phrase."""

import pytest
from parsed import ROWS, tree, word

from motjuste.spaces.clauses import clauses


def phrases_of(rows, *nouns, oblique=True, every_modifier=False):
    sentence = tree(rows)
    options = {"oblique": oblique, "every_modifier": every_modifier}
    return [
        " ".join(sentence.words[place].lemma for place in clause)
        for clause in clauses(sentence, lambda lemma: lemma in nouns, **options)
    ]


def test_a_clause_needs_a_modified_subject_and_a_modified_object():
    assert phrases_of(ROWS, "construction") == ["construction arm build large airfield"]
    assert phrases_of(ROWS) == [], "a noun modifies only where it is known to"
    passive = [(*row[:4], "nsubj:pass" if row[4] == "nsubj" else row[4]) for row in ROWS]
    assert phrases_of(passive, "construction") == []


def test_of_several_modifiers_the_one_next_to_the_noun_is_taken():
    rows = [*ROWS[:5], ("new", "new", "ADJ", 8, "amod"), ("large", "large", "ADJ", 8, "amod"),
            ("airfield", "airfield", "NOUN", 4, "obj")]  # fmt: skip
    assert phrases_of(rows, "construction") == ["construction arm build large airfield"]
    # Or each of them gives a phrase of its own.
    assert phrases_of(rows, "construction", every_modifier=True) == [
        "construction arm build new airfield",
        "construction arm build large airfield",
    ]


EMBARK = [
    ("Old", "old", "ADJ", 2, "amod"),
    ("men", "man", "NOUN", 3, "nsubj"),
    ("embark", "embark", "VERB", 0, "root"),
]
BY_UD = [("on", "on", "ADP", 6, "case"), ("long", "long", "ADJ", 6, "amod")]
BY_SPACY = [("on", "on", "ADP", 3, "prep"), ("long", "long", "ADJ", 6, "amod")]


@pytest.mark.parametrize(
    "rows",
    [
        [*EMBARK, *BY_UD, ("trips", "trip", "NOUN", 3, "obl")],
        [*EMBARK, *BY_SPACY, ("trips", "trip", "NOUN", 4, "pobj")],
    ],
    ids=["universal", "spacy"],
)
def test_a_noun_after_a_preposition_may_stand_for_the_object(rows):
    assert phrases_of(rows) == ["old man embark long trip"]
    assert phrases_of(rows, oblique=False) == []


OLD_MEN = [word("old", "ADJ", 2, "amod"), word("men", "NOUN", 3, "nsubj", "man")]
BIG_HOUSE = [word("big", "ADJ", 5, "amod"), word("house", "NOUN", 3, "obj")]
CLAUSES = {
    "old men see big house and paint": (
        [*OLD_MEN, word("see", "VERB", 0, "root"), *BIG_HOUSE, word("and", "CCONJ", 7, "cc"),
         word("paint", "VERB", 3, "conj"), word("red", "ADJ", 9, "amod"),
         word("door", "NOUN", 7, "obj")],
        ["old man see big house", "old man paint red door"],
    ),
    "old men who see big house": (
        [word("old", "ADJ", 2, "amod"), word("men", "NOUN", 0, "root", "man"),
         word("who", "PRON", 4, "nsubj"), word("see", "VERB", 2, "acl:relcl"),
         word("big", "ADJ", 6, "amod"), word("house", "NOUN", 4, "obj")],
        ["old man see big house"],
    ),
    "big house is seen by old men": (
        [word("big", "ADJ", 2, "amod"), word("house", "NOUN", 4, "nsubj:pass"),
         word("is", "AUX", 4, "aux:pass"), word("seen", "VERB", 0, "root", "see"),
         word("by", "ADP", 4, "agent"), word("old", "ADJ", 7, "amod"),
         word("men", "NOUN", 5, "pobj", "man")],
        ["old man see big house"],
    ),
    "old men want to see big house": (
        [*OLD_MEN, word("want", "VERB", 0, "root"), word("to", "PART", 5, "mark"),
         word("see", "VERB", 3, "xcomp"), word("big", "ADJ", 7, "amod"),
         word("house", "NOUN", 5, "obj")],
        ["old man see big house"],
    ),
    "old men see big house and tall tower": (
        [*OLD_MEN, word("see", "VERB", 0, "root"), *BIG_HOUSE, word("and", "CCONJ", 8, "cc"),
         word("tall", "ADJ", 8, "amod"), word("tower", "NOUN", 5, "conj")],
        ["old man see big house", "old man see tall tower"],
    ),
    "men, old sailors, see big house": (
        [word("men", "NOUN", 5, "nsubj", "man"), word(",", "PUNCT", 1, "punct"),
         word("old", "ADJ", 4, "amod"), word("sailor", "NOUN", 1, "appos"),
         word("see", "VERB", 0, "root"), word("big", "ADJ", 7, "amod"),
         word("house", "NOUN", 5, "obj")],
        ["old sailor see big house"],
    ),
    "old men are scheduled to see big house": (
        [word("old", "ADJ", 2, "amod"), word("men", "NOUN", 4, "nsubj:pass", "man"),
         word("are", "AUX", 4, "aux:pass"), word("scheduled", "VERB", 0, "root", "schedule"),
         word("to", "PART", 6, "mark"), word("see", "VERB", 4, "xcomp"),
         word("big", "ADJ", 8, "amod"), word("house", "NOUN", 6, "obj")],
        ["old man see big house"],
    ),
    "old men urge young boys to see big house": (
        [*OLD_MEN, word("urge", "VERB", 0, "root"), word("young", "ADJ", 5, "amod"),
         word("boy", "NOUN", 3, "obj"), word("to", "PART", 7, "mark"),
         word("see", "VERB", 3, "xcomp"), word("big", "ADJ", 9, "amod"),
         word("house", "NOUN", 7, "obj")],
        ["old man urge young boy", "young boy see big house"],
    ),
    "big house that he sees with old men": (
        [word("big", "ADJ", 2, "amod"), word("house", "NOUN", 0, "root"),
         word("he", "PRON", 4, "nsubj"), word("sees", "VERB", 2, "acl:relcl", "see"),
         word("old", "ADJ", 6, "amod"), word("men", "NOUN", 4, "obj", "man")],
        [],
    ),
    "big house seen by old men": (
        [word("big", "ADJ", 2, "amod"), word("house", "NOUN", 0, "root"),
         ("seen", "see", "VERB", 2, "acl", "VBN"), word("by", "ADP", 3, "agent"),
         word("old", "ADJ", 6, "amod"), word("men", "NOUN", 4, "pobj", "man")],
        ["old man see big house"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", CLAUSES)
def test_subjects_and_objects_are_found_where_grammar_hides_them(text):
    rows, expected = CLAUSES[text]
    assert phrases_of(rows) == expected
