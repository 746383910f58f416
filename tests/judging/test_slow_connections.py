"""Thousands of slow connections to the annotation site keep nobody out."""

import contextlib
import resource
import socket

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")

import httpx
from judgement_projects import make_project

from motjuste.collect.simulation.servers import Server
from serving import PATIENCE

PART_OF_A_REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
PART_OF_A_BODY = (
    b"POST /consent HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1:%d\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na"
)


def allowed(wanted):
    """As many connections as this process may have open, once it may have all it can."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + 200 if hard == resource.RLIM_INFINITY else min(hard, wanted + 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return min(wanted, most - 200)


@contextlib.contextmanager
def connections(port, number, begun):
    """So many connections that begin a request and never end it."""
    made = []
    try:
        for _ in range(number):
            made.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            with contextlib.suppress(OSError):
                made[-1].sendall(begun)
        yield made
    finally:
        for one in made:
            one.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The real annotation site in a process of its own."""
    folder = tmp_path_factory.mktemp("slow") / "project"
    make_project(folder, targets=1).close()
    server = Server(folder)
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("begun", [PART_OF_A_REQUEST, PART_OF_A_BODY], ids=["headers", "bodies"])
def test_two_thousand_slow_connections_keep_nobody_out(site, begun):
    begun = begun.replace(b"%d", str(site.port).encode())
    with connections(site.port, allowed(2000), begun), httpx.Client(trust_env=False) as client:
        for _ in range(5):
            assert client.get(f"{site.site}/healthz", timeout=PATIENCE).status_code == 200
            assert client.get(f"{site.site}/owner", timeout=PATIENCE).status_code == 200
    assert len(site.output()) < 20_000
