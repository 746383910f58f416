"""The documents to check, each with its settings; all are validated before any is checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from motjuste.check.configuration import Configuration, Settings, find_configuration
from motjuste.documents import Format
from motjuste.documents.files import (
    Document,
    check_writable,
    read_document,
    read_stream,
    write_document,
)
from motjuste.documents.paths import find_files, format_of
from motjuste.errors import bad_file

STDIN = Path("standard input")


@dataclass(frozen=True)
class Job:
    """A document to check: a file, or one that is here already."""

    path: Path
    form: Format
    settings: Settings
    document: Document | None = None

    def read(self) -> Document:
        """The document."""
        return read_document(self.path) if self.document is None else self.document

    def write(self, was: Document, text: str) -> None:
        """Put another text in the file's place, unless somebody else has changed it meanwhile."""
        if read_document(self.path) != was:
            raise bad_file(self.path, "has changed while it was checked", "check it again")
        write_document(self.path, was.encode(text))


def plan(
    paths: Sequence[Path],
    given: Mapping[str, Any],
    form: Format | None = None,
    configuration: Configuration | None = None,
    writing: bool = False,
) -> Iterator[Job]:
    """The jobs for files and folders; settings `given` go over those of configurations.

    Each file is read once, so that one that is no text stops everything before it has begun.
    """
    for path in find_files(paths):
        found = configuration or find_configuration(path)
        if found.excludes(path):
            continue
        known = form or format_of(path)
        read_document(path)
        if writing:
            check_writable(path)
        yield Job(path, known, found.settings(path).over(**given))


def plan_stream(
    stream: BinaryIO,
    given: Mapping[str, Any],
    form: Format | None = None,
    configuration: Configuration | None = None,
) -> Job:
    """The job for an open file; the configuration is that of the working folder."""
    found = configuration or find_configuration(Path())
    settings = found.settings(STDIN).over(**given)
    return Job(STDIN, form or Format.text, settings, read_stream(stream, STDIN))
