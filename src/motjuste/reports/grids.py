"""Rows of texts as a table: aligned, or in Markdown."""

from collections.abc import Sequence

Rows = Sequence[Sequence[str]]


def aligned(header: Sequence[str], rows: Rows) -> list[str]:
    """Lines with aligned columns.

    >>> aligned(["a", "b"], [["long", "x"]])
    ['a     b', 'long  x']
    """
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [header, *rows]
    ]


def markdown(header: Sequence[str], rows: Rows, texts: int = 1) -> list[str]:
    r"""Lines of a Markdown table; the first columns are texts, the others figures.

    >>> markdown(["a", "b"], [["x*", "1"]])
    ['| a | b |', '| --- | ---: |', '| x\\* | 1 |']
    """
    rule = ["---"] * texts + ["---:"] * (len(header) - texts)
    return ["| " + " | ".join(map(escaped, row)) + " |" for row in [header, rule, *rows]]


def escaped(text: str) -> str:
    """A text with Markdown's special characters escaped."""
    return text.replace("|", "\\|").replace("*", "\\*")
