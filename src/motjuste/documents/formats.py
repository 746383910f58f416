"""The document formats that can be read, one row each.

A new format is a row here and a module with `passages(text) -> Iterator[Passage]`.
"""

from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motjuste.documents.passage import Passage


class Format(str, Enum):
    """A document format: its name, file suffixes, parser module, and editors' language ids."""

    suffixes: tuple[str, ...]
    parser: str
    editor_ids: tuple[str, ...]

    def __new__(
        cls, name: str, suffixes: tuple[str, ...], parser: str, editor_ids: tuple[str, ...]
    ) -> "Format":
        """A row of the table below."""
        row = str.__new__(cls, name)
        row._value_ = name
        row.suffixes, row.parser, row.editor_ids = suffixes, parser, editor_ids
        return row

    text = (
        "text",
        (".txt", ".text"),
        "motjuste.documents.plain",
        ("", "plaintext", "text", "txt", "mail", "gitcommit", "git-commit"),
    )
    markdown = (
        "markdown",
        (".md", ".markdown", ".mkd"),
        "motjuste.documents.markdown",
        ("markdown",),
    )

    def passages(self, text: str) -> "Iterator[Passage]":
        """The prose of a text; the parser is imported on first use."""
        passages: Iterator[Passage] = import_module(self.parser).passages(text)
        return passages


def by_suffix(path: Path) -> Format | None:
    """The format of a file by its suffix."""
    return next(
        (
            document_format
            for document_format in Format
            if path.suffix.lower() in document_format.suffixes
        ),
        None,
    )


def by_editor_id(name: str) -> Format | None:
    """The format of a text by an editor's language id."""
    return next(
        (
            document_format
            for document_format in Format
            if name.lower() in document_format.editor_ids
        ),
        None,
    )
