"""Distant supervision: words of corpus sentences replaced by synonyms, as training pairs."""

from typing import TYPE_CHECKING, Any

from motjuste.extras import from_module

if TYPE_CHECKING:
    from motjuste.distant.records import Record, Replaced, read_records
    from motjuste.distant.shards import Settings, make

__all__ = [
    "Record",
    "Replaced",
    "Settings",
    "make",
    "read_records",
]

_MODULES = {
    "Record": "records",
    "Replaced": "records",
    "Settings": "shards",
    "make": "shards",
    "read_records": "records",
}


def __getattr__(name: str) -> Any:
    return from_module(__name__, name, _MODULES)
