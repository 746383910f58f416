"""What a good teacher would mark, and what nobody should: a table of examples, and behaviour."""

import pytest

from motjuste.analysis import words_of
from motjuste.improver.detector import kind_of
from motjuste.improver.eligible import eligible_words, masked_spans
from motjuste.improver.expressions import NEVER_MANDATORY, Expression, Repetition
from motjuste.improver.phrases import set_phrase_sizes
from motjuste.rules.detector_lists import UsageEntry, read_usage
from motjuste.systems.default import Default

SYSTEM = Default()


def possible_marks(text):
    return SYSTEM.improver.possible_marks(text)[0]


def expression(word, **facts):
    return Expression(words_of(word)[0], 0, 1, **facts)


# Every word in brackets must never be asked about, all others of open classes may be.
NEVER = [
    "We met [Mary] [Good] in the old town of [Great] [Yarmouth].",
    "[Big] [Ben] is a clock.",
    "The [Nice] treaty was signed there, and [Nice] is a town.",
    "She called it “a [very] [nice] [thing]” and left.".replace("called", "[called]"),
    'He [said] "[very] [good] [stuff]" twice.',
    '"[Come] in," the old man [whispered]. He said that he was cold.',
    "[Twenty-one] [red] cars came [today], and each stood there for an [hour].",
    "They read ‘[Great] [Expectations]’ and 'the [big] [sleep]' at school.",
    "Open [src/nice/big_thing.py] or [nice.txt] first.",
    "Write to [nice.people@example.org] or see [https://example.org/very/good].",
    "The function [getNiceThing] calls [make_good()] and [--very-nice] too.",
    "Use `[good] [thing]` for that.",
    "The [NATO] report of [12] [May] names [3] plans.",
    "See [#goodthings] and [@nicepeople] for more.",
    "for (int [good] = 0; [good] < [nice]; [good]++) {",
    "$ [make] [good] [things]",
    "Set [x] = [nice] here.".replace("Set", "[Set]").replace("here", "[here]"),
]


@pytest.mark.parametrize("marked", NEVER)
def test_names_quotations_code_addresses_and_numbers_are_never_asked_about(marked):
    text = marked.replace("[", "").replace("]", "")
    barred, at = set(), 0
    for n, piece in enumerate(marked.replace("]", "[").split("[")):
        if n % 2:
            barred |= set(range(at, at + len(piece)))
        at += len(piece)
    words = words_of(text)
    eligible = [word for word, may in zip(words, eligible_words(words, text), strict=True) if may]
    assert not [word.text for word in eligible if set(range(word.start, word.end)) & barred]
    assert eligible or len(barred) > 8


def test_an_apostrophe_or_an_inch_begins_no_quotation():
    text = "The dogs' owner bought a 5\" disk, didn't he, and a nice lamp for the boss's office."
    words = words_of(text)
    eligible = [w.text for w, may in zip(words, eligible_words(words, text), strict=True) if may]
    assert "nice" in eligible
    assert "lamp" in eligible


def test_a_stretch_of_any_length_is_looked_through_once():
    # Were it begun anew at each of its characters, this would not end today.
    assert masked_spans("é," * 500_000) == []
    assert masked_spans("a " + "é," * 500_000 + "_") == [(2, 1_000_003)]


# The word before the arrow should be worth more than the one after it, in the same text.
BETTER_MARKED = [
    ("He is a very good carpenter from the village.", "good", "carpenter"),
    ("She got a nice present from her uncle.", "nice", "uncle"),
    ("The kids walked across the bridge before the ceremony.", "kids", "bridge"),
    ("We put all our stuff into the boat.", "stuff", "boat"),
    ("Our company needs the intimate cooperation of the government.", "intimate", "government"),
    ("They have a lot of problems with the engine.", "a lot of", "engine"),
    ("He is gonna buy a violin next week.", "gonna", "violin"),
    ("The minister made a big mistake on Monday.", "big", "minister"),
    ("This thing shows how photosynthesis works.", "thing", "photosynthesis"),
    ("The boss decided to get rid of the old piano.", "get rid of", "piano"),
]


def priorities(text):
    """How early each expression is marked: what style guides advise against, then by score."""
    return {
        text[m.word.start : m.word.end]: (-m.expression.mandatory_from, m.score)
        for m in possible_marks(text)
    }


@pytest.mark.parametrize(("text", "more", "less"), BETTER_MARKED)
def test_what_is_vague_colloquial_or_misused_is_worth_more_than_what_is_exact(text, more, less):
    priority = priorities(text)
    assert priority[more] > priority.get(less, (-NEVER_MANDATORY, 0.0))


def test_a_word_that_is_repeated_nearby_is_worth_more_and_asks_for_variety():
    first = "The committee discussed the proposal. "
    again = "Later the mayor read the proposal aloud."
    alone = {m.word.start: m for m in possible_marks(f"The committee met. {again}")}
    both = {m.word.start: m for m in possible_marks(first + again)}
    shift = len(first) - len("The committee met. ")
    at = f"The committee met. {again}".index("proposal")
    assert both[at + shift].score > alone[at].score
    assert both[at + shift].expression.repetition.uses == 1
    (repeated,) = [
        mark
        for mark in Default(sensitivity=1.0).improve([first + again])[0]
        if mark.start == at + shift
    ]
    assert (repeated.kind, repeated.sws_kind) == ("variety", "diversify-expression")


PHRASES = [
    ("We have to get rid of it.", "get rid of", "VB"),
    ("She gave up smoking.", "gave up", "VBD"),
    ("He did it in order to help.", "in order to", "RB"),
    ("A lot of people came.", "A lot of", "RB"),
    ("They are making sure that it works.", "making sure", "VBG"),
]


@pytest.mark.parametrize(("text", "phrase", "form"), PHRASES)
def test_phrases_are_targets_as_a_whole_and_suggestions_take_their_form(text, phrase, form):
    word_of = {text[m.word.start : m.word.end]: m.word for m in possible_marks(text)}
    assert word_of[phrase].form == form
    assert not [other for other in word_of if other != phrase and other in phrase.split()]
    (marked,) = Default(sensitivity=1.0).improve([text])
    (improvement,) = [mark for mark in marked if text[mark.start : mark.end] == phrase]
    offered = [suggestion.text for suggestion in improvement.suggestions]
    assert offered
    if phrase == "gave up":
        assert all(not word.startswith(("abandon ", "quits")) for word in offered)
        assert {"abandoned", "quit", "surrendered", "relinquished"} & set(offered)
    if phrase == "A lot of":
        assert {"Many", "Numerous"} & set(offered)


def test_a_verb_keeps_a_preposition_that_would_stay_anyway():
    priority = priorities("They rely on their neighbours and walked out of the room.")
    assert "rely" in priority
    assert "walked out" in priority


def test_parts_of_a_name_for_one_thing_are_not_marked():
    assert "high" not in priorities("She went to high school in a small town.")


def test_the_usage_list_is_in_order_and_says_nothing_twice():
    entries = list(read_usage())
    keys = [(entry.words, entry.pos_code, entry.noun_form) for entry in entries]
    assert len(set(keys)) == len(keys)
    assert {entry.pos_code for entry in entries} <= set("nvarx")
    assert all(entry.replacements for entry in entries if len(entry.words) > 1)


def test_a_sentence_in_another_language_is_left_alone():
    german = "Das war ein sehr gutes Jahr für die ganze Firma."
    assert list(priorities(f"It was a very good year. {german}")) == ["very", "good"]


def test_words_know_that_they_stand_in_a_phrase_of_the_lexicon():
    words = words_of("You should keep in mind that young people read.")
    sizes = set_phrase_sizes(SYSTEM.lexicon, words, [True] * len(words))
    named = {words[place].text: size for place, size in sizes.items()}
    assert named["keep"] == named["mind"] == 3
    assert named["young"] == 2
    assert "read" not in named


STRONG = UsageEntry(("strong",), "a", "collocation", ("heavy",))
KID = UsageEntry(("kid",), "n", "informal", ("child",))


@pytest.mark.parametrize(
    ("marked", "refine_usage", "kind"),
    [
        (expression("strong", usage=STRONG), 0.1, "refine-usage"),
        (expression("kids", usage=KID), 0.1, "refine-usage"),
        (
            expression("result", repetition=Repetition(1, "result", 4)),
            0.9,
            "diversify-expression",
        ),
        (expression("result"), 0.9, "refine-usage"),
        (expression("result"), 0.1, "diversify-expression"),
    ],
)
def test_what_is_wrong_by_the_book_is_usage_and_what_is_repeated_expression(
    marked, refine_usage, kind
):
    assert kind_of(marked, refine_usage) == kind
