"""The database behind a project: SQLite or PostgreSQL, its transactions and its migrations."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.orm import Session

from motjuste.errors import BadInputError, MissingExtraError, brief
from motjuste.files import PRIVATE

NAME = "project.sqlite"
_MIGRATIONS = Path(__file__).parent / "migrations"
# Milliseconds that a writer waits for another one before it gives up.
_PATIENCE_MS = 30_000


def database_url(given: str, folder: Path) -> URL:
    """The URL of a project's database; `env:NAME` stands for the value of a variable."""
    if given.startswith("env:"):
        name = given.removeprefix("env:")
        given = os.environ.get(name, "")
        if not given:
            raise BadInputError(f"the database is in the variable {name}, which is not set")
    if not given:
        return URL.create("sqlite", database=str(folder / NAME))
    try:
        url = make_url(given)
    except ArgumentError:
        raise BadInputError("the database is not a URL such as postgresql://host/name") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadInputError(f"a database of {url.drivername} cannot be used; PostgreSQL can")
    return url


class Database:
    """Atomic transactions.

    On SQLite a writing transaction takes the lock at its beginning, so that the data it has read
    does not change until it ends; on PostgreSQL the rows that matter are locked when they are read.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.drivername == "sqlite"
        self.engine = _engine(url)
        self.write_engine = self.engine.execution_options(writes=True)
        # SQLite's own lock is polled, so a waiting writer could starve.
        self._turn = threading.Lock() if self.is_sqlite else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the data."""
        maker = Session(self.engine, expire_on_commit=False)
        with _plain_errors(), maker as session, session.begin():
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are committed when it ends, and rolled back if it fails."""
        maker = Session(self.write_engine, expire_on_commit=False)
        with _plain_errors(), self._turn, maker as session, session.begin():
            yield session

    def back_up(self, path: Path) -> None:
        """Copy a consistent state of the database to a new file, while others write.

        Copying SQLite's files with other tools while they are written gives a damaged copy.
        """
        if not self.is_sqlite:
            raise BadInputError("back up a PostgreSQL database with  pg_dump")
        if path.exists():
            raise BadInputError(f"{path}: is there already; name a new file")
        with _plain_errors(), self.engine.connect() as connection:
            source: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
            with closing(sqlite3.connect(path)) as copy:
                source.backup(copy)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close all connections if what is done with them fails."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def upgrade(self, revision: str = "head") -> None:
        """Upgrade the tables to a revision, by default the newest; an older one is refused."""
        current = self.revision()
        if _is_older(revision, current):
            raise BadInputError(
                f"the tables are at revision {current}, and {brief(revision)} is older: an upgrade "
                "only goes forward; to go back, put a copy from before the upgrade in their place"
            )
        with _plain_errors(), self.write_engine.begin() as connection:
            try:
                command.upgrade(_alembic(connection), revision)
            except CommandError as error:
                raise BadInputError(f"no such revision: {brief(revision)} ({error})") from None

    def downgrade(self, revision: str) -> None:
        """Downgrade the tables to an earlier revision."""
        with _plain_errors(), self.write_engine.begin() as connection:
            command.downgrade(_alembic(connection), revision)

    def revision(self) -> str | None:
        """The revision of the tables."""
        with _plain_errors(), self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def check(self) -> None:
        """Check that the tables have the revision that this version knows."""
        current, newest = self.revision(), newest_revision()
        if current is None:
            raise BadInputError(f"{self.shown}: holds no project; make one with  collect init")
        if current != newest:
            known = {script.revision for script in _scripts().walk_revisions()}
            remedy = (
                "run  motjuste collect upgrade"
                if current in known
                else "it was made by a newer version of Motjuste"
            )
            raise BadInputError(f"{self.shown}: is at revision {current}, not {newest}; {remedy}")

    @property
    def shown(self) -> str:
        """The URL without its password, or the file."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string()


def newest_revision() -> str | None:
    """The newest revision of the tables."""
    return _scripts().get_current_head()


def _is_older(revision: str, current: str | None) -> bool:
    """Whether a revision comes before the current one; False if there is none of that name."""
    if current is None:
        return False
    scripts = _scripts()
    try:
        wanted = None if revision == "base" else scripts.get_revision(revision).revision
        before = {script.revision for script in scripts.iterate_revisions(current, "base")}
    except CommandError:
        return False
    return wanted is None or (wanted in before and wanted != current)


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_alembic(None))


def _alembic(connection: Connection | None) -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _engine(url: URL) -> Engine:
    try:
        if url.drivername != "sqlite":
            return create_engine(url, pool_size=10, max_overflow=30, pool_pre_ping=True)
        engine = create_engine(url)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise MissingExtraError("a project on PostgreSQL", "postgres") from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Set SQLite up so that commits are durable and readers do not wait for writers."""
    # Transactions are begun below, not by the driver, which would begin them too late.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {_PATIENCE_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn errors of a database that cannot be reached or opened into one line."""
    try:
        yield
    except OperationalError as error:
        lines = str(error.orig).strip().splitlines()
        raise BadInputError(
            f"the database cannot be used ({lines[0] if lines else error})"
        ) from None
    except DataError as error:
        # PostgreSQL's texts have no character 0.
        lines = str(error.orig).strip().splitlines()
        raise BadInputError(f"the database cannot hold a value ({lines[0]})") from None
    except DBAPIError as error:
        if "not a database" in str(error.orig):
            raise BadInputError("the database's file is not an SQLite database") from None
        # SQLite says so by the plain class: mistakes of ours and of the data are classes below it.
        if type(error.orig) is sqlite3.DatabaseError:
            raise BadInputError(
                f"the database's file is damaged ({error.orig}); put a copy in its place, such as "
                "one that  motjuste collect backup  made"
            ) from None
        raise
