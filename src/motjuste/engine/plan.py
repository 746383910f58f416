"""The plan of a long computation, stored with its results, so that only the same one resumes."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motjuste.engine.corpus import CorpusFile
from motjuste.errors import bad_file
from motjuste.files import replace_file


def files_plan(files: Sequence[CorpusFile]) -> list[list[Any]]:
    """The part of a plan that identifies a corpus: its files, in order, with their sizes."""
    return [[os.fspath(file.path.resolve()), file.format, file.size] for file in files]


def keep_plan(path: Path, plan: Mapping[str, Any], work_name: str) -> bool:
    """Write a plan, or check that the stored one is equal; True if one was stored already."""
    normalised = json.loads(json.dumps(plan))
    try:
        if path.exists():
            if _parsed(path) != normalised:
                raise bad_file(
                    path.parent,
                    f"belongs to {work_name} of another corpus or with other settings",
                    "delete it or choose another --out",
                )
            return True
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, json.dumps(normalised, indent=2).encode() + b"\n")
    except OSError as error:
        raise bad_file(error.filename or path, f"cannot be written ({error.strerror})") from None
    return False


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        raise bad_file(path, "is damaged", "delete it or choose another --out") from None
