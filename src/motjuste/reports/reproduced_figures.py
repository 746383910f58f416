"""Figures 3 and 4 of Smart Word Suggestions, drawn for the systems that were run here."""

from collections.abc import Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from motjuste.reports.figures import COLOURS, FORMATS, save_figure
from motjuste.reports.reproduction import Reproduced, ReproducedRow
from motjuste.reports.sws import targets_by_votes

PAPERS = ("sws",)
_MARKERS = "osv^Dxp"


def draw_figures(reproduced: Reproduced, folder: Path) -> list[Path]:
    """Both figures as PNG and SVG, and where the files are."""
    drawn = []
    for name, draw in (("Figure 3", _by_votes), ("Figure 4", _by_number)):
        for suffix in FORMATS:
            stem = f"{reproduced.benchmark.name}.{name.lower().replace(' ', '')}"
            drawn.append(folder / f"{stem}{suffix}")
            save_figure(partial(draw, reproduced=reproduced), drawn[-1])
    return drawn


def _by_votes(axes: Any, reproduced: Reproduced) -> None:
    """Bars: how many targets have a voting index; lines: how many of them are detected."""
    rows = targets_by_votes(reproduced.benchmark)
    indexes = [row.voting_index for row in rows]
    axes.bar(indexes, [row.targets for row in rows], 0.7, color="#CCCCCC", label="targets")
    axes.set_xticks(indexes)
    axes.set_xlabel("voting index")
    axes.set_ylabel("targets")
    axes.grid(visible=False)
    right = axes.twinx()
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    right.set_ylim(0, 102)
    right.set_ylabel("recall of detection (%)")
    _lines(right, reproduced, "Figure 3")
    handles, labels = right.get_legend_handles_labels()
    axes.figure.legend(handles, labels, loc="outside upper center", ncols=2, fontsize=8)


def _by_number(axes: Any, reproduced: Reproduced) -> None:
    """NDCG of the first m suggestions."""
    _lines(axes, reproduced, "Figure 4")
    axes.set_xticks([1, 2, 3, 4])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("suggestions (m)")
    axes.set_ylabel("NDCG (%)")
    axes.figure.legend(loc="outside upper center", ncols=2, fontsize=8)


def _lines(axes: Any, reproduced: Reproduced, name: str) -> None:
    """A line for each system that was run."""
    (table, lines), *_ = [rows for rows in reproduced.tables if rows[0].table == name]
    shown = [line for line in lines if line.scores is not None]
    columns = [column.measure for column in table.columns]
    for line, colour, marker in zip(shown, cycle(COLOURS), cycle(_MARKERS), strict=False):
        points = _points(line, columns)
        label = line.row.name + (" (trained on it)" if line.trained else "")
        xs, ys = [x for x, _ in points], [y for _, y in points]
        axes.plot(xs, ys, color=colour, marker=marker, markersize=4, label=label)


def _points(line: ReproducedRow, columns: Sequence[str]) -> list[tuple[int, float]]:
    """The number after `=` or `@` in each measure's name, and its figure."""
    points = []
    for name in columns:
        value = line.ours(name)
        if value is not None:
            points.append((int(name.replace("@", "=").rpartition("=")[2]), value))
    return points
