"""Optional dependencies, imported only when something needs them."""

from importlib import import_module
from typing import Any

from motjuste.errors import MissingExtraError


def need(module: str, what: str, extra: str) -> Any:
    """The module, or an error that says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(what, extra) from None
