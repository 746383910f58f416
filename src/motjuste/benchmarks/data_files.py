"""Files below a data folder, found by their names wherever they lie in it.

Archives and repositories unpack into folders of their own, so a file that is not in the place that
the catalogue names is looked for by its name.
"""

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

_PACKED = ".gz"


def files_matching(folder: Path, pattern: str) -> Iterator[Path]:
    """The files below a folder whose names fit a pattern, in whatever case, in a fixed order."""
    lower_pattern = pattern.lower()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if fnmatch(name.lower(), lower_pattern):
                yield Path(place) / name


def file_named(folder: Path, name: str) -> Path | None:
    """The first file below a folder that has a name, packed with gzip or not."""
    plain = name.removesuffix(_PACKED)
    exact = (path for spelling in (name, plain, plain + _PACKED)
             for path in files_matching(folder, spelling))  # fmt: skip
    return next(exact, None)


def folder_with(folder: Path, name: str, beside: str) -> Path | None:
    """The nearest folder around a file of that name that also holds a file like `beside`.

    An archive may have sentences in one folder and their gold in another. Without any gold it is
    the folder of the file itself.
    """
    file = file_named(folder, name)
    if file is None:
        return None
    around = [place for place in file.parents if place.is_relative_to(folder)]
    whole = (place for place in around if next(files_matching(place, beside), None))
    return next(whole, file.parent)
