"""Forms of words, by hand; the large independent list is in test_brown.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.lexicon.inflection import inflect, match_case, verb_forms

# lemma: VBZ VBD VBN VBG
VERBS = """
be: is was been being; have: has had had having; do: does did done doing; go: goes went gone going
give: gives gave given giving; see: sees saw seen seeing; quit: quits quit quit quitting
run: runs ran run running; lie: lies lay lain lying; lay: lays laid laid laying
die: dies died died dying; dye: dyes dyed dyed dyeing; tie: ties tied tied tying
begin: begins began begun beginning; write: writes wrote written writing; put: puts put put putting
try: tries tried tried trying; play: plays played played playing; fix: fixes fixed fixed fixing
watch: watches watched watched watching; kiss: kisses kissed kissed kissing
quiz: quizzes quizzed quizzed quizzing; echo: echoes echoed echoed echoing
stop: stops stopped stopped stopping; hope: hopes hoped hoped hoping
wait: waits waited waited waiting
offer: offers offered offered offering; refer: refers referred referred referring
visit: visits visited visited visiting; admit: admits admitted admitted admitting
occur: occurs occurred occurred occurring; open: opens opened opened opening
equip: equips equipped equipped equipping; develop: develops developed developed developing
control: controls controlled controlled controlling; panic: panics panicked panicked panicking
benefit: benefits benefited benefited benefiting; agree: agrees agreed agreed agreeing
overtake: overtakes overtook overtaken overtaking; rebuild: rebuilds rebuilt rebuilt rebuilding
misread: misreads misread misread misreading; relay: relays relayed relayed relaying
undergo: undergoes underwent undergone undergoing; forget: forgets forgot forgotten forgetting
singe: singes singed singed singeing; free: frees freed freed freeing; ski: skis skied skied skiing
spoon-feed: spoon-feeds spoon-fed spoon-fed spoon-feeding
fight: fights fought fought fighting; buy: buys bought bought buying; swim: swims swam swum swimming
"""
NOUNS = """
dog dogs; box boxes; church churches; city cities; boy boys; man men; woman women; child children
fireman firemen; German Germans; human humans; foot feet; tooth teeth; mouse mice; goose geese
sheep sheep; series series; knife knives; roof roofs; leaf leaves; potato potatoes; photo photos
hero heroes; analysis analyses; criterion criteria; bus buses; quiz quizzes; person people
stomach stomachs; boss bosses; datum data; outskirts outskirts; mother-in-law mothers-in-law
hot*dog hot*dogs; state*of*mind states*of*mind; key keys; guy guys; grandchild grandchildren
housewife housewives; passer-by passers-by; ox oxen; crisis crises; phenomenon phenomena
"""
DEGREES = """
big bigger biggest; nice nicer nicest; happy happier happiest; good better best; bad worse worst
far farther farthest; simple simpler simplest; narrow narrower narrowest; quiet quieter quietest
beautiful more*beautiful most*beautiful; tired more*tired most*tired; thin thinner thinnest
unhappy unhappier unhappiest; slow slower slowest; well-known more*well-known most*well-known
gray grayer grayest; careful more*careful most*careful; dry drier driest; free freer freest
"""


def _entries(table):
    return [entry.strip() for entry in table.replace("\n", ";").split(";") if entry.strip()]


@pytest.mark.parametrize("entry", _entries(VERBS))
def test_verbs(entry):
    lemma, _, forms = entry.partition(": ")
    assert [inflect(lemma, tag) for tag in ("VBZ", "VBD", "VBN", "VBG")] == forms.split()


@pytest.mark.parametrize("entry", _entries(NOUNS))
def test_nouns(entry):
    lemma, plural = entry.replace("*", "\0").split()
    assert inflect(lemma.replace("\0", " "), "NNS") == plural.replace("\0", " ")


@pytest.mark.parametrize("entry", _entries(DEGREES))
def test_degrees(entry):
    lemma, higher, highest = (form.replace("*", " ") for form in entry.split())
    assert (inflect(lemma, "JJR"), inflect(lemma, "JJS")) == (higher, highest)


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("give up", "VBD", "gave up"),
        ("give up", "VBG", "giving up"),
        ("put up with", "VBZ", "puts up with"),
        ("be able to", "VBZ", "is able to"),
        ("quickly", "RB", "quickly"),
        ("quickly", "RBR", "more quickly"),
        ("quickly", "RBS", "most quickly"),
        ("fast", "RBR", "faster"),
        ("well", "RBR", "better"),
        ("give up", "VB", "give up"),
        ("dog", "NN", "dog"),
        ("dog", "NNP", "dog"),
        ("Google", "VBD", "Googled"),
        ("Roman", "NNS", "Romans"),
        ("anything", "XX", "anything"),
    ],
)
def test_phrases_inflect_on_their_head_and_other_forms_stay(lemma, tag, form):
    assert inflect(lemma, tag) == form


@pytest.mark.parametrize(
    ("word", "like", "written"),
    [
        ("great", "big", "great"),
        ("great", "Big", "Great"),
        ("great", "BIG", "GREAT"),
        ("give up", "Quit", "Give up"),
        ("give up", "QUIT", "GIVE UP"),
        ("me", "I", "Me"),
        ("Roman", "big", "Roman"),
        ("élan", "Verve", "Élan"),
    ],
)
def test_capitals_follow_the_target(word, like, written):
    assert match_case(word, like) == written


@given(st.text(max_size=30), st.sampled_from("VBZ VBD VBN VBG VBP NNS JJR JJS RBR RBS NN".split()))
def test_any_text_can_be_inflected(text, tag):
    assert isinstance(inflect(text, tag), str)


def test_the_forms_of_a_verb_are_all_there():
    assert set(verb_forms("walk")) == {"VB", "VBP", "VBZ", "VBD", "VBN", "VBG"}
