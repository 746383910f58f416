"""Words in their sentences: lemma, form, and a substitute fitted in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.analysis import edits_for, in_form, locate, words_of
from motjuste.lexicon.inflection import lemma_of
from motjuste.text import Target, apply_edits

LEMMAS = """
boss NOUN NN boss; bosses NOUN NNS boss; men NOUN NNS man; mice NOUN NNS mouse
leaves NOUN NNS leaf; leaves VERB VBZ leave; lay VERB VBD lie; lay VERB VB lay; saw VERB VBD see
saw NOUN NN saw; found VERB VBD find; left VERB VBD leave; left ADJ JJ left; better ADJ JJR good
better ADV RBR well; worse ADJ JJR bad; bigger ADJ JJR big; happiest ADJ JJS happy
running VERB VBG run; travelled VERB VBD travel; traveled VERB VBD travel; burnt VERB VBD burn
dying VERB VBG die; was AUX VBD be; does AUX VBZ do; has AUX VBZ have; blogging VERB VBG blog
googled VERB VBD google; amazing ADJ JJ amazing; Paris PROPN NNP Paris; The DET DT the
glasses NOUN NNS glass; gave VERB VBD give; studies NOUN NNS study; studies VERB VBZ study
quickly ADV RB quickly; News NOUN NN news; us PRON PRP us; met VERB VBD meet
"""


@pytest.mark.parametrize("entry", [e for e in LEMMAS.replace("\n", ";").split(";") if e])
def test_lemmas_follow_part_of_speech_and_form(entry):
    form, pos, tag, lemma = entry.split()
    assert lemma_of(form, pos, tag) == lemma


@pytest.mark.parametrize(
    ("form", "pos", "lemma"),
    [("boss", "NOUN", "boss"), ("ran", "VERB", "run"), ("running", "VERB", "run")],
)
def test_lemmas_are_found_without_the_form(form, pos, lemma):
    assert lemma_of(form, pos) == lemma


def marked(text):
    """A text with its target between asterisks, as a target."""
    before, word, after = text.split("*")
    return Target(before + word + after, len(before), len(before) + len(word))


@pytest.mark.parametrize(
    ("text", "pos", "form", "lemma"),
    [
        ("They *watched* the game.", "VERB", "VBD", "watch"),
        ("My *watch* is slow.", "NOUN", "NN", "watch"),
        ("I read an *amazing* paper today.", "ADJ", "JJ", "amazing"),
        ("She speaks *quickly*.", "ADV", "RB", "quickly"),
        ("He *gave up* smoking.", "VERB", "VBD", "give up"),
        ("The *children* laughed.", "NOUN", "NNS", "child"),
        ("He has *written* a book.", "VERB", "VBN", "write"),
        ("We need to *address* this issue.", "VERB", "VB", "address"),
        ("First. They *left* early. Last.", "VERB", "VBD", "leave"),
        ("a *meat*-free dish", "NOUN", "NN", "meat"),
    ],
)
def test_a_target_is_read_in_its_sentence(text, pos, form, lemma):
    assert locate(marked(text))[3:] == (pos, form, lemma)


def test_a_part_of_speech_that_is_given_is_kept():
    text = "a fishing boat"
    assert locate(Target(text, 2, 9, pos="VERB"))[3:] == ("VERB", "VBG", "fish")
    assert locate(Target("My Name Is Nobody", 3, 7, pos="NOUN"))[3:] == ("NOUN", "NN", "name")


@pytest.mark.parametrize(
    ("text", "substitute", "expected"),
    [
        ("He *quit* his job.", "give up", "He gave up his job."),
        ("She is *running away*.", "flee", "She is fleeing."),
        ("I read an *amazing* paper.", "wonderful", "I read a wonderful paper."),
        ("It took an *hour*.", "day", "It took a day."),
        ("A *big* dog barked.", "enormous", "An enormous dog barked."),
        ("a *BIG* dog", "enormous", "an ENORMOUS dog"),
        ("A *BIG* DOG", "enormous", "An ENORMOUS DOG"),
        ("*Big* dogs bark.", "large", "Large dogs bark."),
        ("The *dogs* barked.", "mouse", "The mice barked."),
        ("It is *bigger* than mine.", "beautiful", "It is more beautiful than mine."),
        ("It is more *beautiful* than mine.", "nice", "It is more nice than mine."),
        ("She spoke *softly*.", "quietly", "She spoke quietly."),
        ("He *walks* home.", "go", "He goes home."),
        ("the *hiding* place", "conceal", "the concealing place"),
    ],
)
def test_a_substitute_is_fitted_to_its_place(text, substitute, expected):
    target = marked(text)
    edits = edits_for(target, in_form(target, substitute))
    assert apply_edits(target.text, edits) == expected


def test_all_words_of_a_text_are_read_with_their_places():
    text = "The boss left.\n\nGeese were flying, weren't they?"
    words = words_of(text)
    assert all(text[word.start : word.end] == word.text for word in words)
    lemmas = {word.text: word.lemma for word in words}
    assert (lemmas["Geese"], lemmas["flying"], lemmas["left"]) == ("goose", "fly", "leave")
    assert (lemmas["n't"], lemmas["were"]) == ("not", "be")


@given(st.text(min_size=1, max_size=60), st.data())
def test_any_span_of_any_text_can_be_read_and_replaced(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    target = Target(text, start, end)
    word = locate(target)
    assert (word.start, word.end, word.text) == (start, end, text[start:end])
    changed = apply_edits(text, edits_for(target, in_form(target, "glad")))
    assert changed.endswith(text[end:])
    assert "glad" in changed.lower()


@pytest.mark.parametrize("text", ["", " ", "\x00", "👍", "?!"])
def test_texts_without_words_can_be_read(text):
    assert all(word.pos for word in words_of(text))
