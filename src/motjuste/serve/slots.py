"""Turns at the processor: short requests before long ones, long ones piece by piece in turn.

A thread holds a slot while it works. Long work gives its slot back between two pieces, so that
nobody waits for the whole of it, and never holds all slots.
"""

import heapq
import threading
from collections.abc import Callable

SHORT, LONG = 0, 1
# Seconds after which whoever waits for a slot looks whether the answer is still wanted.
_LOOK_AGAIN = 0.5


class Slots:
    """A number of slots, and those who wait for one in the order of their turns."""

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
        able = [one for one in self._waiting if one[0] == SHORT or self._free_for_long]
        return bool(able) and min(able) == ticket

    def release(self, size: int) -> None:
        """Give a slot back."""
        with self._changed:
            self._free += 1
            self._free_for_long += size == LONG
            self._changed.notify_all()
