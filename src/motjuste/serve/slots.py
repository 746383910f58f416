"""Slots for computing: short requests before long ones, long ones piece by piece in turn.

A thread holds a slot while it works. Long work gives its slot back between two pieces, so that
nobody waits for the whole of it, and never holds all slots.
"""

import heapq
import threading
from collections.abc import Callable

# Classes of requests in the order of precedence: those with a short text …
SHORT = 0
# … and those with a long one.
LONG = 1
# Seconds between two checks whether the client of a waiting request is still there.
_LOOK_AGAIN = 0.5


class Slots:
    """A number of slots, and the queue of requests that wait for one."""

    def __init__(self, number: int) -> None:
        self._free = number
        # Long work leaves one slot to short work, where there is more than one.
        self._free_for_long = max(1, number - 1)
        self._changed = threading.Condition()
        self._tickets = 0
        self._waiting: list[tuple[int, int]] = []

    def acquire(self, size: int, check: Callable[[], None]) -> None:
        """Wait for a slot; `check` raises if it is not wanted any more."""
        with self._changed:
            ticket = (size, self._tickets)
            self._tickets += 1
            heapq.heappush(self._waiting, ticket)
            try:
                while not self._is_next(ticket):
                    self._changed.wait(_LOOK_AGAIN)
                    check()
            finally:
                self._waiting.remove(ticket)
                heapq.heapify(self._waiting)
            self._free -= 1
            self._free_for_long -= size == LONG

    def _is_next(self, ticket: tuple[int, int]) -> bool:
        if not self._free:
            return False
        able = [waiter for waiter in self._waiting if waiter[0] == SHORT or self._free_for_long]
        return bool(able) and min(able) == ticket

    def release(self, size: int) -> None:
        """Give a slot back."""
        with self._changed:
            self._free += 1
            self._free_for_long += size == LONG
            self._changed.notify_all()
