"""How much a request may ask for: bytes, characters and time are all bounded."""

import asyncio
from dataclasses import dataclass
from time import monotonic

from motjuste.errors import BadInputError
from motjuste.serve.problems import App, Message, ProblemError, Receive, Scope, Send, problem

RETRY = {"Retry-After": "1"}


@dataclass(frozen=True)
class Limits:
    """What one request may be, and how many may wait."""

    body: int = 1_000_000
    text: int = 100_000
    seconds: float = 30.0
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


class _TooLongError(Exception):
    """More came than was allowed."""


class LimitRequests:
    """Refuses a request that is too large, and one that is not sent or answered in time."""

    def __init__(self, app: App, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within the limits."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > self.limits.body:
            return await self._too_large(scope, receive, send)
        began = _Began(send)
        try:
            bounded = _bounded(receive, self.limits)
            return await self.app(scope, bounded, began)
        except _TooLongError:
            return await self._too_large(scope, receive, send)
        except asyncio.TimeoutError:
            if began.started:
                raise
            late = problem(scope, 408, "the request did not arrive in time")
            return await late(scope, receive, send)

    async def _too_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        said = f"the request is too large; send {self.limits.body:,} bytes at most"
        await problem(scope, 413, said, {"Connection": "close"})(scope, receive, send)


class _Began:
    """Whether an answer has begun."""

    def __init__(self, send: Send) -> None:
        self.started = False
        self._send = send

    async def __call__(self, message: Message) -> None:
        self.started = True
        await self._send(message)


def _bounded(receive: Receive, limits: Limits) -> Receive:
    """The same request, as long as no more of it comes than is allowed, and it comes in time."""
    until, size, done = monotonic() + limits.seconds, 0, False

    async def some() -> Message:
        nonlocal size, done
        if done:
            # What comes now is only that the client has gone.
            return await receive()
        message = await asyncio.wait_for(receive(), max(0.0, until - monotonic()))
        size += len(message.get("body", b""))
        done = not message.get("more_body", False)
        if size > limits.body:
            raise _TooLongError
        return message

    return some
