"""Batches answered by several processes at once, each with the system loaded for itself.

Every process hangs on a pipe of its own to the one that started it, so that it ends when that one
does, however that ends. Processes are started afresh, not forked: what a system has loaded or
which threads run must not matter.
"""

import multiprocessing
import signal
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pickle import PicklingError
from typing import Any, cast

from motjuste.errors import BadInputWarning, MotjusteError
from motjuste.systems.running import Asker, Batch, Outcome


class Workers:
    """Processes that answer batches; leaving the context ends them."""

    def __init__(self, asker: Asker, count: int) -> None:
        # What was worked out for scoring is of no use to them.
        lean = replace(asker, benchmark=replace(asker.benchmark, memo={}))
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, SpawnProcess] = {}
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, lean), daemon=True)
            with _says_what_is_wrong(asker):
                process.start()
            theirs.close()
            self._processes[ours] = process

    def __enter__(self) -> "Workers":
        try:
            said = [self._receive(connection) for connection in self._processes]
        except BaseException:
            self.close()
            raise
        # All prepare alike, so what one of them warns of is what there is to say.
        for message in said[0]:
            warnings.warn(message, BadInputWarning, stacklevel=4)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for connection, process in self._processes.items():
            connection.close()
            process.terminate()
        for process in self._processes.values():
            process.join()

    def ask_all(self, batches: Sequence[Batch]) -> Iterator[tuple[Batch, Outcome]]:
        """Each batch with its outcome, in the order in which they get done."""
        waiting = iter(batches)
        at_work: dict[Connection, Batch] = {}
        idle = list(self._processes)
        while True:
            for connection, batch in zip(idle, waiting, strict=False):
                self._send(connection, batch)
                at_work[connection] = batch
            if not at_work:
                return
            idle = cast("list[Connection]", wait(list(at_work)))
            for connection in idle:
                yield at_work.pop(connection), self._receive(connection)

    def _send(self, connection: Connection, batch: Batch) -> None:
        try:
            connection.send(batch)
        except OSError:
            raise self._lost(connection) from None

    def _receive(self, connection: Connection) -> Any:
        try:
            said = connection.recv()
        except (EOFError, OSError):
            raise self._lost(connection) from None
        if isinstance(said, _Refusal):
            raise said.error()
        return said

    def _lost(self, connection: Connection) -> MotjusteError:
        process = self._processes[connection]
        process.join(timeout=5)
        return MotjusteError(
            f"a worker ended by itself (exit code {process.exitcode}); what was answered is kept: "
            "run the command again, with fewer --workers if memory was short"
        )


@contextmanager
def _says_what_is_wrong(asker: Asker) -> Iterator[None]:
    try:
        yield
    except (PicklingError, TypeError, AttributeError, ValueError) as error:
        raise MotjusteError(
            f"system {asker.system.name!r} cannot be handed to workers ({error}); "
            "run it with --workers 1"
        ) from None


class _Refusal:
    """An error of the package as it travels: its words and its exit code."""

    def __init__(self, error: Exception) -> None:
        known = isinstance(error, MotjusteError)
        self.text = str(error) if known else f"a worker failed: {type(error).__name__}: {error}"
        self.code = error.exit_code if isinstance(error, MotjusteError) else None

    def error(self) -> MotjusteError:
        error = MotjusteError(self.text)
        error.exit_code = self.code or error.exit_code
        return error


def _work(connection: Connection, asker: Asker) -> None:
    """What a worker does: prepare, then answer batches until there is nobody to tell."""
    # Stopping by key reaches all processes; the one that started them sees to the end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            asker.prepare()
        connection.send([str(each.message) for each in said if each.category is BadInputWarning])
        while True:
            connection.send(asker.ask(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        connection.send(_Refusal(error))
