"""A corpus as a stream of blocks of text: files of any length, packed or not, never read whole.

Where blocks end depends on the files alone, not on who works on them, so that counts are the same
for any number of workers, and a block that was done before can be known again by its number.
"""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from motjuste.benchmarks.files import decode_leniently
from motjuste.errors import BadInputError, bad_file

Format = Literal["text", "jsonl", "conllu"]
BLOCK = 4 << 20

_UNPACK: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
_FORMATS: dict[str, Format] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".conllu": "conllu",
    ".conll": "conllu",
}
# Where a block may end: a paragraph or a sentence of CoNLL-U is never cut if it can be helped.
_BREAKS: dict[Format, tuple[bytes, ...]] = {
    "text": (b"\n\n", b"\r\n\r\n", b"\n", b" "),
    "jsonl": (b"\n",),
    "conllu": (b"\n\n", b"\r\n\r\n"),
}
_LONGEST = 16


class CorpusFile(NamedTuple):
    """A file of a corpus and how to read it."""

    path: Path
    format: Format
    size: int


class Block(NamedTuple):
    """Some megabytes of a corpus: its number, and where it stands."""

    number: int
    path: str
    format: Format
    line: int
    content: bytes

    def text(self) -> str:
        """The block as text; a line that is not UTF-8 is Latin-1, as old corpora have it."""
        try:
            return self.content.decode("utf-8-sig" if self.line == 1 else "utf-8")
        except UnicodeDecodeError:
            return decode_leniently(self.content)


def corpus_files(paths: Iterable[Path]) -> list[CorpusFile]:
    """The files that are named, and those in the folders that are named, in a fixed order.

    In a folder only names that end in .txt, .jsonl or .conllu (packed or not) are taken; a file
    that is named itself is plain text if its name says nothing else.
    """
    found: list[CorpusFile] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*") if _kind(each) and each.is_file())
            if not inside:
                raise bad_file(path, "holds no .txt, .jsonl or .conllu files (or packed ones)")
            found += [_file(each) for each in inside]
        else:
            found.append(_file(path))
    if not found:
        raise BadInputError("a corpus needs at least one file")
    return found


def _kind(path: Path) -> Format | None:
    suffixes = [suffix for suffix in path.suffixes if suffix not in _UNPACK]
    return _FORMATS.get(suffixes[-1]) if suffixes else None


def _file(path: Path) -> CorpusFile:
    try:
        return CorpusFile(path, _kind(path) or "text", path.stat().st_size)
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except OSError as error:
        raise bad_file(path, f"cannot be read ({error.strerror})") from None


def blocks(files: Sequence[CorpusFile], size: int = BLOCK) -> Iterator[Block]:
    """All blocks of a corpus, one after the other; a block never spans two files."""
    number = 0
    for file in files:
        line = 1
        for content in _pieces(file, size):
            yield Block(number, str(file.path), file.format, line, content)
            number += 1
            line += content.count(b"\n")


def _pieces(file: CorpusFile, size: int) -> Iterator[bytes]:
    rest = b""
    try:
        with _open(file.path) as stream:
            while chunk := stream.read(size):
                rest += chunk
                while len(rest) >= size:
                    cut = _cut(rest, file, size)
                    if not cut:
                        break
                    yield rest[:cut]
                    rest = rest[cut:]
    except (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError):
        raise bad_file(file.path, "is damaged or cut short", "fetch or copy it again") from None
    except OSError as error:
        # What bz2 finds to be no bz2 is an OSError without a number.
        problem = f"cannot be read ({error.strerror or error})"
        raise bad_file(file.path, problem) from None
    if rest.strip():
        yield rest


def _cut(content: bytes, file: CorpusFile, size: int) -> int:
    """Where to end the block; nowhere yet, if there is no good place so far."""
    for sign in _BREAKS[file.format]:
        at = content.rfind(sign, 0, size)
        if at > 0:
            return at + len(sign)
    if len(content) > _LONGEST * size:
        raise bad_file(
            file.path, f"has no line break within {len(content):,} bytes", "is it text at all?"
        )
    return 0


def _open(path: Path) -> IO[bytes]:
    opener = _UNPACK.get(path.suffix)
    stream: IO[bytes] = opener(path, "rb") if opener else path.open("rb")
    return stream
