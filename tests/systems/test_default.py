"""The embedded default: what it offers, what it never offers, and what may not change it."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

import small
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.word_lists import is_offensive
from motjuste.suggester.filters import Filters, spelling_key
from motjuste.systems import make_system, run_system, with_settings
from motjuste.systems.default import Default
from motjuste.text import Target

SENTENCES = [
    "I read an *amazing* paper today.",
    "She *gave up* smoking last year.",
    "The *strong* wind blew the roof off.",
    "They *quit* their jobs in May.",
    "The *colour* of the walls was dull.",
    "He spoke *quickly* and left.",
    "It was the *biggest* mistake of his life.",
    "The children were *running* along the beach.",
]


def target(marked, **known):
    before, word, after = marked.split("*")
    return Target(before + word + after, len(before), len(before) + len(word), **known)


@pytest.fixture(scope="module")
def default():
    return Default(most=20)


def texts(system, marked, **known):
    return [suggestion.text for suggestion in system.suggest([target(marked, **known)])[0]]


@pytest.mark.parametrize(
    ("marked", "form"),
    [
        ("He *quit* his job in May.", "gave up"),
        ("He had *started* the work before noon.", "begun"),
        ("She *walks* to school every day.", "strides"),
        ("It was the *biggest* mistake of his life.", "largest"),
        ("The *kids* were playing outside.", "children"),
        ("*Happily*, nobody was hurt.", "Fortunately"),
    ],
)
def test_a_substitute_comes_in_the_form_of_the_target(marked, form):
    assert form in texts(Default(most=100), marked)


def test_the_sentence_decides(default):
    hot = texts(default, "The weather is *bright* and sunny today.")[:10]
    clever = texts(default, "She is a *bright* student who learns fast.")[:10]
    assert "intelligent" in clever
    assert "intelligent" not in hot


@pytest.mark.parametrize("marked", SENTENCES)
def test_scores_fall_and_no_word_comes_twice(default, marked):
    suggestions = default.suggest([target(marked)])[0]
    assert len(suggestions) >= 10
    scores = [suggestion.score for suggestion in suggestions]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    lowered = [suggestion.text.lower() for suggestion in suggestions]
    assert len(set(lowered)) == len(lowered)


@pytest.mark.parametrize("marked", SENTENCES)
def test_neither_the_target_nor_its_antonyms_nor_slurs_are_offered(default, marked):
    lexicon, place = Lexicon.open(), target(marked)
    word = default.answer(place, origins=True).word
    opposite = set(lexicon.antonyms(word.lemma, word.pos))
    own = {spelling_key(place.word), spelling_key(word.lemma)}
    for suggestion in default.suggest([place])[0]:
        assert suggestion.lemma not in opposite
        assert spelling_key(suggestion.lemma) not in own
        assert not is_offensive(lexicon, suggestion.lemma)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("colour", "color"), ("organise", "organize"), ("centre", "center"), ("grey", "gray"),
        ("programme", "program"), ("judgement", "judgment"), ("travelling", "traveling"),
        ("co-operate", "cooperate"), ("defence", "defense"), ("analyse", "analyze"),
    ],
)  # fmt: skip
def test_two_spellings_of_a_word_are_one_word(one, other):
    assert spelling_key(one) == spelling_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("rise", "size"), ("wise", "wize"), ("fare", "far"), ("hall", "halo")]
)
def test_two_words_are_two_words(one, other):
    assert spelling_key(one) != spelling_key(other)


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("We flew to *Paris* in May.", "a name"),
        ("She bought *42* apples.", "a number"),
        ("She bought *twelve* apples.", "a number"),
        ("The roof *of* the house is red.", "a function word"),
        ("Ich habe ein *schönes* Haus gekauft und bin sehr froh.", "English"),
        ("Je lis un *article* très intéressant ce soir.", "English"),
        ("Stop *...* now.", "not a word"),
        ("It was *zqxvly* done.", "no substitute is known"),
    ],
)
def test_where_nothing_fits_the_answer_is_empty_and_says_why(default, marked, reason):
    place = target(marked)
    assert default.suggest([place])[0] == []
    assert reason in default.answer(place, origins=True).reason


def test_neither_company_nor_order_nor_threads_change_an_answer(default):
    targets = [target(marked) for marked in SENTENCES[:4]]
    alone = [Default(most=20).suggest([target])[0] for target in targets]
    assert default.suggest(targets) == alone
    assert default.suggest(targets[::-1]) == alone[::-1]
    assert Default(most=20, threads=2).suggest(targets) == alone


def test_the_hash_seed_does_not_change_an_answer():
    code = (
        "from motjuste.systems.default import Default; from motjuste.text import Target;"
        "d = Default(); t = Target('I read an amazing paper today.', 10, 17);"
        "print(d.suggest([t]), d.rank([t], [['good', 'bad', 'fine']]), d.answer(t, origins=True))"
    )
    printed = set()
    for seed in ("1", "2"):
        run = [sys.executable, "-c", code]
        done = subprocess.run(run, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True)
        printed.add(done.stdout)
    assert len(printed) == 1


def test_ranking_gives_the_same_words_back_better_ones_first(default):
    words = ["remarkable", "boring", "out of this world", "zqxv", "table"]
    ranked = default.rank([target(SENTENCES[0])], [words])[0]
    assert sorted(suggestion.text for suggestion in ranked) == sorted(words)
    order = [suggestion.text for suggestion in ranked]
    assert order.index("remarkable") < order.index("boring") < order.index("zqxv")
    assert ranked == default.rank([target(SENTENCES[0])], [words[::-1]])[0]
    assert default.rank([target(SENTENCES[0])], [[]]) == [[]]


def test_one_pass_alone_works_too():
    assert "astonishing" in texts(Default(rerank=0), SENTENCES[0])


def test_rarity_keeps_to_words_that_a_learner_knows():
    lexicon = Lexicon.open()
    words = texts(Default(max_rarity="common"), SENTENCES[0])
    assert words
    assert all(lexicon.frequency(word) >= 4.3 for word in words)


def test_a_thesaurus_of_ones_own_serves_too(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("amazing,jaw-dropping,zedonkish\nbright,dull\n", "utf-8")
    mine = Default(thesauri=(str(path),), most=100)
    assert {"jaw-dropping", "zedonkish"} <= set(texts(mine, SENTENCES[0]))
    assert "dull" not in texts(mine, "She wore a *bright* red dress.")
    offers = mine.answer(target(SENTENCES[0]), origins=True).suggestions
    origins = {offer.text: offer.origin for offer in offers}
    assert "mine.txt" in origins["zedonkish"]


def test_an_explanation_names_the_sense_the_source_and_what_moved_the_score(default):
    place = target("They sat on the *bank* of the river.")
    answer = default.answer(place, origins=True)
    assert "land" in answer.sense
    first = answer.suggestions[0]
    assert replace(first, origin=None, parts=()) == default.suggest([place])[0][0]
    assert first.origin
    assert {name for name, _ in first.parts} >= {"fits in its place", "known substitute"}


@pytest.mark.parametrize(
    "setting",
    [
        {"most": 0},
        {"rerank_marks": -1},
        {"rerank": -1},
        {"glosses": -1},
        {"max_rarity": "nan"},
        {"thesauri": ("no/such/file",)},
    ],
)
def test_a_setting_that_makes_no_sense_is_named(setting):
    with pytest.raises(BadInputError):
        Default(**setting).suggest([target(SENTENCES[0])])


def test_a_kind_of_marks_that_does_not_exist_is_refused():
    with pytest.raises(BadInputError, match="there is no kind 'speling'; did you mean spelling"):
        Default(kinds=("speling",))


@pytest.mark.parametrize(
    ("kind", "shown"), [("refine-usage", ["spelling"]), ("diversify-expression", ["repeated"])]
)
def test_a_kind_of_smart_word_suggestions_stands_for_all_that_belong_to_it(kind, shown):
    (marks,) = Default(kinds=(kind,)).improve(["I recieved the the letter."])
    assert [mark.kind for mark in marks] == shown


HOSTILE = [
    "*a*",
    "*word*",
    "x" * 50_000 + " *good* " + "y" * 50_000,
    "*" + "x" * 100_000 + "*",
    "an *😀* emoji",
    "a *good😀* day",
    "שלום *עולם* טוב",
    "a *go\u0301od\u0308* day",
    "a *go\x00od* day\x07",
    "<p>a <b>*good*</b> day</p>",
    "a *\u200b* b",
    "*good* " * 1 + "word " * 20_000,
]


@pytest.mark.parametrize("marked", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_gets_an_answer(default, marked):
    default.suggest([target(marked)])
    default.rank([target(marked)], [["good", "bad"]])
    default.answer(target(marked), origins=True)


def test_it_is_registered_under_its_name():
    assert isinstance(make_system("default"), Default)


LESSONS = [
    "He *lost* the game.",
    "She *accepted* the offer.",
    "I *forgot* the keys at home.",
    "He *hates* loud music.",
    "She is *younger* than her brother.",
    "He ran *faster* than the others.",
    "They *loosened* the screws.",
    "The *men* left early.",
    "It was the *least* of his worries.",
    "He *kicked the bucket* last year.",
]


@pytest.mark.parametrize("marked", LESSONS)
def test_every_word_that_is_offered_is_a_word(default, marked):
    lexicon = Lexicon.open()
    for text in texts(default, marked)[:10]:
        for part in text.replace("-", " ").replace("'s", "").split():
            known = any(analyses(part.lower(), letter) for letter in "nvar")
            assert known or lexicon.frequency(part) > 0, text


@pytest.mark.parametrize(
    ("marked", "opposite"),
    [
        ("I *forgot* the keys at home.", "remembered"),
        ("She *accepted* the offer.", "rejected"),
        ("She is *younger* than her brother.", "older"),
        ("Prices *increased* by ten percent.", "diminished"),
    ],
)
def test_opposites_are_not_offered_in_any_form(marked, opposite):
    assert opposite not in texts(Default(most=100), marked)


@pytest.mark.parametrize("marked", ["The *black* man spoke softly.", "He is *gay*.", "a *fat* man"])
def test_nobody_is_insulted(marked):
    lexicon = Lexicon.open()
    assert not [word for word in texts(Default(most=100), marked) if is_offensive(lexicon, word)]


def test_how_many_are_wanted_does_not_change_the_first_of_them():
    few, ten = (Default(most=most).suggest([target(SENTENCES[0])])[0] for most in (3, 10))
    assert few == ten[:3]


def test_the_word_that_follows_is_not_said_twice(default):
    assert not [text for text in texts(default, "I am *sick* of it.") if text.endswith(" of")]


def test_capitals_throughout_say_nothing(default):
    words = texts(default, "THE QUICK *FOX* JUMPS OVER THE DOG.")
    assert words
    assert all(word.isupper() for word in words)


def test_a_possessive_stays_one(default):
    assert "firm's" in texts(default, "The *company's* shares fell.")
    for text in texts(Default(most=50), "The *workers'* pay rose."):
        assert text.endswith("s'") or (text.endswith("'s") and not text.endswith("s's"))


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"max_rarity": "8"}, "(max_rarity=8)"),
        ({"style": "shorter"}, "(style=shorter)"),
        ({"style": "shorter", "max_rarity": "common"}, "(style=shorter, max_rarity=common)"),
    ],
)
def test_where_the_settings_exclude_all_candidates_the_reason_names_them(settings, named):
    system, dog = Default(**settings), target("The *dog* ran.")
    assert system.suggest([dog]) == [[]]
    expected = f"no substitute known for 'dog' passes the settings {named}"
    assert system.answer(dog).reason == expected


def test_where_no_candidate_fits_the_settings_are_not_blamed(monkeypatch):
    monkeypatch.setattr(Filters, "rejects", lambda *_: True)
    reason = Default(style="shorter").answer(target("The *dog* ran.")).reason
    assert reason == "no substitute known for 'dog' fits in its place"


def test_the_number_of_substitutes_of_a_target_does_not_limit_the_suggestions_of_marks():
    text = "The movie was very good, and my friend said that the actors did a great job."
    marks = Default(sensitivity=0.5).improve([text])[0]
    assert any(len(mark.suggestions) > 1 for mark in marks)
    assert Default(sensitivity=0.5, most=1).improve([text])[0] == marks


def test_a_run_on_what_it_was_trained_on_is_warned_of():
    trained = replace(small.benchmark(small.item("1", "car", {"auto": 1})), name="swords-v1.1-dev")
    with pytest.warns(BadInputWarning, match="was trained on swords-v1.1-dev"):
        Default().prepare(trained)


def test_a_run_changes_nothing_and_records_what_was_used(tmp_path):
    system = make_system("default", "benchmark")
    first_target = target(SENTENCES[0])
    before = system.suggest([first_target])
    gold = small.benchmark(small.item("1", "car", {"auto": 1}))
    run_system(system, gold, tmp_path / "run.lsr.json")
    assert system == make_system("default", "benchmark")
    assert (
        system.suggest([first_target])
        == before
        == Default(most=100, judges="crowd", phrases=False, rerank_marks=10).suggest([first_target])
    )
    settings = json.loads((tmp_path / "run.lsr.json").read_text("utf-8"))["extra"]["settings"]
    assert (settings["most"], settings["rerank_marks"]) == (100, 10)


def test_a_profile_stands_for_plain_values_that_others_go_over():
    chosen = with_settings(Default(), {"most": "20", "profile": "benchmark"})
    assert chosen == Default(
        most=20, judges="crowd", phrases=False, rerank_marks=10, sensitivity=0.18, rules=False
    )
    assert with_settings(chosen, {"profile": "reader"}) == Default()
    with pytest.raises(BadInputError, match="no profile 'critic'; it has reader, benchmark"):
        with_settings(Default(), {"profile": "critic"})
