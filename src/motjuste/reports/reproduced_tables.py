"""A paper's tables with ours beside them, as text, Markdown or JSON.

A system that was run has four lines: published, ours, the difference, and our interval; a fifth
gives the range over orders of ties or over seeds, where a figure depends on them.
"""

from collections.abc import Iterator
from typing import Any

from motjuste.reports.grids import aligned, escaped, markdown
from motjuste.reports.published import Column, Table
from motjuste.reports.reproduction import NOT_CHOSEN, Reproduced, ReproducedRow

_NOTHING = "–"


def render(reproduced: Reproduced, form: str) -> str:
    """All tables as `text` or `markdown`, then what could not be run and why."""
    marked = form == "markdown"
    parts = [_title(reproduced.paper.paper, 1, marked), *_paragraphs(reproduced, marked)]
    for table, lines in reproduced.tables:
        parts.append(_title(f"{table.table}: {table.title}", 2, marked))
        parts.append("\n".join(_grid(reproduced, table, lines, marked)))
    missing = [f"- {', '.join(names)}: {reason}" for reason, names in not_run(reproduced).items()]
    if missing:
        parts.append(_title("Not run", 2, marked))
        parts.append("\n".join(escaped(line) if marked else line for line in missing))
    return "\n\n".join(parts)


def _title(text: str, level: int, marked: bool) -> str:
    return f"{'#' * level} {text}" if marked else text


def _paragraphs(reproduced: Reproduced, marked: bool) -> Iterator[str]:
    for text in (
        reproduced.note,
        reproduced.caution,
        reproduced.paper.legend,
        *_sources(reproduced),
    ):
        if text:
            yield escaped(text) if marked else text


def _sources(reproduced: Reproduced) -> list[str]:
    """The sources of the figures that are not the paper's own."""
    rows = [line.row for _, lines in reproduced.tables for line in lines if line.row.source]
    sources = dict.fromkeys(f"{row.name}: {row.source}" for row in rows)
    return [f"Later figures: {'; '.join(sources)}."] if sources else []


def _grid(
    reproduced: Reproduced, table: Table, lines: tuple[ReproducedRow, ...], marked: bool
) -> list[str]:
    header = ["system", "", *(column.name for column in table.columns)]
    rows = [row for line in lines for row in _rows(reproduced, line, table.columns)]
    return markdown(header, rows, texts=2) if marked else aligned(header, rows)


def _rows(
    reproduced: Reproduced, line: ReproducedRow, columns: tuple[Column, ...]
) -> Iterator[list[str]]:
    figures, name = _figures(line, columns), line.row.name
    for what, values in figures.items():
        if any(value is not None for value in values):
            note = _note(what, line, reproduced.confidence)
            cells = (_cell(what, value, reproduced.paper.digits) for value in values)
            yield [name, note, *cells]
            name = ""
    if name:
        yield [name, "not run", *[_NOTHING] * len(columns)]


def _note(what: str, line: ReproducedRow, confidence: float) -> str:
    if what == "interval":
        return f"{100 * confidence:g} % interval"
    if what == "range":
        return f"range over {line.range_over}"
    return "ours, trained on it" if what == "ours" and line.trained else what


def _cell(what: str, value: Any, digits: int) -> str:
    if value is None:
        return _NOTHING
    if what in ("interval", "range"):
        low, high = value
        return f"[{low:.1f}, {high:.1f}]"
    if what == "published":
        # As it is printed, which others do with more decimals than the paper.
        return f"{value:.{digits}f}" if round(value, digits) == value else f"{value:g}"
    return f"{value:+.2f}" if what == "difference" else f"{value:.2f}"


def _figures(line: ReproducedRow, columns: tuple[Column, ...]) -> dict[str, list[Any]]:
    """The figures of a line by what they are, in the order of the columns."""
    ours = [line.ours(column.measure) for column in columns]
    pairs = zip(ours, line.row.published, strict=True)
    ends = line.scores.intervals if line.scores else {}
    return {
        "published": list(line.row.published),
        "ours": ours,
        "difference": [None if a is None or b is None else round(a - b, 4) for a, b in pairs],
        "interval": [ends.get(column.measure) for column in columns],
        "range": [line.ranges.get(column.measure) for column in columns],
    }


def not_run(reproduced: Reproduced) -> dict[str, list[str]]:
    """The rows without figures of ours, or with only some, by the reason."""
    reasons: dict[str, dict[str, None]] = {}
    for table, lines in reproduced.tables:
        for line in lines:
            if line.missing and line.missing != NOT_CHOSEN:
                name = line.row.name + (f" ({table.table})" if line.scores else "")
                reasons.setdefault(line.missing, {})[name] = None
    return {reason: list(names) for reason, names in reasons.items()}


def to_json(reproduced: Reproduced) -> dict[str, Any]:
    """The document that `motjuste reproduce --json` prints."""
    return {
        "paper": reproduced.paper.paper,
        "benchmark": reproduced.benchmark.name,
        reproduced.paper.unit: reproduced.paper.size(reproduced.benchmark),
        "published_on": reproduced.paper.benchmark,
        "comparable": reproduced.comparable,
        "note": reproduced.note,
        "caution": reproduced.caution or None,
        "tables": [_table_json(*pair) for pair in reproduced.tables],
        "not_run": [
            {"systems": names, "reason": reason} for reason, names in not_run(reproduced).items()
        ],
    }


def _table_json(table: Table, lines: tuple[ReproducedRow, ...]) -> dict[str, Any]:
    return {
        "table": table.table,
        "title": table.title,
        "setting": table.setting,
        "columns": [column._asdict() for column in table.columns],
        "rows": [_row_json(line, table.columns) for line in lines],
    }


def _row_json(line: ReproducedRow, columns: tuple[Column, ...]) -> dict[str, Any]:
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
        "range_over": line.range_over if line.ranges else None,
        "signature": line.scores.signature if line.scores else None,
        "targets": line.scores.items if line.scores else None,
        "missing": line.missing or None,
        "trained_on_it": line.trained,
    }
