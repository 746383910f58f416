"""A comparison of runs as a table: aligned text, Markdown or LaTeX.

A figure is marked if its difference from the baseline is significant.
"""

from collections.abc import Callable

from motjuste.metrics.scoring import Comparison, Difference
from motjuste.reports.grids import aligned, escaped, markdown

MARKS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
LEGEND = "* p < .05, ** p < .01, *** p < .001"

Rows = list[list[str]]


def mark(p_value: float) -> str:
    """Stars for a p-value.

    >>> mark(0.2), mark(0.03), mark(0.001)
    ('', '*', '**')
    """
    return next((stars for limit, stars in MARKS if p_value < limit), "")


def render(comparison: Comparison, form: str, test: str) -> str:
    """The comparison in one of the forms `text`, `markdown`, `latex`."""
    header, rows = _cells(comparison, test)
    baseline = comparison.runs[0]
    note = (
        f"Baseline: {baseline.system}, {baseline.items} items. "
        f"{LEGEND} (two-sided, {_TESTS[test][1]})."
    )
    return _RENDERERS[form](header, rows, note, comparison.signature)


def _p_bootstrap(difference: Difference) -> float:
    return difference.p_bootstrap


def _p_randomisation(difference: Difference) -> float:
    return difference.p_randomisation


_TESTS: dict[str, tuple[Callable[[Difference], float], str]] = {
    "bootstrap": (_p_bootstrap, "paired bootstrap"),
    "randomisation": (_p_randomisation, "approximate randomisation"),
}


def _cells(comparison: Comparison, test: str) -> tuple[list[str], Rows]:
    """A row for each measure: the baseline's figure, then each run's with its difference."""
    header = ["measure", *(scores.system for scores in comparison.runs)]
    p_value = _TESTS[test][0]
    rows = []
    for name in comparison.runs[0].scores:
        row = [name]
        for scores, differences in zip(comparison.runs, comparison.differences, strict=True):
            low, high = scores.intervals[name]
            cell = f"{scores.scores[name]:.2f} [{low:.1f}, {high:.1f}]"
            if name in differences:
                difference = differences[name]
                cell += f" {difference.delta:+.2f}{mark(p_value(difference))}"
            row.append(cell)
        rows.append(row)
    return header, rows


def _text(header: list[str], rows: Rows, note: str, signature: str) -> str:
    return "\n".join([*aligned(header, rows), "", note, signature])


def _markdown(header: list[str], rows: Rows, note: str, signature: str) -> str:
    return "\n".join([*markdown(header, rows), "", escaped(note), "", f"`{signature}`"])


_LATEX = str.maketrans(
    {
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
        "<": r"$<$",
        "|": r"$|$",
    }
)


def _latex(header: list[str], rows: Rows, note: str, signature: str) -> str:
    lines = [" & ".join(cell.translate(_LATEX) for cell in row) + r" \\" for row in [header, *rows]]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
            r"\hline",
            lines[0],
            r"\hline",
            *lines[1:],
            r"\hline",
            r"\end{tabular}",
            "% " + note,
            "% " + signature,
        ]
    )


_RENDERERS: dict[str, Callable[[list[str], Rows, str, str], str]] = {
    "text": _text,
    "markdown": _markdown,
    "latex": _latex,
}
