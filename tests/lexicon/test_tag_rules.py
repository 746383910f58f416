"""Tags that rules set right: commands like the past, adjectives like adverbs."""

import pytest

from motjuste.analysis import locate, words_of
from motjuste.lexicon.tag_rules import correct_tags
from motjuste.lexicon.tagging import Tag
from motjuste.text import Target


def _form(text, wanted):
    return next(word.form for word in words_of(text) if word.text == wanted)


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Take off the cover and put in the new filter.", "put"),
        ("Close the valve and shut the lid.", "shut"),
        ("Open the file and set the size.", "set"),
        ("Put the lid on.", "Put"),
        ("If it leaks, shut the valve.", "shut"),
        ("You should open it and put it back.", "put"),
        ("Take the cover that protects the pump and put it on the table.", "put"),
    ],
)
def test_a_command_is_a_base_form(text, verb):
    assert _form(text, verb) == "VB"


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("He opened it and put it back.", "put"),
        ("She came in, shut the door and cut the bread.", "shut"),
        ("He put the book on the table.", "put"),
    ],
)
def test_the_past_stays_the_past(text, verb):
    assert _form(text, verb) == "VBD"


def test_a_participle_before_a_preposition_is_no_command():
    assert _form("Set in Paris, the film is long.", "Set") == "VBN"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("This makes your program very fast.", "JJ"),
        ("Keep it fast.", "JJ"),
        ("He ran very fast.", "RB"),
    ],
)
def test_what_something_is_made_is_an_adjective(text, form):
    assert _form(text, "fast") == form


def test_a_part_of_speech_that_somebody_names_is_kept():
    assert locate(Target("He makes the car fast.", 17, 21)).pos == "ADJ"
    assert locate(Target("He makes the car fast.", 17, 21, "ADV")).pos == "ADV"


@pytest.mark.parametrize(
    ("text", "noun", "form"),
    [
        ("It was a real shambles.", "shambles", "NN"),
        ("They met in the barracks.", "barracks", "NNS"),
        ("Three passers-by stopped.", "passers-by", "NNS"),
        ("He spoke a few words.", "words", "NNS"),
    ],
)
def test_a_noun_after_an_indefinite_article_is_singular(text, noun, form):
    assert next(word.form for word in words_of(text) if word.text == noun) == form


@pytest.mark.parametrize(
    ("text", "form"), [("He never really got over it.", "VBD"), ("He has never got it.", "VBN")]
)
def test_a_verb_after_its_subject_and_adverbs_is_no_participle(text, form):
    assert next(word.form for word in words_of(text) if word.text == "got") == form


@pytest.mark.parametrize(
    ("text", "word", "pos"),
    [
        ("He was besotted with her.", "besotted", "ADJ"),
        ("We found the missing pages.", "missing", "ADJ"),
        ("We were missing pages.", "missing", "VERB"),
        ("It suits our existing members.", "existing", "ADJ"),
        ("The last missing pages were found.", "missing", "ADJ"),
        ("This left people homeless.", "left", "VERB"),
        ("He was clever following orders.", "following", "VERB"),
    ],
)
def test_a_participle_is_an_adjective_before_its_noun_or_if_it_is_no_verb(text, word, pos):
    assert next(one.pos for one in words_of(text) if one.text == word) == pos


@pytest.mark.parametrize(
    ("text", "verb", "lemma"),
    [
        ("The path wound up the hill.", "wound", "wind"),
        ("They rent a flat.", "rent", "rent"),
        ("The shot could wound him.", "wound", "wound"),
        ("Did the bullet wound him?", "wound", "wound"),
        ("Please lay the table.", "lay", "lay"),
    ],
)
def test_after_a_singular_subject_a_form_that_may_be_past_is_past(text, verb, lemma):
    assert next(word.lemma for word in words_of(text) if word.text == verb) == lemma


@pytest.mark.parametrize(
    ("words", "tags"),
    [
        (
            "the hens in the barn lay eggs",
            "DET/DT NOUN/NNS ADP/IN DET/DT NOUN/NN VERB/VBP NOUN/NNS",
        ),
        ("tom and mary found charities", "PROPN/NNP CCONJ/CC PROPN/NNP VERB/VBP NOUN/NNS"),
    ],
)
def test_a_noun_that_is_only_part_of_the_subject_says_nothing_about_the_verb(words, tags):
    given = [Tag(*tag.split("/")) for tag in tags.split()]
    assert correct_tags(words.split(), list(given)) == given
