"""Items done by several processes at once, each with the worker for itself.

Every process hangs on a pipe of its own to the one that started it, so that it ends when that one
does, however that ends. Processes are started afresh, not forked: what is loaded here or which
threads run must not matter.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pickle import PicklingError
from typing import Any, TypeVar, cast

from motjuste.engine.pool import Pool, Refusal, Worker, prepared, warn_all
from motjuste.errors import MotjusteError

T = TypeVar("T")
R = TypeVar("R")


class Processes(Pool[T, R]):
    """Processes of this machine."""

    def __init__(self, worker: Worker[T, R], count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, SpawnProcess] = {}
        self._at_work: dict[Connection, int] = {}
        self._queue: deque[tuple[int, T]] = deque()
        try:
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, worker), daemon=True)
                with _says_what_is_wrong(), _interrupts_held_back():
                    process.start()
                theirs.close()
                self._processes[ours] = process
            said = [self._receive(connection) for connection in self._processes]
        except BaseException:
            self.close()
            raise
        self._idle = list(self._processes)
        # All prepare alike, so what one of them warns of is what there is to say.
        warn_all(said[0])

    @property
    def most(self) -> int:
        """One item for each at work, and one that is read already when it is done."""
        return 2 * len(self._processes)

    def close(self) -> None:
        """End all processes."""
        for connection, process in self._processes.items():
            connection.close()
            process.terminate()
        for process in self._processes.values():
            process.join()

    def start(self, ticket: int, item: T) -> None:
        """Give the item to who is idle, or let it wait."""
        self._queue.append((ticket, item))
        self._feed()

    def finished(self) -> list[tuple[int, R]]:
        """The results of all that are done, who go on with what waits."""
        done = cast("list[Connection]", wait(list(self._at_work)))
        found = [(self._at_work.pop(each), self._receive(each)) for each in done]
        self._idle += done
        self._feed()
        return found

    def _feed(self) -> None:
        while self._idle and self._queue:
            connection, (ticket, item) = self._idle.pop(), self._queue.popleft()
            self._at_work[connection] = ticket
            try:
                connection.send(item)
            except OSError:
                raise self._lost(connection) from None

    def _receive(self, connection: Connection) -> Any:
        try:
            said = connection.recv()
        except (EOFError, OSError):
            raise self._lost(connection) from None
        if isinstance(said, Refusal):
            raise said.error()
        return said

    def _lost(self, connection: Connection) -> MotjusteError:
        process = self._processes[connection]
        process.join(timeout=5)
        return MotjusteError(
            f"a worker ended by itself (exit code {process.exitcode}); what was done is kept: "
            "run the command again, with fewer --workers if memory was short"
        )


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let an interrupt wait while a process is started, which then never sees one itself.

    Else a key that stops the command makes each process that is just loading print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _says_what_is_wrong() -> Iterator[None]:
    try:
        yield
    except (PicklingError, TypeError, AttributeError, ValueError) as error:
        raise MotjusteError(
            f"this cannot be handed to workers ({error}); run it with --workers 1"
        ) from None


def _work(connection: Connection, worker: Worker[Any, Any]) -> None:
    """What a process does: prepare, then one item after the other until there is nobody to tell."""
    # Stopping by key reaches all processes; the one that started them sees to the end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        connection.send(prepared(worker))
        while True:
            connection.send(worker(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        connection.send(Refusal(error))
