"""Pools of workers: items are handed out one by one, with a bounded number in progress.

`WorkerPool.run` is the loop that all pools share: it feeds the workers, collects their results, in
order if requested, and lets results add more items.
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
    """What is done with an item. It is pickled to another process and prepares itself there."""

    def prepare(self) -> None:
        """Open what is needed; an error here is not the fault of any item."""

    def __call__(self, item: T_contra, /) -> R_co:
        """Process one item; the result depends only on the item and the worker's settings."""


def _no_items(result: Any) -> tuple[()]:
    return ()


class WorkerPool(ABC, Generic[T, R]):
    """Workers that take items; leaving the context ends them."""

    def __enter__(self) -> "WorkerPool[T, R]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many items may be in progress."""

    @abstractmethod
    def start(self, ticket: int, item: T) -> None:
        """Begin an item, which is identified by its ticket."""

    @abstractmethod
    def finished(self) -> list[tuple[int, R]]:
        """Wait until something is done; tickets with their results."""

    def close(self) -> None:
        """End all workers at once, even in the middle of an item."""

    def run(
        self,
        items: Iterable[T],
        *,
        follow: Callable[[R], Iterable[T]] = _no_items,
        ordered: bool = False,
    ) -> Iterator[tuple[T, R]]:
        """Every item, and every item that `follow` derives from a result, with its result.

        In the order of completion, or of the items if `ordered`; then few results are buffered.
        """
        feed, results = _Feed(items), _ResultQueue[tuple[T, R]](ordered)
        running: dict[int, T] = {}
        while True:
            while len(running) < self.capacity and results.has_room(feed.taken, self.capacity):
                next_item = feed.next()
                if next_item is None:
                    break
                ticket, item = next_item
                running[ticket] = item
                self.start(ticket, item)
            if not running:
                return
            for ticket, result in self.finished():
                feed.more.extend(follow(result))
                results.add(ticket, (running.pop(ticket), result))
            yield from results.ready()


class _Feed(Generic[T]):
    """Items in order; those that results added come first."""

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


class _ResultQueue(Generic[R]):
    """Results on their way out, in the order of their items or of completion."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self._waiting: dict[int, R] = {}
        self._next = 0

    def has_room(self, taken: int, capacity: int) -> bool:
        """Whether another item may begin without too many results waiting for an earlier one."""
        return not self._ordered or taken - self._next < 2 * capacity

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


class InProcess(WorkerPool[T, R]):
    """A pool whose only worker is this process."""

    capacity = 1

    def __init__(self, worker: Worker[T, R]) -> None:
        self._worker = worker
        self._waiting: list[tuple[int, T]] = []
        worker.prepare()

    def start(self, ticket: int, item: T) -> None:
        """Keep the item until its result is requested."""
        self._waiting.append((ticket, item))

    def finished(self) -> list[tuple[int, R]]:
        """Process the items that were started."""
        waiting, self._waiting = self._waiting, []
        return [(ticket, self._worker(item)) for ticket, item in waiting]


class WorkerError:
    """An error as it travels between processes: its message and its exit code."""

    def __init__(self, error: Exception) -> None:
        known = isinstance(error, MotjusteError)
        self.text = str(error) if known else f"a worker failed: {type(error).__name__}: {error}"
        self.code = error.exit_code if isinstance(error, MotjusteError) else None

    def error(self) -> MotjusteError:
        """The exception to raise in this process."""
        error = MotjusteError(self.text)
        error.exit_code = self.code or error.exit_code
        return error


def prepared(worker: Worker[Any, Any]) -> list[str]:
    """Let a worker prepare itself in its own process; returns the warnings it issued."""
    # As in the command itself: what is loaded stays, so frequent garbage collection is wasted.
    gc.set_threshold(100_000, 50, 50)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        worker.prepare()
    return [str(warning.message) for warning in caught if warning.category is BadInputWarning]


def warn_all(messages: Iterable[str]) -> None:
    """Repeat here the warnings of a worker in another process."""
    for message in messages:
        warnings.warn(message, BadInputWarning, stacklevel=4)
