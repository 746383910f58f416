"""What each element of the notation matches, and the edits that come of it."""

import pytest

from motjuste.analysis import words_of
from motjuste.errors import BadInputError
from motjuste.rules import RuleSet, kinds, match
from motjuste.rules.pattern import parse
from motjuste.rules.rows import parse_rows
from motjuste.text import apply_edits


def rules(*rows, kind="collocation"):
    lines = [row if row.startswith("#!") else f"{row}\t\t\t" for row in rows]
    return RuleSet(parse_rows("\n".join([f"#! kind: {kind}", *lines]), "test.tsv"))


def fixed(text, *rows, **options):
    """The text after the first fix of each match."""
    for mark in reversed(rules(*rows).match(words_of(text), text, **options)):
        text = mark.fixes[0].apply(text)
    return text


DO_MISTAKE = "do.v > mistake.n\tmake"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I did a mistake.", "I made a mistake."),
        ("She does often very silly mistakes.", "She makes often very silly mistakes."),
        ("He has done a lot of mistakes.", "He has made a lot of mistakes."),
        ("Mistakes were done.", "Mistakes were made."),
        ("Mistakes of this kind are often done.", "Mistakes of this kind are often made."),
        ("The mistake that I did was bad.", "The mistake that I made was bad."),
        ("The mistakes my brother did were bad.", "The mistakes my brother made were bad."),
        ("The mistakes done by pupils are many.", "The mistakes made by pupils are many."),
        ("How many mistakes did you do?", "How many mistakes did you make?"),
        ("Was the mistake done by him?", "Was the mistake made by him?"),
        ("To do mistakes is human.", "To make mistakes is human."),
        ("Doing mistakes helps us.", "Making mistakes helps us."),
        ("I am doing errors and mistakes.", "I am making errors and mistakes."),
    ],
)
def test_a_verb_is_found_wherever_its_object_stands(before, after):
    assert fixed(before, DO_MISTAKE) == after


@pytest.mark.parametrize(
    "text",
    [
        "Did you make a mistake?",
        "He did not make a mistake.",
        "I did it and the mistake was mine.",
        "We do know that the mistake was theirs.",
        "They did the mistake list.",
        "I did my homework without a mistake.",
        "He did up the mistake.",
    ],
)
def test_a_verb_is_left_alone_if_the_noun_is_not_its_object(text):
    assert fixed(text, DO_MISTAKE) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Making tea or meeting with us is fun.", "Making tea or meeting with us is fun."),
        ("We are making plans and meeting friends.", "We are making plans and meeting friends."),
        ("We are making plans and a meeting.", "We are holding plans and a meeting."),
        ("We made plans and meetings.", "We held plans and meetings."),
    ],
)
def test_a_second_verb_in_ing_is_no_object_of_the_first(before, after):
    assert fixed(before, "make.v > meeting.n\thold") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A strong, cold rain fell.", "A heavy, cold rain fell."),
        ("The rain in the hills was very strong.", "The rain in the hills was very heavy."),
        ("The rain became cold and strong.", "The rain became cold and heavy."),
        ("The rain was a strong argument.", "The rain was a strong argument."),
        ("Strong rain jackets are sold here.", "Strong rain jackets are sold here."),
        ("The smell of rain was strong.", "The smell of rain was strong."),
        ("Stronger rain is expected.", "Heavier rain is expected."),
    ],
)
def test_an_adjective_is_found_before_its_noun_and_after_a_linking_verb(before, after):
    assert fixed(before, "strong.a > rain.n\theavy") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I very enjoy tea.", "I greatly enjoy tea."),
        ("I enjoyed the tea very.", "I enjoyed the tea greatly."),
        ("I enjoy very good tea.", "I enjoy very good tea."),
    ],
)
def test_an_adverb_is_found_before_its_verb_and_after_the_object(before, after):
    assert fixed(before, "very.r > enjoy.v\tgreatly") == after


def test_a_subject_is_found_before_its_verb_across_a_prepositional_phrase():
    row = "price.n > [grow.v]\trise"
    assert fixed("The prices of houses have grown.", row) == "The prices of houses have risen."
    assert fixed("They grew prices.", row) == "They grew prices."


@pytest.mark.parametrize(
    ("row", "before", "after"),
    [
        ("[discuss.v about] ... .n\tdiscuss", "He discussed about a plan.", "He discussed a plan."),
        ("a|an big.a\tlarge", "It is a big dog.", "It is large dog."),
        ("depend.v .r? [of]\ton", "It depends mostly of you.", "It depends mostly on you."),
        ("take.v _ [to] account\tinto", "Take it to account.", "Take it into account."),
        ("!not sure [of]\tabout", "I am sure of it.", "I am sure about it."),
        ("!not sure [of]\tabout", "I am not sure of it.", "I am not sure of it."),
        ("sure [of] !it\tabout", "I am sure of it.", "I am sure of it."),
        ("^ [plus] .pron\tbesides", "Plus it rains.", "Besides it rains."),
        ("^ [plus] .pron\tbesides", "Cold plus it rains.", "Cold plus it rains."),
        ("[too] $\tas well", "He came too.", "He came as well."),
        ("[too] $\tas well", "He came too late.", "He came too late."),
        ("[too] and|$\tas well", "Did he come too?", "Did he come as well?"),
        ("[too] and|$\tas well", "He came too", "He came as well"),
        ("[too] $|and\tas well", "He came too and sang.", "He came as well and sang."),
        ("[too] $|and\tas well", "He came too late and sang.", "He came too late and sang."),
        ("^|but [plus]\tbesides", "Plus it rained.", "Besides it rained."),
        ("^|but [plus]\tbesides", "It fell but plus it rose.", "It fell but besides it rose."),
        ("^|but [plus]\tbesides", "Two plus two is four.", "Two plus two is four."),
        ("take.v [the] @language\t-", "I take the English.", "I take English."),
        ("stop.v [to] talk.vb\t=from", "He stopped to talk.", "He stopped from talk."),
        ("enjoy.v [to] .vb\t-", "I enjoyed to read.", "I enjoyed read."),
        ("don't [must]\thave to", "We don't must go.", "We don't have to go."),
        ("[give.v .pron .det .n]\tgive $3 $4 to $2", "Give me the book.", "Give the book to me."),
        ("avoid.v [to .vb]\t$3.vbg", "I avoid to lie to you.", "I avoid lying to you."),
        ("agree.v [.vbg]\tto $2.vb", "We agreed paying her.", "We agreed to pay her."),
    ],
)  # fmt: skip
def test_elements_match_as_the_notation_says(row, before, after):
    assert fixed(before, row) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Basically, it works.", "It works."),
        ("It is basically done.", "It is done."),
        ("It is, basically, done.", "It is done."),
        ("It works, basically.", "It works."),
        ("It works basically.", "It works."),
        ("We need a basically honest man.", "We need an honest man."),
    ],
)
def test_a_deletion_leaves_spaces_commas_capitals_and_articles_right(before, after):
    assert fixed(before, "basically\t-") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A very big dog.", "An enormous dog."),
        ("Very big dogs.", "Enormous dogs."),
        ("VERY BIG DOGS.", "ENORMOUS DOGS."),
    ],
)
def test_a_replacement_keeps_capitals_and_mends_the_article(before, after):
    assert fixed(before, "very big\tenormous") == after


def test_of_overlapping_matches_the_one_with_more_words_of_its_own_wins():
    rows = ("very big\tenormous", "very big of\tgenerous of", "very\tquite")
    text = "It was very big of you, but very hot."
    assert fixed(text, *rows) == "It was generous of you, but quite hot."


def test_nothing_is_found_in_masked_spans():
    text = "He said 'I did a mistake' and did a mistake."
    marks = rules(DO_MISTAKE).match(words_of(text), text, masked=[(8, 25)])
    assert [one.start for one in marks] == [text.index("did a mistake.")]


def test_genre_and_kinds_decide_what_is_found():
    informal = rules("kid.n\tchild", kind="informal")
    text = "The kids slept."
    levels = {
        genre: [one.confidence for one in informal.match(words_of(text), text, genre=genre)]
        for genre in ("formal", "neutral", "casual", "fiction")
    }
    assert levels == {"formal": ["likely"], "neutral": ["thorough"], "casual": [], "fiction": []}
    assert informal.match(words_of(text), text, only={"wordy"}) == []


def test_flags_set_the_confidence_and_the_genres_of_a_row():
    text = "The kids slept."
    lines = "#! kind: informal\n#! flags: not-casual\nkid.n\tchild\t\t\t\tsure formal-only"
    flagged = RuleSet(parse_rows(lines, "test.tsv"))
    words = words_of(text)
    assert [one.confidence for one in flagged.match(words, text, genre="formal")] == ["sure"]
    assert flagged.match(words, text, genre="neutral") == []


def test_a_row_for_affirmative_clauses_is_quiet_after_a_negation():
    lines = "#! kind: intensifier\nvery good\texcellent\t\t\t\taffirmative"
    affirmative = RuleSet(parse_rows(lines, "test.tsv"))
    texts = ("It was a very good idea.", "It wasn't a very good idea.", "No, it was very good.")
    assert [len(affirmative.match(words_of(text), text)) for text in texts] == [1, 0, 1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("They lacked money.", "They were short of money."),
        ("He lacked money.", "He was short of money."),
        ("I lack money.", "I am short of money."),
        ("She lacks money.", "She is short of money."),
    ],
)
def test_be_agrees_with_its_subject(before, after):
    assert fixed(before, "lack.v\tbe short of") == after


def test_a_verb_inside_a_mark_does_not_inflect_what_replaces_the_whole():
    assert fixed("When all is said and done, go.", "when all be.v said and done\tfinally") == (
        "Finally, go."
    )


def test_a_reason_names_the_words_of_the_text():
    text = "I did a mistake."
    marks = match(words_of(text), text)
    assert marks[0].reason == "“did” does not go with “mistake”; English says “made”."


@pytest.mark.parametrize(
    ("row", "text", "partner"),
    [
        ("do.v > interview.n to\tgive", "She did an interview to the paper.", "interview"),
        ("it [have.v no sense] to\tmake no sense", "It has no sense to wait.", None),
        (
            "speech [make.v] a heated debate\tprovoke",
            "His speech made a heated debate.",
            "heated debate",
        ),
    ],
)
def test_a_reason_names_no_function_words_as_the_partner(row, text, partner):
    (mark,) = rules(row).match(words_of(text), text)
    if partner is None:
        assert "does not go with" not in mark.reason
    else:
        assert f"does not go with “{partner}”" in mark.reason


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("... .n", "must name a word"),
        ("[do.v [a]", "brackets"),
        ("do.v > the", "part of speech"),
        ("mistake.n > big.a", "joins"),
        ("@nowhere x", "no word list"),
        ("!a", "nothing in it stands for a word"),
    ],
)
def test_a_malformed_pattern_is_refused_with_what_is_wrong(pattern, message):
    with pytest.raises(BadInputError, match=message):
        parse(pattern)


def test_every_kind_has_a_title_an_explanation_and_a_reason():
    for kind in kinds().values():
        assert kind.title
        assert kind.explanation.endswith(".")
        assert "{" in kind.reason


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        # `told us` and `said to us` are two ways to mend one place; so are the two of `deny`.
        ("They always said us that it was late.", "They always told us that it was late."),
        ("She denied to know the man.", "She denied knowing the man."),
        # Each of these two changes leaves the words alone that the other one needs.
        ("I must make my homeworks.", "I must do my homework."),
    ],
)
def test_of_two_ways_to_mend_one_place_only_one_is_taken(text, fixed):
    edits = [edit for mark in match(words_of(text), text) for edit in mark.fixes[0].edits]
    assert apply_edits(text, edits) == fixed


def test_what_replaces_a_contracted_word_is_a_word_of_its_own():
    row = "[be.v agree] with\tagree"
    assert fixed("I'm agree with you.", row) == "I agree with you."
    assert fixed("They're agree with you.", row) == "They agree with you."
