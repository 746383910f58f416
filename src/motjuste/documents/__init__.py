"""Documents: text files as passages of prose, with exact offsets."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from motjuste.documents.formats import Format

if TYPE_CHECKING:
    from motjuste.documents.passage import Passage

__all__ = ["Format", "passages"]


def passages(text: str, form: Format | str = Format.text) -> "Iterator[Passage]":
    r"""The prose of a text, paragraph by paragraph.

    >>> text = "# A *big* day\n\nSee `ls` [here](http://x.y)."
    >>> [passage.text for passage in passages(text, "markdown")]
    ['A big day', 'See ls here.']
    """
    return Format[form].passages(text)
