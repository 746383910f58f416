"""The editor page with the default system, and for people who read by ear or on a phone."""

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("playwright")

from browsing import PHONE, faults, page, picture
from serving import running


@pytest.fixture(scope="module")
def server():
    with running("--system", "default") as running_server:
        yield running_server


def try_example(opened):
    opened.goto("/")
    opened.get_by_role("button", name="Try an example").click()
    opened.locator("#editor mark").first.wait_for()
    opened.get_by_text("Checked", exact=True).wait_for(state="attached")


def test_any_word_gets_suggestions_in_its_form_and_the_choice_can_be_taken_back(server, chromium):
    with page(chromium, server.address) as opened:
        try_example(opened)
        first = opened.locator(".cm-line").first
        before = first.inner_text()
        opened.keyboard.press("Control+Home")
        for _ in range(10):
            opened.keyboard.press("ArrowRight")
        opened.keyboard.press("Alt+Enter")
        options = opened.locator("#card [role=option]")
        options.first.wait_for()
        assert opened.locator("#card h2").inner_text() == "summer"
        likely = options.count()
        assert 1 < likely < 10
        opened.get_by_text("More words, less likely to fit").click()
        assert likely < options.count() <= 10
        chosen = options.nth(1).locator(".word").inner_text()
        opened.keyboard.press("2")
        assert first.inner_text() == before.replace("summer", chosen, 1)
        opened.keyboard.press("Control+z")
        assert first.inner_text() == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", ["desktop", "phone"])
def test_nothing_serious_bars_anybody_from_writing(server, chromium, scheme, width):
    settings = {"viewport": PHONE, "has_touch": True} if width == "phone" else {}
    with page(chromium, server.address, color_scheme=scheme, **settings) as opened:
        opened.goto("/")
        assert faults(opened) == []
        try_example(opened)
        if (width, scheme) == ("desktop", "light"):
            picture(opened, "serve")
        assert faults(opened) == []
        opened.locator("#editor mark").first.click()
        opened.get_by_role("listbox").wait_for()
        picture(opened, f"editor-{width}-{scheme}")
        assert faults(opened) == []
        if width == "phone":
            opened.keyboard.press("Escape")
            opened.get_by_role("button", name="Panel", exact=True).click()
            assert faults(opened) == []
