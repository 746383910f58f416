"""The formats of documents that can be read, one row each.

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
    """How a document is read: its name, its files' endings, its parser, what editors call it."""

    suffixes: tuple[str, ...]
    parser: str
    editor_ids: tuple[str, ...]

    def __new__(
        cls, name: str, suffixes: tuple[str, ...], parser: str, editor_ids: tuple[str, ...]
    ) -> "Format":
        """A row of the table below."""
        made = str.__new__(cls, name)
        made._value_ = name
        made.suffixes, made.parser, made.editor_ids = suffixes, parser, editor_ids
        return made

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
        """The prose of a text; the parser is loaded when it is first needed."""
        found: Iterator[Passage] = import_module(self.parser).passages(text)
        return found


def by_suffix(path: Path) -> Format | None:
    """The format of a file by the ending of its name."""
    return next((each for each in Format if path.suffix.lower() in each.suffixes), None)


def by_editor_id(name: str) -> Format | None:
    """The format of a text by what an editor calls its language."""
    return next((each for each in Format if name.lower() in each.editor_ids), None)
