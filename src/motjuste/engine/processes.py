"""A pool of several processes, each with its own copy of the worker.

Every process is connected by its own pipe to the one that started it, so it ends when that one
does, even if that was killed. Processes are spawned, not forked: modules loaded and threads running
in this process must not affect them.
"""

import multiprocessing
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pickle import PicklingError
from typing import Any, TypeVar, cast

from motjuste.engine.worker_pool import Worker, WorkerError, WorkerPool, prepared, warn_all
from motjuste.errors import MotjusteError

T = TypeVar("T")
R = TypeVar("R")

# Seconds between two checks that the processes are alive, while no message arrives.
_POLL_SECONDS = 0.5


class Processes(WorkerPool[T, R]):
    """A pool of processes on this machine."""

    def __init__(self, worker: Worker[T, R], count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, SpawnProcess] = {}
        self._at_work: dict[Connection, int] = {}
        self._queue: deque[tuple[int, T]] = deque()
        self._closed = threading.Event()
        self._guard = threading.Thread(target=self._shut_down_pipes_of_the_dead, daemon=True)
        try:
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, worker), daemon=True)
                with _pickling_errors(), _interrupts_blocked():
                    process.start()
                theirs.close()
                self._processes[ours] = process
            self._guard.start()
            warned = [self._receive(connection) for connection in self._processes]
        except BaseException:
            self.close()
            raise
        self._idle = list(self._processes)
        # All workers prepare in the same way, so the warnings of one are those of all.
        warn_all(warned[0])

    @property
    def capacity(self) -> int:
        """Two items per process: one in work, one read in advance."""
        return 2 * len(self._processes)

    def close(self) -> None:
        """End all processes."""
        self._closed.set()
        if self._guard.is_alive():
            self._guard.join()
        for connection, process in self._processes.items():
            connection.close()
            process.terminate()
        for process in self._processes.values():
            process.join()

    def start(self, ticket: int, item: T) -> None:
        """Send the item to an idle process, or queue it."""
        self._queue.append((ticket, item))
        self._feed()

    def finished(self) -> list[tuple[int, R]]:
        """The results that are there; their processes get the next items."""
        done = self._ready(list(self._at_work))
        results = [
            (self._at_work.pop(connection), self._receive(connection)) for connection in done
        ]
        self._idle += done
        self._feed()
        return results

    def _feed(self) -> None:
        while self._idle and self._queue:
            connection, (ticket, item) = self._idle.pop(), self._queue.popleft()
            self._at_work[connection] = ticket
            try:
                connection.send(item)
            except OSError:
                raise self._lost(connection) from None

    def _ready(self, connections: list[Connection]) -> list[Connection]:
        """Wait for messages; connections that have one, or else those whose process has ended.

        The end of a process does not always end its pipe: a process that it started may hold a
        copy of it, and one of `process.sentinel` too. So the processes themselves are looked at.
        """
        while True:
            if ready := wait(connections, _POLL_SECONDS):
                return cast("list[Connection]", ready)
            ended = [own for own in connections if not self._processes[own].is_alive()]
            if ended:
                return ended

    def _shut_down_pipes_of_the_dead(self) -> None:
        """Let nobody wait for the rest of a message whose sender was killed in the middle of it.

        What arrived whole can still be read.
        """
        while not self._closed.wait(_POLL_SECONDS):
            for connection, process in self._processes.items():
                if not process.is_alive():
                    _shut_down(connection)

    def _receive(self, connection: Connection) -> Any:
        self._ready([connection])
        try:
            # A process may have ended just after it sent a message.
            if not connection.poll():
                raise EOFError
            message = connection.recv()
        except (EOFError, OSError):
            raise self._lost(connection) from None
        if isinstance(message, WorkerError):
            raise message.error()
        return message

    def _lost(self, connection: Connection) -> MotjusteError:
        process = self._processes[connection]
        process.join(timeout=5)
        return MotjusteError(
            f"a worker ended by itself (exit code {process.exitcode}); what was done is kept: "
            "run the command again, with fewer --workers if memory was short"
        )


def _shut_down(connection: Connection) -> None:
    """End a pipe that other processes may hold copies of; not on Windows, where they hold none."""
    if os.name == "posix":
        with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as ours:
            ours.shutdown(socket.SHUT_RDWR)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block interrupts while a process is started; the new process inherits the blocked mask.

    Otherwise Ctrl-C would make each process that is just starting print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Starting the tracker, which the first process would do otherwise, unblocks interrupts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _pickling_errors() -> Iterator[None]:
    try:
        yield
    except (PicklingError, TypeError, AttributeError, ValueError) as error:
        raise MotjusteError(
            f"this cannot be handed to workers ({error}); run it with --workers 1"
        ) from None


def _work(connection: Connection, worker: Worker[Any, Any]) -> None:
    """Main loop of a process: prepare, then process items until the pipe is closed."""
    # Ctrl-C reaches all processes; the one that started them ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        connection.send(prepared(worker))
        while True:
            connection.send(worker(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        connection.send(WorkerError(error))
