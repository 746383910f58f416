"""A paper's tables with ours beside them, as text, Markdown or JSON.

A system that was run has four lines: published, ours, the difference, and our interval.
"""

from collections.abc import Iterator
from typing import Any

from motjuste.report.grids import aligned, escaped, markdown
from motjuste.report.published import Column, Table
from motjuste.report.reproduction import NOT_CHOSEN, Line, Reproduced

_NOTHING = "–"
_WHAT = ("published", "ours", "difference", "interval")


def render(found: Reproduced, form: str) -> str:
    """All tables as `text` or `markdown`, then what could not be run and why."""
    marked = form == "markdown"
    parts = [_title(found.paper.paper, 1, marked), *_paragraphs(found, marked)]
    for table, lines in found.tables:
        parts.append(_title(f"{table.table}: {table.title}", 2, marked))
        parts.append("\n".join(_grid(table, lines, found.confidence, marked)))
    missing = [f"- {', '.join(names)}: {reason}" for reason, names in not_run(found).items()]
    if missing:
        parts.append(_title("Not run", 2, marked))
        parts.append("\n".join(escaped(line) if marked else line for line in missing))
    return "\n\n".join(parts)


def _title(text: str, level: int, marked: bool) -> str:
    return f"{'#' * level} {text}" if marked else text


def _paragraphs(found: Reproduced, marked: bool) -> Iterator[str]:
    for text in (found.note, found.paper.legend, *_sources(found)):
        yield escaped(text) if marked else text


def _sources(found: Reproduced) -> list[str]:
    """Where the figures stand that are not the paper's own."""
    rows = [line.row for _, lines in found.tables for line in lines if line.row.source]
    said = dict.fromkeys(f"{row.name}: {row.source}" for row in rows)
    return [f"Later figures: {'; '.join(said)}."] if said else []


def _grid(table: Table, lines: tuple[Line, ...], confidence: float, marked: bool) -> list[str]:
    header = ["system", "", *(column.name for column in table.columns)]
    rows = [row for line in lines for row in _rows(line, table.columns, confidence)]
    return markdown(header, rows, texts=2) if marked else aligned(header, rows)


def _rows(line: Line, columns: tuple[Column, ...], confidence: float) -> Iterator[list[str]]:
    figures = _figures(line, columns)
    interval = f"{100 * confidence:g} % interval"
    name = line.row.name
    for what in _WHAT:
        if any(figure is not None for figure in figures[what]):
            yield [name, interval if what == "interval" else what, *_cells(what, figures[what])]
            name = ""
    if name:
        yield [name, "not run", *[_NOTHING] * len(columns)]


def _cells(what: str, values: list[Any]) -> list[str]:
    return [_NOTHING if value is None else _cell(what, value) for value in values]


def _cell(what: str, value: Any) -> str:
    if what == "interval":
        low, high = value
        return f"[{low:.1f}, {high:.1f}]"
    return f"{value:+.2f}" if what == "difference" else f"{value:.2f}"


def _figures(line: Line, columns: tuple[Column, ...]) -> dict[str, list[Any]]:
    """The figures of a line by what they are, in the order of the columns."""
    ours = [line.ours(column.measure) for column in columns]
    pairs = zip(ours, line.row.published, strict=True)
    ends = line.scores.intervals if line.scores else {}
    return {
        "published": list(line.row.published),
        "ours": ours,
        "difference": [None if a is None or b is None else round(a - b, 4) for a, b in pairs],
        "interval": [ends.get(column.measure) for column in columns],
    }


def not_run(found: Reproduced) -> dict[str, list[str]]:
    """Why there are no figures of ours, or not all, and in which rows."""
    reasons: dict[str, dict[str, None]] = {}
    for table, lines in found.tables:
        for line in lines:
            if line.missing and line.missing != NOT_CHOSEN:
                name = line.row.name + (f" ({table.table})" if line.scores else "")
                reasons.setdefault(line.missing, {})[name] = None
    return {reason: list(names) for reason, names in reasons.items()}


def to_json(found: Reproduced) -> dict[str, Any]:
    """The document that `motjuste reproduce --json` prints."""
    return {
        "paper": found.paper.paper,
        "benchmark": found.benchmark.name,
        "targets": len(found.benchmark),
        "published_on": found.paper.benchmark,
        "comparable": found.comparable,
        "note": found.note,
        "tables": [_table_json(*pair) for pair in found.tables],
        "not_run": [
            {"systems": names, "reason": reason} for reason, names in not_run(found).items()
        ],
    }


def _table_json(table: Table, lines: tuple[Line, ...]) -> dict[str, Any]:
    return {
        "table": table.table,
        "title": table.title,
        "setting": table.setting,
        "columns": [column._asdict() for column in table.columns],
        "rows": [_row_json(line, table.columns) for line in lines],
    }


def _row_json(line: Line, columns: tuple[Column, ...]) -> dict[str, Any]:
    names = [column.measure for column in columns]
    figures = {
        what: dict(zip(names, values, strict=True))
        for what, values in _figures(line, columns).items()
    }
    return {
        "system": line.row.name,
        "run": line.row.run or None,
        "source": line.row.source or None,
        **figures,
        "signature": line.scores.signature if line.scores else None,
        "targets": line.scores.items if line.scores else None,
        "missing": line.missing or None,
    }
