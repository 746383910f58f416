"""Lets several workers improve documents ahead of the checker that shows the findings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.check.checker import Checkers, ImproveTexts, batches
from motjuste.check.jobs import Job
from motjuste.engine import Backend, WorkerPool, open_worker_pool
from motjuste.errors import BadInputError
from motjuste.systems.answers import improve
from motjuste.systems.system import System
from motjuste.text import Improvement

BatchMarks = list[list[Improvement]]


class TextBatch(NamedTuple):
    """Consecutive texts of a document, and the number of the system that reads them."""

    system: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class ImproveWorker:
    """Worker: hands the texts of a batch to their system."""

    systems: tuple[System, ...]

    def prepare(self) -> None:
        """Nothing to prepare: systems open what they need on first use."""

    def __call__(self, question: TextBatch) -> BatchMarks:
        """What to improve in the texts of a batch."""
        return improve(self.systems[question.system], question.texts, together=True)


class _OrderedAnswers:
    """The workers' answers, in the order in which the checkers ask for them."""

    def __init__(
        self, pool: WorkerPool[TextBatch, BatchMarks], questions: Iterator[TextBatch]
    ) -> None:
        self._answers = pool.run(questions, ordered=True)

    def __call__(self, system: System, texts: Sequence[str]) -> BatchMarks:
        question, answer = next(self._answers, (None, []))
        # A file that has grown since then has more texts than the workers were given.
        if question is None or question.texts != tuple(texts):
            raise BadInputError("a file has changed while it was checked; check it again")
        return answer


@contextmanager
def improved_ahead(
    checkers: Checkers, jobs: Sequence[Job], backend: Backend
) -> Iterator[ImproveTexts]:
    """Workers that improve the texts of the jobs, which must then be checked in this order.

    Yields the function that `Checker.findings` takes as `improve`.
    """
    readers = [checkers(job.settings).reader(job.read().text, job.form) for job in jobs]
    systems = tuple({id(system): system for system in readers if system is not None}.values())
    numbers = {id(system): number for number, system in enumerate(systems)}

    def questions() -> Iterator[TextBatch]:
        for job, system in zip(jobs, readers, strict=True):
            if system is None:
                continue
            number = numbers[id(system)]
            for batch in batches(job.read().text, job.form):
                texts = tuple(part.text for _, part in batch)
                yield TextBatch(number, texts)

    with open_worker_pool(ImproveWorker(systems), backend) as pool:
        yield _OrderedAnswers(pool, questions())
