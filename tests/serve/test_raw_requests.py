"""Requests that no client makes but a stranger may: their bytes are sent as they are."""

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from serving import application, received, serving

HOST = b"Host: 127.0.0.1\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def port():
    with application() as app, serving(app) as port:
        yield port


@pytest.mark.parametrize("path", [b"/api/check", b"/healthz"])
def test_a_request_whose_length_is_given_twice_is_refused_and_nothing_after_it_is_read(port, path):
    # By its Content-Length the second request is a body; by its chunks it is a request.
    both = b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    start = b"POST " + path + b" HTTP/1.1\r\n" + HOST
    answer = received(port, start + both % (5 + len(HEALTH)) + HEALTH)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: " + b"9" * 5000,
        b"Content-Length: -1",
        b"Content-Length: +2",
        b"Content-Length: 2\r\nContent-Length: 3",
        b"Transfer-Encoding: identity",
        b"Transfer-Encoding: xchunked",
        b"Host: evil.org",
        b"X: a\0b",
    ],
)
def test_headers_that_can_be_read_in_two_ways_end_the_connection(port, lines):
    answer = received(port, b"POST /api/check HTTP/1.1\r\n" + HOST + lines + b"\r\n\r\n{}" + HEALTH)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "path", [b"/static/%2e%2e/app.py", b"/static/..%5capp.py", b"/static//etc/passwd"]
)
def test_no_spelling_of_a_path_leads_out_of_the_built_files(port, path):
    answer = received(port, b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404 ")


@pytest.mark.parametrize("body", [b"[" * 400_000, b'{"top":' + b"9" * 6000 + b"}", b"\xff"])
def test_a_body_that_breaks_readers_of_json_is_refused(port, body):
    head = b"POST /api/check HTTP/1.1\r\n" + HOST + b"Connection: close\r\n"
    kind = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert received(port, head + kind + body).startswith(b"HTTP/1.1 400 ")
