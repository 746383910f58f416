"""The editor page in a real browser: marks as one writes, the card, choosing and ignoring.

The server's system changes the words of a fixed list, so that nothing here is a matter of taste.
"""

import json
import re

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("playwright")

from browsing import PHONE, page
from motjuste.text.segmentation import count_words
from serving import running

TEXT = "We saw an amazing town.\n\nIt was a big, big day."


@pytest.fixture(scope="module")
def server():
    with running() as running_server:
        yield running_server


@pytest.fixture
def editor(server, chromium):
    with page(chromium, server.address) as opened:
        opened.goto("/")
        yield opened


def write(editor, text=TEXT):
    editor.locator(".cm-content").click()
    editor.keyboard.insert_text(text)
    return checked(editor)


def checked(editor):
    editor.locator("#status", has_text=re.compile("^Checked$")).wait_for(state="attached")
    return marks(editor)


def marks(editor):
    return editor.locator("#editor mark").all_inner_texts()


def text_of(editor):
    return "\n".join(editor.locator(".cm-line").all_inner_texts()).replace("\n\n\n", "\n\n")


def shown(editor):
    return editor.locator("#card .word").all_inner_texts()


def test_words_are_underlined_as_one_writes_faults_and_style_in_two_ways(editor):
    assert write(editor, "A very big day.") == ["very", "big"]
    lines = editor.locator("#editor mark").evaluate_all(
        "all => all.map(each => getComputedStyle(each).textDecorationStyle)"
    )
    assert lines == ["dotted", "wavy"]
    assert editor.locator("#word-count").inner_text() == "4 words"


def test_the_page_counts_words_as_the_command_does(editor):
    text = "I don't own a well-known dog – or two & a cat: 3.50!"
    # I, don't, own, a, well-known, dog, or, two, a, cat:, 3.50!
    assert count_words(text) == 11
    write(editor, text)
    assert editor.locator("#word-count").inner_text() == "11 words"


def test_a_short_text_is_checked_as_a_whole_and_of_a_long_one_only_what_changed(editor):
    sent = []

    def note(request):
        if request.url.endswith("/api/check"):
            sent.append(json.loads(request.post_data)["text"])

    editor.on("request", note)
    write(editor)
    assert sent == [TEXT]
    rain = "\n\n".join(["It rained. " * 300] * 3)
    editor.keyboard.insert_text(f"\n\n{rain}\n\nA day.")
    checked(editor)
    assert editor.locator("#mark-count").inner_text() == "3 suggestions"
    del sent[:]
    editor.keyboard.insert_text(" Nice.")
    checked(editor)
    assert editor.locator("#mark-count").inner_text() == "4 suggestions"
    assert sent == ["A day. Nice."]


def test_a_click_chooses_a_word_with_its_article_and_one_undo_takes_it_back(editor):
    write(editor)
    editor.locator("#editor mark", has_text="amazing").click()
    assert shown(editor) == ["wonderful", "awesome"]
    assert "Word choice" in editor.locator("#card").inner_text()
    preview = editor.locator("#card .preview")
    assert preview.inner_text() == "We saw a wonderful town."
    editor.get_by_role("option", name="awesome").hover()
    assert preview.inner_text() == "We saw an awesome town."
    editor.get_by_role("option", name="wonderful").click()
    assert text_of(editor) == TEXT.replace("an amazing", "a wonderful")
    assert editor.locator("#card").is_hidden()
    editor.keyboard.press("Control+z")
    assert text_of(editor) == TEXT
    assert checked(editor) == ["amazing", "big", "big"]


def test_keys_alone_reach_choose_and_leave(editor):
    write(editor)
    editor.keyboard.press("Control+Home")
    editor.keyboard.press("F8")
    editor.get_by_role("listbox").wait_for()
    assert editor.evaluate("document.activeElement.role") == "listbox"
    editor.keyboard.press("F8")
    editor.get_by_role("listbox", name="Words for big").wait_for()
    editor.keyboard.press("Escape")
    assert editor.evaluate("document.activeElement.className").startswith("cm-content")
    editor.keyboard.press("Alt+Enter")
    editor.keyboard.press("ArrowDown")
    assert editor.get_by_role("option", selected=True).locator(".word").inner_text() == "large"
    editor.keyboard.press("Enter")
    assert text_of(editor).endswith("It was a large, big day.")
    editor.keyboard.press("F8")
    editor.get_by_role("listbox").wait_for()
    editor.keyboard.press("1")
    assert text_of(editor).endswith("It was a large, enormous day.")
    assert editor.locator("#announcements").inner_text() == "big replaced by enormous"


def test_two_clicks_show_words_for_one_that_is_not_marked_and_one_click_sets_the_cursor(editor):
    write(editor, "The dog ran.")
    box = editor.locator(".cm-line").bounding_box()
    place = (box["x"] + 60, box["y"] + box["height"] / 2)
    editor.mouse.click(*place)
    editor.wait_for_timeout(400)
    assert editor.locator("#card").is_hidden()
    editor.mouse.dblclick(*place)
    editor.get_by_text("knows no substitute for 'dog'").wait_for()
    editor.keyboard.type("cat")
    assert editor.locator("#card").is_hidden()
    assert text_of(editor) == "The cat ran."


def test_a_stretch_too_long_for_a_word_is_not_asked_about(editor):
    write(editor, "a" * 300)
    editor.keyboard.press("Alt+Enter")
    editor.locator("#announcements", has_text="There is no word here.").wait_for(state="attached")
    assert editor.locator("#card").is_hidden()


def test_ignored_once_is_ignored_there_also_after_a_reload_until_undone(editor):
    write(editor)
    editor.locator("#editor mark", has_text="big").first.click()
    editor.get_by_role("button", name="Ignore once").click()
    assert marks(editor) == ["amazing", "big"]
    editor.reload()
    assert checked(editor) == ["amazing", "big"]
    assert text_of(editor) == TEXT
    editor.locator("#editor mark", has_text="big").click()
    editor.get_by_role("button", name="Ignore once").click()
    assert marks(editor) == ["amazing"]
    editor.keyboard.press("Control+z")
    assert marks(editor) == ["amazing", "big"]


def test_ignored_always_is_ignored_everywhere_until_taken_from_the_list(editor):
    write(editor)
    editor.locator("#editor mark", has_text="big").first.click()
    editor.get_by_role("button", name="Ignore always").click()
    assert checked(editor) == ["amazing"]
    editor.reload()
    assert checked(editor) == ["amazing"]
    editor.get_by_text("Always ignored", exact=True).click()
    editor.get_by_role("button", name="Stop ignoring big").click()
    assert checked(editor) == ["amazing", "big", "big"]


def test_more_ignored_words_than_the_server_takes_do_not_end_checking(editor):
    ignored = ["big", *(f"word{number}" for number in range(10_050))]
    kept = json.dumps({"ignored": ignored})
    editor.evaluate("kept => localStorage.setItem('motjuste.settings', kept)", kept)
    editor.reload()
    with editor.expect_request("**/api/check") as request:
        assert write(editor) == ["amazing"]
    assert json.loads(request.value.post_data)["ignore"] == ignored[:10_000]
    editor.get_by_text("Always ignored", exact=True).click()
    editor.get_by_text("Only the first 10,000 words can be heeded.").wait_for()


def test_a_system_that_only_suggests_is_not_asked_what_to_improve(chromium):
    sent = []
    with running("--system", "wordnet") as server, page(chromium, server.address) as opened:
        opened.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
        opened.goto("/")
        opened.get_by_text("The system wordnet only suggests").wait_for()
        opened.locator(".cm-content").click()
        opened.keyboard.insert_text("A big day.")
        opened.keyboard.press("Control+Home")
        for _ in range(3):
            opened.keyboard.press("ArrowRight")
        opened.keyboard.press("Alt+Enter")
        opened.locator("#card [role=option]").first.wait_for()
        # Longer than the page waits before it asks about what is new.
        opened.wait_for_timeout(800)
        for part in ("sensitivity", "kinds", "found", "ignored", "mark-count", "next"):
            assert opened.locator(f"#{part}").is_hidden(), part
    assert "suggest" in sent
    assert "check" not in sent


def test_repeated_words_are_counted_and_gone_through(editor):
    write(editor, "Rain, rain and rain.")
    editor.get_by_text("Repeated words", exact=True).click()
    editor.get_by_role("button", name="rain, 3 times").click()
    editor.keyboard.type("Snow")
    assert text_of(editor) == "Snow, rain and rain."


def test_places_are_right_after_emoji_and_combining_characters(editor):
    # A family of three, joined; an e and its accent as two characters.
    before = "\U0001f468\u200d\U0001f469\u200d\U0001f467 Cafe\u0301 \U0001f600: we saw an "
    write(editor, before + "amazing\U0001f389 day.")
    editor.locator("#editor mark").click()
    editor.keyboard.press("1")
    assert text_of(editor) == before.replace("an ", "a ") + "wonderful\U0001f389 day."


def test_a_paragraph_too_long_for_one_request_is_checked_in_pieces(editor):
    rain = "It rained. " * 500
    assert write(editor, f"{rain}We had a big day.") == ["big"]
    editor.locator("#editor mark").click()
    editor.keyboard.press("1")
    assert text_of(editor) == f"{rain}We had an enormous day."


def test_a_text_full_of_markup_stays_text(editor):
    markup = "<img src=x onerror=alert(1)><script>alert(2)</script> &amp; a big <b>day</b>"
    assert write(editor, markup) == ["big"]
    assert text_of(editor) == markup
    assert editor.locator("#page img, #page script, .cm-content b").count() == 0


def test_what_a_system_says_is_never_markup(server, chromium):
    mark = {"start": 2, "end": 5, "text": "big", "kind": "refine-usage", "message": "<b>bad</b>"}
    word = "<img src=x>"
    edits = [{"start": 2, "end": 5, "text": word}]
    offer = {"text": word, "lemma": word, "score": 1, "gloss": "<i>so</i>", "edits": edits}
    with page(chromium, server.address) as opened:
        answer = {"improvements": [{**mark, "substitutes": [offer]}]}
        opened.route("**/api/check", lambda route: route.fulfill(json=answer))
        opened.goto("/")
        write(opened, "A big day.")
        opened.locator("#editor mark").click()
        assert shown(opened) == [word]
        assert opened.locator("#card .gloss").inner_text() == "<i>so</i>"
        opened.keyboard.press("1")
        assert text_of(opened) == "A <img src=x> day."
        assert opened.locator("#card img, #card i, #card b, .cm-content img").count() == 0


def test_a_request_about_a_text_that_has_changed_is_called_off_and_its_answer_dropped(editor):
    failed = []
    editor.on("requestfailed", lambda request: failed.append(request.failure))
    # The first request gets no answer.
    editor.route("**/api/check", lambda route: None, times=1)
    editor.locator(".cm-content").click()
    with editor.expect_request("**/api/check"):
        editor.keyboard.insert_text("A big day.")
    editor.keyboard.press("Control+a")
    editor.keyboard.insert_text("A nice day.")
    assert checked(editor) == ["nice"]
    assert failed == ["net::ERR_ABORTED"]


def busy(seconds):
    """The answer of a server that asks the client to retry after some seconds."""
    return {"status": 503, "json": {"error": "busy"}, "headers": {"Retry-After": str(seconds)}}


def test_an_overloaded_server_is_asked_again_when_it_says(server, chromium):
    with page(chromium, server.address, forgiving=True) as opened:
        opened.goto("/")
        opened.route("**/api/check", lambda route: route.fulfill(**busy(1)))
        opened.locator(".cm-content").click()
        opened.keyboard.insert_text("A big day.")
        opened.get_by_text("Your text is safe in this browser.").wait_for()
        opened.unroute("**/api/check")
        opened.locator("#editor mark").wait_for()
        opened.locator("#notice").wait_for(state="hidden")


def test_a_server_that_is_away_is_told_of_and_the_text_is_kept(server, chromium):
    with page(chromium, server.address, forgiving=True) as opened:
        opened.goto("/")
        opened.route("**/api/*", lambda route: route.abort())
        opened.locator(".cm-content").click()
        opened.keyboard.insert_text("A big day.")
        opened.get_by_text("The server does not answer.").wait_for()
        # It is asked again by and by; so long a wait leaves nobody but the writer to ask.
        opened.route("**/api/*", lambda route: route.fulfill(**busy(9_999)))
        opened.get_by_text("busy").wait_for()
        opened.unroute("**/api/*")
        opened.get_by_role("button", name="Try now").click()
        assert checked(opened) == ["big"]
        assert opened.locator("#notice").is_hidden()


def test_on_a_phone_the_card_is_a_sheet_at_the_bottom_and_nothing_is_cut_off(server, chromium):
    with page(chromium, server.address, viewport=PHONE, has_touch=True) as opened:
        opened.goto("/")
        write(opened, "\n\n".join([TEXT] * 6))
        opened.locator("#editor mark").last.tap()
        card = opened.locator("#card").bounding_box()
        assert (card["x"], card["width"]) == (0, 375)
        assert card["y"] + card["height"] == pytest.approx(740, abs=1)
        mark = opened.locator("#editor mark").last.bounding_box()
        assert mark["y"] + mark["height"] <= card["y"]
        assert opened.evaluate("document.documentElement.scrollWidth") == 375
        opened.keyboard.press("Escape")
        opened.get_by_role("button", name="Panel", exact=True).click()
        opened.get_by_role("button", name="Close the panel").wait_for()
        opened.keyboard.press("Escape")
        assert opened.evaluate("document.querySelector('#panel').inert")


def test_dark_follows_the_system_until_the_writer_chooses(server, chromium):
    def ground():
        return opened.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    with page(chromium, server.address, color_scheme="dark") as opened:
        opened.goto("/")
        dark = ground()
        opened.get_by_role("button", name="Theme: auto").click()
        assert ground() != dark
        opened.reload()
        opened.get_by_role("button", name="Theme: light").click()
        assert ground() == dark
