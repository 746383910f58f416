"""Documents: files of plain text and Markdown as passages of prose, with exact places in them."""

from collections.abc import Iterator
from typing import Literal

from motjuste.documents import markdown, plain
from motjuste.documents.passage import Part, Passage

Format = Literal["text", "markdown"]

__all__ = ["Format", "Part", "Passage", "passages"]


def passages(text: str, form: Format = "text") -> Iterator[Passage]:
    r"""The prose of a text, paragraph by paragraph.

    >>> text = "# A *big* day\n\nSee `ls` [here](http://x.y)."
    >>> [each.text for each in passages(text, "markdown")]
    ['A big day', 'See ls here.']
    """
    return markdown.passages(text) if form == "markdown" else plain.passages(text)
