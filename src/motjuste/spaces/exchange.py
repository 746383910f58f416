"""Import and export of spaces in the formats of other programs: word2vec, GloVe and npz."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from motjuste.errors import BadInputError, bad_file
from motjuste.files import whole_file
from motjuste.spaces.space import Space, Vector, write_dense
from motjuste.spaces.word_vectors import read_vectors

# Rows written at a time.
_ROWS_PER_CHUNK = 4096


def import_space(path: Path, out: Path, *, replace: bool = False) -> Space:
    """A dense space from GloVe's or word2vec's text, word2vec's `.bin`, or a npz file.

    If a word occurs twice, its first vector counts.
    """
    vectors = read_vectors(path)
    first = {word: row for row, word in reversed(list(enumerate(vectors.words)))}
    bad = next((word for word in first if not word or word.split("\n") != [word]), None)
    if bad is not None:
        raise bad_file(path, f"has the word {bad!r}, which cannot be the name of a row")
    rows = sorted(first.values())
    names = [vectors.words[row] for row in rows]
    about = {"values": "vectors", "source": path.name}
    return write_dense(out, names, vectors.vectors[rows], about, replace=replace)


def export_space(space: Space, path: Path) -> None:
    """Write a space as word2vec's `.txt` or `.bin`, or as `.npz`; a sparse one as `.npz` only.

    A sparse npz holds `words`, `features`, `rows`, `columns` and `counts`; a dense one `words` and
    `vectors`.
    """
    writers: dict[str, Callable[[Space, IO[bytes]], None]] = {
        ".txt": _text,
        ".vec": _text,
        ".bin": _binary,
        ".npz": _npz,
    }
    write = writers.get(path.suffix)
    if write is None:
        raise bad_file(path, "has no known ending", f"take one of {', '.join(writers)}")
    if space.is_sparse and write is not _npz:
        raise bad_file(space.folder, "is sparse", "reduce it first, or export it as .npz")
    with _whole(path) as stream:
        write(space, stream)


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that gets its name when it is complete."""
    try:
        with whole_file(path) as temporary, temporary.open("wb") as stream:
            yield stream
    except OSError as error:
        raise bad_file(path, f"cannot be written ({error.strerror})") from None


def _rows(space: Space) -> Iterator[tuple[str, Vector]]:
    for start in range(0, space.shape[0], _ROWS_PER_CHUNK):
        names = space.rows[start : start + _ROWS_PER_CHUNK]
        yield from zip(names, space.matrix[start : start + _ROWS_PER_CHUNK], strict=True)


def _head(space: Space) -> bytes:
    spaced = next((name for name in space.rows if " " in name), None)
    if spaced is not None:
        raise BadInputError(
            f"{space.folder}: the row {spaced!r} has a space in it, which word2vec cannot write; "
            "export it as .npz"
        )
    return f"{space.shape[0]} {space.shape[1]}\n".encode()


def _text(space: Space, stream: IO[bytes]) -> None:
    stream.write(_head(space))
    for name, vector in _rows(space):
        # Nine significant digits restore a 32-bit float exactly.
        numbers = " ".join(f"{number:.9g}" for number in vector.tolist())
        stream.write(f"{name} {numbers}\n".encode())


def _binary(space: Space, stream: IO[bytes]) -> None:
    stream.write(_head(space))
    for name, vector in _rows(space):
        stream.write(name.encode() + b" " + vector.astype("<f4").tobytes() + b"\n")


def _npz(space: Space, stream: IO[bytes]) -> None:
    words = np.array(space.rows)
    if not space.is_sparse:
        np.savez(stream, words=words, vectors=np.asarray(space.matrix))
        return
    matrix = space.matrix.tocoo()
    np.savez(
        stream,
        words=words,
        features=np.array(space.columns),
        rows=matrix.row,
        columns=matrix.col,
        counts=matrix.data,
    )
