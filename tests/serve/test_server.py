"""The command `serve` as a process: it starts, waits its turn, survives, and ends in order."""

import json
import signal
import socket
import sys
import threading
import time

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

import httpx

from motjuste.cli import main
from serving import PATIENCE, running

BIG = {"text": "*big*"}
TOKEN = "an-unguessable-word"


def in_background(work):
    """What the work comes to, once it is asked for."""
    results = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    return lambda: (thread.join(PATIENCE), results[0])[1]


def wait_until(true):
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def waiting_for(path):
    """A text whose check ends when a file is there; what is no English would not be checked."""
    return f"It was so cold that we had to wait in the house until {path} was there for us."


def is_refused(server):
    """Whether the server takes no more connections."""
    with server.client() as other:
        try:
            other.get("/healthz")
        except httpx.ConnectError:
            return True
        except httpx.TransportError:
            # It was let in and sent away: the server is about to close its door.
            return False
    return False


# More seconds than any machine needs for what the tests ask.
NO_HURRY = ("--max-seconds", "600")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0"], "give a --token"),
        (["--host", "no.such.host.invalid"], "is not a host name or address"),
        (["--host", "192.0.2.1", "--no-auth"], "does not have the address"),
        (["--port", "0", "--token", "abc"], "8 or more"),
        (["--port", "0", "--allow-origin", "nonsense"], "is not an origin"),
        (["--port", "0", "--runs", "no/such/folder"], "is not a folder"),
        (["--port", "0", "--benchmark", "nonsense"], "unknown benchmark"),
        (["--port", "0", "--system", "nonsense"], "there is no system"),
        (["--port", "70000"], "65535"),
    ],
)
def test_what_cannot_be_served_is_reported_in_one_line(capsys, arguments, message):
    assert main(["serve", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("module", ["fastapi", "uvicorn"])
def test_a_missing_extra_is_named(capsys, monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    assert main(["serve", "--port", "0"]) == 3
    assert "pip install 'motjuste[serve]'" in capsys.readouterr().err


def test_a_port_in_use_is_reported_in_one_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    assert f"port {port} of 127.0.0.1 is in use" in capsys.readouterr().err


def test_sigterm_lets_what_has_begun_end_and_nothing_else_begin(tmp_path):
    question = {"text": f"until {tmp_path / 'go'} *big*"}
    with running("--token", TOKEN) as server, server.client(params={"token": TOKEN}) as client:
        slow = in_background(lambda: client.post("/api/suggest", json=question))
        wait_until(lambda: client.get("/healthz").json()["begun"] == 1)
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: is_refused(server))
        (tmp_path / "go").touch()
        answer = slow()
        assert answer.status_code == 200
        assert answer.json()["substitutes"][0]["text"] == "enormous"
        assert server.process.wait(PATIENCE) == 0
        assert server.process.stderr.read() == ""


def test_an_interrupt_ends_it_with_its_own_code():
    with running() as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 130
        assert server.process.stderr.read() == "motjuste: interrupted\n"


def test_an_overload_is_answered_with_when_to_come_again_and_passes(tmp_path):
    question = {"text": waiting_for(tmp_path / "go")}
    with running("--max-waiting", "1", *NO_HURRY) as server, server.client() as client:
        threads = client.get("/healthz").json()["workers"]
        busy = [
            in_background(lambda: client.post("/api/check", json=question).status_code)
            for _ in range(threads + 1)
        ]
        wait_until(lambda: client.get("/healthz").json()["waiting"] == 1)
        refused = client.post("/api/suggest", json=BIG)
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        assert "too many" in refused.json()["error"]
        (tmp_path / "go").touch()
        assert [answer() for answer in busy] == [200] * len(busy)
        assert client.post("/api/suggest", json=BIG).status_code == 200


def test_what_takes_too_long_is_given_up_and_others_are_answered_meanwhile(tmp_path):
    question = {"text": waiting_for(tmp_path / "go")}
    with running("--max-seconds", "2") as server, server.client() as client:
        slow = in_background(lambda: client.post("/api/check", json=question))
        wait_until(lambda: client.get("/healthz").json()["begun"] == 1)
        # On a busy machine two seconds may be too few for a word as well.
        wait_until(lambda: client.post("/api/suggest", json=BIG).status_code == 200)
        assert client.get("/healthz").json()["begun"] == 1
        answer = slow()
        assert answer.status_code == 503
        assert "too long" in answer.json()["error"]
        (tmp_path / "go").touch()
        wait_until(lambda: client.get("/healthz").json()["begun"] == 0)


@pytest.fixture(scope="module")
def server():
    with running(*NO_HURRY) as server:
        yield server


def test_who_goes_away_is_not_worked_for(server, tmp_path):
    question = {"text": waiting_for(tmp_path / "go")}
    with server.client() as client:
        threads = client.get("/healthz").json()["workers"]
        busy = [
            in_background(lambda: client.post("/api/check", json=question).status_code)
            for _ in range(threads)
        ]
        wait_until(lambda: client.get("/healthz").json()["begun"] == threads)
        leave = begin(server, {"text": waiting_for(tmp_path / "never")})
        wait_until(lambda: client.get("/healthz").json()["waiting"] == 1)
        leave()
        wait_until(lambda: client.get("/healthz").json()["waiting"] == 0)
        (tmp_path / "go").touch()
        assert [answer() for answer in busy] == [200] * threads
        # It would be at it for ever, had it begun.
        wait_until(lambda: client.get("/healthz").json()["begun"] == 0)


def begin(server, question):
    """Send a request; what is returned goes away without an answer."""
    body = json.dumps(question).encode()
    head = "POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    port = int(server.address.rpartition(":")[2])
    raw = socket.create_connection(("127.0.0.1", port), PATIENCE)
    raw.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return raw.close


def test_what_is_no_http_does_not_take_it_down(server):
    port = int(server.address.rpartition(":")[2])
    for content in (b"\x00\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000):
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
            raw.sendall(content)
    with server.client() as client:
        assert client.get("/healthz").status_code == 200


def test_crashes_do_not_take_it_down(server):
    with server.client() as client:
        for _ in range(5):
            assert client.post("/api/check", json={"text": "crash"}).status_code == 500
        assert client.post("/api/suggest", json=BIG).status_code == 200
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        lines = [line for line in server.process.stderr.read().splitlines() if "crash" in line]
    assert len(lines) == 5
    assert all(line.startswith("motjuste: POST '/api/check'") for line in lines)
