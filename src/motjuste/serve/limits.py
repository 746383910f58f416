"""Limits on a request: its bytes, its characters and its time."""

import asyncio
from dataclasses import dataclass

from starlette.responses import Response

from motjuste.errors import BadInputError
from motjuste.serve.problems import App, Message, ProblemError, Receive, Scope, Send, problem

# The rest of the request is not read.
_CLOSE = {"Connection": "close"}
_LATER = {**_CLOSE, "Retry-After": "1"}
# Simultaneous requests that need no model: pages, scripts, styles.
_PAGES = 64
# Simultaneous requests whose bodies are still arriving; a further one replaces the oldest.
_MOST_ARRIVING = 128


@dataclass(frozen=True)
class Limits:
    """The size of a request, and the number that may wait."""

    body: int = 1_000_000
    text: int = 100_000
    seconds: float = 60.0
    waiting: int = 128
    # Seconds in which a request's body must arrive.
    arrival: float = 20.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not value > 0:
                raise BadInputError(f"the limit of {name} is {value}; give more than 0")

    def check_text(self, text: str) -> str:
        """The text, unless it is too long."""
        if len(text) > self.text:
            raise ProblemError(
                413, f"the text has {len(text):,} characters; send {self.text:,} at most"
            )
        return text


class LimitRequests:
    """Reads requests, unless they are too large or do not arrive in time, and passes them on."""

    def __init__(self, app: App, limits: Limits, free: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.limits = limits
        self.free = free
        self._begun = 0
        # Bodies that are being read, the oldest first.
        self._arriving: dict[asyncio.Task[bytes | None], None] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within the limits; pages and styles never wait."""
        if scope["type"] != "http" or scope["path"] in self.free:
            return await self.app(scope, receive, send)
        body = await self._body(scope, receive)
        if isinstance(body, Response):
            return await body(scope, receive, send)
        if self._begun >= 2 * self.limits.waiting + _PAGES:
            busy = problem(scope, 503, "too many requests at once; try again", _LATER)
            return await busy(scope, receive, send)
        self._begun += 1
        try:
            await self.app(scope, _again(body, receive), send)
        finally:
            self._begun -= 1

    async def _body(self, scope: Scope, receive: Receive) -> bytes | Response:
        """The body of a request, or the answer to one that is too large or too slow."""
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > self.limits.body:
            return self._too_large(scope)
        if len(self._arriving) >= _MOST_ARRIVING:
            next(iter(self._arriving)).cancel()
        reading = asyncio.ensure_future(self._read(receive))
        self._arriving[reading] = None
        try:
            done, _ = await asyncio.wait([reading], timeout=self.limits.arrival)
        finally:
            self._arriving.pop(reading, None)
            reading.cancel()
        if not done or reading.cancelled():
            return problem(scope, 408, "the request did not arrive in time", _CLOSE)
        body = reading.result()
        return self._too_large(scope) if body is None else body

    async def _read(self, receive: Receive) -> bytes | None:
        """The whole body; None if it is too large."""
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.limits.body:
                return None
            more = message.get("more_body", False)
        return b"".join(parts)

    def _too_large(self, scope: Scope) -> Response:
        message = f"the request is too large; send {self.limits.body:,} bytes at most"
        return problem(scope, 413, message, _CLOSE)


def _again(body: bytes, receive: Receive) -> Receive:
    """The request as one message, then the disconnect."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def once() -> Message:
        return waiting.pop() if waiting else await receive()

    return once
