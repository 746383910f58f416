"""Text files that the package brings, verified before they are used.

An installed package has a list of its files with their checksums (`RECORD`, which pip writes). A
working copy has none: there the files are edited, and only their form is checked.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from motjuste.errors import REINSTALL, bad_file

# The folder that the package is installed in, or that of a working copy.
ROOT = Path(__file__).parents[1]


def read_shipped(path: Path) -> str:
    """The text of a file of the package; one that is missing or damaged is named."""
    try:
        content = path.read_bytes()
        text = content.decode("utf-8")
    except (OSError, UnicodeError):
        raise bad_file(path, "is missing or damaged", REINSTALL) from None
    expected = _checksums(ROOT).get(path.as_posix())
    if expected is not None and expected != _checksum(content):
        raise bad_file(path, "is damaged (it fails its checksum)", REINSTALL)
    return text.replace("\r\n", "\n")


def shipped_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file of the package with their numbers; `#` begins a comment line."""
    for number, line in enumerate(read_shipped(path).split("\n"), 1):
        if line and line[0] != "#":
            yield number, line


def shipped_rows(path: Path, columns: int) -> Iterator[list[str]]:
    """The rows of a table of the package, which are divided by tabs."""
    for number, line in shipped_lines(path):
        row = line.split("\t")
        if len(row) != columns:
            raise bad_file(path, f"line {number} has {len(row)} columns, not {columns}", REINSTALL)
        yield row


@lru_cache(1)
def _checksums(root: Path) -> dict[str, str]:
    """By path: the checksums that the installed package has on record, none in a working copy."""
    records = list(root.glob("motjuste-*.dist-info/RECORD"))
    # Of several records, some are of versions that were not removed as they should have been.
    if len(records) != 1:
        return {}
    # As in `motjuste/rules/data/wordy.tsv,sha256=…,21986`; compiled files have no checksum.
    entries = [line.rsplit(",", 2) for line in records[0].read_text("utf-8").splitlines()]
    return {
        f"{root.as_posix()}/{entry[0]}": entry[1].removeprefix("sha256=")
        for entry in entries
        if len(entry) == 3 and entry[1].startswith("sha256=")
    }


def _checksum(content: bytes) -> str:
    """A checksum as `RECORD` has it: base 64 without padding."""
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode("ascii")
