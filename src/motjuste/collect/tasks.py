"""Making tasks: candidates split evenly, in an order that mixes their sources, with controls."""

import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple, TypeVar

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from motjuste.collect.models import CandidateRow, EntryRow, ItemRow, Stage, Task
from motjuste.collect.quality import RANDOM, TARGET
from motjuste.collect.store import TEST, Store
from motjuste.lexicon.keys import key
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import wordnet_lemmas
from motjuste.lexicon.word_lists import is_offensive

T = TypeVar("T")


def split_evenly(entries: Sequence[T], most: int) -> list[Sequence[T]]:
    """The fewest parts of at most a given size; their sizes differ by one at most.

    As numpy.array_split, which made SWORDS's tasks.

    >>> [len(part) for part in split_evenly(range(22), 10)]
    [8, 7, 7]
    """
    parts = math.ceil(len(entries) / most)
    if not parts:
        return []
    size, larger = divmod(len(entries), parts)
    ends = list(accumulate(size + (part < larger) for part in range(parts)))
    return [entries[start:end] for start, end in zip([0, *ends], ends, strict=False)]


class _Planned(NamedTuple):
    """A row of a task to be."""

    text: str
    candidate: int | None = None
    control: str | None = None


def make_tasks(
    store: Store, session: Session, stage: Stage, candidates: Sequence[CandidateRow]
) -> int:
    """Make a stage's tasks for candidates, the same for the same seed; returns their number."""
    by_item: dict[int, list[CandidateRow]] = {}
    for candidate in candidates:
        by_item.setdefault(candidate.item_id, []).append(candidate)
    items = session.scalars(
        select(ItemRow).where(ItemRow.id.in_(by_item)).order_by(ItemRow.id)
    ).all()
    before = _tasks_before(session, stage)
    planned = [
        (item.id, plan)
        for item in items
        for plan in _plans(store, stage, item, by_item[item.id], before)
    ]
    _store(store, session, stage, planned)
    return len(planned)


def make_item_tasks(store: Store, session: Session, stage: Stage) -> int:
    """Make one task for each item, in which workers write words; returns their number."""
    items = [item.id for item in _all_items(session) if not is_test(item)]
    _store(store, session, stage, [(item, []) for item in items])
    return len(items)


def make_test_tasks(store: Store, session: Session) -> None:
    """One task for each test item, in a stage of its own whose answers are never counted."""
    items = [item.id for item in _all_items(session) if is_test(item)]
    if not items:
        return
    stage = Stage(number=0, name="test", wanted=0, positives=0, state=TEST, opened_at=store.now())
    session.add(stage)
    session.flush()
    _store(store, session, stage, [(item, []) for item in items])


def _all_items(session: Session) -> Sequence[ItemRow]:
    return session.scalars(select(ItemRow).order_by(ItemRow.id)).all()


def is_test(item: ItemRow) -> bool:
    """Whether an item tests annotators: the expected answers are known."""
    return "expected" in item.extra


def _plans(
    store: Store,
    stage: Stage,
    item: ItemRow,
    candidates: list[CandidateRow],
    before: dict[int | None, int],
) -> list[list[_Planned]]:
    """The rows of an item's tasks in a stage.

    Candidates of one task in the stage before stay together: the fewer people have judged anything
    in a task, the more may still take it.
    """
    rng = random.Random(f"{store.config.seed}/{stage.number}/{item.source_id}")
    rows = [
        _Planned(candidate.text, candidate.id)
        for candidate in sorted(candidates, key=lambda candidate: candidate.text)
    ]
    rng.shuffle(rows)
    rows.sort(key=lambda row: before.get(row.candidate, 0))
    taken = {key(row.text) for row in rows}
    plans = []
    for part in split_evenly(rows, store.config.tasks.size):
        plan = [*part, *_controls(store, item, taken, rng)]
        rng.shuffle(plan)
        plans.append(plan)
    return plans


def _tasks_before(session: Session, stage: Stage) -> dict[int | None, int]:
    """The task of each candidate in the stage before."""
    rows = session.execute(
        select(EntryRow.candidate_id, EntryRow.task_id)
        .join(Stage, Stage.id == EntryRow.stage_id)
        .where(Stage.number == stage.number - 1, EntryRow.candidate_id.is_not(None))
    )
    return {row[0]: row[1] for row in rows}


def _controls(store: Store, item: ItemRow, taken: set[str], rng: random.Random) -> list[_Planned]:
    tasks, controls = store.config.tasks, []
    if tasks.control_target:
        controls.append(_Planned(item.text[item.start : item.end], control=TARGET))
    if tasks.control_random:
        controls.append(_Planned(random_word(item, taken, rng), control=RANDOM))
    return controls


@cache
def _dictionary() -> tuple[str, ...]:
    """The plain words of WordNet, each once."""
    words = {word for pos in "nvar" for word in wordnet_lemmas(pos)}
    return tuple(
        sorted(w for w in words if len(w) > 3 and w.isascii() and w.isalpha() and w.islower())
    )


def random_word(item: ItemRow, taken: set[str], rng: random.Random) -> str:
    """A dictionary word that is not a candidate, unrelated to the target, and not offensive."""
    lemma = item.lemma or item.text[item.start : item.end]
    lexicon = Lexicon.open()
    known = {key(related.word) for related in lexicon.related(lemma)} | {key(lemma)}
    entry = lexicon.entry(lemma)
    near = known | taken | {key(word) for word in (entry.moby if entry else ())}
    while True:
        word = rng.choice(_dictionary())
        if key(word) not in near and not is_offensive(lexicon, word):
            return word


def _store(
    store: Store, session: Session, stage: Stage, planned: list[tuple[int, list[_Planned]]]
) -> None:
    """Store tasks in an order that is random but the same for the same seed."""
    last = session.scalar(select(func.max(Task.position)).where(Task.stage_id == stage.id))
    first = 0 if last is None else last + 1
    order = list(range(len(planned)))
    random.Random(f"{store.config.seed}/{stage.number}/{first}").shuffle(order)
    tasks = [
        Task(stage_id=stage.id, item_id=item, position=first + place, wanted=stage.wanted)
        for (item, _), place in zip(planned, order, strict=True)
    ]
    session.add_all(tasks)
    session.flush()
    rows = [
        {
            "task_id": task.id,
            "stage_id": stage.id,
            "number": number,
            "candidate_id": row.candidate,
            "control": row.control,
            "text": row.text,
        }
        for task, (_, plan) in zip(tasks, planned, strict=True)
        for number, row in enumerate(plan, 1)
    ]
    if rows:
        session.execute(insert(EntryRow), rows)
