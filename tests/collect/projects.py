"""Small judgement projects, and workers who answer as they are told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.collect import config, intake
from motjuste.collect.pools import Offer, pool
from motjuste.collect.project import Project
from motjuste.collect.service import Invitation, Task, Worker
from motjuste.text import Target

WORDS = "alpha beta gamma delta epsilon zeta theta kappa lambda omega sigma upsilon".split()


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def targets(number: int) -> Benchmark:
    """So many targets, each with two substitutes that people thought of."""
    contexts, items = {}, []
    for place in range(number):
        text = f"It was a happy day, number {place}."
        contexts[f"c{place}"] = Context(text)
        judgements = (voted("glad", 2), voted("merry", 1))
        target = Target(text, 9, 14, "ADJ", "happy")
        items.append(Item(f"t{place}", f"c{place}", target, judgements))
    return Benchmark("made", "people", contexts, tuple(items))


def project(
    folder: Path,
    *,
    kind: str = "swords",
    number: int = 2,
    candidates: int = 3,
    database: str = "",
    change: dict[str, str] | None = None,
    clock: Clock | None = None,
) -> Project:
    """An unopened project: each target has this many candidates besides `glad` and `merry`."""
    text = config.template(kind, "Test", 1, database)  # type: ignore[arg-type]
    for old, new in (change or {}).items():
        assert old in text, old
        text = text.replace(old, new)
    made = Project.create(folder / "project", text, clock=clock or Clock())
    benchmark = targets(number)
    intake.add_targets(made.store, benchmark, benchmark.items)
    offers = [Offer(f"t{t}", word, ("list",)) for t in range(number) for word in WORDS[:candidates]]
    pool(made.store, offers)
    return made


@pytest.fixture(name="make")
def make_projects(tmp_path: Path) -> Iterator[Callable[..., Project]]:
    """What makes projects, and lets go of them after the test."""
    made: list[Project] = []

    def new(**choices: Any) -> Project:
        made.append(project(tmp_path / str(len(made)), **choices))
        return made[-1]

    yield new
    for created in made:
        created.close()


def people(made: Project, number: int) -> list[Worker]:
    """So many invited workers."""
    return [made.join(Invitation(token)).worker for token in made.invite(number)]


def right(task: Task, yes: frozenset[str] = frozenset({"glad"})) -> dict[int, str]:
    """Answers that accept these words and get the controls right."""
    target = task.text[task.start : task.end]
    return {row.number: str((row.text in yes) | (row.text == target)).upper() for row in task.rows}


def work(made: Project, worker: Worker, **choices: object) -> int:
    """Let a worker answer rightly until there is nothing for them; how many tasks."""
    done = 0
    while (task := made.lease(worker)) is not None:
        made.submit(worker, task.id, right(task, **choices), key=f"{worker.id}/{done}/{task.id}")
        done += 1
    return done
