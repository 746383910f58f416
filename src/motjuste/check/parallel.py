"""Documents asked about ahead of time by several workers, so that findings need not wait."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.check.checker import Checkers, batches
from motjuste.check.jobs import Job
from motjuste.engine import Place, Pool, open_pool
from motjuste.errors import BadInputError
from motjuste.systems.answers import improve
from motjuste.systems.system import System
from motjuste.text import Improvement

Answer = list[list[Improvement]]


class Question(NamedTuple):
    """Texts that follow each other in a document, and the number of the system to ask."""

    system: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Answering:
    """Asks systems, as they are asked where there is one worker."""

    systems: tuple[System, ...]

    def prepare(self) -> None:
        """Systems open what they need when they are first asked."""

    def __call__(self, question: Question) -> Answer:
        """What to improve in the texts of a question."""
        return improve(self.systems[question.system], question.texts, together=True)


class _Ahead:
    """Answers in the order in which they will be asked for."""

    def __init__(self, pool: Pool[Question, Answer], questions: Iterator[Question]) -> None:
        self._answers = pool.each(questions, ordered=True)

    def __call__(self, system: System, texts: Sequence[str]) -> Answer:
        # A file that has grown is asked about more often than it was foreseen.
        found = next(self._answers, None)
        if found is None or found[0].texts != tuple(texts):
            raise BadInputError("a file has changed while it was checked; check it again")
        return found[1]


@contextmanager
def asked_ahead(checkers: Checkers, jobs: Sequence[Job], place: Place) -> Iterator[None]:
    """Let findings of the jobs, in their order, come from several workers."""
    made = [checkers(job.settings) for job in jobs]
    systems = tuple({id(checker.system): checker.system for checker in made}.values())
    numbers = {id(system): number for number, system in enumerate(systems)}

    def questions() -> Iterator[Question]:
        for job, checker in zip(jobs, made, strict=True):
            if checker.silent:
                continue
            for batch in batches(job.read().text, job.form):
                texts = tuple(part.text for _, part in batch)
                yield Question(numbers[id(checker.system)], texts)

    with open_pool(Answering(systems), place) as pool:
        ahead = _Ahead(pool, questions())
        for checker in made:
            checker.ask = ahead
        yield
