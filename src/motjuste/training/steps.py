"""Independent steps of a training run, run one after another or in parallel processes."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager

Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
Step = Callable[[Bar], None]


def run_steps(name: str, steps: Sequence[Step], jobs: int, bar: Bar) -> None:
    """Run the steps; with several jobs each in another process, under one bar for all of them.

    Processes are spawned, so a step must be picklable.
    """
    if jobs == 1:
        for step in steps:
            step(bar)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool, bar(name, len(steps)) as advance:
        for done in as_completed([pool.submit(step, no_bar) for step in steps]):
            done.result()
            advance(1)


@contextmanager
def no_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that shows nothing."""
    yield lambda _: None
