"""A limit on log lines: a flood of errors must not fill the disk."""

import logging
import time
from collections.abc import Callable

# Lines that are written in a window ...
LINES = 60
# ... of this many seconds; the others are only counted.
WINDOW_SECONDS = 60.0
# Characters of a line; a longer one is cut.
LONGEST_LINE = 500


class LogRate(logging.Filter):
    """Passes a limited number of records in a window, and reports how many it left out.

    A record becomes one line: of a traceback only the error itself is kept.
    """

    def __init__(
        self,
        lines: int = LINES,
        seconds: float = WINDOW_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.lines = lines
        self.seconds = seconds
        self._clock = clock
        self._began = clock()
        self._passed = 0
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        if self._clock() - self._began >= self.seconds:
            self._began, self._passed = self._clock(), 0
        if self._passed >= self.lines:
            self._left_out += 1
            return False
        self._passed += 1
        _make_one_line(record, self._left_out)
        self._left_out = 0
        return True


def _make_one_line(record: logging.LogRecord, left_out: int) -> None:
    about, traceback, error = record.getMessage().partition("Traceback (most recent call last):")
    if traceback:
        about += error.strip().rpartition("\n")[2]
    message = " ".join(about.split())
    if record.exc_info and record.exc_info[1] is not None:
        message += f" ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
    message = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message)
    before = f"[{left_out:,} lines left out] " if left_out else ""
    record.msg, record.args = before + message[:LONGEST_LINE], None
    record.exc_info = record.exc_text = record.stack_info = None
