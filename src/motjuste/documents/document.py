"""Reading and writing a document: everything that is not changed stays the same, byte for byte."""

import codecs
import os
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

from motjuste.errors import BadInputError, bad_file
from motjuste.files import replace_file

# Bytes in the largest document that is read.
MAX_BYTES = 200_000_000
_ENCODING_BY_BOM = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


class Document(NamedTuple):
    """A text, and how it is encoded: its byte order mark and its encoding."""

    text: str
    mark: bytes = b""
    encoding: str = "utf-8"

    def encode(self, text: str) -> bytes:
        """Another text, encoded in the same way."""
        return self.mark + text.encode(self.encoding)


def read_document(path: Path) -> Document:
    """A file's text, without its byte order mark."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise bad_file(path, "is a folder", "give a file")
        if not stat.S_ISREG(status.st_mode):
            raise bad_file(path, "is not a regular file", "use - to read standard input")
        if status.st_size > MAX_BYTES:
            raise bad_file(path, f"is larger than {MAX_BYTES:,} bytes", "give parts of it")
        return decode_document(path.read_bytes(), path)
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except (OSError, ValueError) as error:
        raise _refused(path, "read", error) from None


def read_stream(stream: BinaryIO, name: Path) -> Document:
    """The text of an open file, such as standard input."""
    content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise bad_file(name, f"is larger than {MAX_BYTES:,} bytes", "give parts of it")
    return decode_document(content, name)


def decode_document(content: bytes, path: Path) -> Document:
    """Decode UTF-8, or UTF-16 with a byte order mark; anything else is refused."""
    mark_and_encoding = next(
        (entry for entry in _ENCODING_BY_BOM.items() if content.startswith(entry[0])),
        (b"", "utf-8"),
    )
    mark, encoding = mark_and_encoding
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        if b"\0" in content[:8192]:
            raise bad_file(path, "is not text", "give text or Markdown") from None
        name = "UTF-16" if mark and encoding != "utf-8" else "UTF-8"
        raise bad_file(path, f"line {line} is not {name} text", "save the file as UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise bad_file(path, f"line {line} holds a NUL, so it is not text", "give text or Markdown")
    return Document(text, mark, encoding)


def decode_leniently(content: bytes) -> str:
    r"""Text of old files with mixed encodings: each line as UTF-8 if it is valid, else Latin-1.

    >>> decode_leniently("naïve\r\n".encode("latin-1") + "naïve".encode())
    'naïve\nnaïve'
    """
    lines = content.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").split(b"\n")
    return "\n".join(_decode_line(line) for line in lines)


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


def check_writable(path: Path) -> None:
    """Check, as far as possible in advance, that a file can be replaced."""
    real = path.resolve()
    if not (os.access(real, os.W_OK) and os.access(real.parent, os.W_OK)):
        raise bad_file(path, "cannot be written (no permission)")


def write_document(path: Path, content: bytes) -> None:
    """Replace a file's content atomically; its permissions and links to it stay."""
    try:
        real = path.resolve(strict=True)
        replace_file(real, content, real.stat())
    except (OSError, RuntimeError) as error:
        raise _refused(path, "written", error) from None


def _refused(path: Path, action: str, error: Exception) -> BadInputError:
    return bad_file(path, f"cannot be {action} ({getattr(error, 'strerror', None) or error})")
