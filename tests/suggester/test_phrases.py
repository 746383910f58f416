"""A marked word that is part of a phrase stands for the whole phrase, split or not."""

import pytest

from motjuste.analysis import around, construction_edits, edits_for, in_form, locate
from motjuste.analysis.fitting import edits_around_object
from motjuste.analysis.phrases import filler, general, phrases_around
from motjuste.systems.default import Default
from motjuste.text import Around, Target, apply_edits

KNOWN = {
    ("turn down", "v"),
    ("give up", "v"),
    ("get rid of", "v"),
    ("put on", "v"),
    ("in the long run", "r"),
}


def target(marked, **known):
    before, word, after = marked.split("*")
    return Target(before + word + after, len(before), len(before) + len(word), **known)


def phrases(marked):
    phrases = phrases_around(target(marked), lambda lemma, letter: (lemma, letter) in KNOWN)
    return [phrase.word.lemma for phrase in phrases]


@pytest.mark.parametrize(
    ("marked", "lemma"),
    [
        ("She *turned* down the offer.", "turn down"),
        ("She *turned* the very generous offer down.", "turn down"),
        ("She turned it *down* at once.", "turn down"),
        ("He is *giving* up smoking.", "give up"),
        ("He got *rid* of the car.", "get rid of"),
        ("It pays in the long *run* to wait.", "in the long run"),
    ],
)
def test_the_phrase_around_a_marked_word_is_found(marked, lemma):
    assert phrases(marked) == [lemma]


@pytest.mark.parametrize(
    "marked",
    [
        # The preposition has an object of its own.
        "He *turned* the car down the hill.",
        "She *put* the book on the table.",
        # Another clause.
        "She *turned* and sat down.",
        "We gave Mary a lift *up* the hill.",
    ],
)
def test_a_preposition_with_its_own_object_is_no_particle(marked):
    assert phrases(marked) == []


def test_a_phrase_may_be_hyphenated():
    answer = Default().answer(target("We saw a *stained-glass* window."))
    assert answer.phrase == "stained-glass window"


@pytest.mark.parametrize("marked", ["He gave a *wry* smile and shrugged.", "We went a *long* way."])
def test_neighbours_that_spell_another_word_are_no_phrase(marked):
    # The lexicon has `awry` and `go along`.
    assert Default().answer(target(marked)).phrase is None


@pytest.mark.parametrize(
    ("marked", "phrase"),
    [
        # Both `hang over` and `look into` are phrases; only one of them is meant.
        ("The moon *hung* over the black roofs.", None),
        ("He *looked* into the matter.", "look into"),
    ],
)
def test_a_verb_before_a_preposition_is_a_phrase_only_if_words_for_it_fit_better(marked, phrase):
    assert Default().answer(target(marked)).phrase == phrase


def test_a_target_whose_part_of_speech_is_given_stays_as_it_is():
    place = target("She *turned* down the offer.", pos="VERB")
    assert phrases_around(place, lambda *_: True) == []


def changed(marked, lemma):
    """The sentence with a substitute of the default system in place."""
    place = target(marked)
    answer = Default(most=20).answer(place)
    (suggestion,) = [suggestion for suggestion in answer.suggestions if suggestion.lemma == lemma]
    return apply_edits(place.text, suggestion.edits)


def test_a_substitute_for_a_split_phrase_removes_its_particle():
    assert changed("She *turned* the offer down.", "refuse") == "She refused the offer."
    assert changed("She turned the offer *down*.", "reject") == "She rejected the offer."


def test_a_phrasal_verb_is_split_as_the_one_it_replaces():
    assert (
        changed("Please *put* it off until Monday.", "hold off")
        == "Please hold it off until Monday."
    )
    assert changed("Please *put* it off until Monday.", "delay") == "Please delay it until Monday."


def test_the_answer_names_the_phrase_that_was_taken():
    assert Default().answer(target("She *turned* the offer down.")).phrase == "turn down"
    assert Default().answer(target("She *opened* the door slowly.")).phrase is None


def test_a_benchmark_gets_words_for_exactly_what_it_marks():
    answer = Default(phrases=False).answer(target("She *turned* the offer down."))
    assert answer.phrase is None
    assert not any(suggestion.edits for suggestion in answer.suggestions)


@pytest.mark.parametrize(
    ("marked", "lemma", "substitute", "expected"),
    [
        ("They *allow* young people to vote.", "allow", "let", "young people vote."),
        ("They *let* him stay.", "let", "allow", "him to stay."),
        ("They *let* him stay.", "let", "make", "him stay."),
        ("They *allow* him to stay.", "allow", "permit", "him to stay."),
        ("They *allow* him to stay.", "allow", "help", "him to stay."),
        ("They *allow* dogs in the park.", "allow", "let", "dogs in the park."),
    ],
)
def test_the_infinitive_after_the_object_follows_the_new_verb(marked, lemma, substitute, expected):
    place = target(marked)
    text = apply_edits(place.text, construction_edits(around(place), lemma, substitute))
    assert text[place.end :].strip() == expected


@pytest.mark.parametrize(
    ("text", "lemmas"),
    [
        ("He *tended* to forget names.", []),
        ("He *tended* to the garden.", ["tend to"]),
        ("We *have* to leave.", ["have to"]),
    ],
)
def test_the_to_of_an_infinitive_belongs_to_few_verbs(text, lemmas):
    known = {("tend to", "v"), ("have to", "v")}
    found = phrases_around(target(text), lambda lemma, letter: (lemma, letter) in known)
    assert [phrase.word.lemma for phrase in found] == lemmas


@pytest.mark.parametrize(
    ("phrase", "own", "form"),
    [
        ("change his mind", True, "change one's mind"),
        ("pull my leg", False, "pull someone's leg"),
        ("pull herself together", True, "pull oneself together"),
        ("calm her down", True, "calm someone down"),
        ("talk me into", True, "talk someone into"),
        ("call it a day", True, "call it a day"),
        ("his", True, "his"),
    ],
)
def test_phrases_have_a_general_form_without_pronouns(phrase, own, form):
    assert general(phrase, own) == form


@pytest.mark.parametrize(
    ("marked", "substitute", "text"),
    [
        ("She *reconsidered* at once.", "change one's mind", "changed her mind"),
        ("I have *reconsidered*.", "change one's mind", "changed my mind"),
        ("The ministers *reconsidered*.", "change one's mind", "changed their mind"),
        ("My aunt got up and *relaxed*.", "compose oneself", "composed herself"),
        ("They told him to *relax*.", "compose oneself", "compose himself"),
        ("Please *relax*.", "compose oneself", "compose yourself"),
        # The pronoun of the target decides.
        ("He *pulled my leg*.", "make fun of someone", "made fun of me"),
        ("She *gets on our nerves*.", "annoy someone", "annoys us"),
    ],
)
def test_pronouns_in_a_substitute_agree_with_the_subject_or_the_target(marked, substitute, text):
    assert in_form(target(marked), substitute) == text


@pytest.mark.parametrize(
    "marked",
    [
        # Whose mind? A minister may be he or she.
        "The minister *reconsidered*.",
        "To *reconsider* is human.",
    ],
)
def test_no_pronoun_is_guessed(marked):
    assert filler("change one's mind", around(target(marked))) is None


@pytest.mark.parametrize(
    ("marked", "lemma", "text", "sentence"),
    [
        ("They *postponed* it twice.", "put off", "put off", "They put it off twice."),
        ("They *postponed* the talks.", "put off", "put off", "They put off the talks."),
        ("We *endured* it.", "live through", "lived through", "We lived through it."),
        (
            "The judge *jailed* the two brothers at once.",
            "send to prison",
            "sent to prison",
            "The judge sent the two brothers to prison at once.",
        ),
        ("He *considered* it.", "think about", "thought about", "He thought about it."),
        (
            "Let's *forget about* the price of the car.",
            "put out of one's mind",
            "put out of our mind",
            "Let's put the price of the car out of our mind.",
        ),
        # Where the object ends is not clear; a long one may stand at the end.
        (
            "We *considered* the price that they named.",
            "take into account",
            "took into account",
            "We took into account the price that they named.",
        ),
    ],
)
def test_an_object_stands_inside_a_verb_phrase(marked, lemma, text, sentence):
    place = target(marked)
    edits = edits_around_object(place, around(place), lemma, text) or edits_for(place, text)
    assert apply_edits(place.text, edits) == sentence


def test_phrases_with_pronouns_are_known_with_other_pronouns_too():
    answer = Default().answer(target("He says that we really *get on his nerves*."))
    assert "annoy him" in [suggestion.text for suggestion in answer.suggestions]
    answer = Default().answer(target("I *changed* my mind about it."))
    assert answer.phrase == "change one's mind"


def test_a_marked_phrase_may_end_in_the_preposition_that_stays():
    answer = Default().answer(target("He has a *soft spot for* old trains."))
    first = answer.suggestions[0]
    assert apply_edits(answer.target.text, first.edits).endswith(f"{first.text} for old trains.")


def test_a_phrase_that_begins_with_a_participle_may_be_an_adjective_or_a_noun():
    listed = [("I am *fed up*.", "fed up"), ("They *gave up*.", "give up")]
    listed += [("It is a *stumbling block*.", "stumbling block"), ("It was *put off*.", "put off")]
    assert [locate(target(text)).lemma for text, _ in listed] == [lemma for _, lemma in listed]


@pytest.mark.parametrize(
    ("marked", "phrase"),
    [
        ("She hugged him in a *rush* of pity.", None),
        ("I was in a *rush* and forgot my keys.", "in a rush"),
        ("It is a new *kind* of pump.", None),
        ("He is *kind* of shy.", "kind of"),
        ("The *time* out helped us.", "time out"),
        ("He wants to *get rid* of it.", "get rid of"),
        ("I *gave up* smoking.", None),
        ("The box was *carried* out of the room.", None),
        ("We *carried* out the plan.", "carry out"),
        ("Attached are the *minutes* of our meeting.", None),
        ("He ran the *minute* he saw me.", "the minute"),
    ],
)
def test_a_noun_with_a_complement_or_adjective_of_its_own_is_not_part_of_an_adverb(marked, phrase):
    assert Default().answer(target(marked)).phrase == phrase


@pytest.mark.parametrize(
    "marked",
    [
        "He was *down in the dumps*.",
        "They won *hands down*.",
        "It was *head and shoulders above* the rest.",
    ],
)
def test_a_phrase_with_a_plural_that_is_no_noun_phrase_is_its_own_lemma(marked):
    place = target(marked)
    word = locate(place)
    assert (word.form, word.lemma) == ("NN", place.word)


@pytest.mark.parametrize(
    ("marked", "substitute", "expected"),
    [
        ("He was *strapped for cash*.", "short of money", "short of money"),
        ("He was *strapped for cash*.", "obsessed", "obsessed"),
        ("He was *laid up* with flu.", "out of action", "out of action"),
        ("He was *laid up* with flu.", "slow down", "slowed down"),
        ("I am *all ears*.", "attentive", "attentive"),
        ("A *growing* number agree.", "expanding", "expanding"),
        ("He has many *worries*.", "state of mind", "states of mind"),
        ("He opened the *closets*.", "cupboard", "cupboards"),
        ("Thank you for your *comments*.", "feedback", "feedback"),
        ("*Adults* pay more.", "grown-up", "Grown-ups"),
        ("The *victims* were found.", "deceased", "deceased"),
        ("They *backed off*.", "chicken out", "chickened out"),
        ("He *hates* noise.", "utterly detest", "utterly detests"),
        ("She *wanted* a rest.", "long for", "longed for"),
        ("The *runners up* got medals.", "second", "seconds"),
    ],
)
def test_what_is_no_verb_or_noun_has_no_forms_of_one(marked, substitute, expected):
    assert in_form(target(marked), substitute) == expected


@pytest.mark.parametrize(
    ("marked", "form", "lemma"),
    [
        ("They are *men of means*.", "NNS", "man of means"),
        ("It is a *pack of lies*.", "NN", "pack of lies"),
        ("We like *bus services*.", "NNS", "bus service"),
    ],
)
def test_a_noun_phrase_inflects_on_the_noun_before_a_preposition(marked, form, lemma):
    word = locate(target(marked))
    assert (word.form, word.lemma) == (form, lemma)


@pytest.mark.parametrize(
    ("marked", "unwanted"),
    [("It was a *mistake* to go.", "an error"), ("They came *in spite of* the rain.", "spite")],
)
def test_no_second_article_and_no_part_of_the_target_is_offered(marked, unwanted):
    offered = [suggestion.text for suggestion in Default(most=20).suggest([target(marked)])[0]]
    assert offered
    assert unwanted not in offered


def test_without_a_sentence_no_subject_is_known():
    assert filler("change one's mind", Around((), 0, 0)) is None
