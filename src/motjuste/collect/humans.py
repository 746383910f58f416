"""A second, separate group of people for the same candidates: HUMANS (SWORDS, 4.4 and 5.4).

They judge every candidate in full, without the shortcut of the first stage. Workers of the first
project cannot join.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from motjuste.collect import config, people
from motjuste.collect.intake import drawn
from motjuste.collect.models import CandidateRow, Exclusion, ItemRow, Worker
from motjuste.collect.project import Project
from motjuste.collect.settings import StageConfig
from motjuste.errors import BadInputError

_ITEM = ("source_id", "context_id", "text", "start", "end", "pos", "lemma", "extra")


def second_group(
    first: Project,
    folder: Path,
    *,
    sample: int | None = None,
    seed: int = 0,
    labels: int = 10,
    database: str = "",
) -> Project:
    """A new project with targets of the first, drawn at random, and all their candidates."""
    if not first.store.kind.has_second_group:
        raise BadInputError("a second group is for projects of kind swords")
    with first.store.db.reading() as session:
        items = list(session.scalars(select(ItemRow).order_by(ItemRow.id)))
        salt = people.fact(session, people.SALT)
        known = session.scalars(select(Worker.identity).where(Worker.identity.is_not(None))).all()
        candidates = session.scalars(select(CandidateRow).order_by(CandidateRow.id)).all()
    if sample is not None:
        items = drawn(items, sample, random.Random(seed))
    stage = StageConfig("humans", labels)
    text = config.template(first.kind, first.config.title, seed, database, (stage,))
    new = Project.create(folder, text, salt=salt, clock=first.store.now)
    with new.filling() as made, made.store.db.writing() as session:
        _copy_pool(session, items, candidates)
        if known:
            session.execute(insert(Exclusion), [{"identity": name} for name in known])
    return made


def _copy_pool(session: Session, items: list[ItemRow], candidates: Sequence[CandidateRow]) -> None:
    """Add the items of another project and their candidates, under ids of this one."""
    rows = [{name: getattr(item, name) for name in (*_ITEM, "context_extra")} for item in items]
    session.execute(insert(ItemRow), rows)
    new_ids = {item.source_id: item.id for item in session.scalars(select(ItemRow))}
    by_old_id = {item.id: new_ids[item.source_id] for item in items}
    session.execute(
        insert(CandidateRow),
        [
            {
                "item_id": by_old_id[candidate.item_id],
                "text": candidate.text,
                "sources": candidate.sources,
            }
            for candidate in candidates
            if candidate.item_id in by_old_id
        ],
    )
