"""Systems, which suggest, rank or improve, each registered by name.

The code that runs a system on a benchmark is imported on first use: suggesting does not need it.
"""

from typing import TYPE_CHECKING, Any

from motjuste.systems.registry import make_system, system_class, system_names
from motjuste.systems.system import SomeFailedError, System, missing_extras, verbs, with_settings

if TYPE_CHECKING:
    from motjuste.systems.benchmark_runs import RunReport, run_system
    from motjuste.systems.generator_and_ranker import Reranked

__all__ = [
    "Reranked",
    "RunReport",
    "SomeFailedError",
    "System",
    "make_system",
    "missing_extras",
    "run_system",
    "system_class",
    "system_names",
    "verbs",
    "with_settings",
]

_MODULES = {
    "Reranked": "generator_and_ranker",
    "RunReport": "benchmark_runs",
    "run_system": "benchmark_runs",
}


def __getattr__(name: str) -> Any:
    from motjuste.extras import from_module

    return from_module(__name__, name, _MODULES)
