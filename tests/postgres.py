"""A PostgreSQL of the tests' own: a temporary cluster that is started once and thrown away.

`from postgres import postgres_cluster` gives the fixture `postgres`; `postgres()` makes an empty
database, and returns its URL.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest


def _find(program: str) -> str | None:
    """A program of PostgreSQL: Debian keeps the server's own apart from the others."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(installed[-1]) if installed else None)


def _as_postgres() -> list[str]:
    """How to run the server, which refuses to be root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


@pytest.fixture(scope="session", name="postgres")
def postgres_cluster() -> Iterator[Callable[[], str]]:
    """What makes databases on a cluster that listens on a socket only."""
    psycopg = pytest.importorskip("psycopg")
    initdb, control = _find("initdb"), _find("pg_ctl")
    if not initdb or not control:
        pytest.skip("needs PostgreSQL")
    # A socket's path must be short, whatever the tests' own folder is.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    run = [*_as_postgres()]
    cluster, log = folder / "cluster", folder / "log"
    quiet = {"check": True, "capture_output": True, "cwd": folder}
    make = [*run, initdb, "-D", str(cluster), "-A", "trust", "-U", "motjuste", "-N"]
    # As on most machines: words are sorted as in a dictionary, not by the numbers of characters.
    order = ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]
    subprocess.run([*make, *order], **quiet)
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=200"
    start = [
        *run,
        control,
        "-D",
        str(cluster),
        "-l",
        str(log),
        "-o",
        options,
        "-w",
        "-t",
        "600",
        "start",
    ]
    subprocess.run(start, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    numbers = count(1)

    def new() -> str:
        name = f"project{next(numbers)}"
        where = f"host={folder} user=motjuste dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://motjuste@/{name}?host={folder}"

    try:
        yield new
    finally:
        stop = [*run, control, "-D", str(cluster), "-m", "immediate", "stop"]
        subprocess.run(stop, check=False, cwd=folder, stdout=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)
