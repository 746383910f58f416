"""Where work is done: in this process, in several, or on a Ray cluster."""

from dataclasses import dataclass
from typing import TypeVar

from motjuste.engine.pool import Here, Pool, Worker
from motjuste.errors import BadInputError

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Place:
    """So many processes here; or a Ray cluster by its address, `local` for one started here."""

    workers: int = 1
    ray: str | None = None

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BadInputError(f"{self.workers} workers can do nothing; give at least 1")


def open_pool(worker: Worker[T, R], place: Place) -> Pool[T, R]:
    """Workers in a place, to be used as a context."""
    if place.ray is not None:
        from motjuste.engine.cluster import Cluster

        return Cluster(worker, place.ray, place.workers)
    if place.workers > 1:
        from motjuste.engine.processes import Processes

        return Processes(worker, place.workers)
    return Here(worker)
