"""A limit on requests per minute from one address."""

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from motjuste.serve.addresses import caller_of
from motjuste.serve.problems import App, Receive, Scope, Send, problem

# Callers kept in memory; the one that was not seen for longest is dropped first.
_MOST_CALLERS = 10_000
# Seconds.
_MINUTE = 60.0


class RateLimit:
    """A token bucket for each caller: requests per minute, which may come all at once."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        # By caller: requests left, and when they were counted.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def seconds_to_wait(self, caller: str) -> float:
        """Take one request; 0 if it may pass, else the seconds until one may."""
        now = self._clock()
        left, when = self._left.pop(caller, (self.per_minute, now))
        left = min(self.per_minute, left + (now - when) * self.per_minute / _MINUTE)
        passes = left >= 1
        self._left[caller] = (left - passes, now)
        while len(self._left) > _MOST_CALLERS:
            self._left.popitem(last=False)
        return 0.0 if passes else (1 - left) * _MINUTE / self.per_minute


class LimitRate:
    """Answers 429 to callers above the limit; health checks always pass.

    Callers are told apart by their addresses alone, not by anything in their requests: all of them
    share one token, which can be sent in several ways.
    """

    def __init__(self, app: App, limit: RateLimit, free: frozenset[str]) -> None:
        self.app = app
        self.limit = limit
        self.free = free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say when to try again."""
        if scope["type"] != "http" or scope["path"] in self.free:
            return await self.app(scope, receive, send)
        client = scope.get("client")
        wait = self.limit.seconds_to_wait(caller_of(client[0]) if client else "")
        if wait:
            later = {"Retry-After": str(ceil(wait))}
            refusal = problem(scope, 429, "too many requests a minute; try again later", later)
            return await refusal(scope, receive, send)
        return await self.app(scope, receive, send)
