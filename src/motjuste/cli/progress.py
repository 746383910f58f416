"""Progress bars for work counted in bytes or steps, on stderr, and only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID


def _progress(*columns: "ProgressColumn") -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from motjuste.cli.output import styled

    console = Console(file=styled(sys.stderr))
    what = TextColumn("{task.description}")
    # What is printed on standard output meanwhile is a result, and stays there.
    return Progress(
        what,
        BarColumn(),
        *columns,
        console=console,
        disable=not console.is_terminal,
        redirect_stdout=False,
    )


@contextmanager
def download_bars() -> Iterator[Callable[[str, int, int | None], None]]:
    """A function to call with a file's name, the bytes that are there, and the bytes in all."""
    from rich.progress import DownloadColumn, TransferSpeedColumn

    with _progress(DownloadColumn(), TransferSpeedColumn()) as progress:
        yield _watcher(progress)


def _watcher(progress: "Progress") -> Callable[[str, int, int | None], None]:
    """One bar for each name, made when it is first reported."""
    bars: dict[str, TaskID] = {}

    def watch(name: str, done: int, total: int | None) -> None:
        if name not in bars:
            bars[name] = progress.add_task(name, total=total)
        progress.update(bars[name], completed=done, total=total)

    return watch


@contextmanager
def item_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of items that are newly done."""
    from rich.progress import MofNCompleteColumn, TimeRemainingColumn

    with _progress(MofNCompleteColumn(), TimeRemainingColumn()) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda items: progress.update(bar, advance=items)


@contextmanager
def stage_bars() -> Iterator[Callable[[str, int, int | None], None]]:
    """A function to call with a stage's name, the steps that are done, and the steps in all."""
    from rich.progress import MofNCompleteColumn, TimeElapsedColumn

    with _progress(MofNCompleteColumn(), TimeElapsedColumn()) as progress:
        yield _watcher(progress)


@contextmanager
def byte_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with the bytes that are done, and the bytes in all."""
    from rich.progress import DownloadColumn, TimeRemainingColumn

    with _progress(DownloadColumn(), TimeRemainingColumn()) as progress:
        watch = _watcher(progress)
        yield lambda done, total: watch(what, done, total)
