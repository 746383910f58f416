"""Workers for tests of the engine, where other processes can import them."""

import os
import signal
import time
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from motjuste.errors import BadInputError, BadInputWarning


@dataclass
class Squares:
    """Squares numbers; small ones take longer, so that they are done out of order."""

    slow: float = 0.0
    prepared: bool = False

    def prepare(self):
        self.prepared = True
        warnings.warn("numbers are odd things", BadInputWarning, stacklevel=2)

    def __call__(self, number):
        assert self.prepared
        time.sleep(self.slow / (1 + number))
        return number * number


class Stumbling:
    """Does what it is told, and that is nothing good."""

    def prepare(self):
        pass

    def __call__(self, item):
        if item == "dies":
            os._exit(7)
        if item == "refuses":
            raise BadInputError("item: is bad; give a better one")
        if item == "fails":
            raise ZeroDivisionError("by zero")
        return item


@dataclass
class Survived:
    """Ends, and leaves a process behind that holds copies of all its pipes while `held` exists."""

    held: Path
    in_preparation: bool = False

    def prepare(self):
        if self.in_preparation:
            self("prepare")

    def __call__(self, item):
        if os.fork():
            os._exit(7)
        while self.held.exists():
            time.sleep(0.05)
        os._exit(0)


@dataclass
class Cut:
    """Is killed in the middle of its answer.

    While `held` exists, another process has copies of all its pipes.
    """

    held: Path

    def prepare(self):
        if not os.fork():
            while self.held.exists():
                time.sleep(0.05)
            os._exit(0)

    def __call__(self, item):
        send_all = Connection._send

        def send_half(connection, content):
            send_all(connection, content[: len(content) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

        Connection._send = send_half
        return "x" * item


class Unprepared:
    """Cannot begin."""

    def prepare(self):
        raise BadInputError("there is nothing to begin with")

    def __call__(self, item):
        return item


@dataclass
class Halves:
    """Halves numbers, and notes in a folder that it did."""

    folder: Path

    def prepare(self):
        pass

    def __call__(self, number):
        (self.folder / str(number)).touch()
        return number // 2
