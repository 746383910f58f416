"""A bar for work with bytes or steps to count, on stderr, and only where somebody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def download_bars() -> Iterator[Callable[[str, int, int | None], None]]:
    """A function to call with a file's name, the bytes that are there, and the bytes in all."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TaskID,
        TextColumn,
        TransferSpeedColumn,
    )

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    bars: dict[str, TaskID] = {}
    with Progress(
        *columns, TransferSpeedColumn(), console=console, disable=not console.is_terminal
    ) as progress:

        def watch(name: str, done: int, total: int | None) -> None:
            if name not in bars:
                bars[name] = progress.add_task(name, total=total)
            progress.update(bars[name], completed=done, total=total)

        yield watch


@contextmanager
def item_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of items that are newly done."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda items: progress.update(bar, advance=items)
