"""Requests to a language model's server: limited, tried again, cached, counted, without the key."""

import json
import logging
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from threading import Event

import pytest

pytest.importorskip("httpx")

from fake_llm import Says, one_after_the_other, serve
from motjuste.errors import BadInputError, MissingResourceError, MotjusteError
from motjuste.systems import SomeFailedError
from motjuste.systems.llm import client as client_module
from motjuste.systems.llm.cache import Cache, request_key
from motjuste.systems.llm.client import Client, Endpoint
from motjuste.systems.llm.parallel_requests import ask_all
from motjuste.systems.llm.replies import AnswerError, Reply, seconds_to_wait

KEY = "sk-very-secret-0123456789"
BODY = {"model": "small", "prompt": "Q"}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(client_module, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def connect(url, folder=None, key=KEY, **given):
    patience = {"concurrency": 4, "retries": 2, "timeout": 5.0, "longest_wait": 9.0, **given}
    return Client(Endpoint(url, key, "OPENAI_API_KEY", **patience), Cache(folder))


def ask_fake(fake, client=None, path="completions", body=BODY):
    return (client or connect(fake.url)).ask(path, body)


@pytest.mark.parametrize("path", ["completions", "chat/completions"])
def test_an_answer_comes_with_its_tokens(path):
    with serve(lambda prompt: "a, b") as fake:
        body = {"model": "small", "messages": [{"role": "user", "content": "Q"}], "prompt": "Q"}
        reply = ask_fake(fake, path=path, body=body)
    assert reply == Reply("a, b", "stop", 100, 10)
    assert fake.paths == [f"/v1/{path}"]
    assert fake.headers[0]["authorization"] == f"Bearer {KEY}"


def test_without_a_key_none_is_sent():
    with serve(lambda prompt: "a") as fake:
        ask_fake(fake, connect(fake.url, key=None))
    assert "authorization" not in fake.headers[0]


PASSING = [
    Says(status=500, raw=b"oops"),
    Says(status=503, error={"message": "busy"}),
    Says(status=429, headers={"retry-after": "0"}),
    Says(status=429, headers={"retry-after": "tomorrow"}),
    Says(raw=b"<html>proxy</html>"),
    Says(raw=b'{"choices": [{"text": "a, b'),
    Says(raw=b'{"choices": []}'),
    Says(raw=b"[1, 2]"),
    Says(raw=b"null"),
    Says(raw=b"\xff\xfe\x00"),
    Says(raw=b'{"choices": [{"text": 7}]}'),
    Says(raw=b'{"error": {"message": "overloaded"}}'),
    Says(raw=b"[" * 100_000),
]


@pytest.mark.parametrize("trouble", PASSING, ids=lambda says: f"{says.status} {says.raw!r:.20}")
def test_trouble_that_passes_is_tried_again(trouble):
    with serve(one_after_the_other(trouble, trouble, "a")) as fake:
        assert ask_fake(fake).text == "a"
    assert len(fake.bodies) == 3
    assert fake.bodies[0] == fake.bodies[2] == BODY


@pytest.mark.parametrize("trouble", PASSING, ids=lambda says: f"{says.status} {says.raw!r:.20}")
def test_trouble_that_stays_is_one_line_about_this_request(trouble):
    with serve(lambda prompt: trouble) as fake, pytest.raises(AnswerError) as error:
        ask_fake(fake)
    assert len(fake.bodies) == 3
    assert str(error.value).endswith(", 3 times")
    assert "\n" not in str(error.value)


def test_no_answer_in_time_is_tried_again():
    with serve(one_after_the_other(Says("late", after=1.0), "a")) as fake:
        # On a busy machine an answer that comes at once may take longer than that as well.
        assert ask_fake(fake, connect(fake.url, timeout=0.2, retries=100)).text == "a"
    with (
        serve(lambda prompt: Says("late", after=0.6)) as fake,
        pytest.raises(AnswerError, match=r"no answer within 0\.1 seconds, 2 times"),
    ):
        ask_fake(fake, connect(fake.url, timeout=0.1, retries=1))


def test_retry_after_is_honoured():
    slow = Says(status=429, headers={"retry-after": "0.4"})
    with serve(one_after_the_other(slow, "a")) as fake:
        ask_fake(fake)
    assert fake.times[1] - fake.times[0] >= 0.4


def test_retry_after_holds_for_whoever_asks_next():
    with serve(one_after_the_other(Says(status=429, headers={"retry-after": "0.5"}), "a")) as fake:
        client = connect(fake.url)
        with ThreadPoolExecutor() as pool:
            first = pool.submit(client.ask, "completions", BODY)
            while not client.not_before:
                time.sleep(0.01)
            client.ask("completions", {**BODY, "prompt": "other"})
            first.result()
    assert min(fake.times[1:]) - fake.times[0] >= 0.5


def test_retry_after_may_be_a_date():
    soon = datetime.now(timezone.utc) + timedelta(seconds=30)
    assert 25 < seconds_to_wait(format_datetime(soon, usegmt=True)) <= 30
    assert seconds_to_wait("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert seconds_to_wait("nan") is None


def test_a_server_that_asks_to_wait_too_long_is_not_waited_for():
    far = Says(status=429, headers={"retry-after": "86400"})
    with serve(lambda prompt: far) as fake, pytest.raises(AnswerError, match="86,400 seconds"):
        ask_fake(fake)
    assert len(fake.bodies) == 1


def test_waits_grow_and_differ(monkeypatch):
    waits = []
    monkeypatch.setattr(client_module.time, "sleep", waits.append)
    monkeypatch.setattr(client_module, "FIRST_WAIT", 1.0)
    with serve(lambda prompt: Says(status=500)) as fake, pytest.raises(AnswerError):
        ask_fake(fake, connect(fake.url, retries=6, longest_wait=20.0))
    waited = [wait for wait in waits if wait > 0]
    for tries, wait in enumerate(waited):
        assert min(20.0, 2**tries / 2) <= wait <= min(20.0, 2**tries)
    assert len(waited) == 6
    assert waited[0] != 1.0


FATAL = [
    (Says(status=401, error={"message": f"Incorrect key {KEY}"}), "OPENAI_API_KEY"),
    (Says(status=402), "no credit"),
    (Says(status=429, error={"message": "x", "code": "insufficient_quota"}), "no credit"),
    (Says(status=404, error={"message": "no model 'small'"}), "no model 'small'.*setting"),
    (Says(status=404, raw=b"Not Found"), "check the settings model, endpoint and api"),
    (Says(status=400, error={"message": "x", "code": "model_not_found"}), "settings model"),
    (Says(status=308, headers={"location": "/v2"}), "redirects"),
]


@pytest.mark.parametrize(("says", "message"), FATAL)
def test_what_would_meet_every_request_ends_at_once(says, message):
    with serve(lambda prompt: says) as fake, pytest.raises(MotjusteError, match=message) as error:
        ask_fake(fake)
    assert len(fake.bodies) == 1
    assert KEY not in str(error.value)


@pytest.mark.parametrize("error", [{"message": f"bad {KEY}\nrequest"}, f"bad {KEY}\nrequest"])
def test_a_refused_request_is_not_repeated_and_tells_the_servers_words(error):
    says = Says(status=400, error=error)
    with serve(lambda prompt: says) as fake, pytest.raises(AnswerError, match="bad … request"):
        ask_fake(fake)
    assert len(fake.bodies) == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://no..host/v1", "http://x.invalid"])
def test_no_server_is_one_clear_line_at_once(monkeypatch, url):
    monkeypatch.setattr(client_module, "FIRST_WAIT", 60.0)
    monkeypatch.setenv("NO_PROXY", "*")
    with pytest.raises(MissingResourceError, match="cannot be reached"):
        connect(url).ask("completions", BODY)


def test_a_server_that_goes_away_is_waited_for_and_then_given_up():
    with serve(lambda prompt: "a") as fake:
        client = connect(fake.url)
        ask_fake(fake, client)
    with pytest.raises(MissingResourceError, match="cannot be reached"):
        client.ask("completions", {**BODY, "prompt": "other"})


def test_a_server_that_only_fails_is_given_up():
    with serve(lambda prompt: Says(status=500)) as fake:
        client = connect(fake.url, retries=0)
        for _ in range(client_module.GIVE_UP - 1):
            with pytest.raises(AnswerError):
                ask_fake(fake, client)
        with pytest.raises(MissingResourceError, match="failed one after the other"):
            ask_fake(fake, client)


def test_an_answer_without_room_for_a_word_is_an_error_and_a_refusal_is_none():
    with (
        serve(lambda prompt: Says(None, ended="length")) as fake,
        pytest.raises(AnswerError, match="max_tokens"),
    ):
        ask_fake(fake)
    with serve(lambda prompt: Says(None, ended="content_filter")) as fake:
        client = connect(fake.url)
        assert ask_fake(fake, client).text == ""
    assert "1 answers were empty" in client.usage.summary()


def test_an_answer_of_many_parts_is_put_together():
    parts = [{"type": "text", "text": "a, "}, {"type": "text", "text": "b"}]
    with serve(lambda prompt: Says(parts)) as fake:
        assert ask_fake(fake).text == "a, b"


def test_too_long_an_answer_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(client_module, "MOST_BYTES", 1000)
    with serve(lambda prompt: "x" * 5000) as fake, pytest.raises(AnswerError, match="longer than"):
        ask_fake(fake)


def test_never_more_requests_are_open_than_the_limit():
    with serve(lambda prompt: Says("a", after=0.05)) as fake:
        client = connect(fake.url, concurrency=3)
        with ThreadPoolExecutor(12) as pool:
            bodies = [{**BODY, "prompt": str(n)} for n in range(24)]
            list(pool.map(lambda body: client.ask("completions", body), bodies))
    assert fake.peak == 3
    assert len(fake.bodies) == 24


def test_the_same_request_is_sent_once_and_another_attempt_is_another(tmp_path):
    with serve(one_after_the_other("first", "second")) as fake:
        assert connect(fake.url, tmp_path).ask("completions", BODY).text == "first"
        again = connect(fake.url, tmp_path)
        assert again.ask("completions", dict(reversed(BODY.items()))).text == "first"
        assert again.ask("completions", BODY, attempt=1).text == "second"
    assert len(fake.bodies) == 2
    assert (again.usage.cached, again.usage.requests) == (1, 1)


@pytest.mark.parametrize(
    "other", [("http://b/v1", BODY, 0), ("http://a/v1", {**BODY, "temperature": 0}, 0)]
)
def test_the_name_of_a_request_depends_on_all_of_it(other):
    assert request_key(*other) != request_key("http://a/v1", BODY)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"text": 3}', b'{"word": "a"}', b"\xff"])
def test_a_damaged_file_of_the_cache_is_asked_for_again(tmp_path, damage):
    with serve(lambda prompt: "a") as fake:
        ask_fake(fake, connect(fake.url, tmp_path))
        (file,) = tmp_path.rglob("*.json")
        file.write_bytes(damage)
        assert ask_fake(fake, connect(fake.url, tmp_path)).text == "a"
    assert len(fake.bodies) == 2


def test_failures_are_not_cached(tmp_path):
    with serve(one_after_the_other(Says(status=400), "a")) as fake:
        client = connect(fake.url, tmp_path)
        with pytest.raises(AnswerError):
            ask_fake(fake, client)
        assert ask_fake(fake, client).text == "a"


def test_a_cache_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "cache").write_text("a file")
    with (
        serve(lambda prompt: "a") as fake,
        pytest.raises(BadInputError, match="cannot be written"),
    ):
        ask_fake(fake, connect(fake.url, tmp_path / "cache"))


PROCESS = """
import sys
from pathlib import Path
from motjuste.systems.llm.cache import Cache
cache = Cache(Path(sys.argv[1]))
for n in range(200):
    cache.put(f"{n % 5:02}", {"text": "x" * 5000})
    said = cache.get(f"{n % 5:02}")
    assert said == {"text": "x" * 5000}, said
"""


def test_several_processes_share_a_cache(tmp_path):
    command = [sys.executable, "-c", PROCESS, str(tmp_path)]
    started = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(120) for process in started] == [0, 0, 0]
    assert len(list(tmp_path.rglob("*"))) == 10


def test_tokens_are_added_up_and_priced():
    with serve(one_after_the_other("a", Says("b", usage=None), Says("c", usage="x"))) as fake:
        client = connect(fake.url)
        for _ in range(3):
            ask_fake(fake, client)
    # 100 tokens at 10 and 10 tokens at 50 per million: 0.001 + 0.0005.
    assert client.usage.cost(10.0, 50.0) == pytest.approx(0.0015)
    assert client.usage.summary(10.0, 50.0) == (
        "3 answers from the server, 0 from the cache; 100 tokens in, 10 out; cost 0.0015; "
        "the server counted no tokens for 2 answers"
    )


def test_the_key_is_in_no_log_cache_or_error(tmp_path, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    echo = one_after_the_other(
        Says(f"my key is {KEY}"), Says(status=400, error=KEY), Says(raw=KEY.encode())
    )
    errors = []
    with serve(echo) as fake:
        client = connect(fake.url, tmp_path)
        assert KEY not in ask_fake(fake, client).text
        for n in range(3):
            with pytest.raises(AnswerError) as error:
                ask_fake(fake, client, body={**BODY, "prompt": str(n)})
            errors.append(str(error.value))
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*.json"))
    printed = "".join(capfd.readouterr())
    seen = [caplog.text, kept.decode(), printed, repr(client.server), *errors]
    assert "127.0.0.1" in caplog.text
    assert not [text for text in seen if KEY in text]


def test_all_are_asked_and_failures_are_told_together():
    def ask(number):
        if number % 2:
            raise ValueError(str(number))
        return -number

    with pytest.raises(SomeFailedError, match=r"^1$") as error:
        ask_all(ask, range(4), 2)
    assert [str(outcome) for outcome in error.value.outcomes] == ["0", "1", "-2", "3"]
    assert ask_all(ask, [0, 2, 4], 2) == [0, -2, -4]
    assert ask_all(ask, [], 2) == []
    with pytest.raises(ValueError):
        ask_all(ask, [1], 2)


def test_an_error_that_meets_all_ends_it_without_asking_the_rest():
    seen, ended = [], Event()

    def ask(number):
        seen.append(number)
        if number > 1:
            ended.wait()
        raise BadInputError("no key")

    with pytest.raises(BadInputError, match="no key"):
        ask_all(ask, range(500), 2)
    # Each of the two threads may have begun with one more.
    assert len(seen) <= 4
    ended.set()


def test_answers_are_json_on_disk_that_others_cannot_read(tmp_path):
    Cache(tmp_path).put("abcd", Reply("é")._asdict())
    path = tmp_path / "ab" / "abcd.json"
    assert json.loads(path.read_text())["text"] == "é"
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("before", range(40, 60))
def test_no_part_of_the_key_is_shown_where_a_message_is_cut(before):
    says = Says(raw=b"x" * before + KEY.encode())
    long = Says(status=400, error="x" * (before + 140) + KEY)
    for reply in (says, long):
        with serve(lambda prompt, reply=reply: reply) as fake, pytest.raises(AnswerError) as error:
            ask_fake(fake, connect(fake.url, retries=0))
        assert KEY[:4] not in str(error.value)
