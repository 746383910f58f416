"""One page over all four papers: every row of every table, published, ours, why they differ.

The page is written by `motjuste reproduce fidelity`. Whatever can be run on this machine is run, on
the papers' own splits where they are here; for the rest the page says what is needed.
"""

import re
from collections.abc import Sequence

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import MotjusteError
from motjuste.reports.analyses import ANALYSES, Analysis
from motjuste.reports.grids import escaped, markdown
from motjuste.reports.published import Column, Paper
from motjuste.reports.reproduction import NOT_CHOSEN, Reproduced, ReproducedRow
from motjuste.reports.undecided import section

COMMAND = "motjuste reproduce fidelity"
# Differences up to this are the published figures' own rounding.
ROUNDING = 0.05
_NOTHING = "–"
_HEADER = ("row", "published", "ours", "difference", "why")

_INTRODUCTION = """# How far our figures are the papers'

Made by `{command}`; do not edit it by hand. Every row of every table of the four papers stands
here: what was printed, what this project gets from the data on the machine that made the page, and
why the two differ. Several figures of a row are separated by slashes, in the order that stands
above its table. All are percentages unless they count something.

"""


def page(papers: Sequence[tuple[str, Reproduced]], command: str = COMMAND) -> str:
    """The page, in Markdown; `command` is what makes it."""
    parts = [_paper(name, reproduced) for name, reproduced in papers]
    return _INTRODUCTION.format(command=command) + "\n\n".join(parts) + "\n"


def _paper(name: str, reproduced: Reproduced) -> str:
    parts = [f"## {escaped(reproduced.paper.paper)}", escaped(reproduced.note)]
    parts += [escaped(text) for text in (reproduced.caution, reproduced.paper.legend) if text]
    for table, lines in reproduced.tables:
        parts.append(f"### {table.table}: {escaped(table.title)}")
        parts.append(f"Figures: {escaped(' / '.join(column.name for column in table.columns))}.")
        rows = [_row(line, table.columns, reproduced.comparable) for line in lines]
        parts.append("\n".join(markdown(_HEADER, rows, texts=5)))
    parts.append("### Figures about the data")
    rows = [_analysis(analysis, reproduced.benchmark) for analysis in ANALYSES[name]]
    parts.append("\n".join(markdown(_HEADER, rows, texts=5)))
    if undecided := section(name):
        parts.append(undecided)
    return "\n\n".join(parts)


def _row(line: ReproducedRow, columns: Sequence[Column], comparable: bool) -> list[str]:
    ours = [line.ours(column.measure) for column in columns]
    published = line.row.published
    return [
        line.row.name,
        _figures(published),
        _figures(ours, 2),
        _figures(differences(published, ours), 2, signed=True),
        why(line, columns, comparable),
    ]


def why(line: ReproducedRow, columns: Sequence[Column], comparable: bool) -> str:
    """Why a row's figures are not the published ones, or that they are."""
    ours = [line.ours(column.measure) for column in columns]
    if all(value is None for value in ours):
        return _not_run(line)
    apart = [d for d in differences(line.row.published, ours) if d is not None]
    reasons = []
    if apart and all(abs(difference) <= ROUNDING for difference in apart):
        reasons.append("the same but for rounding")
    elif apart and not comparable:
        reasons.append("other targets than the paper's")
    elif apart and _within(line, columns):
        reasons.append("within the range of ties or seeds")
    elif apart:
        reasons.append(line.row.note or "not explained")
    elif line.row.note:
        reasons.append(line.row.note)
    if line.trained:
        reasons.append("trained on these targets: no estimate")
    if line.ranges:
        reasons.append(f"range over {line.range_over}: {_ranges(line, columns)}")
    if line.missing:
        reasons.append(line.missing)
    return "; ".join(reasons)


def _not_run(line: ReproducedRow) -> str:
    if line.missing == NOT_CHOSEN:
        return "not run for this page"
    if line.missing:
        # Paths of this machine are left out of the page.
        return re.sub(r" \(looked for [^)]*\)", "", line.missing)
    if line.row.source:
        return f"only published ({line.row.source})"
    return line.row.note or "only the paper's own annotators can tell"


def _within(line: ReproducedRow, columns: Sequence[Column]) -> bool:
    """Whether every published figure lies in the range of ours, give or take its rounding."""
    pairs = zip(columns, line.row.published, strict=True)
    known = [(line.ranges.get(c.measure), value) for c, value in pairs if value is not None]
    return bool(known) and all(
        ends is not None and ends[0] - ROUNDING <= value <= ends[1] + ROUNDING
        for ends, value in known
    )


def _ranges(line: ReproducedRow, columns: Sequence[Column]) -> str:
    ends = (line.ranges.get(column.measure) for column in columns)
    return " / ".join(f"{low:.1f} to {high:.1f}" if low < high else f"{low:.1f}"
                      for low, high in filter(None, ends))  # fmt: skip


def _analysis(analysis: Analysis, benchmark: Benchmark) -> list[str]:
    name = f"{analysis.table}, {analysis.row} ({', '.join(analysis.columns)})"
    published = list(analysis.published)
    try:
        ours = list(analysis.figures(benchmark))[: len(published)]
    except MotjusteError as error:
        return [name, _figures(published), _NOTHING, _NOTHING, str(error)]
    apart = differences(published, ours)
    known = [difference for difference in apart if difference is not None]
    same = known and all(abs(difference) <= ROUNDING for difference in known)
    reason = "; ".join(filter(None, ("the same but for rounding" if same else "", analysis.why)))
    return [name, _figures(published), _figures(ours, 2), _figures(apart, 2, signed=True), reason]


def differences(
    published: Sequence[float | None], ours: Sequence[float | None]
) -> list[float | None]:
    """Our figures minus the published ones, where there are both.

    >>> differences([1.0, None], [1.5, 2.0])
    [0.5, None]
    """
    return [
        None if their_value is None or our_value is None else round(our_value - their_value, 4)
        for their_value, our_value in zip(published, ours, strict=True)
    ]


def _figures(
    values: Sequence[float | None], digits: int | None = None, *, signed: bool = False
) -> str:
    """Figures with slashes between them; a dash where there is none at all."""
    if all(value is None for value in values):
        return _NOTHING
    return " / ".join(_figure(value, digits, signed) for value in values)


def _figure(value: float | None, digits: int | None, signed: bool) -> str:
    if value is None:
        return _NOTHING
    if digits is None:
        return f"{value:,.10g}"
    whole = float(value).is_integer() and abs(value) >= 100
    text = f"{value:,.0f}" if whole else f"{value:,.{digits}f}"
    return f"+{text}" if signed and value > 0 else text


def without_benchmark(paper: Paper) -> Reproduced:
    """The tables of a paper whose benchmark is not on this machine: published figures alone."""
    missing = "needs ANVAN-LS: make it with 'motjuste space anvan' and give it with --anvan"
    tables = tuple(
        (table, tuple(ReproducedRow(row, missing=missing) for row in table.rows))
        for table in paper.tables
    )
    nothing = Benchmark("no benchmark", "swords", {}, ())
    return Reproduced(paper, nothing, tables, confidence=0.95)
