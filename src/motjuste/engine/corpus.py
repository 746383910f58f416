"""A corpus as a stream of blocks of text: files of any size, compressed or not, never read whole.

Block boundaries depend on the files alone, not on the number of workers. Results are therefore the
same for any number of workers, and a finished block can be identified by its number.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import IO, Literal, NamedTuple

from motjuste.documents.document import decode_leniently
from motjuste.errors import BadInputError, bad_file
from motjuste.files import PACKED_SUFFIXES, readable, unpacked

Format = Literal["text", "jsonl", "wiki", "conllu", "bnc", "wacky"]
# Bytes in a block.
BLOCK_SIZE = 4 << 20

_FORMATS: dict[str, Format] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".conllu": "conllu",
    ".conll": "conllu",
}
# File names that WikiExtractor writes, in both of its formats.
_WIKI_NAME = re.compile(r"wiki_\d+\Z")
_WIKI_START = re.compile(rb"\s*<doc id=")
# Annotated corpora: BNC-XML, a file for each document; ukWaC and its kin, a word a line.
_BNC_START = re.compile(rb"\s*(?:<\?[^>]*>\s*)*<bncDoc\b")
_WACKY_START = re.compile(
    rb"\s*(?:<\?[^>]*>\s*|<corpus\b[^>]*>\s*)*<(?:text|s)\b[^>]*>\s*(?:<|\S+\t)"
)
_ANNOTATED_SUFFIXES = (".xml", ".vert")
# Where a block may end, best first: paragraphs and sentences of CoNLL-U are kept whole if possible.
_SEPARATORS: dict[Format, tuple[bytes, ...]] = {
    "text": (b"\n\n", b"\r\n\r\n", b"\n", b" "),
    "wiki": (b"</doc>\n", b"\n"),
    "jsonl": (b"\n",),
    "conllu": (b"\n\n", b"\r\n\r\n"),
    "bnc": (b"</s>",),
    "wacky": (b"</s>\n", b"</s>\r\n"),
}
# Blocks' worth of bytes without any separator after which a file is taken for binary.
_MAX_BLOCKS_WITHOUT_BREAK = 16


class CorpusFile(NamedTuple):
    """A file of a corpus and how to read it."""

    path: Path
    format: Format
    size: int


class Block(NamedTuple):
    """Some megabytes of a corpus: its number, file, first line, and the bytes read so far."""

    number: int
    path: str
    format: Format
    line: int
    content: bytes
    # Bytes of the corpus files, as stored (compressed), that were read up to the block's end.
    read: int = 0

    def text(self) -> str:
        """The block as text; lines that are not UTF-8 are read as Latin-1, as in old corpora."""
        try:
            return self.content.decode("utf-8-sig" if self.line == 1 else "utf-8")
        except UnicodeDecodeError:
            return decode_leniently(self.content)


def corpus_files(paths: Iterable[Path]) -> list[CorpusFile]:
    """The given files, and the corpus files in the given folders, in a fixed order.

    In a folder, only names that end in .txt, .jsonl or .conllu (compressed or not), those of
    WikiExtractor, and .xml or .vert files of the BNC or the WaCky corpora are taken. A file that
    is given itself is read according to its name or its first bytes, else as plain text.
    """
    files: list[CorpusFile] = []
    for path in paths:
        if path.is_dir():
            folder_files = sorted(
                file
                for file in path.rglob("*")
                if file.is_file() and (_has_corpus_name(file) or _is_annotated(file))
            )
            if not folder_files:
                raise bad_file(
                    path,
                    "holds no .txt, .jsonl, .conllu or wiki_00 files (or packed ones), nor XML of "
                    "the BNC or ukWaC",
                )
            files += [_file(file) for file in folder_files]
        else:
            files.append(_file(path))
    if not files:
        raise BadInputError("a corpus needs at least one file")
    return files


def corpus_size(files: Sequence[CorpusFile]) -> int:
    """The bytes of all files, as stored."""
    return sum(file.size for file in files)


def _format_of(path: Path) -> Format | None:
    suffixes = [suffix for suffix in path.suffixes if suffix not in PACKED_SUFFIXES]
    return _FORMATS.get(suffixes[-1]) if suffixes else None


def _has_corpus_name(path: Path) -> bool:
    plain = path.name.removesuffix(path.suffix) if path.suffix in PACKED_SUFFIXES else path.name
    return _format_of(path) is not None or _WIKI_NAME.match(plain) is not None


def _is_annotated(path: Path) -> bool:
    """Whether a file is of the BNC or a WaCky corpus; other XML is no corpus."""
    suffixes = [suffix for suffix in path.suffixes if suffix not in PACKED_SUFFIXES]
    named = bool(suffixes) and suffixes[-1].lower() in _ANNOTATED_SUFFIXES
    return named and _sniffed(path) in ("bnc", "wacky")


def _file(path: Path) -> CorpusFile:
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except OSError as error:
        raise bad_file(path, f"cannot be read ({error.strerror})") from None
    format_by_name = _format_of(path)
    return CorpusFile(
        path, format_by_name if format_by_name in ("jsonl", "conllu") else _sniffed(path), size
    )


def _sniffed(path: Path) -> Format:
    """The format of a file by its first bytes; WikiExtractor writes either format."""
    with readable(path), path.open("rb") as raw, _unpacked(raw, path) as stream:
        start = stream.read(4096)
    if _WIKI_START.match(start):
        return "wiki"
    if _BNC_START.match(start):
        return "bnc"
    if _WACKY_START.match(start):
        return "wacky"
    return "jsonl" if _format_of(path) is None and start.lstrip().startswith(b'{"') else "text"


def blocks(files: Sequence[CorpusFile], size: int = BLOCK_SIZE) -> Iterator[Block]:
    """All blocks of a corpus in order; a block never spans two files."""
    number = bytes_before = 0
    for file in files:
        line = 1
        for content, bytes_read in _pieces(file, size):
            yield Block(
                number, str(file.path), file.format, line, content, bytes_before + bytes_read
            )
            number += 1
            line += content.count(b"\n")
        bytes_before += file.size


def _pieces(file: CorpusFile, size: int) -> Iterator[tuple[bytes, int]]:
    """The contents of blocks, each with the bytes of the file that were read so far."""
    pending, bytes_read = b"", 0
    with readable(file.path), file.path.open("rb") as raw, _unpacked(raw, file.path) as stream:
        while chunk := stream.read(size):
            pending += chunk
            bytes_read = raw.tell()
            while len(pending) >= size:
                cut = _cut(pending, file, size)
                if not cut:
                    break
                yield pending[:cut], bytes_read
                pending = pending[cut:]
    if pending.strip():
        yield pending, file.size


def _cut(content: bytes, file: CorpusFile, size: int) -> int:
    """The offset at which to end the block; 0 if more must be read to find one."""
    for separator in _SEPARATORS[file.format]:
        position = content.rfind(separator, 0, size)
        if position > 0:
            return position + len(separator)
    ends = [
        position + len(separator)
        for separator in _SEPARATORS[file.format]
        if (position := content.find(separator)) > 0
    ]
    if ends:
        return min(ends)
    if len(content) > _MAX_BLOCKS_WITHOUT_BREAK * size:
        raise bad_file(
            file.path, f"has no line break within {len(content):,} bytes", "is it text at all?"
        )
    return 0


def _unpacked(raw: BufferedReader, path: Path) -> IO[bytes]:
    stream = unpacked(raw)
    if stream is raw and path.suffix in PACKED_SUFFIXES:
        raise bad_file(path, "is damaged: it is not compressed as its name says", "copy it again")
    return stream
