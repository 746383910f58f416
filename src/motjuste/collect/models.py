"""The tables of a judgement project. Times are seconds since 1970, in UTC as everywhere.

Constraints of the database rule out what must never happen: a worker who judges a candidate twice,
two open tasks of one worker, a candidate twice in a stage, a submission stored twice.
"""

from typing import Any

from sqlalchemy import JSON, Double, ForeignKey, Index, MetaData, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Constraints have names, so that migrations can refer to them on every database.
_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map = {dict[str, Any]: JSON, list[str]: JSON, float: Double}  # noqa: RUF012


class Fact(Base):
    """A fact about the project: salt, hashes of its keys, time of creation."""

    __tablename__ = "facts"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class ItemRow(Base):
    """A target in its context, or for Smart Word Suggestions a sentence."""

    __tablename__ = "items"
    id: Mapped[int] = mapped_column(primary_key=True)
    source_id: Mapped[str] = mapped_column(unique=True)
    context_id: Mapped[str]
    text: Mapped[str]
    start: Mapped[int | None]
    end: Mapped[int | None]
    pos: Mapped[str | None]
    lemma: Mapped[str | None]
    extra: Mapped[dict[str, Any]]
    context_extra: Mapped[dict[str, Any]]


class CandidateRow(Base):
    """A candidate for a target, and its sources."""

    __tablename__ = "candidates"
    __table_args__ = (UniqueConstraint("item_id", "text"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), index=True)
    text: Mapped[str]
    sources: Mapped[list[str]]


class Stage(Base):
    """A stage: how many answers each task needs, and which candidates enter it."""

    __tablename__ = "stages"
    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(unique=True)
    name: Mapped[str]
    wanted: Mapped[int]
    positives: Mapped[int]
    state: Mapped[str] = mapped_column(default="waiting")
    opened_at: Mapped[float | None]


class Task(Base):
    """The rows that a worker is shown at a time.

    `answered` is the number of answers that count, `taken` adds those that are still expected.
    """

    __tablename__ = "tasks"
    __table_args__ = (
        Index(
            "ix_tasks_open",
            "stage_id",
            "position",
            sqlite_where=text("answered < wanted"),
            postgresql_where=text("answered < wanted"),
        ),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    stage_id: Mapped[int] = mapped_column(ForeignKey("stages.id"))
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), index=True)
    position: Mapped[int]
    wanted: Mapped[int]
    answered: Mapped[int] = mapped_column(default=0)
    taken: Mapped[int] = mapped_column(default=0)


class EntryRow(Base):
    """A row of a task: a candidate, or a control whose right answer is known."""

    __tablename__ = "entries"
    __table_args__ = (
        UniqueConstraint("task_id", "number"),
        UniqueConstraint("stage_id", "candidate_id"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    task_id: Mapped[int] = mapped_column(ForeignKey("tasks.id"))
    stage_id: Mapped[int] = mapped_column(ForeignKey("stages.id"))
    number: Mapped[int]
    candidate_id: Mapped[int | None] = mapped_column(ForeignKey("candidates.id"), index=True)
    control: Mapped[str | None]
    text: Mapped[str]


class Worker(Base):
    """An annotator; their id on a platform is stored only as a keyed hash."""

    __tablename__ = "workers"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    identity: Mapped[str | None] = mapped_column(unique=True)
    note: Mapped[str] = mapped_column(default="")
    joined_at: Mapped[float | None]
    decision: Mapped[str | None]
    dropped: Mapped[bool] = mapped_column(default=False)


class Key(Base):
    """The hash of a secret: of an invitation or a session."""

    __tablename__ = "keys"
    hash: Mapped[str] = mapped_column(primary_key=True)
    worker_id: Mapped[int] = mapped_column(ForeignKey("workers.id"), index=True)
    visit_id: Mapped[int | None] = mapped_column(ForeignKey("visits.id"))
    kind: Mapped[str]
    made_at: Mapped[float]


class OwnerSession(Base):
    """A browser in which the owner's key was entered: the hashes of its secret and of the key."""

    __tablename__ = "owner_sessions"
    hash: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str]
    opened_at: Mapped[float]


class Consent(Base):
    """A consent: when, in which browser session, and to which text.

    Rows are only added: if the owner changes the text, both agreements are kept.
    """

    __tablename__ = "consents"
    id: Mapped[int] = mapped_column(primary_key=True)
    session: Mapped[str] = mapped_column(index=True)
    worker_id: Mapped[int] = mapped_column(ForeignKey("workers.id"), index=True)
    agreed_at: Mapped[float]
    text: Mapped[str]


class Lemma(Base):
    """The lemma of a word that people wrote, as the owner has confirmed it."""

    __tablename__ = "lemmas"
    text: Mapped[str] = mapped_column(primary_key=True)
    pos: Mapped[str] = mapped_column(primary_key=True)
    lemma: Mapped[str]
    confirmed_at: Mapped[float]


class Visit(Base):
    """A crowd worker's submission on their platform: its tasks are paid together."""

    __tablename__ = "visits"
    __table_args__ = (UniqueConstraint("worker_id", "session"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    worker_id: Mapped[int] = mapped_column(ForeignKey("workers.id"))
    platform: Mapped[str]
    study: Mapped[str]
    session: Mapped[str]
    code: Mapped[str]
    started_at: Mapped[float]


class Exclusion(Base):
    """A worker who must not take part, since they worked on the project of the first group."""

    __tablename__ = "exclusions"
    identity: Mapped[str] = mapped_column(primary_key=True)


class Assignment(Base):
    """A task in a worker's hands. `live` answers count; others are kept beside them."""

    __tablename__ = "assignments"
    __table_args__ = (
        UniqueConstraint("task_id", "worker_id"),
        UniqueConstraint("worker_id", "submission_key"),
        # One open task for each worker, whatever the server processes do at the same time.
        Index(
            "uq_assignments_open",
            "worker_id",
            unique=True,
            sqlite_where=text("state = 'leased'"),
            postgresql_where=text("state = 'leased'"),
        ),
        Index(None, "state", "expires_at"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    task_id: Mapped[int] = mapped_column(ForeignKey("tasks.id"))
    worker_id: Mapped[int] = mapped_column(ForeignKey("workers.id"))
    visit_id: Mapped[int | None] = mapped_column(ForeignKey("visits.id"), index=True)
    batch_id: Mapped[int | None] = mapped_column(ForeignKey("batches.id"))
    state: Mapped[str]
    leased_at: Mapped[float]
    expires_at: Mapped[float]
    submitted_at: Mapped[float | None]
    submission_key: Mapped[str | None]
    seconds: Mapped[float | None]
    comment: Mapped[str] = mapped_column(default="")
    live: Mapped[bool] = mapped_column(default=False)
    controls: Mapped[int] = mapped_column(default=0)
    controls_right: Mapped[int] = mapped_column(default=0)
    decision: Mapped[str | None]
    # The hash of the browser session that a crowd worker's task is bound to.
    session: Mapped[str | None]


class AnswerRow(Base):
    """A worker's label for a row of a task."""

    __tablename__ = "answers"
    __table_args__ = (
        UniqueConstraint("assignment_id", "entry_id"),
        Index(
            "uq_answers_once",
            "worker_id",
            "candidate_id",
            unique=True,
            sqlite_where=text("repeated = 0"),
            postgresql_where=text("NOT repeated"),
        ),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"))
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    worker_id: Mapped[int] = mapped_column(ForeignKey("workers.id"))
    candidate_id: Mapped[int | None] = mapped_column(ForeignKey("candidates.id"), index=True)
    label: Mapped[str]
    repeated: Mapped[bool] = mapped_column(default=False)


class SuggestionRow(Base):
    """A substitute for words (first token, token after the last) that a worker would change."""

    __tablename__ = "suggestions"
    __table_args__ = (UniqueConstraint("assignment_id", "first", "last", "substitute"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id"))
    first: Mapped[int]
    last: Mapped[int]
    kind: Mapped[str]
    substitute: Mapped[str]


class Mark(Base):
    """A drop or a flag on a worker or an assignment, its reason, and whether it was lifted."""

    __tablename__ = "marks"
    id: Mapped[int] = mapped_column(primary_key=True)
    worker_id: Mapped[int] = mapped_column(ForeignKey("workers.id"), index=True)
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignments.id"), index=True)
    kind: Mapped[str]
    rule: Mapped[str]
    reason: Mapped[str]
    made_at: Mapped[float]
    lifted_at: Mapped[float | None]
    lifted_reason: Mapped[str | None]


class Batch(Base):
    """Tasks that were handed to a platform which shows them by itself."""

    __tablename__ = "batches"
    id: Mapped[int] = mapped_column(primary_key=True)
    platform: Mapped[str]
    made_at: Mapped[float]
    closed_at: Mapped[float | None]


class BatchTask(Base):
    """The number of answers to a task requested from a platform, and of those returned."""

    __tablename__ = "batch_tasks"
    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id"), primary_key=True)
    task_id: Mapped[int] = mapped_column(ForeignKey("tasks.id"), primary_key=True, index=True)
    requested: Mapped[int] = mapped_column("asked")
    returned: Mapped[int] = mapped_column("came", default=0)
