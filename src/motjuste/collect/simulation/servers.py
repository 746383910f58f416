"""Servers of the site as processes of their own, which can be killed without grace."""

import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from motjuste.errors import MotjusteError

# Seconds that a server may take to start or to end: its machine may be busy.
_PATIENCE = 300.0


class ServerFailedError(MotjusteError):
    """A server did not start."""


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """The command `collect serve` on a project, at a port that stays the same after a restart."""

    folder: Path
    port: int = field(default_factory=free_port)
    _process: "subprocess.Popen[bytes] | None" = None
    _output: IO[bytes] | None = None

    @property
    def site(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until requests are answered."""
        # An unread pipe would fill up; a file does not.
        self._output = tempfile.TemporaryFile()  # noqa: SIM115  It is closed when the server ends.
        command = [sys.executable, "-m", "motjuste", "collect", "serve", str(self.folder)]
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=self._output,
        )
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None:
                raise ServerFailedError(f"the server ended: {self.output()}")
            if time.monotonic() > until:
                raise ServerFailedError("the server does not answer")
            time.sleep(0.05)

    def output(self) -> str:
        """What the server has written to standard error."""
        assert self._output is not None
        self._output.seek(0)
        return self._output.read().decode("utf-8", "replace").strip()

    def _answers(self) -> bool:
        # Whatever proxy there may be, this is our own machine.
        opener = build_opener(ProxyHandler({}))
        try:
            with opener.open(f"{self.site}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill the process at once, in the middle of requests."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask to end."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(_PATIENCE)
        if self._output is not None:
            self._output.close()
        self._process = None
