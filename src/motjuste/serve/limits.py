"""How much a request may ask for: bytes, characters and time are all bounded."""

import asyncio
from dataclasses import dataclass

from motjuste.errors import BadInputError
from motjuste.serve.problems import App, Message, ProblemError, Receive, Scope, Send, problem

# What is still to come of the request is not read.
_CLOSE = {"Connection": "close"}
_LATER = {**_CLOSE, "Retry-After": "1"}
# Requests at once that need no model: pages, scripts, styles.
_PAGES = 64


@dataclass(frozen=True)
class Limits:
    """What one request may be, and how many may wait."""

    body: int = 1_000_000
    text: int = 100_000
    seconds: float = 60.0
    waiting: int = 128

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

    def __init__(self, app: App, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self._begun = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within the limits."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        # Those that are still being read count too, or they would fill the memory.
        if self._begun >= 2 * self.limits.waiting + _PAGES:
            busy = problem(scope, 503, "too many requests at once; try again", _LATER)
            return await busy(scope, receive, send)
        self._begun += 1
        try:
            await self._within(scope, receive, send)
        finally:
            self._begun -= 1

    async def _within(self, scope: Scope, receive: Receive, send: Send) -> None:
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > self.limits.body:
            return await self._too_large(scope, receive, send)
        try:
            body = await asyncio.wait_for(self._read(receive), self.limits.seconds)
        except asyncio.TimeoutError:
            late = problem(scope, 408, "the request did not arrive in time", _CLOSE)
            return await late(scope, receive, send)
        if body is None:
            return await self._too_large(scope, receive, send)
        return await self.app(scope, _again(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        """The whole request; nothing if it is too large."""
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.limits.body:
                return None
            more = message.get("more_body", False)
        return b"".join(parts)

    async def _too_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        said = f"the request is too large; send {self.limits.body:,} bytes at most"
        await problem(scope, 413, said, _CLOSE)(scope, receive, send)


def _again(body: bytes, receive: Receive) -> Receive:
    """The request as one message; what comes after it is only that the client has gone."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def once() -> Message:
        return waiting.pop() if waiting else await receive()

    return once
