"""What a project knows that its pages do not show: candidates, and the answers to tests."""

from collections.abc import Mapping

from sqlalchemy import select

from motjuste.collect.models import CandidateRow, ItemRow
from motjuste.collect.project import Project
from motjuste.collect.simulation.marking import Expected
from motjuste.collect.simulation.truth import Place
from motjuste.collect.tasks import is_test


def pools_of(project: Project) -> Mapping[Place, frozenset[str]]:
    """The candidates of each target, by its text and place."""
    pools: dict[Place, set[str]] = {}
    with project.store.db.reading() as session:
        rows = session.execute(
            select(ItemRow.text, ItemRow.start, CandidateRow.text).join(
                CandidateRow, CandidateRow.item_id == ItemRow.id
            )
        )
        for text, start, candidate in rows:
            pools.setdefault((text, start or 0), set()).add(candidate)
    return {place: frozenset(known) for place, known in pools.items()}


def tests_of(project: Project) -> Mapping[str, Expected]:
    """The phrases to mark in each test sentence, with the substitutes that pass."""
    with project.store.db.reading() as session:
        items = session.scalars(select(ItemRow)).all()
        return {item.text: item.extra["expected"] for item in items if is_test(item)}
