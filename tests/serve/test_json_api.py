"""The JSON interface: what it takes, what it gives, and what it says where something is wrong."""

import pytest

from motjuste.rules.kinds import kinds

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from motjuste.serve.limits import Limits
from serving import Client, application


@pytest.fixture(scope="module")
def api():
    with application(limits=Limits(text=200)) as app:
        yield Client(app)


def test_a_marked_word_gets_substitutes_with_the_edits_that_put_them_there(api):
    answer = api.post("/api/suggest", json={"text": "I read an *amazing* paper.", "top": 2})
    assert answer.status_code == 200
    assert answer.json() == {
        "target": {
            "text": "amazing",
            "start": 10,
            "end": 17,
            "pos": "ADJ",
            "lemma": "amazing",
            "phrase": None,
        },
        "sense": None,
        "reason": None,
        "substitutes": [
            {
                "text": "wonderful",
                "lemma": "wonderful",
                "score": 1.0,
                "gloss": "like wonderful",
                "register": None,
                "edits": [
                    {"start": 7, "end": 9, "text": "a"},
                    {"start": 10, "end": 17, "text": "wonderful"},
                ],
                "origin": None,
            },
            {
                "text": "awesome",
                "lemma": "awesome",
                "score": 0.5,
                "gloss": "like awesome",
                "register": None,
                "edits": [{"start": 10, "end": 17, "text": "awesome"}],
                "origin": None,
            },
        ],
    }


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ({"text": "a big dog, a big cat", "start": 3}, ("big", 2, 5)),
        ({"text": "a big dog, a big cat", "start": 13, "end": 16}, ("big", 13, 16)),
        ({"text": "a big dog, a big cat", "word": "big", "occurrence": 2}, ("big", 13, 16)),
        ({"text": "a **big** dog", "start": 5, "form": "markdown"}, ("big", 4, 7)),
        ({"text": "😀 big", "start": 3, "units": "utf-16"}, ("big", 3, 6)),
        ({"text": "😀 big", "start": 2}, ("big", 2, 5)),
    ],
)
def test_a_target_can_be_named_in_several_ways(api, query, target):
    for answer in (api.post("/api/suggest", json=query), api.get("/api/suggest", params=query)):
        shown_target = answer.json()["target"]
        assert (shown_target["text"], shown_target["start"], shown_target["end"]) == target


def test_any_word_can_be_asked_about_and_it_is_reported_why_there_is_nothing(api):
    answer = api.post("/api/suggest", json={"text": "a big dog", "word": "dog"}).json()
    assert answer["substitutes"] == []
    assert "no substitute for 'dog'" in answer["reason"]


def test_check_gives_places_kinds_messages_and_edits(api):
    answer = api.post("/api/check", json={"text": "An amazing, nice day.", "top": 1}).json()
    assert [
        (improvement["text"], improvement["kind"]) for improvement in answer["improvements"]
    ] == [
        ("amazing", "word-choice"),
        ("nice", "variety"),
    ]
    first = answer["improvements"][0]
    assert (first["start"], first["end"]) == (3, 10)
    assert first["message"] == "“amazing” may not be quite the right word here."
    (reasoned,) = api.post("/api/check", json={"text": "That thing."}).json()["improvements"]
    assert reasoned["message"] == "'thing' is vague"
    assert first["substitutes"] == [
        {
            "text": "wonderful",
            "lemma": "wonderful",
            "score": 1.0,
            "gloss": None,
            "register": None,
            "edits": [
                {"start": 0, "end": 2, "text": "A"},
                {"start": 3, "end": 10, "text": "wonderful"},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("more", "marked_words"),
    [
        ({"kinds": ["word-choice"]}, ["big"]),
        ({"ignore": ["BIG"]}, ["nice"]),
        ({"form": "markdown"}, ["nice"]),
        ({"sensitivity": 0.5}, ["big", "nice"]),
    ],
)
def test_check_finds_only_what_is_asked_for(api, more, marked_words):
    query = {"text": "`big` nice", **more}
    for answer in (api.post("/api/check", json=query), api.get("/api/check", params=query)):
        assert [
            improvement["text"] for improvement in answer.json()["improvements"]
        ] == marked_words


@pytest.mark.parametrize(
    ("units", "start", "end", "message"),
    [
        # A face is one character and two code units; the dash stands after two of them.
        ("characters", 2, None, "at 2 there is no word, but '-'"),
        ("utf-16", 4, None, "at 4 there is no word, but '-'"),
        ("utf-16", 5, 6, "from 5 to 6 there is only white space"),
        ("characters", 20, None, "there is no place 20 in a text of 15 characters"),
        ("utf-16", 20, None, "there is no place 20 in a text of 17 UTF-16 code units"),
        ("utf-16", 16, 30, "there is no stretch from 16 to 30 in a text of 17 UTF-16 code units"),
        # In the second paragraph, which begins at 6 or 8.
        ("characters", 10, None, "at 10 there is no word, but '-'"),
        ("utf-16", 12, None, "at 12 there is no word, but '-'"),
    ],
)
def test_a_place_without_a_word_is_told_as_it_was_asked_for(api, units, start, end, message):
    query = {"text": "😀😀- \n\nbig - dog", "units": units, "start": start, "end": end}
    answer = api.post("/api/suggest", json={k: v for k, v in query.items() if v is not None})
    assert (answer.status_code, answer.json()) == (422, {"error": message})


def test_places_are_in_utf_16_for_who_asks_so(api):
    query = {"text": "😀😀 an amazing day"}
    (plain,) = api.post("/api/check", json=query).json()["improvements"]
    (wide,) = api.post("/api/check", json={**query, "units": "utf-16"}).json()["improvements"]
    # Each of the two faces is one character and two code units.
    assert (plain["start"], plain["end"]) == (6, 13)
    assert (wide["start"], wide["end"]) == (8, 15)
    assert wide["substitutes"][0]["edits"][0] == {"start": 5, "end": 7, "text": "a"}


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ({}, 422, "text: Field required"),
        ({"text": "big", "txt": 1}, 422, "txt: Extra inputs"),
        ({"text": "big"}, 422, "no word is marked"),
        ({"text": "*a* *b*"}, 422, "2 words are marked"),
        ({"text": "big", "start": 9}, 422, "no place 9"),
        ({"text": "big", "end": 2}, 422, "no start"),
        ({"text": "big", "start": 0, "word": "big"}, 422, "not by both"),
        ({"text": "big", "word": "dog"}, 422, "does not occur"),
        ({"text": "big", "start": 0, "top": 0}, 422, "top: "),
        ({"text": "big " * 60, "start": 0}, 413, "240 characters; send 200"),
    ],
)
def test_what_is_wrong_is_reported_in_one_line(api, query, status, message):
    answer = api.post("/api/suggest", json=query)
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]
    assert message in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"{", 400), (b'{"text": 1}', 422), (b"[]", 422), (b"\xff", 400), (b"[" * 100_000, 400)],
)
def test_what_is_no_json_of_the_right_kind_is_refused(api, content, status):
    headers = {"Content-Type": "application/json"}
    answer = api.post("/api/check", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_half_a_surrogate_pair_is_no_reason_to_fall_over(api):
    headers = {"Content-Type": "application/json"}
    answer = api.post("/api/check", content=rb'{"text": "\ud800 big"}', headers=headers)
    assert answer.status_code in (200, 422)


def test_settings_tell_what_a_page_needs(api):
    settings = api.get("/api/settings").json()
    known = settings.pop("kinds")
    assert [kind["name"] for kind in known] == list(kinds())
    assert all(kind["title"] and kind["colour"] and kind["explanation"] for kind in known)
    assert settings == {
        "version": __import__("motjuste").__version__,
        "system": "told",
        "sensitivity": 0.1,
        "confidence": None,
        "confidences": ["sure", "balanced", "thorough"],
        "genres": ["formal", "neutral", "casual", "fiction"],
        "verbs": ["suggest", "improve"],
        "max_characters": 200,
        "max_ignored": 10_000,
    }


def test_a_long_list_of_words_to_ignore_is_no_reason_to_refuse(api):
    words = [f"word{number}" for number in range(9_999)]
    answer = api.post("/api/check", json={"text": "a big, nice day", "ignore": [*words, "big"]})
    assert [improvement["text"] for improvement in answer.json()["improvements"]] == ["nice"]


def test_a_crash_is_answered_and_logged_in_one_line_and_the_next_request_is_served(api, caplog):
    answer = api.post("/api/suggest", json={"text": "crash *big*"})
    assert answer.status_code == 500
    assert "RuntimeError" in answer.json()["error"]
    (line,) = caplog.messages
    assert "\n" not in line
    assert "'/api/suggest'" in line
    assert api.post("/api/suggest", json={"text": "*big*"}).status_code == 200


def test_the_description_has_examples_and_every_status(api):
    document = api.get("/openapi.json").json()
    for path in ("/api/suggest", "/api/check"):
        described = document["paths"][path]["post"]["responses"]
        assert {"200", "400", "401", "403", "413", "422", "500", "503"} <= set(described)
    schemas = document["components"]["schemas"]
    for example in schemas["SuggestRequest"]["examples"]:
        assert api.post("/api/suggest", json=example).status_code == 200
    for example in schemas["CheckRequest"]["examples"]:
        assert api.post("/api/check", json=example).status_code == 200


def test_who_uses_a_wrong_method_is_told_all_that_there_are(api):
    answer = api("DELETE", "/api/check")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")
