"""Slow and many connections, floods of log lines, and callers who ask too often."""

import contextlib
import logging
import socket
import threading
from base64 import b64encode

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx
from fastapi import FastAPI

from motjuste.errors import BadInputError
from motjuste.serve.access import Access
from motjuste.serve.connections import ConnectionLimits, Connections
from motjuste.serve.limits import Limits
from motjuste.serve.log_rate import LogRate
from motjuste.serve.rate_limit import LimitRate, RateLimit
from motjuste.serve.server import protect
from serving import PATIENCE, Client, serving

PART_OF_A_REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


class Connection:
    """A connection as the limits see it."""

    def __init__(self, address, waiting=True):
        self.address = address
        self.is_waiting = waiting
        self.ended = False

    def end(self):
        self.ended = True
        self.connections.forget(self)


def test_the_oldest_connection_that_only_waits_makes_way():
    connections = Connections(ConnectionLimits(total=3, per_address=2))
    busy, idle, own = Connection("10.0.0.1", False), Connection("10.0.0.2"), Connection("::1")
    idle.connections = connections
    assert all(connections.admit(one) for one in (busy, idle, own))
    assert connections.admit(Connection("10.0.0.3"))
    assert (busy.ended, idle.ended, own.ended) == (False, True, False)
    assert len(connections) == 3


def test_a_connection_is_refused_where_all_others_are_at_work():
    connections = Connections(ConnectionLimits(total=2))
    for address in ("10.0.0.1", "10.0.0.2"):
        connections.admit(Connection(address, False))
    assert not connections.admit(Connection("10.0.0.3"))
    assert len(connections) == 2


def test_one_address_has_only_its_share_unless_it_is_this_machine():
    connections = Connections(ConnectionLimits(total=100, per_address=2))
    many = [Connection("10.0.0.1", False) for _ in range(3)]
    assert [connections.admit(one) for one in many] == [True, True, False]
    assert all(connections.admit(Connection("127.0.0.1", False)) for _ in range(10))


def test_all_addresses_of_an_ipv6_network_share_the_limit_of_one():
    connections = Connections(ConnectionLimits(total=100, per_address=2))
    many = [Connection(f"2001:db8::{number}", False) for number in range(3)]
    assert [connections.admit(one) for one in many] == [True, True, False]
    assert connections.admit(Connection("2001:db8:0:1::1", False))
    connections.forget(many[0])
    assert connections.admit(Connection("2001:db8::9", False))


def test_a_limit_of_nothing_is_refused():
    with pytest.raises(BadInputError, match="the limit of total is 0"):
        ConnectionLimits(total=0)


class Clock:
    """A clock that stands still until it is moved."""

    time = 0.0

    def __call__(self):
        return self.time


def record(message, error=None):
    info = (type(error), error, None) if error else None
    return logging.LogRecord("asyncio", logging.ERROR, __file__, 1, message, None, info)


def test_a_flood_of_errors_is_a_few_short_lines_and_their_number():
    clock = Clock()
    rate = LogRate(lines=3, seconds=60, clock=clock)
    passed = [rate.filter(record("no file", OSError("too many"))) for _ in range(1000)]
    assert passed == [True] * 3 + [False] * 997
    clock.time = 61
    last = record("a\nb\x1b[31m" + "c" * 900, OSError("too many"))
    assert rate.filter(last)
    assert last.getMessage().startswith("[997 lines left out] a b\N{REPLACEMENT CHARACTER}[31mccc")
    assert len(last.getMessage()) < 550
    assert last.exc_info is None


def test_of_a_traceback_in_a_message_only_the_error_is_logged():
    """uvicorn writes them so where a server fails to start or to end."""
    lines = "gone\nTraceback (most recent call last):\n  File 'x', line 1\n    a()\nOSError: full\n"
    logged = record(lines)
    assert LogRate().filter(logged)
    assert logged.getMessage() == "gone OSError: full"


def test_who_asks_more_often_than_they_may_waits_as_long_as_it_takes():
    clock = Clock()
    limit = RateLimit(6, clock)
    assert [limit.seconds_to_wait("a") for _ in range(7)] == [0] * 6 + [10]
    assert limit.seconds_to_wait("b") == 0
    clock.time = 10.0
    assert [limit.seconds_to_wait("a") for _ in range(2)] == [0, 10]


async def answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def limited_client(limit):
    return Client(LimitRate(answer, limit, frozenset({"/healthz"})))


def test_too_many_requests_are_told_so_and_health_is_always_told():
    ask = limited_client(RateLimit(2, Clock()))
    answers = [ask("GET", "/api/settings") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[2].headers["retry-after"] == "30"
    assert ask("GET", "/healthz").status_code == 200


# The token as it can be sent, with something else in each request that could stand for a caller.
SHOWN = [
    ("/api/settings", {"Authorization": "Bearer long-enough"}),
    ("/api/settings", {"Authorization": "Basic " + b64encode(b"me:long-enough").decode()}),
    ("/api/settings?token=long-enough", {"Authorization": "Bearer anything"}),
    ("/token/long-enough/api/settings", {"Authorization": "Bearer at all"}),
    ("/api/settings?token=wrong", {}),
    ("/api/settings", {}),
]


@pytest.mark.parametrize("first", SHOWN)
@pytest.mark.parametrize("second", SHOWN)
def test_a_caller_is_the_same_however_the_token_is_sent(first, second):
    app = FastAPI()
    app.get("/api/settings")(lambda: None)
    protect(app, Access("long-enough", None), Limits(), rate=1)
    ask = Client(app)
    passed, refused = (ask("GET", path, headers=headers) for path, headers in (first, second))
    assert passed.status_code != 429
    assert refused.status_code == 429


def test_a_client_of_languagetool_with_the_token_in_its_address_reads_refusals_its_own_way():
    app = FastAPI()
    protect(app, Access("long-enough", None), Limits(), rate=1)
    ask = Client(app)
    answers = [ask("GET", f"/token/{token}/v2/check") for token in ("wrong-one", "long-enough")]
    assert [one.status_code for one in answers] == [401, 429]
    assert all(one.text.startswith("Error: ") for one in answers)


def test_a_page_of_another_site_that_may_ask_can_read_that_it_asks_too_often():
    app = FastAPI()
    protect(app, Access(None, None, frozenset({"https://a.example"})), Limits(), rate=1)
    ask = Client(app)
    page = {"Origin": "https://a.example"}
    answers = [ask("GET", "/", headers=page) for _ in range(2)]
    assert [one.status_code for one in answers] == [404, 429]
    assert answers[1].headers["access-control-allow-origin"] == "https://a.example"


@pytest.mark.parametrize("sent", [b"", PART_OF_A_REQUEST], ids=["nothing", "a part"])
def test_headers_that_do_not_come_end_the_connection(sent):
    async def never(scope, receive, send):
        raise AssertionError("no request came")

    limits = ConnectionLimits(header_seconds=0.2)
    with (
        serving(never, limits) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as one,
    ):
        one.sendall(sent)
        with contextlib.suppress(ConnectionResetError):
            assert one.recv(1) == b""


async def large(scope, receive, send):
    """An answer of 64 MB, more than the system keeps for a client that does not read; or health."""
    parts = 0 if scope["path"] == "/healthz" else 64
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(parts):
        await send({"type": "http.response.body", "body": bytes(1 << 20), "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@contextlib.contextmanager
def unread(port):
    """A client that reads the first byte of a large answer, and no more."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as one:
        one.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert one.recv(1) == b"H"
        yield one


def test_an_answer_that_nobody_reads_ends_the_connection():
    ended = threading.Event()

    async def noted(scope, receive, send):
        await large(scope, receive, send)
        ended.set()

    with serving(noted, ConnectionLimits(unread_seconds=0.2)) as port, unread(port):
        assert ended.wait(PATIENCE)


def test_who_does_not_read_makes_way_for_others():
    with serving(large, ConnectionLimits(total=1)) as port, unread(port):
        response = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE, trust_env=False)
        assert response.status_code == 200
