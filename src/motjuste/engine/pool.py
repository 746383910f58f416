"""Work handed out item by item, little of it under way at a time, whoever does it.

A pool has one worker or several. `each` is the loop that all share: it feeds them, takes what
they made, in order if that is wanted, and lets results ask for more work.
"""

import gc
import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from motjuste.errors import BadInputWarning, MotjusteError

T = TypeVar("T")
R = TypeVar("R")
T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class Worker(Protocol[T_contra, R_co]):
    """What is done with an item. It can be sent to another process, and prepares itself there."""

    def prepare(self) -> None:
        """Open what is needed; whatever is wrong with it is no item's fault."""

    def __call__(self, item: T_contra, /) -> R_co:
        """Do one item; what comes of it depends on the item and the worker's settings alone."""


def _nothing(result: Any) -> tuple[()]:
    return ()


class Pool(ABC, Generic[T, R]):
    """Workers that can be given items; leaving the context ends them."""

    def __enter__(self) -> "Pool[T, R]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    @abstractmethod
    def most(self) -> int:
        """How many items may be under way."""

    @abstractmethod
    def start(self, ticket: int, item: T) -> None:
        """Begin an item, which is known by its ticket."""

    @abstractmethod
    def finished(self) -> list[tuple[int, R]]:
        """Wait until something is done; tickets with their results."""

    def close(self) -> None:
        """End all workers, whatever they are doing."""

    def each(
        self,
        items: Iterable[T],
        *,
        follow: Callable[[R], Iterable[T]] = _nothing,
        ordered: bool = False,
    ) -> Iterator[tuple[T, R]]:
        """Every item, and every item that follows from a result, with what came of it.

        As they get done, or in the order of the items; then no more than a few wait their turn.
        """
        feed, line = _Feed(items), _Line[tuple[T, R]](ordered)
        under_way: dict[int, T] = {}
        while True:
            while len(under_way) < self.most and line.has_room(feed.taken, self.most):
                found = feed.next()
                if found is None:
                    break
                ticket, item = found
                under_way[ticket] = item
                self.start(ticket, item)
            if not under_way:
                return
            for ticket, result in self.finished():
                feed.more.extend(follow(result))
                line.add(ticket, (under_way.pop(ticket), result))
            yield from line.ready()


class _Feed(Generic[T]):
    """Items as they are wanted, those that others asked for first."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = iter(items)
        self.more: deque[T] = deque()
        self.taken = 0

    def next(self) -> tuple[int, T] | None:
        """The next item with its ticket, if there is one."""
        for item in (self.more.popleft(),) if self.more else self._items:
            self.taken += 1
            return self.taken - 1, item
        return None


class _Line(Generic[R]):
    """Results on their way out, in order or as they come."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self._waiting: dict[int, R] = {}
        self._next = 0

    def has_room(self, taken: int, most: int) -> bool:
        """Whether another item may begin without too many results waiting for an earlier one."""
        return not self._ordered or taken - self._next < 2 * most

    def add(self, ticket: int, result: R) -> None:
        self._waiting[ticket] = result

    def ready(self) -> Iterator[R]:
        if not self._ordered:
            self._next += len(self._waiting)
            yield from self._waiting.values()
            self._waiting = {}
        while self._next in self._waiting:
            self._next += 1
            yield self._waiting.pop(self._next - 1)


class Here(Pool[T, R]):
    """The one worker that is this process itself."""

    most = 1

    def __init__(self, worker: Worker[T, R]) -> None:
        self._worker = worker
        self._waiting: list[tuple[int, T]] = []
        worker.prepare()

    def start(self, ticket: int, item: T) -> None:
        """Keep the item until its result is wanted."""
        self._waiting.append((ticket, item))

    def finished(self) -> list[tuple[int, R]]:
        """Do what was begun."""
        waiting, self._waiting = self._waiting, []
        return [(ticket, self._worker(item)) for ticket, item in waiting]


class Refusal:
    """An error as it travels between processes: its words and its exit code."""

    def __init__(self, error: Exception) -> None:
        known = isinstance(error, MotjusteError)
        self.text = str(error) if known else f"a worker failed: {type(error).__name__}: {error}"
        self.code = error.exit_code if isinstance(error, MotjusteError) else None

    def error(self) -> MotjusteError:
        """The error, to be raised here."""
        error = MotjusteError(self.text)
        error.exit_code = self.code or error.exit_code
        return error


def prepared(worker: Worker[Any, Any]) -> list[str]:
    """Let a worker prepare itself in a process of its own; what it warns of."""
    # As in the command itself: looking for garbage among what stays is in vain.
    gc.set_threshold(100_000, 50, 50)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        worker.prepare()
    return [str(each.message) for each in said if each.category is BadInputWarning]


def warn_all(messages: Iterable[str]) -> None:
    """Warn of what a worker elsewhere has warned of."""
    for message in messages:
        warnings.warn(message, BadInputWarning, stacklevel=4)
