"""Documents improved ahead of time by several workers, so that findings need not wait."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.check.checker import Checkers, ImproveTexts, batches
from motjuste.check.jobs import Job
from motjuste.engine import Backend, Pool, open_pool
from motjuste.errors import BadInputError
from motjuste.systems.answers import improve
from motjuste.systems.system import System
from motjuste.text import Improvement

Answer = list[list[Improvement]]


class Question(NamedTuple):
    """Texts that follow each other in a document, and the number of the system that reads them."""

    system: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Answering:
    """What each worker does: hand the texts of a question to their system."""

    systems: tuple[System, ...]

    def prepare(self) -> None:
        """Systems open what they need when they are first asked."""

    def __call__(self, question: Question) -> Answer:
        """What to improve in the texts of a question."""
        return improve(self.systems[question.system], question.texts, together=True)


class _Ahead:
    """The workers' answers, which come in the order in which the checkers ask for them."""

    def __init__(self, pool: Pool[Question, Answer], questions: Iterator[Question]) -> None:
        self._answers = pool.run(questions, ordered=True)

    def __call__(self, system: System, texts: Sequence[str]) -> Answer:
        question, answer = next(self._answers, (None, []))
        # A file that has grown since has more texts than the workers were given.
        if question is None or question.texts != tuple(texts):
            raise BadInputError("a file has changed while it was checked; check it again")
        return answer


@contextmanager
def improved_ahead(
    checkers: Checkers, jobs: Sequence[Job], backend: Backend
) -> Iterator[ImproveTexts]:
    """Several workers that improve the texts of the jobs, which must be checked in their order.

    Yields what `Checker.findings` takes in place of asking the system itself.
    """
    made = [checkers(job.settings).reader(job.read().text, job.form) for job in jobs]
    systems = tuple({id(system): system for system in made if system is not None}.values())
    numbers = {id(system): number for number, system in enumerate(systems)}

    def questions() -> Iterator[Question]:
        for job, system in zip(jobs, made, strict=True):
            if system is None:
                continue
            number = numbers[id(system)]
            for batch in batches(job.read().text, job.form):
                texts = tuple(part.text for _, part in batch)
                yield Question(number, texts)

    with open_pool(Answering(systems), backend) as pool:
        yield _Ahead(pool, questions())
