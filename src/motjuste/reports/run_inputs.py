"""The inputs of a run besides its benchmark: files and models of its settings and the package."""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any


def files_in(settings: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """A fingerprint of the files and folders that settings name: it changes when they do."""
    nested = [files_in(value) for value in settings.values() if isinstance(value, Mapping)]
    values = [leaf for value in settings.values() for leaf in _flat(value)]
    paths = [Path(value) for value in values if isinstance(value, str) and value]
    inside = [path for folder in paths if folder.is_dir() for path in sorted(folder.iterdir())]
    stamps = [(str(path), *_stamp(path)) for path in [*paths, *inside] if path.is_file()]
    return [*stamps, *(leaf for part in nested for leaf in part)]


def models_in(settings: Mapping[str, Any]) -> list[str]:
    """The models that settings name, also those of the systems inside.

    >>> models_in({"generator": {"model": "a"}, "ranker": {"model": "b", "top": 3}})
    ['a', 'b']
    """
    nested = [models_in(value) for value in settings.values() if isinstance(value, Mapping)]
    named = [settings["model"]] if isinstance(settings.get("model"), str) else []
    return [*named, *(model for part in nested for model in part)]


def _flat(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_size, about.st_mtime_ns


@cache
def package_data() -> str:
    """A fingerprint of the package's own models."""
    root = Path(str(files("motjuste")))
    data = sorted(path for path in root.glob("*/**/data/*") if path.is_file())
    stamps = [(str(path.relative_to(root)), *_stamp(path)) for path in data]
    return sha256(json.dumps(stamps).encode()).hexdigest()
