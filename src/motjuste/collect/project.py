"""A judgement project: the one object that the command line and the annotation site talk to."""

import os
import secrets
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import select

from motjuste.collect import (
    config,
    overview,
    owner_access,
    people,
    quality,
    service,
    stages,
    submissions,
    task_leases,
)
from motjuste.collect.database import NAME as DATABASE_NAME
from motjuste.collect.database import Database, database_url
from motjuste.collect.kinds import KINDS
from motjuste.collect.models import Stage
from motjuste.collect.settings import Config
from motjuste.collect.store import Store
from motjuste.errors import BadInputError, BadInputWarning, MotjusteError, bad_file
from motjuste.files import PRIVATE, read_text, write_text


class Project:
    """A folder with a configuration and a database, and what can be done with them.

    Methods may be called from any thread, and by several processes on the same database.
    """

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder = folder
        self.store = store

    @classmethod
    def create(
        cls,
        folder: Path,
        text: str,
        *,
        salt: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> "Project":
        """Make a project of the configuration in a text; the folder must not hold one."""
        path = folder / config.NAME
        if path.exists():
            raise bad_file(path, "there is a project already", "choose another folder")
        settings = config.parse_config(text, path)
        db = Database(database_url(settings.database, folder))
        with db.closed_on_error():
            return cls._create(folder, text, Store(db, settings, KINDS[settings.kind], clock), salt)

    @classmethod
    def _create(cls, folder: Path, text: str, store: Store, salt: str | None) -> "Project":
        db, path = store.db, folder / config.NAME
        folder.mkdir(parents=True, exist_ok=True)
        if db.is_sqlite:
            _private(Path(str(db.url.database)))
        if db.revision() is not None:
            raise BadInputError(f"{db.shown}: holds a project already; choose another database")
        db.upgrade()
        with db.writing() as session:
            people.set_fact(session, people.SALT, salt or secrets.token_hex(32))
            people.set_fact(session, people.KIND, store.config.kind)
        if db.url.password:
            write_text(path, text, mode=PRIVATE)
        else:
            write_text(path, text)
        return cls(folder, store)

    @contextmanager
    def filling(self) -> Iterator["Project"]:
        """Fill a new project; if that fails, its tables and files are removed."""
        try:
            yield self
        except BaseException:
            # The database may be gone; a second error would hide the first.
            with suppress(MotjusteError):
                self.store.db.downgrade("base")
            self.close()
            (self.folder / config.NAME).unlink(missing_ok=True)
            # Any other database was there before.
            if not self.config.database:
                (self.folder / DATABASE_NAME).unlink(missing_ok=True)
            raise

    @classmethod
    def open(cls, folder: Path, *, clock: Callable[[], float] = time.time) -> "Project":
        """The project in a folder."""
        project = cls.open_as_is(folder, clock=clock)
        with project.store.db.closed_on_error():
            project.store.db.check()
            project._check_settings()
        return project

    def _check_settings(self) -> None:
        """Check that settings which must not change have not changed."""
        with self.store.db.reading() as session:
            made_as = people.fact(session, people.KIND)
            opened = session.scalars(
                select(Stage).where(Stage.number > 0).order_by(Stage.number)
            ).all()
        path = self.folder / config.NAME
        if made_as is not None and made_as != self.kind:
            raise bad_file(path, f"kind is {self.kind!r}, but the project was made as {made_as!r}")
        fixed = [(stage.name, stage.wanted, stage.positives) for stage in opened]
        now = [(stage.name, stage.labels, stage.positives) for stage in self.config.stages]
        if fixed and fixed != now:
            warnings.warn(
                f"{path}: the stages were fixed when the project was opened; changes to them in "
                "the file do nothing",
                BadInputWarning,
                stacklevel=3,
            )

    def back_up(self, folder: Path) -> None:
        """Copy a consistent state of the project to a new folder, while people are working."""
        path = folder / config.NAME
        if path.exists():
            raise bad_file(path, "there is a project already", "choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        self.store.db.back_up(folder / Path(str(self.store.db.url.database)).name)
        write_text(path, read_text(self.folder / config.NAME), mode=PRIVATE)

    @classmethod
    def open_as_is(cls, folder: Path, *, clock: Callable[[], float] = time.time) -> "Project":
        """The project in a folder, whatever the revision of its tables."""
        path = folder / config.NAME
        if not path.is_file():
            raise bad_file(folder, "holds no project", "make one with  motjuste collect init")
        settings = config.read_config(path)
        try:
            db = Database(database_url(settings.database, folder))
        except BadInputError as error:
            raise bad_file(path, str(error)) from None
        return cls(folder, Store(db, settings, KINDS[settings.kind], clock))

    def close(self) -> None:
        """Close the database."""
        self.store.db.close()

    def __enter__(self) -> "Project":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    @property
    def config(self) -> Config:
        """The configuration."""
        return self.store.config

    @property
    def kind(self) -> str:
        """The name of the kind of project."""
        return self.store.config.kind

    def invite(self, number: int = 1, note: str = "") -> list[str]:
        """The secrets of new invitation links, each for one person; they are not kept."""
        return people.invite(self.store, number, note)

    def crowd_key(self, platform: str = "crowd") -> str:
        """A new secret for one platform's link; the old one becomes invalid."""
        return people.new_crowd_key(self.store, platform)

    def crowd_platform(self, key: str) -> str:
        """The platform that the link with this secret is bound to."""
        return people.platform_of(self.store, key)

    def new_owner_token(self) -> str:
        """A new key for the owner's page; the old one and its sessions become invalid."""
        return owner_access.new_key(self.store)

    def open_owner_session(self, key: str) -> str | None:
        """The secret of a new session of the owner; none if this is not their key."""
        return owner_access.open_session(self.store, key)

    def is_owner_session(self, secret: str) -> bool:
        """Whether a secret is that of an open session of the owner."""
        return owner_access.is_session(self.store, secret)

    def end_owner_session(self, secret: str) -> None:
        """End a session of the owner, in whichever browser it is."""
        owner_access.end_session(self.store, secret)

    def join(
        self, by: service.Invitation | service.CrowdIds, session: str | None = None
    ) -> service.Joined:
        """Let somebody in; `session` is the secret of the one their browser has already."""
        return people.join(self.store, by, session)

    def agree(self, worker: service.Worker, text: str) -> None:
        """Store that a worker agreed to a text, with the time."""
        people.agree(self.store, worker, text)

    def has_agreed(self, worker: service.Worker, text: str) -> bool:
        """Whether a worker agreed to this text in this session."""
        return people.has_agreed(self.store, worker, text)

    def consents(self) -> list[service.ConsentRow]:
        """Who agreed to what, and when."""
        return people.consents(self.store)

    def worker(self, token: str) -> service.Worker | None:
        """The worker whose session it is."""
        return people.by_token(self.store, token)

    def lease(self, worker: service.Worker) -> service.Task | None:
        """The worker's open task, or the next one for them; None if there is none now."""
        return task_leases.lease(self.store, worker)

    def task(self, worker: service.Worker, task: str) -> service.Task:
        """A task that the worker has or had."""
        return task_leases.own_task(self.store, worker, task)

    def standing(self, worker: service.Worker) -> service.Standing:
        """The status of a worker."""
        return task_leases.worker_standing(self.store, worker)

    def submit(
        self,
        worker: service.Worker,
        task: str,
        answers: service.Answers,
        *,
        key: str,
        seconds: float | None = None,
        comment: str = "",
    ) -> service.Receipt:
        """Store answers durably; the same key is counted once."""
        return submissions.submit(
            self.store, worker, task, answers, key=key, seconds=seconds, comment=comment
        )

    def give_back(self, worker: service.Worker, task: str, reason: str = "") -> None:
        """Return a task unanswered."""
        task_leases.give_back(self.store, worker, task, reason)

    def publish(self) -> int:
        """Open the first stage; returns the number of its tasks."""
        return stages.publish(self.store)

    def advance(self) -> bool:
        """Open and close stages as their answers allow; returns whether anything changed."""
        return stages.advance(self.store)

    def expire(self) -> int:
        """Expire leases whose time ran out; returns their number."""
        return task_leases.expire(self.store)

    def decide(self, subject: service.Subject, accept: bool, reason: str) -> None:
        """Record the owner's decision on a worker or an assignment."""
        quality.decide(self.store, subject, accept, reason)
        stages.advance(self.store)

    def progress(self) -> service.Progress:
        """The progress of the project."""
        return overview.progress(self.store)

    def workers(self) -> list[service.WorkerRow]:
        """All workers, with the quality of their work."""
        return overview.workers(self.store)

    def assignments(self, worker: int) -> list[service.AssignmentRow]:
        """The assignments of a worker."""
        return overview.assignments(self.store, worker)

    def comments(self) -> list[service.CommentRow]:
        """The workers' comments."""
        return overview.comments(self.store)

    def returns(self) -> list[service.ReturnRow]:
        """The tasks that workers gave back."""
        return overview.returns(self.store)

    def agreement(self) -> service.Agreement:
        """The agreement of the annotators so far."""
        return self.store.kind.agreement(self.store)


def _private(path: Path) -> None:
    """Make a database's file that only its owner can read."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise bad_file(path, f"cannot be written ({error.strerror})") from None
