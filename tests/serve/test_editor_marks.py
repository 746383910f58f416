"""The editor page with marks as writers know them: kinds, confidence, genre, and what is sure.

What the server would say is said by the test, so that nothing here is a matter of taste.
"""

import json
import re
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("playwright")

from browsing import faults, page
from serving import running

KINDS = [
    {
        "name": "collocation",
        "title": "wrong partner",
        "sws_kind": "refine-usage",
        "colour": "red",
        "explanation": "Two words that English does not put together.",
    },
    {
        "name": "cliche",
        "title": "cliché",
        "sws_kind": "diversify-expression",
        "colour": "purple",
        "explanation": "A phrase so often used that it no longer says anything.",
    },
]
SETTINGS = {
    "system": "default",
    "verbs": ["suggest", "improve"],
    "kinds": KINDS,
    "confidences": ["sure", "balanced", "thorough"],
    "confidence": "balanced",
    "genres": ["formal", "neutral", "casual", "fiction"],
    "sensitivity": None,
    "max_characters": 100_000,
    "max_ignored": 10_000,
}
# What is wrong, its kind, how sure that is, and what to write instead.
WRONG = {
    "at the end of the day": ("cliche", "likely", "in the end"),
    "did a": ("collocation", "sure", "made a"),
    "lost": ("collocation", "sure", "missed"),
}
LONG = "Dogs " + " ".join(["dog"] * 25) + "."
TEXT = "At the end of the day it was easy. I did a mistake. We lost the bus."


def answer(text: str, genre: str | None) -> dict[str, Any]:
    """What a server would say of a text."""
    marks = []
    for wrong, (kind, confidence, right) in WRONG.items():
        for match in re.finditer(rf"\b{wrong}\b", text, re.IGNORECASE):
            start, end = match.span()
            edits = [{"start": start, "end": end, "text": right}]
            offer = {"text": right, "lemma": right, "score": 0.5, "gloss": None, "edits": edits}
            mark = {"start": start, "end": end, "text": match[0], "kind": kind}
            shown = {"confidence": confidence, "message": f"“{wrong}” is wrong."}
            marks.append({**mark, **shown, "substitutes": [offer]})
    marks.sort(key=lambda mark: mark["start"])
    return {"improvements": marks, "genre": genre or "neutral"}


@pytest.fixture(scope="module")
def server():
    with running() as running_server:
        yield running_server


@pytest.fixture
def editor(server, chromium):
    with page(chromium, server.address) as opened:
        opened.route("**/api/settings", lambda route: route.fulfill(json=SETTINGS))

        def check(route):
            request = json.loads(route.request.post_data)
            route.fulfill(json=answer(request["text"], request.get("genre")))

        opened.route("**/api/check", check)
        opened.set_default_timeout(10_000)
        opened.goto("/")
        yield opened


def write(editor, text=TEXT):
    editor.locator(".cm-content").click()
    editor.keyboard.insert_text(text)
    checked(editor)


def checked(editor):
    editor.locator("#status", has_text=re.compile("^Checked$")).wait_for(state="attached")


def listed(editor):
    return editor.locator("#found .found > span:first-child").all_inner_texts()


def text_of(editor):
    return "\n".join(editor.locator(".cm-line").all_inner_texts())


def test_the_list_has_the_surest_first_and_says_what_each_mark_is(editor):
    write(editor)
    assert listed(editor) == ["did a", "lost", "At the end of the day"]
    names = editor.locator("#found .kind-name").all_inner_texts()
    assert names == [
        "Wrong partner · I did a mistake.",
        "Wrong partner · We lost the bus.",
        "Cliché",
    ]
    assert editor.locator("#mark-count").inner_text() == "3 suggestions"
    lines = editor.locator("#editor mark").evaluate_all(
        "all => all.map(each => getComputedStyle(each).textDecorationStyle)"
    )
    assert lines == ["dotted", "wavy", "wavy"]
    assert faults(editor) == []


def test_the_list_begins_with_what_is_on_the_screen(editor):
    write(editor, "We lost the bus.\n\n" + "It rained.\n\n" * 60 + "I did a mistake.")
    editor.keyboard.press("Control+Home")
    editor.locator("#found li:nth-child(2)", has_text="lost").wait_for()
    assert listed(editor) == ["lost", "did a"]
    editor.keyboard.press("Control+End")
    editor.locator("#found li:nth-child(2)", has_text="did a").wait_for()
    assert listed(editor) == ["did a", "lost"]


def test_pointing_at_a_suggestion_shows_the_sentence_with_the_word_in_it(editor):
    write(editor)
    editor.locator("#found .found", has_text="lost").hover()
    assert editor.locator("#tip .sentence").inner_text() == "We missed the bus."
    assert editor.locator("#editor .pointed").inner_text() == "lost"
    editor.locator(".cm-line").first.hover()
    assert editor.locator("#tip").is_hidden()


def test_all_sure_ones_are_accepted_at_once_and_taken_back_at_once(editor):
    write(editor)
    editor.get_by_role("button", name="Accept all 2 sure ones").click()
    sure = TEXT.replace("did a", "made a").replace("lost", "missed")
    assert text_of(editor) == sure
    checked(editor)
    assert listed(editor) == ["At the end of the day"]
    assert editor.locator("#accept-sure").is_hidden()
    editor.locator(".cm-content").focus()
    editor.keyboard.press("Control+z")
    assert text_of(editor) == TEXT


def test_one_suggestion_can_be_accepted_in_the_list(editor):
    write(editor)
    editor.get_by_role("button", name="Replace lost with missed").click()
    assert text_of(editor) == TEXT.replace("lost", "missed")


def test_good_prose_has_nothing_to_improve(editor):
    write(editor, "The house stood at the end of the lane.")
    assert editor.locator("#mark-count").inner_text() == "Nothing to improve."
    assert editor.locator("#found").inner_text() == "Nothing to improve."
    assert editor.locator("#announcements").inner_text() == "Nothing to improve."


def test_each_kind_has_its_name_its_explanation_and_a_switch(editor):
    write(editor)
    editor.get_by_text("Kinds of marks", exact=True).click()
    row = editor.locator(".kind-row", has_text="Cliché")
    assert KINDS[1]["explanation"] in row.inner_text()
    assert row.locator(".count").inner_text() == "1"
    row.click()
    assert listed(editor) == ["did a", "lost"]
    editor.reload()
    checked(editor)
    assert listed(editor) == ["did a", "lost"]


def test_confidence_and_genre_are_asked_for_once_they_are_chosen(editor):
    with editor.expect_request("**/api/check") as request:
        write(editor)
    assert not {"confidence", "genre", "sensitivity"} & json.loads(request.value.post_data).keys()
    assert editor.locator("#genre option").first.inner_text() == "As it seems: neutral"
    with editor.expect_request("**/api/check") as request:
        editor.get_by_role("radio", name="Only sure").check()
    assert json.loads(request.value.post_data)["confidence"] == "sure"
    with editor.expect_request("**/api/check") as request:
        editor.locator("#genre").select_option("fiction")
    assert json.loads(request.value.post_data)["genre"] == "fiction"
    assert editor.locator("#sensitivity").is_hidden()


def test_bars_show_scores_on_a_scale_that_is_the_same_for_all_words(editor):
    write(editor)
    editor.locator("#editor mark", has_text="lost").click()
    assert editor.locator("#card .bar").evaluate("bar => bar.style.width") == "50%"
    assert "fits well" in editor.locator("#card [role=option]").inner_text()


def test_a_file_is_opened_and_saved_under_its_name(editor, tmp_path):
    path = tmp_path / "letter.md"
    path.write_bytes(b"We lost the bus.\r\nIt rained.\r\n")
    with editor.expect_request("**/api/check") as request:
        editor.locator("#file").set_input_files(path)
    checked(editor)
    assert json.loads(request.value.post_data)["form"] == "markdown"
    assert listed(editor) == ["lost"]
    with editor.expect_download() as saved:
        editor.get_by_role("button", name="Save").click()
    assert saved.value.suggested_filename == "letter.md"
    saved.value.save_as(tmp_path / "saved.md")
    assert (tmp_path / "saved.md").read_text("utf-8") == "We lost the bus.\nIt rained.\n"


def test_what_is_no_text_file_is_not_opened(editor, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\x00\xff")
    editor.locator("#file").set_input_files(path)
    editor.get_by_text("picture.png is not a text file in UTF-8.").wait_for()
    assert text_of(editor).strip() != path.read_bytes().decode("latin-1")


def test_long_sentences_are_shown_and_reading_ease_is_flesch_s(editor):
    # 10 words of one syllable in 2 sentences: 206.835 - 1.015 * 5 - 84.6 * 1 = 117.2, at most 100.
    write(editor, "The cat sat on mats. The dog ran to town.")
    assert "100 of 100, very easy" in editor.locator("#readability").inner_text()
    editor.keyboard.insert_text(f" {LONG}")
    editor.locator("#readability", has_text="1 sentence").wait_for()
    assert editor.locator(".long-sentence").count() == 0
    editor.get_by_label("show long sentences in the text").check()
    assert editor.locator(".long-sentence").inner_text() == LONG


def test_the_writer_s_header_has_no_page_for_researchers(editor):
    assert editor.locator("header.top a").count() == 0


SENTENCE = "She turned the offer down."


def offer(text, score, **more):
    edits = [{"start": 4, "end": 10, "text": text}]
    return {"text": text, "lemma": text, "score": score, "gloss": None, "edits": edits, **more}


def card_with(editor, substitutes, **target):
    """The card for a word that is asked about by key, with these answers of the server."""
    about = {"text": "turned", "start": 4, "end": 10, "pos": "VERB", "lemma": "turn", **target}
    answer = {"target": about, "substitutes": substitutes}
    editor.route("**/api/suggest", lambda route: route.fulfill(json=answer))
    write(editor, SENTENCE)
    editor.keyboard.press("Control+Home")
    for _ in range(6):
        editor.keyboard.press("ArrowRight")
    editor.keyboard.press("Alt+Enter")
    card = editor.locator("#card")
    card.locator(".word, .message", has_not_text="Looking").first.wait_for()
    return card


def test_the_card_says_which_phrase_a_word_is_part_of_and_where_a_word_is_at_home(editor):
    words = [offer("declined", 0.7, register="formal", gloss="show unwillingness")]
    card = card_with(editor, words, phrase="turn down")
    assert card.locator(".why").inner_text() == "As part of “turn down”."
    assert card.locator(".gloss").inner_text() == "formal · show unwillingness"


def test_words_that_hardly_fit_are_shown_on_demand(editor):
    words = [offer("rejected", 0.4), offer("refused", 0.1), offer("rotated", 0.09)]
    card = card_with(editor, words)
    assert card.locator(".word").all_inner_texts() == ["rejected", "refused"]
    assert card.locator(".why").count() == 0
    card.get_by_role("button", name="More words").click()
    assert card.locator(".word").all_inner_texts() == ["rejected", "refused", "rotated"]
    assert card.get_by_role("option", selected=True).locator(".word").inner_text() == "rotated"
    assert card.get_by_role("button", name="More words").count() == 0


def test_where_nothing_fits_well_the_card_says_so(editor):
    card = card_with(editor, [offer("rotated", 0.05)])
    assert card.locator(".message").inner_text() == "Nothing fits well here."
    assert card.locator(".word").count() == 0
    card.get_by_role("button", name="More words").click()
    assert card.locator(".word").all_inner_texts() == ["rotated"]
    assert card.locator(".message").count() == 0


def test_a_word_to_leave_out_is_listed_with_the_words_around_it(editor):
    edits = [{"start": 11, "end": 17, "text": ""}]
    gone = {"text": "", "lemma": "", "score": 1, "gloss": None, "edits": edits}
    mark = {"start": 11, "end": 16, "text": "about", "kind": "collocation", "message": "No."}
    answer = {"improvements": [{**mark, "confidence": "sure", "substitutes": [gone]}]}
    editor.route("**/api/check", lambda route: route.fulfill(json=answer))
    write(editor, "We discuss about the budget.")
    assert editor.locator("#found .context").inner_text().strip() == "· discuss about the budget."
