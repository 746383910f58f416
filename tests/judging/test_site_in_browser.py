"""The annotation site in a real browser: whole tasks by keyboard alone, by mouse and by finger."""

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")
pytest.importorskip("playwright")

from judgement_projects import make_project

from browsing import DESKTOP, PHONE, faults, page, picture
from motjuste.collect.simulation.servers import Server

PLACES = {"desktop": {"viewport": DESKTOP}, "phone": {"viewport": PHONE, "has_touch": True}}

PICTURES = {"collect-swords-desktop", "collect-swords-phone", "collect-sws-phone"}


@pytest.fixture(scope="module", params=["swords", "sws", "posthoc"])
def served(request, tmp_path_factory):
    """A project of each kind, at an address."""
    folder = tmp_path_factory.mktemp(request.param) / "project"
    with make_project(folder, request.param, targets=2 if request.param == "sws" else 6) as project:
        server = Server(folder)
        server.start()
        yield project, server.site
        server.stop()


def answers(project):
    """What the one who came last has answered."""
    worker = max(row.id for row in project.workers())
    return [list(row.answers) for row in project.assignments(worker)]


def press(opened, *keys):
    for key in keys:
        opened.keyboard.press(key)


def arrive(opened, project):
    """Come by a link and agree, by keyboard alone."""
    (token,) = project.invite()
    opened.goto(f"/join/{token}")
    start = opened.get_by_role("button", name="I have read this and agree: start")
    for _ in range(10):
        press(opened, "Tab")
        if start.evaluate("each => each === document.activeElement"):
            break
    press(opened, "Enter")
    opened.wait_for_url("**/task")


@pytest.mark.parametrize("place", PLACES)
def test_a_whole_task_is_done_by_keyboard_alone(served, chromium, place):
    project, site = served
    with page(chromium, site, **PLACES[place]) as opened:
        arrive(opened, project)
        assert faults(opened) == []
        name = f"collect-{project.kind}-{place}"
        expected = (mark_three if project.kind == "sws" else judge)(opened, name)
        press(opened, "Control+Enter" if project.kind == "sws" else "Enter")
        opened.get_by_text("Task 2", exact=True).wait_for()
        assert faults(opened) == []
    (given,) = answers(project)
    assert given == expected


def keep(opened, name):
    """A picture for the docs, from the top of the page."""
    if name in PICTURES:
        opened.evaluate("scrollTo(0, 0)")
        picture(opened, name)


def judge(opened, name=""):
    """The first row by number, one by letter, one changed after going back, all others third."""
    texts = opened.locator(".candidate").all_inner_texts()
    letter = opened.locator("[data-row] input").first.get_attribute("data-letter")
    values = [
        field.get_attribute("value") for field in opened.locator("[data-row] input").all()[:3]
    ]
    press(opened, "1", letter, "2")
    keep(opened, name)
    press(opened, "ArrowUp", "3", *["3"] * (len(texts) - 4))
    # One is still open: Enter leads there instead of submitting.
    press(opened, "ArrowUp", "ArrowUp", "Enter")
    assert opened.get_by_text("1 to go").is_visible()
    press(opened, "3")
    assert opened.get_by_text("All answered").is_visible()
    return [*((text, values[0]) for text in texts[:2]), *((text, values[2]) for text in texts[2:])]


def mark_three(opened, name):
    """Three places: a word, a phrase, another word; substitutes, and both kinds."""
    press(opened, "ArrowRight", "ArrowRight", "Enter", "Enter")
    opened.keyboard.type("support; aid")
    press(opened, "Enter", "Space", "Escape")
    keep(opened, name)
    press(opened, *["ArrowRight"] * 3, "Enter", "Enter")
    opened.keyboard.type("close")
    press(opened, "Enter", "ArrowRight", "Enter")
    press(opened, *["ArrowRight"] * 7, "Shift+ArrowRight", "Enter")
    opened.keyboard.type("developed")
    press(opened, "Enter", "Space")
    phrases = [field.input_value() for field in opened.locator("[data-name=phrase]").all()]
    assert phrases == ["help", "intimate", "pointed out"]
    return [
        ("help", "support (refine-usage)"),
        ("help", "aid (refine-usage)"),
        ("intimate", "close (diversify-expression)"),
        ("pointed out", "developed (refine-usage)"),
    ]


@pytest.mark.parametrize("served", ["sws"], indirect=True)
def test_words_are_marked_by_mouse_and_by_finger(served, chromium):
    project, site = served
    with page(chromium, site) as opened:
        arrive(opened, project)
        word = {text: opened.locator(".word", has_text=text).first for text in ("pointed", "out")}
        word["pointed"].hover()
        opened.mouse.down()
        word["out"].hover()
        opened.mouse.up()
        opened.get_by_role("button", name="Mark", exact=True).click()
        assert opened.locator("[data-name=phrase]").input_value() == "pointed out"
        opened.get_by_label("Substitutes").fill("found")
        opened.reload()
        assert opened.get_by_label("Substitutes").input_value() == "found"
        opened.get_by_role("button", name="Remove").click()
        assert opened.locator("[data-name=phrase]").count() == 0
    # A form that is sent back is an error on the browser's console.
    with page(chromium, site, forgiving=True, **PLACES["phone"]) as opened:
        arrive(opened, project)
        for text in ("intimate", "cooperation"):
            opened.locator(".word", has_text=text).tap()
        opened.get_by_role("button", name="Mark", exact=True).tap()
        assert opened.locator("[data-name=phrase]").input_value() == "intimate cooperation"
        opened.get_by_role("button", name="Submit").tap()
        opened.get_by_role("alert").wait_for()
        # The page that is sent back has a field for each phrase until its script has run.
        opened.wait_for_function("document.querySelectorAll('[data-name=phrase]').length === 1")
        assert opened.locator("[data-name=phrase]").input_value() == "intimate cooperation"


@pytest.mark.parametrize("served", ["swords"], indirect=True)
@pytest.mark.parametrize("place", PLACES)
def test_the_owner_sees_all_rejects_and_restores(served, chromium, place):
    project, site = served
    with page(chromium, site, **PLACES[place]) as opened:
        arrive(opened, project)
        judge(opened)
        press(opened, "Enter")
        opened.get_by_text("Task 2", exact=True).wait_for()
        opened.goto("/owner")
        opened.get_by_label("The owner's key").fill(project.new_owner_token())
        press(opened, "Enter")
        opened.get_by_role("heading", name="Agreement so far").wait_for()
        assert faults(opened) == []
        row = opened.get_by_role("row").filter(has=opened.get_by_role("link")).last
        row.get_by_label("Reason").fill("clicked through")
        row.get_by_role("button", name="Reject").click()
        assert row.get_by_text("clicked through").is_visible()
        if place == "desktop":
            picture(opened, "collect-owner-desktop")
        row.get_by_role("link").click()
        opened.get_by_role("button", name="Restore").first.click()
        assert opened.get_by_text("clicked through").count() == 0
        assert faults(opened) == []
