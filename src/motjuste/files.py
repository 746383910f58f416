"""Reading and writing files: a bad file is reported in one line, none is left half written."""

import csv
import gzip
import hashlib
import io
import json
import os
import re
import secrets
import select
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from motjuste.errors import BadInputError, bad_file, brief

# What compressed files begin with, and the module that unpacks them.
_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ": "lzma"}
_LONGEST_MAGIC = max(map(len, _PACKED))
# The endings of the names of such files.
PACKED_SUFFIXES = (".gz", ".bz2", ".xz")
# The largest count, offset or number of votes that a file may name.
_MOST = 1_000_000_000
# Seconds in which somebody must open a pipe for writing; a shell may start the writer last.
_PIPE_SECONDS = 1.0
# Permissions of a file that its owner alone may read: a password, words out of somebody's text.
PRIVATE = 0o600
# Permissions of any other file; the user's mask takes some of them away.
_PUBLIC = 0o666


@contextmanager
def readable(path: Path, *, pipe: bool = False) -> Iterator[None]:
    """Turn any error of reading a file into one line that names it.

    Devices, most of which never end, are refused, and so are pipes, except where the file is read
    only once (`pipe`).
    """
    try:
        _refuse_special(path, pipe)
        yield
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except IsADirectoryError:
        raise bad_file(path, "is a folder", "give a file") from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise bad_file(path, "is damaged or cut short", "fetch or copy it again") from None
    except OSError as error:
        # bz2 reports damaged data as an OSError without a number.
        raise bad_file(path, f"cannot be read ({error.strerror or error})") from None
    except Exception as error:
        if type(error).__name__ != "LZMAError":
            raise
        raise bad_file(path, "is damaged or cut short", "fetch or copy it again") from None


def _refuse_special(path: Path, pipe: bool) -> None:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    is_pipe = pipe and stat.S_ISFIFO(mode)
    if not (stat.S_ISREG(mode) or is_pipe or path.samefile(os.devnull)):
        raise bad_file(path, "is not a regular file", "give a file")


def unpacked(raw: io.BufferedReader) -> IO[bytes]:
    """A stream of an open file's content, unpacked if it is compressed, regardless of its name."""
    head = raw.peek(_LONGEST_MAGIC)[:_LONGEST_MAGIC]
    name = next((module for magic, module in _PACKED.items() if head.startswith(magic)), None)
    stream: IO[bytes] = import_module(name).open(raw, "rb") if name else raw
    return stream


def read_bytes(path: Path) -> bytes:
    """The content of a file, unpacked if it is compressed, regardless of its name."""
    with readable(path, pipe=True):
        content = _read_pipe(path) if path.is_fifo() else path.read_bytes()
        with unpacked(io.BufferedReader(io.BytesIO(content))) as stream:
            return stream.read()


def _read_pipe(path: Path) -> bytes:
    """All that comes through a pipe, if somebody opens it for writing within a short time."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        was_opened = bool(select.select([descriptor], [], [], _PIPE_SECONDS)[0])
        os.set_blocking(descriptor, True)
        content = stream.read()
    if not content and not was_opened:
        raise bad_file(path, "is a pipe, and nothing came through it", "give a file")
    return content


def decode(content: bytes, path: Path) -> str:
    """UTF-8 text, with or without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise bad_file(path, f"line {line} is not UTF-8 text", "save the file as UTF-8") from None


def read_text(path: Path) -> str:
    """A file's content as text, unpacked and decoded."""
    return decode(read_bytes(path), path)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""The lines that are not blank, each with its number, without the line end.

    >>> list(numbered_lines("a\r\n\nb "))
    [(1, 'a'), (3, 'b ')]
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.removesuffix("\r")


def whole_number(text: str, what: str, most: int = _MOST) -> int:
    """The number that digits from 0 to 9 spell, if it is not absurdly large.

    >>> whole_number(" 007", "the count")
    7
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise BadInputError(f"{what} is {brief(text)}, not a whole number")
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(most)) or int(digits) > most:
        raise BadInputError(f"{what} is {brief(text)}; it can be {most:,} at most")
    return int(digits)


@contextmanager
def json_errors(path: Path) -> Iterator[None]:
    """Turn any error in a JSON document into one that names its file."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise bad_file(path, f"is not JSON (line {error.lineno}: {error.msg})") from None
    except RecursionError:
        raise bad_file(path, "is not JSON of any known kind (nested too deeply)") from None
    except ValueError:
        raise bad_file(path, "holds a number of too many digits") from None


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """The tables of a TOML document; errors name its file and the line."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    # Also a number of thousands of digits is a ValueError.
    except (ValueError, RecursionError) as error:
        line = re.search(r"line \d+", str(error))
        where = f"{line[0]}: " if line else ""
        raise bad_file(path, f"{where}is not TOML ({error})") from None


def parse_json(content: bytes, path: Path, *, unique_keys: bool = False) -> Any:
    """A JSON document; with `unique_keys`, a repeated key is an error."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(pairs)
        if len(mapping) != len(pairs):
            keys = [key for key, _ in pairs]
            double = next(key for key in keys if keys.count(key) > 1)
            raise bad_file(path, f"the key {double!r} occurs twice")
        return mapping

    with json_errors(path):
        return json.loads(decode(content, path), object_pairs_hook=unique if unique_keys else None)


def read_rows(path: Path, *, delimiter: str = ",") -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with a header, each with its line number in the file."""
    return parse_rows(read_text(path), path, delimiter=delimiter)


def read_header(path: Path) -> list[str]:
    """The names in the first line of a CSV file."""
    try:
        return next(csv.reader(io.StringIO(read_text(path), newline=""), strict=True), [])
    except csv.Error as error:
        raise bad_file(path, f"line 1 is not CSV ({error})") from None


def parse_rows(
    text: str, path: Path, *, delimiter: str = ","
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of CSV text with a header, each with its line number in the file."""
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    last = 0
    try:
        for row in reader:
            if None in row or None in row.values():
                raise bad_file(path, f"line {reader.line_num} does not have the header's columns")
            yield reader.line_num, row
            last = reader.line_num
    except csv.Error as error:
        # A quote that is never closed runs to the end of the file: its row began after the last.
        raise bad_file(path, f"line {last + 1} is not CSV ({error})") from None


def fingerprint(*contents: bytes) -> str:
    """A short hash of content; in a signature it shows that a file has changed."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(content)
    return digest.hexdigest()[:8]


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary path beside a file, of the same ending: it takes the file's place at the end.

    At any moment the old or the whole new content is there; after an error, the old.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = _new_file_beside(path, _PUBLIC)
    os.close(handle)
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def replace_file(
    path: Path, content: bytes, like: os.stat_result | None = None, mode: int = _PUBLIC
) -> None:
    """Replace a file's content atomically and durably.

    Permissions and owner are those of `like`, else `mode` as far as the user's mask allows it.
    """
    handle, temporary = _new_file_beside(path, mode if like is None else PRIVATE)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if like is not None:
            _give(temporary, like)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _new_file_beside(path: Path, mode: int) -> tuple[int, Path]:
    """A new file of the same ending in a file's folder, open for writing.

    Its name is random, so that nobody can put a link to another file there beforehand.
    """
    # Short enough for a file's name, whatever the length of the other.
    name = f".{path.stem[:100]}.{secrets.token_hex(8)}{path.suffix[-50:]}"
    temporary = path.with_name(name)
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0)
    return os.open(temporary, flags, mode), temporary


def _give(path: Path, like: os.stat_result) -> None:
    if hasattr(os, "chown") and (like.st_uid, like.st_gid) != (os.geteuid(), os.getegid()):
        # Only the superuser may change the owner; otherwise the writer owns the file.
        with suppress(PermissionError):
            os.chown(path, like.st_uid, like.st_gid)
    os.chmod(path, stat.S_IMODE(like.st_mode))


def write_atomic(path: Path, content: bytes, *, mode: int = _PUBLIC) -> None:
    """Write a file so that at any moment either the old or the whole new content is there.

    An existing pipe or device is written to, not replaced.
    `mode` is the permissions, as far as the user's mask allows them.
    """
    packed = gzip.compress(content, mtime=0) if path.suffix == ".gz" else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(packed)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, packed, mode=mode)
    except OSError as error:
        raise bad_file(path, f"cannot be written ({error.strerror})") from None


def write_text(path: Path, text: str, *, mode: int = _PUBLIC) -> None:
    """Write text as UTF-8; an unpaired surrogate, which JSON allows, is refused."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError as error:
        odd = brief(text[error.start : error.end])
        raise bad_file(path, f"cannot hold {odd}, which is no character") from None
    write_atomic(path, content, mode=mode)
