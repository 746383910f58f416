"""The candidates that a project has for each target."""

from collections.abc import Mapping

from sqlalchemy import select

from motjuste.collect.models import Candidate, Item
from motjuste.collect.project import Project
from motjuste.collect.simulation.truth import Place


def pools_of(project: Project) -> Mapping[Place, frozenset[str]]:
    """The candidates of each target, by its text and place."""
    pools: dict[Place, set[str]] = {}
    with project.store.db.reading() as session:
        rows = session.execute(
            select(Item.text, Item.start, Candidate.text).join(
                Candidate, Candidate.item_id == Item.id
            )
        )
        for text, start, candidate in rows:
            pools.setdefault((text, start or 0), set()).add(candidate)
    return {place: frozenset(known) for place, known in pools.items()}
