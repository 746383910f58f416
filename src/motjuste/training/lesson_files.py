"""The file of lessons in a work folder: plain arrays, so that a foreign file cannot run code."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import bad_file
from motjuste.files import whole_file
from motjuste.training.networks import Lesson
from motjuste.training.rankers import TargetLessons

Array = NDArray[Any]
# What the rankers learn from: labelled targets, the crowd's targets, lists of synonyms by sense.
Lessons = tuple[list[TargetLessons], list[TargetLessons], list[Lesson]]


def save_lessons(path: Path, lessons: Lessons) -> None:
    """Write lessons to an npz file."""
    labels, crowd, ordered = lessons
    arrays = {
        **_targets("labels", labels),
        **_targets("crowd", crowd),
        **_lessons("ordered", ordered),
    }
    with whole_file(path) as part:
        np.savez(part, **arrays)  # type: ignore[arg-type]


def load_lessons(path: Path) -> Lessons:
    """The lessons that `save_lessons` wrote."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            return (
                _read_targets(arrays, "labels"),
                _read_targets(arrays, "crowd"),
                _read_lessons(arrays, "ordered"),
            )
    # An archive that is damaged, or arrays that are not there or do not belong together.
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        raise bad_file(
            path, "is not a file of lessons", "delete it, and it is made again"
        ) from None


def _targets(name: str, targets: Sequence[TargetLessons]) -> dict[str, Array]:
    return {
        f"{name}.half": np.array([target.half for target in targets], np.int64),
        **_lessons(f"{name}.first", [target.first for target in targets]),
        **_ragged(f"{name}.in_place", [target.in_place for target in targets]),
        **_lessons(f"{name}.given", [target.given for target in targets]),
    }


def _read_targets(arrays: Mapping[str, Array], name: str) -> list[TargetLessons]:
    columns = (
        arrays[f"{name}.half"].tolist(),
        _read_lessons(arrays, f"{name}.first"),
        _read_ragged(arrays, f"{name}.in_place"),
        _read_lessons(arrays, f"{name}.given"),
    )
    return [TargetLessons(*values) for values in zip(*columns, strict=True)]


def _lessons(name: str, lessons: Sequence[Lesson]) -> dict[str, Array]:
    return {
        key: array
        for field in Lesson._fields
        for key, array in _ragged(
            f"{name}.{field}", [getattr(one, field) for one in lessons]
        ).items()
    }


def _read_lessons(arrays: Mapping[str, Array], name: str) -> list[Lesson]:
    columns = (_read_ragged(arrays, f"{name}.{field}") for field in Lesson._fields)
    return [Lesson(*values) for values in zip(*columns, strict=True)]


def _ragged(name: str, parts: Sequence[Array]) -> dict[str, Array]:
    """Arrays one after the other, and how long each is."""
    lengths = np.array([len(part) for part in parts], np.int64)
    return {
        f"{name}.values": np.concatenate(parts) if parts else np.zeros(0, np.float32),
        f"{name}.lengths": lengths,
    }


def _read_ragged(arrays: Mapping[str, Array], name: str) -> list[Array]:
    ends, values = np.cumsum(arrays[f"{name}.lengths"]), arrays[f"{name}.values"]
    if len(ends) and ends[-1] != len(values):
        raise ValueError(f"{name} has {len(values)} rows, not {ends[-1]}")
    return np.split(values, ends[:-1]) if len(ends) else []
