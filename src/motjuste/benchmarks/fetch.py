"""Downloads the benchmarks of the catalogue: resumable, verified, and never left half done."""

import hashlib
import os
import re
import shutil
import ssl
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import warnings
import zipfile
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import NamedTuple

from motjuste import __version__
from motjuste.benchmarks.catalogue import CatalogueEntry, Download
from motjuste.errors import BadInputWarning, MissingResourceError, bad_file
from motjuste.files import write_atomic

# Attempts to download a file.
ATTEMPTS = 3
# Seconds before the second attempt; doubled for each further one.
PAUSE = 1.0
# Seconds without an answer after which a connection is given up.
TIMEOUT = 30.0

# Bytes read at a time.
_CHUNK_BYTES = 1 << 16
_NETWORK_ERRORS = (
    urllib.error.URLError,
    HTTPException,
    ConnectionError,
    TimeoutError,
    ssl.SSLError,
)
# HTTP status codes after which another attempt may succeed.
_WORTH_RETRYING = frozenset({408, 429, 500, 502, 503, 504})

Watch = Callable[[str, int, int | None], None]
"""Called with a file's name, the bytes that are there, and its total bytes if known."""


class Fetched(NamedTuple):
    """A file that is in its place: its checksum, and whether it was there before."""

    source: Download
    path: Path
    sha256: str
    already_there: bool


def _silent(name: str, done: int, total: int | None) -> None:
    return


def fetch(
    entry: CatalogueEntry, folder: Path, watch: Watch = _silent, *, force: bool = False
) -> list[Fetched]:
    """Get all files of a benchmark into a data folder; existing ones are left alone.

    With `force`, existing files with an unexpected checksum are replaced.
    """
    return [_fetch_source(source, folder, watch, force) for source in entry.sources]


def _fetch_source(source: Download, folder: Path, watch: Watch, force: bool) -> Fetched:
    path = folder / source.path
    if path.is_dir():
        raise bad_file(path, "is a folder, where a file belongs", "move it away")
    sha256 = file_sha256(path) if path.is_file() else None
    is_expected = sha256 == (source.sha256 or sha256)
    already_there = sha256 is not None and (is_expected or not force)
    if sha256 is None or not already_there:
        sha256 = _download(source, path, watch)
    elif not is_expected:
        warnings.warn(
            f"{path}: is another file than the one known here (sha256 {sha256}, not "
            f"{source.sha256}); it is left alone: --force replaces it",
            BadInputWarning,
            stacklevel=4,
        )
    if source.archive:
        _unpack(source, path, folder)
    return Fetched(source, path, sha256, already_there)


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _download(source: Download, path: Path, watch: Watch) -> str:
    """Download a file into its place; returns its checksum."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if source.sha256 is None:
            # Without a checksum, the rest of an older download may be of another file.
            part.unlink(missing_ok=True)
        resumed = part.exists()
        sha256 = _checked_transfer(source, path, part, watch)
        if resumed and sha256 != (source.sha256 or sha256):
            sha256 = _checked_transfer(source, path, part, watch)
    except OSError as error:
        raise bad_file(path, f"cannot be written ({error.strerror or error})") from None
    if sha256 != (source.sha256 or sha256):
        raise MissingResourceError(
            f"{source.url} gave another file than expected (sha256 {sha256}, not "
            f"{source.sha256}): nothing was kept; try again later, or {_by_hand(path)}"
        )
    os.replace(part, path)
    return sha256


def _checked_transfer(source: Download, path: Path, part: Path, watch: Watch) -> str:
    """Transfer to the part file and remove it if it is wrong. Returns its checksum."""
    _transfer(source.url, path, part, watch)
    sha256 = file_sha256(part)
    if sha256 != (source.sha256 or sha256):
        part.unlink()
    return sha256


def _transfer(url: str, path: Path, part: Path, watch: Watch) -> None:
    """Download in several attempts, each resuming where the last one ended."""
    for attempt in range(ATTEMPTS):
        try:
            _attempt(url, path.name, part, watch)
            return
        except _NETWORK_ERRORS as error:
            reason = _reason(error)
            code = getattr(error, "code", None)
            if code is not None and code not in _WORTH_RETRYING:
                break
        if attempt + 1 < ATTEMPTS:
            time.sleep(PAUSE * 2**attempt)
    raise MissingResourceError(f"{url} cannot be fetched ({reason}): {_by_hand(path)}")


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        return f"HTTP {error.code} {error.reason}"
    return str(getattr(error, "reason", None) or error or type(error).__name__)


def _by_hand(path: Path) -> str:
    return f"download it in another way, put it at {path}, and run the same command again"


def _attempt(url: str, name: str, part: Path, watch: Watch) -> None:
    start = part.stat().st_size if part.exists() else 0
    headers = {"User-Agent": f"motjuste/{__version__}"}
    if start:
        headers["Range"] = f"bytes={start}-"
    try:
        request = urllib.request.Request(url, headers=headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            if response.status != HTTPStatus.PARTIAL_CONTENT:
                start = 0
            _save(response, name, part, start, watch)
    except urllib.error.HTTPError as error:
        if error.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise
        # The file may be complete already; if not, its checksum shows it and it is fetched again.
        error.close()


def _save(response: HTTPResponse, name: str, part: Path, start: int, watch: Watch) -> None:
    """Write the response after the first `start` bytes, and check that it is complete."""
    length = re.fullmatch("[0-9]{1,15}", response.headers.get("Content-Length") or "")
    total = start + int(length[0]) if length else None
    with part.open("ab" if start else "wb") as stream:
        done = start
        watch(name, done, total)
        for chunk in _chunks(response):
            stream.write(chunk)
            done += len(chunk)
            watch(name, done, total)
    if total is not None and done < total:
        raise ConnectionError(f"the connection ended after {done:,} of {total:,} bytes")


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    while chunk := response.read(_CHUNK_BYTES):
        yield chunk


def _unpack(source: Download, archive: Path, folder: Path) -> None:
    try:
        if not source.members:
            _unpack_all(archive)
            return
        with tarfile.open(archive) as tar:
            for member, destination in source.members:
                write_atomic(folder / destination, _member(tar, member, archive))
    except (tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        raise bad_file(archive, f"cannot be unpacked ({error})", "delete it, fetch again") from None


def _member(tar: tarfile.TarFile, name: str, archive: Path) -> bytes:
    """The content of a member, whatever folder the archive has at its top."""
    for info in tar.getmembers():
        if info.isfile() and f"/{info.name}".endswith(f"/{name}"):
            stream = tar.extractfile(info)
            if stream is not None:
                return stream.read()
    raise bad_file(archive, f"holds no {name}", "delete it, fetch again")


def _unpack_all(archive: Path) -> None:
    """Unpack a zip file beside itself; existing folders are replaced when all is unpacked."""
    with tempfile.TemporaryDirectory(dir=archive.parent, prefix=".unpacking.") as temporary:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(temporary)
        for entry in sorted(Path(temporary).iterdir()):
            destination = archive.parent / entry.name
            if destination.is_dir():
                shutil.rmtree(destination)
            os.replace(entry, destination)
