"""Tasks over several processes: few under way at a time, and each result may ask for more tasks."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from motjuste.errors import MotjusteError

Task = tuple[Callable[..., Any], tuple[Any, ...]]
Follow = Callable[[Any], Iterable[Task]]


@contextmanager
def workers(count: int) -> Iterator[Executor | None]:
    """So many processes; a single one is this process itself."""
    if count == 1:
        yield None
        return
    # Forking a process that has threads (a progress bar's) can hang; a fresh one cannot.
    executor = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    try:
        yield executor
    except BrokenProcessPool:
        raise MotjusteError(
            "a worker was ended from outside, perhaps for want of memory; run the command again, "
            "with fewer workers, and it goes on where it stopped"
        ) from None
    finally:
        executor.shutdown(cancel_futures=True)


def do_all(tasks: Iterable[Task], follow: Follow, executor: Executor | None, most: int) -> None:
    """Do every task and every task that follows from one, at most so many under way."""
    if executor is None:
        for function, arguments in tasks:
            _do_here(function, arguments, follow)
        return
    under_way: set[Future[Any]] = set()
    for function, arguments in tasks:
        under_way.add(executor.submit(function, *arguments))
        while len(under_way) >= most:
            under_way = _collect(under_way, follow, executor)
    while under_way:
        under_way = _collect(under_way, follow, executor)


def _do_here(function: Callable[..., Any], arguments: tuple[Any, ...], follow: Follow) -> None:
    for next_function, next_arguments in follow(function(*arguments)):
        _do_here(next_function, next_arguments, follow)


def _collect(under_way: set[Future[Any]], follow: Follow, executor: Executor) -> set[Future[Any]]:
    done, rest = wait(under_way, return_when=FIRST_COMPLETED)
    for future in done:
        for function, arguments in follow(future.result()):
            rest.add(executor.submit(function, *arguments))
    return rest
