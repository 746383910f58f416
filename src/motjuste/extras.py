"""What is imported only when it is needed: optional dependencies, modules behind a room's face."""

from collections.abc import Mapping
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


def from_module(package: str, name: str, modules: Mapping[str, str]) -> Any:
    """A public name of a package, from the module that `modules` names for it.

    This is a package's `__getattr__`: importing the package then imports none of its modules.
    """
    if name not in modules:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return getattr(import_module(f"{package}.{modules[name]}"), name)
