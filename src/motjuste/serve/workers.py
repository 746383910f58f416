"""Threads in which the model works, so that the server goes on answering meanwhile.

What waits is bounded: whoever comes when too many wait is told when to come again.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from math import ceil
from time import monotonic
from typing import Any, TypeVar

from fastapi import Request

from motjuste.serve.limits import Limits
from motjuste.serve.problems import ProblemError

T = TypeVar("T")
_MOST_THREADS = 4
# How much the last request says about how long the next one takes.
_FRESH = 0.2


class GoneError(Exception):
    """Nobody waits for the answer any more."""


class Stop:
    """Whether a piece of work is still wanted; long work asks now and then."""

    def __init__(self) -> None:
        self._gone = threading.Event()

    def set(self) -> None:
        """It is not wanted any more."""
        self._gone.set()

    def check(self) -> None:
        """End the work here if it is not wanted any more."""
        if self._gone.is_set():
            raise GoneError


class Workers:
    """A few threads and those who wait for them."""

    def __init__(self, limits: Limits, threads: int | None = None) -> None:
        # One more than one, so that a word is not kept waiting by a long text.
        self.threads = threads or max(2, min(_MOST_THREADS, os.cpu_count() or 1))
        self._limits = limits
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="motjuste")
        self._lock = threading.Lock()
        self._begun = 0
        self._seconds = 0.05

    @property
    def load(self) -> dict[str, int]:
        """How many threads there are, how many requests have begun, and how many of them wait."""
        begun = self._begun
        return {"workers": self.threads, "begun": begun, "waiting": max(0, begun - self.threads)}

    async def run(self, request: Request, work: Callable[[Stop], T]) -> T:
        """What the work comes to, unless it takes too long or nobody waits for it any more."""
        stop = Stop()
        job = self._submit(work, stop)
        answer = asyncio.wrap_future(job)
        gone = asyncio.ensure_future(_left(request))
        try:
            wanted: set[asyncio.Future[Any]] = {answer, gone}
            await asyncio.wait(
                wanted, timeout=self._limits.seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if answer.done():
                return answer.result()
            if gone.done():
                raise ProblemError(499, "nobody waits for the answer any more")
            raise ProblemError(503, "this took too long; send less at once", self._retry())
        finally:
            stop.set()
            answer.cancel()
            gone.cancel()

    def _submit(self, work: Callable[[Stop], T], stop: Stop) -> "Future[T]":
        with self._lock:
            if self._begun >= self.threads + self._limits.waiting:
                raise ProblemError(503, "too many requests at once; try again", self._retry())
            self._begun += 1
        job = self._pool.submit(self._work, work, stop)
        job.add_done_callback(self._done)
        return job

    def _work(self, work: Callable[[Stop], T], stop: Stop) -> T:
        stop.check()
        started = monotonic()
        try:
            return work(stop)
        finally:
            self._seconds += _FRESH * (monotonic() - started - self._seconds)

    def _done(self, _: "Future[Any]") -> None:
        with self._lock:
            self._begun -= 1

    def _retry(self) -> dict[str, str]:
        """When those who wait now will have been served, as far as one can tell."""
        seconds = self._begun * self._seconds / self.threads
        return {"Retry-After": str(max(1, ceil(min(seconds, self._limits.seconds))))}

    def close(self) -> None:
        """Begin nothing more; what has begun ends, or stops when it finds that nobody waits."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _left(request: Request) -> None:
    """Returns when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
