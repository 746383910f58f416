"""Long texts are read in pieces: others have their turn, and time that is over ends them."""

import asyncio
import json
import threading

import pytest

pytest.importorskip("fastapi")

import httpx

from motjuste.serve import workers
from motjuste.serve.limits import Limits
from motjuste.serve.slots import LONG, SHORT, Slots
from serving import BASE, PATIENCE, Client, Told, application

# A paragraph that fills a piece of work.
PARAGRAPH = "It was a nice day. " + "More words are here. " * 1000


def test_short_work_comes_before_long_work_that_came_first():
    slots, order = Slots(1), []
    slots.acquire(LONG, lambda: None)

    def wait(size, waits):
        slots.acquire(size, waits.set)
        order.append(size)
        slots.release(size)

    threads = []
    for size in (LONG, SHORT):
        waits = threading.Event()
        threads.append(threading.Thread(target=wait, args=(size, waits)))
        threads[-1].start()
        # Called again and again while the request waits.
        assert waits.wait(PATIENCE)
    slots.release(LONG)
    for thread in threads:
        thread.join(PATIENCE)
    assert order == [SHORT, LONG]


def test_long_work_never_has_all_slots():
    slots = Slots(2)
    slots.acquire(LONG, lambda: None)

    def give_up():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        slots.acquire(LONG, give_up)
    slots.acquire(SHORT, give_up)


@pytest.fixture
def hundred_seconds_a_piece(monkeypatch):
    """For the server, each piece of work takes 100 seconds, however long it really takes."""
    now, improve = [0.0], Told.improve

    def slowly(system, texts):
        now[0] += 100.0
        return improve(system, texts)

    monkeypatch.setattr(Told, "improve", slowly)
    monkeypatch.setattr(workers, "monotonic", lambda: now[0])


@pytest.mark.usefixtures("hundred_seconds_a_piece")
def test_what_was_found_in_time_is_answered_and_a_word_does_not_wait(tmp_path):
    go = tmp_path / "go"
    # Of three texts in five pieces each, none can be read whole in 600 seconds.
    text = "\n\n".join([f"We had to wait until {go} was there. {PARAGRAPH}"] * 5)

    async def ask(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=BASE, timeout=None) as client:
            long = [
                asyncio.ensure_future(client.post("/api/check", json={"text": text}))
                for _ in range(3)
            ]
            while (await client.get("/healthz")).json()["begun"] < len(long):
                await asyncio.sleep(0.01)
            short = await client.post("/api/check", json={"text": "It was a nice day."})
            waiting = [not one.done() for one in long]
            go.touch()
            return short, waiting, [await one for one in long]

    with application(limits=Limits(seconds=600, text=200_000, body=1_000_000)) as app:
        short, waiting, long = asyncio.run(ask(app))
    assert short.json()["complete"]
    assert waiting == [True] * 3
    for answer in long:
        assert answer.status_code == 200
        assert not answer.json()["complete"]
    assert any(answer.json()["improvements"] for answer in long)


@pytest.fixture(scope="module")
def ask():
    with application() as app:
        yield Client(app)


def test_a_match_in_markup_is_left_out_and_others_are_counted_in_utf_16(ask):
    annotation = [
        {"markup": "<p>\U0001f600", "interpretAs": "A nice thing. "},
        {"text": "\U0001f600 It was a "},
        {"markup": "<b>"},
        {"text": "nice"},
        {"markup": "</b>"},
        {"text": " day. A ni"},
        {"markup": "<i>"},
        {"text": "ce one."},
    ]

    form = {"language": "en-US", "data": json.dumps({"annotation": annotation})}
    matches = ask("POST", "/v2/check", data=form).json()["matches"]
    # "<p>" and an emoji are 5 units, an emoji and " It was a " 12 more, "<b>" 3: "nice" is at 20.
    # The first "nice" is only read in place of markup, the last has markup inside.
    assert [(match["offset"], match["length"]) for match in matches] == [(20, 4)]


def test_text_that_is_not_english_is_reported_and_nothing_is_marked(ask):
    german = "Das ist ein sehr nice Tag, und wir gehen heute alle zusammen in die Stadt."
    answer = ask("POST", "/v2/check", data={"language": "auto", "text": german}).json()
    assert answer["matches"] == []
    assert answer["language"]["name"] == "Not English"
    assert answer["language"]["detectedLanguage"]["code"] == "und"
    english = ask("POST", "/v2/check", data={"language": "auto", "text": "It was a nice day."})
    assert english.json()["language"]["code"] == "en-US"
