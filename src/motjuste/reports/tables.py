"""Sections as text: tables that fit the available width, without cutting figures short."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from motjuste.reports.overview import Section

# Columns for programs only: a row's item, and times as seconds since 1970.
_ONLY_IN_JSON = frozenset({"item", "joined", "submitted"})
_STARTS_OF_FIGURES = frozenset("0123456789–")
# Characters between two columns: a space on each side of the rule.
_PADDING = 3


def section_table(section: Section, width: int) -> Table:
    """The rows as a table, transposed if it would be too wide."""
    rows = [_flat(asdict(row)) for row in section.rows]
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [[name.replace("_", " ") for name in names]]
    lines += [[cell(row.get(name)) for name in names] for row in rows]
    needed = sum(max(map(len, column)) + _PADDING for column in zip(*lines, strict=True))
    if needed > width and len(lines) < len(names):
        lines = [list(column) for column in zip(*lines, strict=True)]
    return _grid(lines)


def _grid(lines: Sequence[Sequence[str]]) -> Table:
    """A table of texts, the first line its head; columns of figures are aligned to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head, *cells in zip(*lines, strict=True):
        figures = all(text[:1] in _STARTS_OF_FIGURES for text in cells)
        table.add_column(Text(head), justify="right" if figures else "left")
    for line in lines[1:]:
        table.add_row(*map(Text, line))
    return table


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row in which each entry of a mapping is a column of its own."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name not in _ONLY_IN_JSON:
            flat.update(value if isinstance(value, Mapping) else {name: value})
    return flat


def cell(value: Any) -> str:
    """A value as text: two decimals, thousands separated, a dash for a missing value.

    >>> cell(22978), cell(62.1027), cell(None), cell("noun"), cell(True)
    ('22,978', '62.10', '–', 'noun', 'yes')
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
