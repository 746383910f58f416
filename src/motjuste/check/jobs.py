"""The documents to check, each with its settings; all are validated before the first is checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from motjuste.check.configuration import Configuration, Settings, find_configuration
from motjuste.documents import Format
from motjuste.documents.document import (
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
    """A document to check: a file, or one that is already in memory."""

    path: Path
    form: Format
    settings: Settings
    document: Document | None = None

    def read(self) -> Document:
        """The document."""
        return read_document(self.path) if self.document is None else self.document

    def write(self, original: Document, text: str) -> None:
        """Write another text to the file, unless it was changed meanwhile."""
        if read_document(self.path) != original:
            raise bad_file(self.path, "has changed while it was checked", "check it again")
        write_document(self.path, original.encode(text))


def plan(
    paths: Sequence[Path],
    overrides: Mapping[str, Any],
    form: Format | None = None,
    configuration: Configuration | None = None,
    writing: bool = False,
) -> Iterator[Job]:
    """The jobs for files and folders; `overrides` take precedence over configurations.

    Each file is read once, so that one that is not text stops everything before it begins.
    """
    for path in find_files(paths):
        configured = configuration or find_configuration(path)
        if configured.excludes(path):
            continue
        document_format = form or format_of(path)
        read_document(path)
        if writing:
            check_writable(path)
        yield Job(path, document_format, configured.settings(path).over(**overrides))


def plan_stream(
    stream: BinaryIO,
    overrides: Mapping[str, Any],
    form: Format | None = None,
    configuration: Configuration | None = None,
) -> Job:
    """The job for an open stream; the configuration is that of the working folder."""
    configured = configuration or find_configuration(Path())
    settings = configured.settings(STDIN).over(**overrides)
    return Job(STDIN, form or Format.text, settings, read_stream(stream, STDIN))
