"""Where work runs: in this process, in several processes, or on a Ray cluster."""

from dataclasses import dataclass
from typing import TypeVar

from motjuste.engine.worker_pool import InProcess, Worker, WorkerPool
from motjuste.errors import BadInputError

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Backend:
    """A number of processes here, or a Ray cluster by its address (`local`: one started here)."""

    workers: int = 1
    ray: str | None = None

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BadInputError(f"{self.workers} workers can do nothing; give at least 1")


def open_worker_pool(worker: Worker[T, R], backend: Backend) -> WorkerPool[T, R]:
    """A pool of workers on a backend, to be used as a context manager."""
    if backend.ray is not None:
        from motjuste.engine.cluster import Cluster

        return Cluster(worker, backend.ray, backend.workers)
    if backend.workers > 1:
        from motjuste.engine.processes import Processes

        return Processes(worker, backend.workers)
    return InProcess(worker)
