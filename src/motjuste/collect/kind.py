"""The interface of a kind of judgement project: its wording, tasks, answers and results.

A kind is a class; everything that differs between kinds is a member of it, so that no other module
asks which kind a project is of. The room `kinds` holds them all in one table.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from motjuste.collect.models import Assignment, ItemRow, Stage, Task
from motjuste.collect.service import Agreement, Answers
from motjuste.collect.settings import Config, StageConfig
from motjuste.collect.wording import Wording
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from motjuste.benchmarks.benchmark import Benchmark
    from motjuste.collect.project import Project
    from motjuste.collect.store import Store
    from motjuste.reports.overview import Section

# How a task is answered: a label for each row, words of a sentence with substitutes, or
# substitutes of one's own for one target.
FormName = Literal["labels", "spans", "words"]
# What a worker answered, as pairs that people can read: a word and its label.
ReadableAnswers = Sequence[tuple[str, str]]


class StoredAnswers(NamedTuple):
    """The outcome of storing answers: the number of rows, and the controls that are wrong."""

    rows: int
    wrong_controls: str | None = None


class Figure(NamedTuple):
    """A figure of agreement on the owner's page: a field of `Agreement`, its name, its format."""

    field: str
    label: str
    format: str

    def text(self, agreement: Agreement) -> str:
        """The figure's value, or a dash if there is none yet."""
        value = getattr(agreement, self.field)
        return "–" if value is None else self.format.format(value)


@dataclass(frozen=True)
class Export:
    """The files to write when a project is exported.

    `out` is the benchmark; `labels`, `run` and `pool` are further files that were requested.
    """

    out: Path
    name: str
    labels: Path | None = None
    run: Path | None = None
    pool: Path | None = None
    workers: bool = True
    # Whether unconfirmed lemmas may be in the result.
    proposed_lemmas: bool = False

    def allow_only(self, kind: str, *allowed: str) -> None:
        """Refuse options that do not apply to this kind of project."""
        for option in ("labels", "run", "pool"):
            if option not in allowed and getattr(self, option) is not None:
                raise BadInputError(f"a project of kind {kind} has nothing to write for --{option}")


class Kind(ABC):
    """A kind of judgement project."""

    name: ClassVar[str]
    # The papers' instructions, and how to answer without a mouse.
    wording: ClassVar[Wording]
    keyboard: ClassVar[str]
    # The question to annotators, for the data statement: "Annotators were asked …".
    question: ClassVar[str]
    # The protocol of the paper; a project may have another.
    stages: ClassVar[tuple[StageConfig, ...]]
    # The kind's own section of a new project.toml.
    settings_template: ClassVar[str] = ""
    form: ClassVar[FormName] = "labels"
    # The labels that a row may be given.
    labels: ClassVar[tuple[str, ...]] = ()
    # What is annotated: targets in contexts, or whole sentences.
    whole_sentences: ClassVar[bool] = False
    # Whether candidates are pooled before people judge them.
    has_candidates: ClassVar[bool] = True
    # Whether a new project puts controls into its tasks.
    has_controls: ClassVar[bool] = False
    # Whether a second group of people can judge the same candidates (SWORDS, 4.4).
    has_second_group: ClassVar[bool] = False
    # The source under which a benchmark's own substitutes are pooled, and that of unnamed runs.
    benchmark_source: ClassVar[str | None] = None
    run_source: ClassVar[str | None] = None
    agreement_figures: ClassVar[tuple[Figure, ...]] = ()

    @property
    def units(self) -> str:
        """What the project's items are called."""
        return "sentences" if self.whole_sentences else "targets"

    def suitable(self, benchmark: "Benchmark") -> "Benchmark":
        """The part of a benchmark that this kind takes targets from."""
        return benchmark

    def least_spans(self, config: Config) -> int:
        """The minimum number of words or phrases to mark in a task."""
        return 0

    def most_words(self, config: Config) -> int:
        """The maximum number of substitutes that an annotator may write in a task."""
        return 0

    def returns_to_discard(self, config: Config) -> int:
        """How many annotators must return a task so that its item is left out; 0: it never is."""
        return 0

    def note_for(self, store: "Store", session: "Session", worker: int) -> str:
        """A message to a worker about their work so far; usually empty."""
        return ""

    def review_workers(self, store: "Store") -> None:
        """Flag workers whose work as a whole lacks something, when a stage ends."""
        return

    def passes_test(self, item: ItemRow, answers: ReadableAnswers) -> bool:
        """Whether answers to a test item are good enough to qualify."""
        return True

    @abstractmethod
    def make_first_tasks(self, store: "Store", session: "Session", stage: Stage) -> int:
        """Make the tasks of the first stage; returns their number."""

    @abstractmethod
    def count_tasks(
        self, config: Config, candidates: Sequence[int], passing: float
    ) -> tuple[int, int]:
        """Things to judge and tasks in a stage, for an estimate.

        `candidates` is the number of candidates of each item; `passing` the share still in play.
        """

    @abstractmethod
    def readable(
        self, store: "Store", session: "Session", task: Task, answers: Answers
    ) -> ReadableAnswers:
        """Answers to a task, checked, as pairs of text and label; raises on errors."""

    @abstractmethod
    def store_answers(
        self,
        store: "Store",
        session: "Session",
        assignment: Assignment,
        task: Task,
        answers: Answers,
    ) -> StoredAnswers:
        """Check the answers to a locked task and store them."""

    @abstractmethod
    def stored_answers(
        self, session: "Session", assignments: Iterable[int]
    ) -> Mapping[int, ReadableAnswers]:
        """The stored answers of these assignments, in the form of `readable`."""

    @abstractmethod
    def agreement(self, store: "Store") -> Agreement:
        """The agreement of annotators so far."""

    @abstractmethod
    def write_results(self, project: "Project", export: Export) -> list[Path]:
        """Write the benchmark and other requested files; returns their paths."""

    @abstractmethod
    def result_sections(
        self, project: "Project", second: "Project | None", seed: int
    ) -> "tuple[Section, ...]":
        """The papers' tables about the result."""
