"""Limits on connections: how many in all and from one address, and the time for headers.

A client that opens many connections and sends nothing must not keep others out. When there is no
room for a new connection, the oldest one whose request is still incomplete is closed; one whose
request is being answered is never closed, unless nobody reads the answer.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from motjuste.errors import BadInputError
from motjuste.serve.addresses import caller_of, is_own_machine


@dataclass(frozen=True)
class ConnectionLimits:
    """The number of simultaneous connections, and the seconds in which headers must arrive.

    Addresses of this machine have no limit of their own: a proxy before the server is one of them.
    `unread_seconds` is how long an answer may wait for a client that does not read it.
    """

    total: int = 1000
    per_address: int = 50
    header_seconds: float = 10.0
    unread_seconds: float = 30.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not value > 0:
                raise BadInputError(f"the limit of {name} is {value}; give more than 0")


class Connections:
    """The open connections of a server, the oldest first."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: dict[LimitedProtocol, None] = {}
        self._of_address: dict[str, dict[LimitedProtocol, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, new: "LimitedProtocol") -> bool:
        """Make room for a new connection and register it; False if there is none."""
        same = self._of_address.get(caller_of(new.address), {})
        if not is_own_machine(new.address) and not _room(same, self.limits.per_address):
            return False
        if not _room(self._open, self.limits.total):
            return False
        self._open[new] = None
        self._of_address.setdefault(caller_of(new.address), {})[new] = None
        return True

    def forget(self, gone: "LimitedProtocol") -> None:
        """A connection has ended."""
        self._open.pop(gone, None)
        caller = caller_of(gone.address)
        same = self._of_address.get(caller, {})
        same.pop(gone, None)
        if not same:
            self._of_address.pop(caller, None)


def _room(connections: "dict[LimitedProtocol, None]", most: int) -> bool:
    """Whether one more fits, if necessary after closing the oldest one that is waiting."""
    if len(connections) < most:
        return True
    idle = next((connection for connection in connections if connection.is_waiting), None)
    if idle is None:
        return False
    idle.end()
    return True


class LimitedProtocol(H11Protocol):
    """A connection that is closed if headers or reading take too long, or for a newer one."""

    connections_open: Connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = ""
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def lacks_headers(self) -> bool:
        """Whether the headers of a request are incomplete."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for the client to send or to read."""
        return self.lacks_headers or self.cycle.more_body or self._unread is not None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a new connection, or end it at once if there is no room."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self.connections_open.admit(self):
            self._start_header_timer()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read data; the time limit for headers starts with their first byte."""
        super().data_received(data)
        if not self.lacks_headers:
            self._stop_header_timer()
        elif self._deadline is None:
            self._start_header_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_header_timer()
        self._stop_unread_timer()
        self.connections_open.forget(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client reads too slowly: start its time limit."""
        super().pause_writing()
        seconds = self.connections_open.limits.unread_seconds
        self._unread = self.loop.call_later(seconds, self.end)

    def resume_writing(self) -> None:
        """The client has continued to read."""
        self._stop_unread_timer()
        super().resume_writing()

    def end(self) -> None:
        """End the connection now; it no longer counts."""
        self.connections_open.forget(self)
        self.transport.abort()

    def _start_header_timer(self) -> None:
        seconds = self.connections_open.limits.header_seconds
        self._deadline = self.loop.call_later(seconds, self._end_without_headers)

    def _stop_header_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_unread_timer(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _end_without_headers(self) -> None:
        self._deadline = None
        if self.lacks_headers:
            self.end()


def limited_protocol(limits: ConnectionLimits) -> type[LimitedProtocol]:
    """A protocol class whose connections share one set of limits."""
    return type("Protocol", (LimitedProtocol,), {"connections_open": Connections(limits)})
