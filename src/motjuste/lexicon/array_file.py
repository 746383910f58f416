"""A file of arrays: written once by a script, memory-mapped when it is opened.

Layout: a fixed head (magic, version, sizes, checksum of the directory), a JSON directory, then the
arrays, each with its own checksum. An array is verified on first use, so that opening is cheap, and
a damaged file is always detected.
"""

import json
import mmap
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import REINSTALL, MissingResourceError, bad_file

MAGIC = b"MOTJUSTE ARRAYS\n"
# The version of the layout.
VERSION = 1
_HEAD = struct.Struct("<16sIII")
# Bytes to which arrays are aligned.
_ALIGN = 16
Array = NDArray[Any]


def pack(arrays: Mapping[str, Array], about: Mapping[str, Any]) -> bytes:
    """The content of a file that holds these arrays; deterministic."""
    directory: dict[str, Any] = {}
    body, offset = bytearray(), 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array).tobytes()
        directory[name] = [array.dtype.str, list(array.shape), offset, crc32(data)]
        body += data + b"\0" * (-len(data) % _ALIGN)
        offset = len(body)
    header = json.dumps({"about": dict(about), "arrays": directory}, ensure_ascii=True).encode()
    header += b" " * (-(_HEAD.size + len(header)) % _ALIGN)
    return _HEAD.pack(MAGIC, VERSION, len(header), crc32(header)) + header + bytes(body)


class ArrayFile:
    """An open file of arrays."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._buffer = _map(path)
        if len(self._buffer) < _HEAD.size:
            raise self._damaged("is cut short")
        magic, version, length, checksum = _HEAD.unpack_from(self._buffer)
        if magic != MAGIC:
            raise bad_file(path, "is not one of Motjuste's own files", REINSTALL)
        if version != VERSION:
            raise bad_file(path, f"has version {version}, this program reads {VERSION}", REINSTALL)
        header = self._buffer[_HEAD.size : _HEAD.size + length]
        if crc32(header) != checksum:
            raise self._damaged("is damaged (its directory fails the checksum)")
        # The directory holds every array's checksum, so its own checksum covers the whole file.
        self.checksum: int = checksum
        content = json.loads(header)
        self.about: dict[str, Any] = content["about"]
        self._directory: dict[str, Any] = content["arrays"]
        self._body = _HEAD.size + length
        if len(self._buffer) < self._body + self._size():
            raise self._damaged("is cut short")

    def _size(self) -> int:
        """Bytes that the arrays take, according to the directory."""
        ends = (
            offset + int(np.prod(shape)) * np.dtype(dtype).itemsize
            for dtype, shape, offset, _ in self._directory.values()
        )
        return max(ends, default=0)

    def array(self, name: str) -> Array:
        """One of the arrays, verified, read-only and not copied."""
        if name not in self._directory:
            raise bad_file(self.path, f"has no '{name}': it is of another version", REINSTALL)
        dtype_name, shape, offset, checksum = self._directory[name]
        dtype, count = np.dtype(dtype_name), int(np.prod(shape))
        start = self._body + offset
        data = memoryview(self._buffer)[start : start + count * dtype.itemsize]
        if crc32(data) != checksum:
            raise self._damaged(f"is damaged or cut short ('{name}' fails its checksum)")
        return np.frombuffer(data, dtype).reshape(shape)

    def ragged(self, name: str) -> "Ragged":
        """One of the arrays with rows of different lengths (see `rows`)."""
        return Ragged(*(self.array(f"{name}.{part}") for part in ("data", "lengths", "starts")))

    def _damaged(self, problem: str) -> Exception:
        return bad_file(self.path, problem, REINSTALL)


def _map(path: Path) -> mmap.mmap | bytes:
    try:
        with path.open("rb") as stream:
            if not path.stat().st_size:
                return b""
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise MissingResourceError(f"{path}: there is no such file; {REINSTALL}") from None
    except OSError as error:
        raise bad_file(path, f"cannot be read ({error.strerror})") from None


# Rows for which one start is stored.
_ROWS_PER_START = 32


def rows(name: str, data: Array, lengths: Array) -> dict[str, Array]:
    """The arrays that store rows of different lengths one after the other.

    A start for every row would take four bytes; its length takes one or two, and only one start is
    stored for every 32 rows.
    """
    ends = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    assert len(data) == ends[-1]
    return {
        f"{name}.data": data,
        f"{name}.lengths": lengths,
        f"{name}.starts": ends[:-1:_ROWS_PER_START].astype(np.uint32),
    }


class Ragged:
    """Rows of different lengths in one array."""

    __slots__ = ("_data", "_lengths", "_starts")

    def __init__(self, data: Array, lengths: Array, starts: Array) -> None:
        self._data = data.data
        self._lengths = lengths.data
        self._starts = starts.data

    def __len__(self) -> int:
        return len(self._lengths)

    def __getitem__(self, row: int) -> memoryview:
        block = row // _ROWS_PER_START
        start = self._starts[block] + sum(self._lengths[block * _ROWS_PER_START : row])
        return self._data[start : start + self._lengths[row]]
