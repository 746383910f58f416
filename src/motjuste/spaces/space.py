"""A space: named rows, columns, and a matrix that is memory-mapped.

A space is a folder. `about.json` describes it and lists the arrays, each of which is a plain file
of numbers (`NAME.bin`, little-endian, row by row); `rows.txt` and `columns.txt` hold one name per
line. It therefore opens at once whatever its size, can be written in pieces, and is easy to read
for other programs. A matrix is dense (`vectors`) or sparse by rows (`data`, `indices`, `indptr`).
"""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file, brief
from motjuste.extras import need
from motjuste.files import parse_json, read_bytes, read_text, write_text

FORMAT = "motjuste space"
# The version of the format.
VERSION = 1
Array = NDArray[Any]
Vector = NDArray[np.float32]


def sparse() -> Any:
    """SciPy's sparse matrices."""
    return need("scipy.sparse", "a sparse space", "spaces")


class Space:
    """An open space; everything is read on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.about = _about(folder)
        self.arrays: Mapping[str, Any] = self.about["arrays"]
        self.shape: tuple[int, int] = (int(self.about["rows"]), int(self.about["columns"]))

    @property
    def is_sparse(self) -> bool:
        """Whether the matrix is sparse."""
        return "indptr" in self.arrays

    @cached_property
    def rows(self) -> list[str]:
        """The names of the rows."""
        return self._names("rows.txt", self.shape[0])

    @cached_property
    def columns(self) -> list[str]:
        """The names of the columns; those of a reduced space are numbers."""
        if not (self.folder / "columns.txt").exists():
            return [str(number) for number in range(self.shape[1])]
        return self._names("columns.txt", self.shape[1])

    def _names(self, file: str, count: int) -> list[str]:
        names = read_text(self.folder / file).split("\n")[:-1]
        if len(names) != count:
            raise bad_file(self.folder / file, f"has {len(names)} names, not {count}")
        return names

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The number of each row by its name."""
        return {name: number for number, name in enumerate(self.rows)}

    def has(self, name: str) -> bool:
        """Whether there is an array of that name."""
        return name in self.arrays

    def array(self, name: str) -> Array:
        """One of the arrays, memory-mapped, read-only."""
        if name not in self.arrays:
            raise bad_file(self.folder, f"has no {name!r}", f"it has {', '.join(self.arrays)}")
        dtype_name, shape = self.arrays[name]
        dtype, path = np.dtype(dtype_name), self.folder / f"{name}.bin"
        expected = int(np.prod(shape)) * dtype.itemsize
        size = path.stat().st_size if path.exists() else 0
        if size != expected:
            raise bad_file(path, f"has {size:,} bytes, not {expected:,}", "make the space again")
        if not expected:
            return np.empty(shape, dtype)
        return np.memmap(path, dtype, "r", shape=tuple(shape))

    @cached_property
    def matrix(self) -> Any:
        """The matrix: an array, or SciPy's `csr_array`."""
        if not self.is_sparse:
            return self.array("vectors")
        parts = tuple(self.array(name) for name in ("data", "indices", "indptr"))
        return sparse().csr_array(parts, shape=self.shape, copy=False)

    @cached_property
    def frequencies(self) -> Array:
        """The corpus frequency of each row."""
        return self.array("frequencies")

    def row(self, name: str) -> int:
        """The number of a row; an error if there is no such row."""
        number = self.row_of.get(name)
        if number is None:
            raise BadInputError(f"{self.folder}: has no row {brief(name)}{self._similar(name)}")
        return number

    def _similar(self, name: str) -> str:
        beginning = [row for row in self.rows if row.split(".")[0] == name.split(".")[0]]
        return f"; did you mean {' or '.join(beginning[:3])}?" if beginning else ""

    def vector(self, name: str) -> Vector:
        """The vector of a row; an error if there is no such row."""
        vector: Vector = self.vectors([self.row(name)])[0]
        return vector

    def vectors(self, numbers: Sequence[int] | Array) -> Vector:
        """The vectors of several rows."""
        rows = self.matrix[np.asarray(numbers, np.int64)]
        dense = rows.toarray() if self.is_sparse else rows
        return np.asarray(dense, np.float32)


def _about(folder: Path) -> dict[str, Any]:
    path = folder / "about.json"
    if not folder.exists():
        raise bad_file(folder, "there is no such space", "make one with 'motjuste space count'")
    if not path.exists():
        raise bad_file(folder, "is not a space (it has no about.json)")
    about = parse_json(read_bytes(path), path)
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise bad_file(path, "does not describe a space of Motjuste's")
    if about.get("version") != VERSION:
        raise bad_file(
            path,
            f"is of version {brief(about.get('version'))}, this program reads {VERSION}",
            "make the space again",
        )
    return about


class SpaceWriter:
    """Writes a space in pieces, into a folder that gets its name when it is complete."""

    def __init__(self, folder: Path, about: Mapping[str, Any], *, replace: bool = False) -> None:
        if folder.exists() and not (replace and (folder / "about.json").exists()):
            raise bad_file(folder, "exists already", "choose another name or give --force")
        self._folder = folder
        self._work = folder.with_name(f".{folder.name}.part")
        self.about = dict(about)
        self._streams: dict[str, IO[bytes]] = {}
        self._arrays: dict[str, list[Any]] = {}
        shutil.rmtree(self._work, ignore_errors=True)
        try:
            self._work.mkdir(parents=True)
        except OSError as error:
            raise bad_file(folder, f"cannot be written ({error.strerror})") from None

    def __enter__(self) -> "SpaceWriter":
        return self

    def names(self, rows: Iterable[str], columns: Iterable[str] | None = None) -> None:
        """Write the names of the rows, and of the columns if they have names."""
        for file, names in (("rows.txt", rows), ("columns.txt", columns)):
            if names is not None:
                write_text(self._work / file, "".join(f"{name}\n" for name in names))

    def add(self, name: str, piece: Array) -> None:
        """Append to an array; all pieces have the same type and width."""
        if name not in self._streams:
            self._streams[name] = (self._work / f"{name}.bin").open("wb")
            self._arrays[name] = [piece.dtype.newbyteorder("<").str, [0, *piece.shape[1:]]]
        dtype, shape = self._arrays[name]
        shape[0] += len(piece)
        self._streams[name].write(np.ascontiguousarray(piece, dtype).data)

    def __exit__(
        self, kind: type[BaseException] | None, value: object, trace: TracebackType | None
    ) -> None:
        for stream in self._streams.values():
            stream.close()
        if kind is not None:
            shutil.rmtree(self._work, ignore_errors=True)
            return
        about = {"format": FORMAT, "version": VERSION, **self.about, "arrays": self._arrays}
        write_text(self._work / "about.json", json.dumps(about, indent=2, ensure_ascii=False))
        if self._folder.exists():
            shutil.rmtree(self._folder)
        self._work.rename(self._folder)


def write_dense(
    folder: Path,
    rows: Sequence[str],
    vectors: Array,
    about: Mapping[str, Any] | None = None,
    extra: Mapping[str, Array] | None = None,
    *,
    replace: bool = False,
) -> Space:
    """Write a dense space with these vectors and other arrays."""
    sizes = {"rows": len(rows), "columns": int(vectors.shape[1])}
    with SpaceWriter(folder, {**(about or {}), **sizes}, replace=replace) as writer:
        writer.names(rows)
        writer.add("vectors", np.asarray(vectors, np.float32))
        for name, array in (extra or {}).items():
            writer.add(name, array)
    return Space(folder)
