"""Systems: what can suggest, rank or improve, each registered by name."""

from motjuste.systems.registry import make_system, system_class, system_names
from motjuste.systems.reranking import Reranked
from motjuste.systems.running import Report, run_system
from motjuste.systems.system import SomeFailedError, System, missing_extras, verbs, with_settings

__all__ = [
    "Report",
    "Reranked",
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
