"""Records exchanged with a project, independent of its database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

# Characters of the longest comment that an annotator may leave.
COMMENT_LIMIT = 2000


@dataclass(frozen=True)
class Invitation:
    """The secret of an invitation link."""

    token: str


@dataclass(frozen=True)
class CrowdIds:
    """The ids of a worker in a crowd platform's link.

    `key` is the project's own secret in that link; the rest is the platform's.
    """

    key: str
    worker: str
    study: str = ""
    session: str = ""
    platform: str = "crowd"


@dataclass(frozen=True)
class Worker:
    """Somebody who may work: known by number and pseudonym only."""

    id: int
    kind: str
    visit: int | None = None
    dropped: bool = False
    # The hash of the browser session in which they are here.
    session: str | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The pseudonym under which the owner sees them."""
        return worker_name(self.id)


def worker_name(number: int) -> str:
    """A worker's pseudonym."""
    return f"w{number}"


@dataclass(frozen=True)
class ConsentRow:
    """A consent: which worker agreed, when, and to which text."""

    worker: str
    agreed: float
    text: str


@dataclass(frozen=True)
class Joined:
    """A worker who has come in, and the secret of their session."""

    worker: Worker
    token: str


@dataclass(frozen=True)
class Row:
    """A candidate to judge; it does not show whether it is a control."""

    number: int
    text: str


@dataclass(frozen=True)
class Token:
    """The place of a word in a sentence."""

    start: int
    end: int


@dataclass(frozen=True)
class Task:
    """A task as a worker sees it."""

    id: str
    kind: str
    form: str
    stage: str
    text: str
    start: int | None
    end: int | None
    rows: tuple[Row, ...]
    labels: tuple[str, ...]
    tokens: tuple[Token, ...]
    least: int
    most: int
    expires: float
    comment_limit: int = COMMENT_LIMIT


@dataclass(frozen=True)
class Marking:
    """Words to change (first token, token after the last), why, and to what."""

    start: int
    end: int
    kind: str
    substitutes: tuple[str, ...]


@dataclass(frozen=True)
class WrittenAnswer:
    """Substitutes of one's own for a target, or NIL or NAME, and the phrase that it is part of."""

    words: tuple[str, ...]
    response: str = ""
    phrase: str = ""


Answers: TypeAlias = Mapping[int, str] | Sequence[Marking] | WrittenAnswer


@dataclass(frozen=True)
class Receipt:
    """Confirms that a submission is stored, with the worker's count (on this visit)."""

    replayed: bool
    done: int


@dataclass(frozen=True)
class Standing:
    """The status of a worker: at work, waiting, finished (with a code) or dropped."""

    state: Literal["work", "waiting", "finished", "dropped"]
    done: int
    quota: int | None
    code: str | None = None
    url: str | None = None
    note: str = ""


@dataclass(frozen=True)
class StageProgress:
    """The progress of a stage. `starved`: tasks that no present worker may take."""

    number: int
    name: str
    state: str
    wanted_each: int
    tasks: int
    tasks_complete: int
    leased: int
    labels: int
    labels_wanted: int
    candidates: int
    passed: int | None
    dropped: int
    starved: int


@dataclass(frozen=True)
class Progress:
    """The progress of a project."""

    title: str
    kind: str
    units: str
    items: int
    candidates: int
    workers: int
    workers_dropped: int
    complete: bool
    stages: tuple[StageProgress, ...] = ()


@dataclass(frozen=True)
class WorkerRow:
    """A worker as the owner sees them."""

    id: int
    name: str
    kind: str
    note: str
    tasks: int
    labels: int
    controls: int
    controls_right: int
    accuracy: float | None
    median_seconds: float | None
    fast: int
    positive: float | None
    dropped: bool
    reason: str
    decision: str | None
    joined: float | None


@dataclass(frozen=True)
class AssignmentRow:
    """A task that a worker did, as the owner sees it."""

    id: int
    worker: str
    stage: str
    text: str
    target: str
    seconds: float | None
    submitted: float | None
    live: bool
    controls: int
    controls_right: int
    flags: tuple[str, ...]
    dropped: tuple[str, ...]
    decision: str | None
    comment: str
    answers: tuple[tuple[str, str], ...] = field(default=())


@dataclass(frozen=True)
class CommentRow:
    """A worker's comment on a task."""

    worker: str
    stage: str
    target: str
    state: str
    comment: str


@dataclass(frozen=True)
class ReturnRow:
    """A task that a worker gave back: the assignment, whether it counts, and what became of it.

    `left_out` says whether enough workers returned it for its item to be left out of the result.
    """

    id: int
    worker: str
    text: str
    counts: bool
    left_out: bool
    comment: str


@dataclass(frozen=True)
class Agreement:
    """The agreement of annotators; measures that do not apply to the kind of project are None.

    `alpha` is Krippendorff's, the others are percentages.
    """

    annotators: int
    units: int
    pairs: int
    alpha: float | None
    pairwise: float | None
    detection: float | None = None
    suggestion: float | None = None


@dataclass(frozen=True)
class WorkerSubject:
    """A decision on everything that a worker did."""

    id: int


@dataclass(frozen=True)
class AssignmentSubject:
    """A decision on one task that a worker did."""

    id: int


Subject: TypeAlias = WorkerSubject | AssignmentSubject
