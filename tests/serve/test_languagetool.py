"""LanguageTool's interface: parameters, answers and errors as its clients know them."""

import json

import pytest

from motjuste.rules.kinds import kinds

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from motjuste.serve.limits import Limits
from serving import Client, Told, application

STYLE = {"id": "STYLE", "name": "Style"}


@pytest.fixture(scope="module")
def tool():
    with application(limits=Limits(text=300)) as app:
        yield Client(app)


def check(tool, **given):
    answer = tool.post("/v2/check", data={"language": "en-US", **given})
    assert answer.status_code == 200, answer.text
    return answer.json()["matches"]


def test_a_match_is_as_languagetool_gives_it(tool):
    (match,) = check(tool, text="I am \U0001f600 at a big house.")
    assert match == {
        "message": "“big” may not be quite the right word here.",
        "shortMessage": "Word choice",
        # "an enormous" needs another article than "a large", so both stand for "a big".
        "replacements": [{"value": "an enormous"}, {"value": "a large"}],
        # The face is one character, and two UTF-16 code units.
        "offset": 11,
        "length": 5,
        "context": {"text": "I am \U0001f600 at a big house.", "offset": 11, "length": 5},
        "sentence": "I am \U0001f600 at a big house.",
        "type": {"typeName": "Hint"},
        "rule": {
            "id": "MOTJUSTE_WORD_CHOICE",
            "description": "A word that hardly anybody would write in this place, where another is "
            "usual.",
            "issueType": "style",
            "category": STYLE,
            "isPremium": False,
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": 0,
    }


def test_a_reason_that_the_system_gives_is_the_message(tool):
    (match,) = check(tool, text="That thing.")
    assert match["message"] == "'thing' is vague"


def test_the_context_is_cut_and_the_sentence_is_whole(tool):
    before, after = (
        "He said so. We have been " + "so " * 20,
        " indeed, and it was over and done at last.",
    )
    (match,) = check(tool, text=f"{before}nice{after}")
    # Forty characters on each side, on one line.
    assert match["context"]["text"] == f"...{before[-40:]}nice{after[:40]}..."
    assert (match["context"]["offset"], match["context"]["length"]) == (43, 4)
    assert match["sentence"] == f"{before}nice{after}".removeprefix("He said so. ")
    assert match["rule"]["id"] == "MOTJUSTE_VARIETY"


def test_markup_is_passed_over_and_read_as_the_client_says(tool):
    pieces = [
        {"markup": "<p>"},
        {"text": "A very "},
        {"markup": "<b>"},
        {"text": "nice"},
        {"markup": "</b>"},
        {"markup": "<p>", "interpretAs": "\n\n"},
        {"text": "day, an "},
        {"markup": "<i>"},
        {"text": "amazing"},
        {"markup": "</i>"},
        {"markup": "&nbsp;", "interpretAs": " big "},
        {"text": "one: never give "},
        {"markup": "<u>"},
        {"text": "up"},
    ]
    whole = "".join(piece.get("text", piece.get("markup")) for piece in pieces)
    matches = check(tool, data=json.dumps({"annotation": pieces}))
    marked = [whole[match["offset"] :][: match["length"]] for match in matches]
    # Not "big", which nobody wrote, nor "give up", which cannot be replaced across its markup.
    assert marked == ["A very", "nice", "amazing"]
    # The article is cut off by markup, so only what fits after it is offered.
    assert [replacement["value"] for replacement in matches[2]["replacements"]] == ["awesome"]
    assert matches[2]["context"]["text"].startswith("A very nice  day, an amazing big one")


@pytest.mark.parametrize("data", [{"text": "a big dog"}, {"annotation": [{"text": "a big dog"}]}])
def test_data_can_be_plain(tool, data):
    (match,) = check(tool, data=json.dumps(data))
    assert (match["offset"], match["length"]) == (0, 5)


@pytest.mark.parametrize(
    ("given", "rule_ids"),
    [
        ({}, ["WORD_CHOICE", "VARIETY"]),
        ({"disabledRules": "MOTJUSTE_WORD_CHOICE,EN_QUOTES"}, ["VARIETY"]),
        (
            {"enabledRules": "MOTJUSTE_WORD_CHOICE", "enabledOnly": "true"},
            ["WORD_CHOICE"],
        ),
        ({"enabledRules": "EN_A_VS_AN", "enabledOnly": "true"}, []),
        (
            {"enabledCategories": "STYLE", "enabledOnly": "true"},
            ["WORD_CHOICE", "VARIETY"],
        ),
        ({"disabledCategories": "STYLE"}, []),
        (
            {"disabledCategories": "STYLE", "enabledRules": "MOTJUSTE_WORD_CHOICE"},
            ["WORD_CHOICE"],
        ),
        ({"enabledCategories": "TYPOS"}, ["WORD_CHOICE", "VARIETY"]),
    ],
)
def test_rules_and_categories_can_be_switched(tool, given, rule_ids):
    matches = check(tool, text="big, nice", **given)
    assert [match["rule"]["id"].removeprefix("MOTJUSTE_") for match in matches] == rule_ids


def test_picky_asks_a_system_without_confidence_for_nothing_more(tool):
    check(tool, text="big")
    check(tool, text="big", level="picky")
    assert Told.sensitivities[-2:] == [0.1, 0.1]


@pytest.mark.parametrize(
    ("given", "status", "message"),
    [
        ({"text": "a", "language": "xx"}, 400, "'xx' is not a language code known"),
        ({"text": "a"}, 400, "Missing 'language' parameter"),
        ({"language": "en"}, 400, "Missing 'text' or 'data' parameter"),
        ({"language": "en", "text": "a", "data": "{}"}, 400, "not both"),
        ({"language": "en", "data": "{"}, 400, "Could not parse JSON"),
        ({"language": "en", "data": "[" * 50_000}, 400, "Could not parse JSON"),
        ({"language": "en", "data": "{}"}, 400, "requires either 'text' or 'annotation'"),
        (
            {"language": "en", "data": '{"annotation": [{"text": "a", "markup": "b"}]}'},
            400,
            "not both",
        ),
        ({"language": "en", "data": '{"annotation": [{"text": 1}]}'}, 400, "'text' must be a text"),
        ({"language": "en", "text": "a", "enabledOnly": "true"}, 400, "must specify enabled rules"),
        ({"language": "en", "text": "a", "level": "odd"}, 400, "Unknown level"),
        ({"language": "en", "text": "a" * 301}, 413, "301 characters"),
        ({"language": "en", "text": "crash"}, 500, "RuntimeError"),
    ],
)
def test_errors_are_in_languagetools_own_style(tool, given, status, message):
    answer = tool.post("/v2/check", data=given)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith("Error: ")
    assert message in answer.text


def test_forms_are_read_whichever_way_they_are_encoded(tool):
    url = {"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"}
    ways = [
        tool.post("/v2/check", data={"language": "en", "text": "naïve, big"}),
        tool.post("/v2/check", files={"language": (None, "en"), "text": (None, "naïve, big")}),
        tool.post("/v2/check", content="language=en&text=naïve,+big".encode(), headers=url),
        tool.get("/v2/check", params={"language": "en", "text": "naïve, big"}),
    ]
    assert [way.json()["matches"][0]["offset"] for way in ways] == [7, 7, 7, 7]


def test_a_language_can_be_left_to_be_found_out(tool):
    english = tool.post("/v2/check", data={"language": "auto", "text": "a big dog saw us"}).json()
    assert english["language"]["code"] == "en-US"
    assert english["language"]["detectedLanguage"]["confidence"] == 1.0
    assert len(english["matches"]) == 1
    text = "Der big Hund ging nach Hause und niemand folgte ihm auf dem Weg"
    german = tool.post("/v2/check", data={"language": "auto", "text": text}).json()
    assert german["matches"] == []
    assert german["language"]["detectedLanguage"]["confidence"] < 0.6


def test_what_else_clients_ask_for(tool):
    languages = tool.get("/v2/languages").json()
    assert {"name": "English (US)", "code": "en", "longCode": "en-US"} in languages
    assert tool.get("/v2/info").json()["software"]["name"] == "Motjuste"
    assert tool.get("/v2/maxtextlength").text == "300"
    assert tool.get("/v2/healthcheck").text == "OK"
    known = tool.get("/v2/configinfo", params={"language": "en"}).json()
    assert known["parameter"] == {"maxTextLength": 300}
    rules = [rule["ruleId"] for rule in known["rules"]]
    assert rules == [f"MOTJUSTE_{kind.upper().replace('-', '_')}" for kind in kinds()]
