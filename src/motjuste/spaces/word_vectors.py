"""Files of word vectors: GloVe's text, word2vec's text and binary, npz."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, bad_file
from motjuste.files import decode, read_bytes

Vector = NDArray[np.float32]


class WordVectors:
    """Vectors by word; the vector of a phrase is the mean of its words'."""

    def __init__(self, words: Sequence[str], vectors: NDArray[np.float32]) -> None:
        if not np.isfinite(vectors).all():
            raise BadInputError("word vectors must be finite numbers")
        self._rows = {word: row for row, word in reversed(list(enumerate(words)))}
        self.words = list(words)
        self.vectors = vectors

    def __len__(self) -> int:
        return len(self._rows)

    def vector(self, text: str) -> Vector | None:
        """The vector of a word or phrase; None if no part of it is known."""
        rows = [row for part in text.split() if (row := self._row(part)) is not None]
        return self.vectors[rows].mean(axis=0) if rows else None

    def _row(self, word: str) -> int | None:
        row = self._rows.get(word)
        return self._rows.get(word.lower()) if row is None else row

    def similarity(self, first: str, second: str) -> float:
        """The cosine of two texts' vectors; 0 if one of them is unknown or zero."""
        a, b = self.vector(first), self.vector(second)
        if a is None or b is None:
            return 0.0
        length = float(np.linalg.norm(a) * np.linalg.norm(b))
        return float(a @ b) / length if length else 0.0


def read_vectors(path: Path) -> WordVectors:
    """Read GloVe's text, word2vec's text (with its header) or binary, or a npz file.

    A npz file holds `words` and `vectors`.
    """
    if path.suffix == ".npz":
        return _read_npz(path)
    content = read_bytes(path)
    return _read_binary(content, path) if path.suffix == ".bin" else _read_text(content, path)


def _read_npz(path: Path) -> WordVectors:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            words, vectors = arrays["words"].tolist(), arrays["vectors"].astype(np.float32)
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise bad_file(path, "holds no arrays 'words' and 'vectors'") from None
    if vectors.ndim != 2 or len(words) != len(vectors):
        raise bad_file(path, f"has {len(words)} words and vectors of shape {vectors.shape}")
    return WordVectors(words, vectors)


def _read_text(content: bytes, path: Path) -> WordVectors:
    words: list[str] = []
    rows: list[Vector] = []
    for number, line in enumerate(decode(content, path).split("\n"), start=1):
        word, *numbers = line.rstrip().split(" ")
        if not numbers or (number == 1 and len(numbers) == 1):
            continue
        words.append(word)
        rows.append(_numbers(numbers, path, number))
        if len(rows[-1]) != len(rows[0]):
            raise bad_file(path, f"line {number} has {len(rows[-1])} numbers, not {len(rows[0])}")
    if not rows:
        raise bad_file(path, "holds no vectors")
    return WordVectors(words, np.stack(rows))


def _numbers(texts: list[str], path: Path, line: int) -> Vector:
    try:
        return np.array(texts, dtype=np.float32)
    except ValueError:
        raise bad_file(path, f"line {line} is not a word and its numbers") from None


def _read_binary(content: bytes, path: Path) -> WordVectors:
    head, _, body = content.partition(b"\n")
    try:
        count, width = map(int, head.split())
        words, rows = zip(*_binary_rows(body, count, width), strict=True)
    except (ValueError, IndexError):
        raise bad_file(path, "is not a binary file of word2vec") from None
    return WordVectors([word.decode("utf-8", "replace") for word in words], np.stack(rows))


def _binary_rows(body: bytes, count: int, width: int) -> Iterator[tuple[bytes, Vector]]:
    offset = 0
    for _ in range(count):
        space = body.index(b" ", offset)
        row = np.frombuffer(body, "<f4", width, space + 1)
        yield body[offset:space].strip(), row
        offset = space + 1 + 4 * width
