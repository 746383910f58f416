"""Running a server: binding its sockets, announcing its address, finishing requests at the end."""

import errno
import gc
import logging
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from motjuste.errors import BadInputError
from motjuste.serve.access import Access, CheckAccess
from motjuste.serve.connections import ConnectionLimits, limited_protocol
from motjuste.serve.headers import SecureHeaders
from motjuste.serve.limits import LimitRequests, Limits
from motjuste.serve.log_rate import LogRate
from motjuste.serve.problems import CatchCrashes, answer_problems
from motjuste.serve.rate_limit import LimitRate, RateLimit

# Connections that the operating system queues until the server accepts them.
_BACKLOG = 2048
# Connections accepted in one round of the event loop, so that open ones are served in between.
_TAKEN_AT_ONCE = 64
# Seconds that requests in progress get to finish when the server stops.
_DRAIN = 10
# File descriptors that a server needs besides its connections.
_OTHER_FILES = 128


def protect(app: FastAPI, access: Access, limits: Limits, rate: float | None = None) -> None:
    """Put an application behind the headers, limits and access control that all servers share.

    `rate` is how many requests a minute one address may make. The middleware that is added last is
    the first to see a request.
    """
    answer_problems(app)
    app.add_middleware(LimitRequests, limits=limits, free=access.free)
    app.add_middleware(CheckAccess, access=access)
    if rate is not None:
        # Before access is checked, so that tokens cannot be guessed faster than that.
        app.add_middleware(LimitRate, limit=RateLimit(rate), free=access.free)
    if access.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=sorted(access.origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
        )
    app.add_middleware(CatchCrashes)
    app.add_middleware(SecureHeaders)


@dataclass(frozen=True)
class Listening:
    """A socket that is bound, and the address at which it can be opened."""

    socket: socket.socket
    host: str
    port: int

    def __enter__(self) -> "Listening":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def address(self) -> str:
        """The address for a browser; a server on all addresses is opened on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def resolve(host: str, port: int) -> list[Any]:
    """The addresses that a host has, those of IPv4 first, as `socket.getaddrinfo` gives them."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError, OverflowError):
        raise BadInputError(f"{host!r} is not a host name or address of this machine") from None
    return sorted(addresses, key=lambda address: address[0] != socket.AF_INET)


def addresses_of(addresses: list[Any]) -> list[str]:
    """The addresses alone."""
    return [str(address[4][0]) for address in addresses]


def listen(addresses: list[Any]) -> Listening:
    """Bind to the first of the addresses."""
    family, kind, protocol, _, place = addresses[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(place)
        bound.listen(_BACKLOG)
    except OSError as error:
        bound.close()
        raise _refused(place[0], place[1], error) from None
    return Listening(bound, place[0], bound.getsockname()[1])


def _refused(host: str, port: int, error: OSError) -> BadInputError:
    if error.errno == errno.EADDRINUSE:
        return BadInputError(f"port {port} of {host} is in use; choose another with --port")
    if error.errno == errno.EACCES:
        return BadInputError(f"port {port} may not be used by you; choose one from 1024 on")
    if error.errno == errno.EADDRNOTAVAIL:
        return BadInputError(f"this machine does not have the address {host}; see --host")
    return BadInputError(f"cannot listen on {host}, port {port} ({error.strerror or error})")


def run(
    app: Any,
    listening: Listening,
    *,
    started: Callable[[], None] = lambda: None,
    page: str | None = None,
    drain: int = _DRAIN,
    connections: ConnectionLimits | None = None,
) -> None:
    """Serve until a signal comes, then finish running requests, for `drain` seconds at most.

    `started` is called when requests are answered; `page` is then opened in the browser.
    """
    _log_at_a_limited_rate()
    config = uvicorn.Config(
        app,
        http=limited_protocol(_within_open_files(connections or ConnectionLimits())),
        log_config=None,
        access_log=False,
        backlog=_TAKEN_AT_ONCE,
        server_header=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=drain,
        lifespan="on",
        ws="none",
    )
    server = _Server(config, lambda: _ready(started, page))
    _collect_often()
    with _signals_after_the_end(server):
        server.run(sockets=[listening.socket])
    if server.failure is not None:
        raise server.failure


@contextmanager
def _signals_after_the_end(server: uvicorn.Server) -> Iterator[None]:
    """Handle a signal after the server has ended, which then raises it again.

    SIGTERM is not a failure. Ctrl-C is one, but must not interrupt the event loop: Python 3.10
    would log the traceback of everything that it breaks off there.
    """
    interrupts: list[int] = []

    def interrupt(number: int, _: object) -> None:
        if not server.started:
            raise KeyboardInterrupt
        interrupts.append(number)

    handlers = {signal.SIGTERM: lambda *_: None, signal.SIGINT: interrupt}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if interrupts:
        raise KeyboardInterrupt


def _log_at_a_limited_rate() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("motjuste: %(message)s"))
    handler.addFilter(LogRate())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def _within_open_files(limits: ConnectionLimits) -> ConnectionLimits:
    """Limit connections to the files that this process may open, raised as far as allowed."""
    try:
        import resource
    except ImportError:
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.total + _OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return replace(limits, total=max(1, min(limits.total, soft - _OTHER_FILES)))


def _collect_often() -> None:
    """Collect garbage often, but not what is loaded now, which stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 10)


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.failure: OSError | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # The event loop has set the system's queue to the length of its own rounds.
        for bound in sockets or ():
            bound.listen(_BACKLOG)

    async def main_loop(self) -> None:
        # Not before: a signal that comes while it starts makes uvicorn leave out the orderly end.
        try:
            self._ready()
        except OSError as error:
            # The address cannot be shown to anybody: end in order, and raise it then.
            self.failure = error
            return
        await super().main_loop()


def _ready(started: Callable[[], None], page: str | None) -> None:
    started()
    if page is not None:
        # Opening a browser may take long, or block until the browser ends.
        threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
