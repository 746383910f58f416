"""Responses from memory: substitutes, phrases, NIL (no substitute) and NAME."""

from typing import NamedTuple

from sqlalchemy import select

from motjuste.collect.models import Assignment, ItemRow, SuggestionRow, Task
from motjuste.collect.store import Store

# Kinds of responses (SemEval-2007, section 2): a substitute, ...
SUBSTITUTE = "substitute"
# ... the phrase that the target is an integral part of, ...
PHRASE = "phrase"
# ... that no substitute comes to mind, ...
NIL = "NIL"
# ... or that the target is part of a proper name.
NAME = "NAME"


class Response(NamedTuple):
    """One response of a worker to an item; NIL and NAME have no text."""

    item: ItemRow
    worker: int
    kind: str
    text: str


def live_responses(store: Store) -> list[Response]:
    """The responses that count, by item and worker."""
    with store.db.reading() as session:
        rows = session.execute(
            select(ItemRow, Assignment.worker_id, SuggestionRow.kind, SuggestionRow.substitute)
            .join(Task, Task.item_id == ItemRow.id)
            .join(Assignment, Assignment.task_id == Task.id)
            .join(SuggestionRow, SuggestionRow.assignment_id == Assignment.id)
            .where(Assignment.live)
            .order_by(ItemRow.id, Assignment.worker_id, SuggestionRow.id)
        )
        return [Response(*row) for row in rows]
