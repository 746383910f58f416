"""Count only workers listed in a crowd platform's own export, not any id in a link.

Anybody who has a crowd link can type any id into it. The platform's export says who really came.
"""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from motjuste.collect.models import Visit, Worker
from motjuste.collect.people import identity
from motjuste.collect.quality import drop_visit, restore_visit
from motjuste.collect.stages import advance
from motjuste.collect.store import Store
from motjuste.errors import BadInputError, bad_file
from motjuste.files import read_rows

# The columns of each platform's export that name a worker and their visit.
COLUMNS = {
    "prolific": ("Participant id", "Submission id"),
    "mturk": ("WorkerId", "AssignmentId"),
    "crowd": ("worker", "session"),
}
RULE = "unlisted"


@dataclass(frozen=True)
class Counted:
    """Numbers of listed and unlisted visits, and of tasks dropped and restored."""

    listed: int
    unlisted: int
    tasks_dropped: int
    tasks_restored: int


def count_only_listed(store: Store, path: Path, platform: str) -> Counted:
    """Drop the work of visits that are not in a platform's export; restore listed ones."""
    if platform not in COLUMNS:
        raise BadInputError(f"there is no platform {platform!r}; it is {', '.join(COLUMNS)}")
    listed = _listed(store, path, platform)
    visits = _visits(store, platform)
    known = dropped = restored = 0
    for visit, worker in visits:
        if (worker, visit.session) in listed:
            known += 1
            restored += restore_visit(store, visit, "is in the platform's export", RULE)
        else:
            dropped += drop_visit(store, visit, "not in the platform's export", RULE)
    advance(store)
    return Counted(known, len(visits) - known, dropped, restored)


def _listed(store: Store, path: Path, platform: str) -> set[tuple[str, str]]:
    """The hashes of worker and visit for each row of an export."""
    worker, visit = COLUMNS[platform]
    listed = set()
    with store.db.reading() as session:
        for _, row in read_rows(path):
            missing = next((name for name in (worker, visit) if name not in row), None)
            if missing:
                remedy = f"give the export of {platform}"
                raise bad_file(path, f"line 1: has no column {missing!r}", remedy)
            listed.add(
                (
                    identity(session, platform, row[worker].strip()),
                    identity(session, platform, row[visit].strip()),
                )
            )
    if not listed:
        raise bad_file(path, "line 1: names nobody", f"give the export of {platform} as CSV")
    return listed


def _visits(store: Store, platform: str) -> list[tuple[Visit, str]]:
    with store.db.reading() as session:
        rows = session.execute(
            select(Visit, Worker.identity)
            .join(Worker, Worker.id == Visit.worker_id)
            .where(Visit.platform == platform)
            .order_by(Visit.id)
        )
        return [(visit, who or "") for visit, who in rows]
