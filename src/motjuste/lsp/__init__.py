"""The language server: marks and suggestions in the editor."""

from typing import TYPE_CHECKING, Any

from motjuste.extras import from_module

if TYPE_CHECKING:
    from motjuste.lsp.server import make_server

__all__ = [
    "make_server",
]

_MODULES = {
    "make_server": "server",
}


def __getattr__(name: str) -> Any:
    return from_module(__name__, name, _MODULES)
