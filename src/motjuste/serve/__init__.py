"""Motjuste over HTTP: the writer's pages, APIs, and the parts that all servers share."""

from typing import TYPE_CHECKING, Any

from motjuste.extras import from_module

if TYPE_CHECKING:
    from motjuste.serve.access import access_for
    from motjuste.serve.app import make_app
    from motjuste.serve.assistant import Assistant
    from motjuste.serve.connections import ConnectionLimits
    from motjuste.serve.judging.app import make_site
    from motjuste.serve.limits import Limits
    from motjuste.serve.run_folder import RunFolder
    from motjuste.serve.server import listen, run

__all__ = [
    "Assistant",
    "ConnectionLimits",
    "Limits",
    "RunFolder",
    "access_for",
    "listen",
    "make_app",
    "make_site",
    "run",
]

_MODULES = {
    "Assistant": "assistant",
    "ConnectionLimits": "connections",
    "Limits": "limits",
    "RunFolder": "run_folder",
    "access_for": "access",
    "listen": "server",
    "make_app": "app",
    "make_site": "judging.app",
    "run": "server",
}


def __getattr__(name: str) -> Any:
    return from_module(__name__, name, _MODULES)
