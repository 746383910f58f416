"""A PostgreSQL of the tests' own: a temporary cluster that is started once and thrown away.

`from postgres import postgres_cluster` gives the fixture `postgres`; `postgres()` makes an empty
database, and returns its URL.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

# Seconds that the server may take to start on a busy machine.
_PATIENCE = 600


def _find(program: str) -> str | None:
    """A program of PostgreSQL: Debian keeps the server's own apart from the others."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(installed[-1]) if installed else None)


def _as_postgres() -> list[str]:
    """How to run the server, which refuses to be root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Cluster:
    """A cluster that listens on a socket only; called, it makes an empty database."""

    def __init__(self, initdb: str, control: str) -> None:
        # A socket's path must be short, whatever the tests' own folder is.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self._control = control
        self._numbers = count(1)
        # As on most machines: words are sorted as in a dictionary, not by the numbers of letters.
        order = ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]
        self._run(initdb, "-D", str(self._data), "-A", "trust", "-U", "motjuste", "-N", *order)
        self.start()

    def __call__(self) -> str:
        """The URL of a new database."""
        import psycopg

        name = f"project{next(self._numbers)}"
        where = f"host={self.folder} user=motjuste dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://motjuste@/{name}?host={self.folder}"

    @property
    def _data(self) -> Path:
        return self.folder / "cluster"

    def start(self) -> None:
        """Start the server, and wait until it takes connections."""
        where = f"-c listen_addresses= -c unix_socket_directories={self.folder}"
        options = f"{where} -c max_connections=200"
        log = str(self.folder / "log")
        self._order("start", "-l", log, "-o", options, "-w", "-t", str(_PATIENCE))

    def stop(self) -> None:
        """End the server at once, in the middle of whatever is under way."""
        self._order("stop", "-m", "immediate")

    def _order(self, order: str, *options: str) -> None:
        self._run(self._control, "-D", str(self._data), *options, order)

    def _run(self, *command: str) -> None:
        # What the server inherits stays open as long as it runs: no pipe that somebody reads.
        subprocess.run(
            [*_as_postgres(), *command], check=True, cwd=self.folder, stdout=subprocess.DEVNULL
        )


@pytest.fixture(scope="session", name="postgres")
def postgres_cluster() -> Iterator[Cluster]:
    """What makes databases on a cluster of the tests' own."""
    pytest.importorskip("psycopg")
    initdb, control = _find("initdb"), _find("pg_ctl")
    if not initdb or not control:
        pytest.skip("needs PostgreSQL")
    cluster = Cluster(initdb, control)
    try:
        yield cluster
    finally:
        with suppress(subprocess.CalledProcessError):
            cluster.stop()
        shutil.rmtree(cluster.folder, ignore_errors=True)
