"""A corpus as a stream of blocks of text: files of any length, packed or not, never read whole.

Where blocks end depends on the files alone, not on who works on them, so that results are the same
for any number of workers, and a block that was done before can be known again by its number.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import IO, Literal, NamedTuple

from motjuste.documents.files import decode_leniently
from motjuste.errors import BadInputError, bad_file
from motjuste.files import PACKED_SUFFIXES, readable, unpacked

Format = Literal["text", "jsonl", "wiki", "conllu"]
BLOCK = 4 << 20

_FORMATS: dict[str, Format] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".conllu": "conllu",
    ".conll": "conllu",
}
# WikiExtractor names its files so, in either of its formats.
_WIKI_NAME = re.compile(r"wiki_\d+\Z")
_WIKI_START = re.compile(rb"\s*<doc id=")
# Where a block may end: a paragraph or a sentence of CoNLL-U is never cut if it can be helped.
_BREAKS: dict[Format, tuple[bytes, ...]] = {
    "text": (b"\n\n", b"\r\n\r\n", b"\n", b" "),
    "wiki": (b"</doc>\n", b"\n"),
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
    """Some megabytes of a corpus: its number, where it stands, and how much was read before."""

    number: int
    path: str
    format: Format
    line: int
    content: bytes
    # Bytes of the corpus' files, packed as they are, that were read up to its end.
    read: int = 0

    def text(self) -> str:
        """The block as text; a line that is not UTF-8 is Latin-1, as old corpora have it."""
        try:
            return self.content.decode("utf-8-sig" if self.line == 1 else "utf-8")
        except UnicodeDecodeError:
            return decode_leniently(self.content)


def corpus_files(paths: Iterable[Path]) -> list[CorpusFile]:
    """The files that are named, and those in the folders that are named, in a fixed order.

    In a folder only names that end in .txt, .jsonl or .conllu (packed or not), or that are
    WikiExtractor's, are taken; a file that is named itself is read as its name or its beginning
    says, else as plain text.
    """
    found: list[CorpusFile] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*") if _is_named(each) and each.is_file())
            if not inside:
                raise bad_file(
                    path, "holds no .txt, .jsonl, .conllu or wiki_00 files (or packed ones)"
                )
            found += [_file(each) for each in inside]
        else:
            found.append(_file(path))
    if not found:
        raise BadInputError("a corpus needs at least one file")
    return found


def corpus_size(files: Sequence[CorpusFile]) -> int:
    """The bytes of all files, packed as they are."""
    return sum(file.size for file in files)


def _kind(path: Path) -> Format | None:
    suffixes = [suffix for suffix in path.suffixes if suffix not in PACKED_SUFFIXES]
    return _FORMATS.get(suffixes[-1]) if suffixes else None


def _is_named(path: Path) -> bool:
    plain = path.name.removesuffix(path.suffix) if path.suffix in PACKED_SUFFIXES else path.name
    return _kind(path) is not None or _WIKI_NAME.match(plain) is not None


def _file(path: Path) -> CorpusFile:
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except OSError as error:
        raise bad_file(path, f"cannot be read ({error.strerror})") from None
    named = _kind(path)
    return CorpusFile(path, named if named in ("jsonl", "conllu") else _sniffed(path), size)


def _sniffed(path: Path) -> Format:
    """What a file is by its beginning; a text may be WikiExtractor's, in either format."""
    with readable(path), path.open("rb") as raw, _unpacked(raw, path) as stream:
        start = stream.read(4096)
    if _WIKI_START.match(start):
        return "wiki"
    return "jsonl" if _kind(path) is None and start.lstrip().startswith(b'{"') else "text"


def blocks(files: Sequence[CorpusFile], size: int = BLOCK) -> Iterator[Block]:
    """All blocks of a corpus, one after the other; a block never spans two files."""
    number = before = 0
    for file in files:
        line = 1
        for content, read in _pieces(file, size):
            yield Block(number, str(file.path), file.format, line, content, before + read)
            number += 1
            line += content.count(b"\n")
        before += file.size


def _pieces(file: CorpusFile, size: int) -> Iterator[tuple[bytes, int]]:
    """The contents of blocks, each with the bytes of the file that were read so far."""
    rest, read = b"", 0
    with readable(file.path), file.path.open("rb") as raw, _unpacked(raw, file.path) as stream:
        while chunk := stream.read(size):
            rest += chunk
            read = raw.tell()
            while len(rest) >= size:
                cut = _cut(rest, file, size)
                if not cut:
                    break
                yield rest[:cut], read
                rest = rest[cut:]
    if rest.strip():
        yield rest, file.size


def _cut(content: bytes, file: CorpusFile, size: int) -> int:
    """Where to end the block; nowhere yet, if there is no good place so far."""
    for sign in _BREAKS[file.format]:
        at = content.rfind(sign, 0, size)
        if at > 0:
            return at + len(sign)
    later = [at + len(sign) for sign in _BREAKS[file.format] if (at := content.find(sign)) > 0]
    if later:
        return min(later)
    if len(content) > _LONGEST * size:
        raise bad_file(
            file.path, f"has no line break within {len(content):,} bytes", "is it text at all?"
        )
    return 0


def _unpacked(raw: BufferedReader, path: Path) -> IO[bytes]:
    stream = unpacked(raw)
    if stream is raw and path.suffix in PACKED_SUFFIXES:
        raise bad_file(path, "is damaged: it is not compressed as its name says", "copy it again")
    return stream
