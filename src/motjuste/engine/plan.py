"""What a long work is about, kept beside its results, so that only the same work goes on there."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motjuste.engine.corpus import CorpusFile
from motjuste.errors import bad_file
from motjuste.files import replace_file


def files_plan(files: Sequence[CorpusFile]) -> list[list[Any]]:
    """What a plan says of a corpus: its files, in order, with their sizes."""
    return [[os.fspath(file.path.resolve()), file.format, file.size] for file in files]


def keep_plan(path: Path, plan: Mapping[str, Any], what: str) -> bool:
    """Write a plan, or see that the one there is the same; whether it was there already."""
    wanted = json.loads(json.dumps(plan))
    try:
        if path.exists():
            if _parsed(path) != wanted:
                raise bad_file(
                    path.parent,
                    f"belongs to {what} of another corpus or with other settings",
                    "delete it or choose another --out",
                )
            return True
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, json.dumps(wanted, indent=2).encode() + b"\n")
    except OSError as error:
        raise bad_file(error.filename or path, f"cannot be written ({error.strerror})") from None
    return False


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        raise bad_file(path, "is damaged", "delete it or choose another --out") from None
