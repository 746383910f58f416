"""Kinds in which people write words of their own for an item, a target or a sentence."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from motjuste.collect.kind import Kind
from motjuste.collect.models import Stage
from motjuste.collect.settings import Config
from motjuste.collect.store import Store
from motjuste.collect.tasks import make_item_tasks


class WrittenKind(Kind):
    """A task is one item."""

    has_candidates = False

    def make_first_tasks(self, store: Store, session: Session, stage: Stage) -> int:
        """One task for each item."""
        return make_item_tasks(store, session, stage)

    def count_tasks(
        self, config: Config, candidates: Sequence[int], passing: float
    ) -> tuple[int, int]:
        """One task for each item."""
        return len(candidates), len(candidates)
