"""What a good teacher would mark, and what nobody should: a table of examples, and behaviour."""

import pytest

from motjuste.analysis import read
from motjuste.improver.calibration import NEVER as NO_SHARE
from motjuste.improver.detector import Unit, kind_of
from motjuste.improver.eligible import closed_spans, worth_asking
from motjuste.improver.phrases import set_phrases
from motjuste.improver.usage import Usage, _read
from motjuste.systems.default import Default
from motjuste.text import KINDS

SYSTEM = Default()

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
    words = read(text)
    asked = [word for word, may in zip(words, worth_asking(words, text), strict=True) if may]
    assert not [word.text for word in asked if set(range(word.start, word.end)) & barred]
    assert asked or len(barred) > 8


def test_an_apostrophe_or_an_inch_begins_no_quotation():
    text = "The dogs' owner bought a 5\" disk, didn't he, and a nice lamp for the boss's office."
    words = read(text)
    asked = [w.text for w, may in zip(words, worth_asking(words, text), strict=True) if may]
    assert "nice" in asked
    assert "lamp" in asked


def test_a_stretch_of_any_length_is_looked_through_once():
    # Were it begun anew at each of its characters, this would not end today.
    assert closed_spans("é," * 500_000) == []
    assert closed_spans("a " + "é," * 500_000 + "_") == [(2, 1_000_003)]


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


def worth(text):
    """How early each word or phrase is marked: what style guides ask for, then by worth."""
    return {
        text[m.word.start : m.word.end]: (-m.weighed.latest, m.worth)
        for m in SYSTEM.improver.judged(text)[0]
    }


@pytest.mark.parametrize(("text", "more", "less"), BETTER_MARKED)
def test_what_is_vague_colloquial_or_misused_is_worth_more_than_what_is_exact(text, more, less):
    found = worth(text)
    assert found[more] > found.get(less, (-NO_SHARE, 0.0))


def test_a_word_that_is_repeated_nearby_is_worth_more_and_asks_for_variety():
    first = "The committee discussed the proposal. "
    again = "Later the mayor read the proposal aloud."
    alone = {m.word.start: m for m in SYSTEM.improver.judged(f"The committee met. {again}")[0]}
    both = {m.word.start: m for m in SYSTEM.improver.judged(first + again)[0]}
    shift = len(first) - len("The committee met. ")
    at = f"The committee met. {again}".index("proposal")
    assert both[at + shift].worth > alone[at].worth
    assert both[at + shift].unit.repeated == 1
    (found,) = [
        each
        for each in Default(sensitivity=1.0).improve([first + again])[0]
        if each.start == at + shift
    ]
    assert (found.kind, found.sws_kind) == ("variety", "diversify-expression")


PHRASES = [
    ("We have to get rid of it.", "get rid of", "VB"),
    ("She gave up smoking.", "gave up", "VBD"),
    ("He did it in order to help.", "in order to", "RB"),
    ("A lot of people came.", "A lot of", "RB"),
    ("They are making sure that it works.", "making sure", "VBG"),
]


@pytest.mark.parametrize(("text", "phrase", "form"), PHRASES)
def test_phrases_are_targets_as_a_whole_and_suggestions_take_their_form(text, phrase, form):
    found = {text[m.word.start : m.word.end]: m.word for m in SYSTEM.improver.judged(text)[0]}
    assert found[phrase].form == form
    assert not [other for other in found if other != phrase and other in phrase.split()]
    (marked,) = Default(sensitivity=1.0).improve([text])
    (improvement,) = [each for each in marked if text[each.start : each.end] == phrase]
    offered = [each.text for each in improvement.suggestions]
    assert offered
    if phrase == "gave up":
        assert all(not each.startswith(("abandon ", "quits")) for each in offered)
        assert {"abandoned", "quit", "surrendered", "relinquished"} & set(offered)
    if phrase == "A lot of":
        assert {"Many", "Numerous"} & set(offered)


def test_a_verb_keeps_a_preposition_that_would_stay_anyway():
    found = worth("They rely on their neighbours and walked out of the room.")
    assert "rely" in found
    assert "walked out" in found


def test_parts_of_a_name_for_one_thing_are_not_marked():
    assert "high" not in worth("She went to high school in a small town.")


def test_the_usage_list_is_in_order_and_says_nothing_twice():
    entries = list(_read())
    keys = [(each.words, each.letter, each.number) for each in entries]
    assert len(set(keys)) == len(keys)
    assert {each.letter for each in entries} <= set("nvarx")
    assert all(each.instead for each in entries if len(each.words) > 1)


def test_a_sentence_in_another_language_is_left_alone():
    german = "Das war ein sehr gutes Jahr für die ganze Firma."
    assert list(worth(f"It was a very good year. {german}")) == ["very", "good"]


def test_words_know_that_they_stand_in_a_phrase_of_the_lexicon():
    words = read("You should keep in mind that young people read.")
    found = set_phrases(SYSTEM.lexicon, words, [True] * len(words))
    named = {words[place].text: size for place, size in found.items()}
    assert named["keep"] == named["mind"] == 3
    assert named["young"] == 2
    assert "read" not in named


@pytest.mark.parametrize(
    ("unit", "refine", "kind"),
    [
        (Unit(read("strong")[0], 0, 1, Usage(("strong",), "a", "collocation", ("heavy",))), 0.1, 0),
        (Unit(read("kids")[0], 0, 1, Usage(("kid",), "n", "colloquial", ("child",))), 0.1, 0),
        (Unit(read("result")[0], 0, 1, repeated=1), 0.9, 1),
        (Unit(read("result")[0], 0, 1), 0.9, 0),
        (Unit(read("result")[0], 0, 1), 0.1, 1),
    ],
)
def test_what_is_wrong_by_the_book_is_usage_and_what_is_repeated_expression(unit, refine, kind):
    assert kind_of(unit, refine) == KINDS[kind]
