"""Optional dependencies, imported only when something needs them."""

from importlib import import_module
from typing import Any

from motjuste.errors import MissingExtraError
from motjuste.privacy import keep_matplotlib_files_here


def need(module: str, what: str, extra: str) -> Any:
    """The module, or an error that says how to install it."""
    if module.partition(".")[0] == "matplotlib":
        keep_matplotlib_files_here()
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(what, extra) from None
