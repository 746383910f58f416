"""Threads in which the model runs, so that the server stays responsive.

The queue is bounded: when it is full, a request is refused and told when to try again.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import ceil
from time import monotonic
from typing import Any, TypeVar

from fastapi import Request

from motjuste.serve.limits import Limits
from motjuste.serve.problems import ProblemError
from motjuste.serve.slots import LONG, SHORT, Slots

T = TypeVar("T")
# Requests that are computed at once, at most: more threads do not make a model faster.
_MOST_THREADS = 4
# Threads that have a slot or wait for one, at most.
_MOST_WAITING = 64
# Characters up to which a text counts as short.
_SHORT_TEXT = 5_000
# The share of the time limit after which a request returns the results that it has so far.
_PARTIAL_AFTER = 0.8
# The weight of the last request in the moving average of durations.
_LAST_WEIGHT = 0.2


class GoneError(Exception):
    """The client has gone."""


class OutOfTimeError(Exception):
    """The time limit is near: the results so far are returned."""


class Stop:
    """Whether work is still wanted, and its slot; long work pauses between two pieces."""

    def __init__(self, slots: Slots, size: int, deadline: float) -> None:
        self._slots = slots
        self.size = size
        self._deadline = deadline
        self._gone = threading.Event()
        self._has_slot = False

    def set(self) -> None:
        """Mark the work as no longer wanted."""
        self._gone.set()

    def check(self) -> None:
        """Raise if the work is no longer wanted."""
        if self._gone.is_set():
            raise GoneError

    def pause(self) -> None:
        """Between two pieces: give up the slot for a moment, or end if the time is over."""
        self.leave()
        self.take_turn()

    def take_turn(self) -> None:
        """Wait for a slot, as long as the work is wanted and there is time for it."""
        self._check_time()
        self._slots.acquire(self.size, self._check_time)
        self._has_slot = True

    def leave(self) -> None:
        """Give the slot back, if there is one."""
        if self._has_slot:
            self._has_slot = False
            self._slots.release(self.size)

    def _check_time(self) -> None:
        self.check()
        if monotonic() > self._deadline:
            raise OutOfTimeError


class SoFar(Iterator[T]):
    """Results until the time is over; `complete` says whether they are all."""

    def __init__(self, results: Iterator[T]) -> None:
        self._results = results
        self.complete = True

    def __next__(self) -> T:
        try:
            return next(self._results)
        except OutOfTimeError:
            self.complete = False
            raise StopIteration from None


class Workers:
    """A few threads that compute answers, and the queue of requests."""

    def __init__(self, limits: Limits, threads: int | None = None) -> None:
        # At least two, so that a word does not wait for a long text.
        self.threads = threads or max(2, min(_MOST_THREADS, os.cpu_count() or 1))
        self._limits = limits
        self._slots = Slots(self.threads)
        most = self.threads + min(limits.waiting, _MOST_WAITING)
        self._pool = ThreadPoolExecutor(most, thread_name_prefix="motjuste")
        self._lock = threading.Lock()
        self._begun = 0
        self._seconds = 0.05

    @property
    def load(self) -> dict[str, int]:
        """How many threads there are, how many requests have begun, and how many of them wait."""
        begun = self._begun
        return {"workers": self.threads, "begun": begun, "waiting": max(0, begun - self.threads)}

    async def run(self, request: Request, work: Callable[[Stop], T], characters: int = 0) -> T:
        """The result of some work, unless it takes too long or its client has gone.

        Requests about few characters come before those about many.
        """
        size = SHORT if characters <= _SHORT_TEXT else LONG
        stop = Stop(self._slots, size, monotonic() + _PARTIAL_AFTER * self._limits.seconds)
        job = self._submit(work, stop)
        answer = asyncio.wrap_future(job)
        gone = asyncio.ensure_future(_left(request))
        try:
            wanted: set[asyncio.Future[Any]] = {answer, gone}
            await asyncio.wait(
                wanted, timeout=self._limits.seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if answer.done():
                return await answer
            if gone.done():
                raise ProblemError(499, "nobody waits for the answer any more")
            raise OutOfTimeError
        except OutOfTimeError:
            message = "this took too long; send less at once"
            raise ProblemError(503, message, self._retry()) from None
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
        stop.take_turn()
        started = monotonic()
        try:
            return work(stop)
        finally:
            stop.leave()
            self._seconds += _LAST_WEIGHT * (monotonic() - started - self._seconds)

    def _done(self, _: "Future[Any]") -> None:
        with self._lock:
            self._begun -= 1

    def _retry(self) -> dict[str, str]:
        """The estimated seconds until all waiting requests are served."""
        seconds = self._begun * self._seconds / self.threads
        return {"Retry-After": str(max(1, ceil(min(seconds, self._limits.seconds))))}

    def close(self) -> None:
        """Accept no more work; running work finishes, or stops when its client has gone."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _left(request: Request) -> None:
    """Returns when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
