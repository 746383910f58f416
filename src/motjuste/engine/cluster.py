"""A pool on a Ray cluster: the same workers as in processes, on any number of nodes.

Items and results travel through the process that started the pool, so nodes share nothing but the
installation. Items that a lost node was working on, or whose results it held, are done again.
"""

import logging
from typing import Any, TypeVar
from uuid import uuid4

from motjuste.engine.worker_pool import Worker, WorkerError, WorkerPool, prepared, warn_all
from motjuste.errors import MotjusteError
from motjuste.extras import need

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
# Times an item is tried again after the node or process that worked on it was lost.
_RETRIES = 10
# Workers that this process of the cluster has prepared, by the name of their pool.
_workers: dict[str, Worker[Any, Any]] = {}


class Cluster(WorkerPool[T, R]):
    """A pool of the processors of a Ray cluster."""

    def __init__(self, worker: Worker[T, R], address: str, processors: int = 1) -> None:
        self._ray = need("ray", "working on a cluster", "ray")
        self._ours = _connect(self._ray, address, processors)
        self._name = uuid4().hex
        self._tickets: dict[Any, int] = {}
        self._warned: set[str] = set()
        try:
            self._worker = self._ray.put(worker)
        except Exception as error:
            self.close()
            raise MotjusteError(
                f"this cannot be handed to a cluster ({error}); run it without --ray"
            ) from None
        self._task = self._ray.remote(max_retries=_RETRIES)(_do)

    @property
    def capacity(self) -> int:
        """Two items per processor of the cluster at the moment: one in work, one waiting."""
        return max(2, 2 * int(self._ray.cluster_resources().get("CPU", 1)))

    def close(self) -> None:
        """Leave the cluster, and shut it down if it was started here."""
        for reference in self._tickets:
            self._ray.cancel(reference, force=True)
        self._tickets.clear()
        if self._ours:
            self._ray.shutdown()

    def start(self, ticket: int, item: T) -> None:
        """Submit the item to any node with a free processor."""
        # In a list, the worker is passed by reference: each process fetches it only once.
        reference = self._task.remote(self._name, [self._worker], item)
        self._tickets[reference] = ticket

    def finished(self) -> list[tuple[int, R]]:
        """Wait for at least one result."""
        done, _ = self._ray.wait(list(self._tickets), num_returns=1)
        return [(self._tickets.pop(reference), self._result(reference)) for reference in done]

    def _result(self, reference: Any) -> R:
        try:
            result, warned = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            raise MotjusteError(
                f"the cluster could not do an item ({_first_line(error)}); what was done is kept: "
                "run the command again when the cluster is well"
            ) from None
        if isinstance(result, WorkerError):
            raise result.error()
        warn_all(message for message in warned if message not in self._warned)
        self._warned.update(warned)
        return result  # type: ignore[no-any-return]


def _do(name: str, worker: list[Any], item: Any) -> tuple[Any, list[str]]:
    """Runs in a process of the cluster: the item's result, and new warnings of its worker."""
    warned: list[str] = []
    try:
        if name not in _workers:
            import ray

            received = ray.get(worker[0])
            warned = prepared(received)
            # The worker of an earlier pool is no longer needed.
            _workers.clear()
            _workers[name] = received
        return _workers[name](item), warned
    except Exception as error:
        return WorkerError(error), warned


def _connect(ray: Any, address: str, processors: int) -> bool:
    """Connect to a cluster unless already connected; True if this pool must disconnect."""
    if ray.is_initialized():
        return False
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(
                address=LOCAL,
                num_cpus=processors if processors > 1 else None,
                include_dashboard=False,
                **quiet,
            )
        else:
            ray.init(address=address, **quiet)
    except Exception as error:
        # If a node does not start in time, Ray raises a bare `Exception`.
        raise MotjusteError(
            f"there is no Ray cluster at {address!r} ({_first_line(error)}); give the address of "
            "one, 'auto' for the one that runs here, or 'local' to start one"
        ) from None
    return True


def _first_line(error: BaseException) -> str:
    return (
        next((line.strip() for line in str(error).split("\n") if line.strip()), "")
        or type(error).__name__
    )
