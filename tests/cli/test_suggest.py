"""`suggest` and `rank`: what is asked, and what is shown."""

import json

import pytest

import motjuste as library
from motjuste.errors import BadInputError
from motjuste.text import Edit, Suggestion, Target
from suggesting import PAPER, Fake, Plain, texts

pytestmark = pytest.mark.usefixtures("suggesters")


def test_where_nobody_looks_there_are_plain_lines(typed):
    assert typed("suggest", PAPER, "--system", "fake").out.splitlines() == [
        "I read an *amazing* paper today.",
        " 1  wonderful    0.83  extraordinarily good",
        " 2  awesome      0.50",
        " 3  great        0.25  very good",
        "→ I read *a wonderful* paper today.",
    ]


def test_the_document_has_the_target_and_its_substitutes(document):
    assert document("suggest", PAPER, "-s", "fake", "--top", 2) == {
        "target": {"text": "amazing", "start": 10, "end": 17, "pos": "ADJ", "lemma": "amazing"},
        "substitutes": [
            {
                "text": "wonderful",
                "lemma": "wonderful",
                "score": 0.83,
                "gloss": "extraordinarily good",
                "replacement": {"start": 7, "end": 17, "text": "a wonderful"},
            },
            {"text": "awesome", "lemma": "awesome", "score": 0.5, "gloss": None},
        ],
    }


def test_each_of_several_targets_has_its_answer(typed, document):
    text = "They *quit* after an *amazing* year."
    answers = document("suggest", text, "-s", "fake", "--top", 1)["answers"]
    assert [(answer["target"]["start"], *texts(answer)) for answer in answers] == [
        (5, "gave up"),
        (19, "wonderful"),
    ]
    lines = typed("suggest", text, "-s", "fake", "--top", 1).out.splitlines()
    assert lines[0] == "They *quit* after an amazing year."
    assert lines[2:4] == ["", "They quit after an *amazing* year."]


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        ([PAPER], b""),
        ([], PAPER.encode()),
        (["-"], PAPER.encode()),
        (["--file", "-"], PAPER.encode()),
        (["--file", "text.txt"], b""),
        (["I read an amazing paper today.", "--word", "amazing"], b""),
        (["I read an amazing paper today.", "--word", "Amazing", "--occurrence", "1"], b""),
        (["I read an amazing paper today.", "--at", "12"], b""),
        (["I read an amazing paper today.", "--at", "10:17"], b""),
    ],
)
def test_a_text_and_its_target_can_be_given_in_many_ways(
    document, tmp_path, monkeypatch, arguments, stdin
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text(PAPER, encoding="utf-8")
    answer = document("suggest", *arguments, "-s", "fake", stdin=stdin)
    assert (answer["target"]["start"], answer["target"]["end"]) == (10, 17)
    assert texts(answer) == ["wonderful", "awesome", "great"]


def test_the_occurrence_asked_for_is_taken(document):
    text = "The bank by the river bank."
    answer = document("suggest", text, "--word", "bank", "--occurrence", 2, "-s", "fake")
    assert answer["target"]["start"] == 22


def test_a_system_that_knows_lemmas_only_is_given_the_form_that_fits(document):
    # WordNet's first synset of `purchase`, the verb, is {buy, purchase}.
    answer = document("suggest", "She *purchased* it.", "-s", "wordnet", "--top", 1)
    assert answer["target"]["lemma"] == "purchase"
    (best,) = answer["substitutes"]
    assert (best["text"], best["lemma"], str(best["score"])) == ("bought", "buy", "0.0")


def test_lemmas_are_shown_instead_of_forms(document):
    answer = document("suggest", "They *quit* it.", "-s", "fake", "--lemmas")
    assert texts(answer) == ["give up"]
    answer = document("suggest", PAPER, "-s", "fake", "--lemmas")
    assert not any("replacement" in substitute for substitute in answer["substitutes"])


def test_a_lowest_score_leaves_out_what_is_below_and_says_so(document):
    answer = document("suggest", PAPER, "-s", "fake", "--min-score", 0.5)
    assert texts(answer) == ["wonderful", "awesome"]
    answer = document("suggest", PAPER, "-s", "fake", "--min-score", 2)
    assert answer["reason"] == "no substitute has a score of 2 or more; the best has 0.83"


def test_an_empty_answer_says_why(typed, document):
    answer = document("suggest", "I met *Anna* there.", "-s", "fake")
    assert (answer["substitutes"], answer["reason"]) == ([], "it is a name")
    assert typed("suggest", "I met *Anna*.", "-s", "fake").out == "I met *Anna*.\nit is a name\n"
    answer = document("suggest", "I met *Anna* there.", "-s", "plain")
    assert answer["reason"] == "system 'plain' knows no substitute for 'Anna' here"


def test_reasons_are_shown_when_asked_for(typed, document):
    lines = typed("suggest", PAPER, "-s", "fake", "--explain", "--top", 1).out.splitlines()
    assert lines[1:4] == [
        "amazing, ADJ: surprising greatly",
        " 1  wonderful    0.83  extraordinarily good",
        "    synonym, WordNet sense 2; raised by fits the sentence +0.3",
    ]
    answer = document("suggest", PAPER, "-s", "fake", "--explain", "--top", 1)
    assert answer["sense"] == "surprising greatly"
    (best,) = answer["substitutes"]
    assert best["origin"] == "synonym, WordNet sense 2"
    assert best["parts"][1] == {"name": "is rare", "value": -0.02}


def test_a_system_without_reasons_is_reported_to_have_none(typed):
    printed = typed("suggest", PAPER, "-s", "plain", "--explain", "--json")
    assert printed.err == "motjuste: note: system 'plain' does not explain itself\n"
    assert len(json.loads(printed.out)["substitutes"]) == 3


def test_settings_reach_the_system(document):
    given = ("--max-rarity", "common", "--thesaurus", "a.txt", "--thesaurus", "b.txt")
    assert texts(document("suggest", PAPER, "-s", "fake", *given)) == ["common a.txt b.txt"]
    answer = document("suggest", PAPER, "-s", "fake", "--set", "max_rarity=4.5")
    assert texts(answer) == ["4.5"]
    answer = document("suggest", PAPER, "-s", "wordnet", "--set", "most=2")
    assert len(answer["substitutes"]) == 2


def test_candidates_are_ranked_as_they_are(document, tmp_path):
    answer = document("rank", PAPER, "enormous", "good", " good", "-s", "plain")
    assert [(substitute["text"], substitute["score"]) for substitute in answer["substitutes"]] == [
        ("good", -4.0),
        ("enormous", -8.0),
    ]
    assert answer["substitutes"][0]["replacement"] == {"start": 7, "end": 17, "text": "a good"}
    assert answer["target"]["lemma"] == "amazing"
    more, text = tmp_path / "more.txt", tmp_path / "text.txt"
    more.write_text("nice\n\nodd\n", encoding="utf-8")
    text.write_text(PAPER, encoding="utf-8")
    answer = document("rank", "grand", "-s", "plain", "--file", text, "-c", more, "--top", 2)
    assert texts(answer) == ["odd", "nice"]
    answer = document("rank", "a big dog", "grand", "--word", "big", "-s", "plain")
    assert answer["target"]["start"] == 2


def test_python_has_the_same_verbs():
    assert [suggestion.text for suggestion in library.suggest(PAPER, system=Fake(), top=2)] == [
        "wonderful",
        "awesome",
    ]
    assert library.suggest(Target("They quit it.", 5, 9), system="fake", lemmas=True) == [
        Suggestion("give up", 0.5, "give up", "stop trying", (Edit(5, 9, "give up"),))
    ]
    assert len(library.suggest(PAPER, system="fake", min_score=0.5)) == 2
    assert library.suggest("I met *Anna*.", system="fake") == []
    assert [
        suggestion.text for suggestion in library.rank(PAPER, ["huge", "big"], system=Plain())
    ] == [
        "big",
        "huge",
    ]
    with pytest.raises(BadInputError, match="no word is marked"):
        library.suggest("nothing", system="fake")


def test_words_that_probably_do_not_fit_are_shown_on_request(typed, monkeypatch):
    monkeypatch.setattr(Fake, "likely_score", 0.4)
    shown = typed("suggest", PAPER, "-s", "fake").out
    assert "awesome" in shown
    assert "great" not in shown
    assert "great" in typed("suggest", PAPER, "-s", "fake", "--more").out


def test_where_nothing_is_likely_that_is_reported_and_json_has_everything(
    typed, document, monkeypatch
):
    monkeypatch.setattr(Fake, "likely_score", 0.9)
    assert typed("suggest", PAPER, "-s", "fake").out.splitlines()[1] == "nothing fits well here"
    assert len(document("suggest", PAPER, "-s", "fake")["substitutes"]) == 3


def test_a_phrase_that_was_taken_is_named_once(typed):
    lines = typed("suggest", "She *turned* the offer *down*.").out.splitlines()
    assert lines[1] == "taken as one phrase: turn down"
    assert sum("taken as one phrase" in line for line in lines) == 1
    assert "down" not in lines[-1]


def test_one_style_at_a_time(typed):
    printed = typed("suggest", PAPER, "--plainer", "--formal", code=2)
    assert "give one of --plainer and --formal, not both" in printed.err
