"""Items done on a Ray cluster: the same workers as in processes, on as many nodes as there are.

An item and its result travel through the process that asked, so that nodes need to share nothing
but an installation. What a lost node had under way, or held as a result, is done again elsewhere.
"""

import logging
from typing import Any, TypeVar
from uuid import uuid4

from motjuste.engine.pool import Pool, Refusal, Worker, prepared, warn_all
from motjuste.errors import MotjusteError
from motjuste.extras import need

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
# So often an item is tried again after the node or the process that had it was lost.
_RETRIES = 10
# The workers that this process of the cluster has prepared, by the pool they belong to.
_workers: dict[str, Worker[Any, Any]] = {}


class Cluster(Pool[T, R]):
    """The processors of a Ray cluster."""

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
    def most(self) -> int:
        """Two items for each processor that there is now: one to do, one to come."""
        return max(2, 2 * int(self._ray.cluster_resources().get("CPU", 1)))

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        for reference in self._tickets:
            self._ray.cancel(reference, force=True)
        self._tickets.clear()
        if self._ours:
            self._ray.shutdown()

    def start(self, ticket: int, item: T) -> None:
        """Hand the item to whichever node has a processor free."""
        # Inside a list the worker is not sent along each time, but fetched once by each process.
        reference = self._task.remote(self._name, [self._worker], item)
        self._tickets[reference] = ticket

    def finished(self) -> list[tuple[int, R]]:
        """The results that are there."""
        done, _ = self._ray.wait(list(self._tickets), num_returns=1)
        return [(self._tickets.pop(each), self._result(each)) for each in done]

    def _result(self, reference: Any) -> R:
        try:
            result, said = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            raise MotjusteError(
                f"the cluster could not do an item ({_first_line(error)}); what was done is kept: "
                "run the command again when the cluster is well"
            ) from None
        if isinstance(result, Refusal):
            raise result.error()
        warn_all(message for message in said if message not in self._warned)
        self._warned.update(said)
        return result  # type: ignore[no-any-return]


def _do(name: str, worker: list[Any], item: Any) -> tuple[Any, list[str]]:
    """What a process of the cluster does with an item; and what its worker warned of, if new."""
    said: list[str] = []
    try:
        if name not in _workers:
            import ray

            found = ray.get(worker[0])
            said = prepared(found)
            # What an earlier pool left here is of no use any more.
            _workers.clear()
            _workers[name] = found
        return _workers[name](item), said
    except Exception as error:
        return Refusal(error), said


def _connect(ray: Any, address: str, processors: int) -> bool:
    """Connect to a cluster unless that was done; whether it is ours to leave."""
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
        # Where a node does not come up in time, Ray raises the plainest of exceptions.
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
