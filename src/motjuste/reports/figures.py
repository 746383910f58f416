"""The papers' figures, drawn from the tables: PNG or SVG by the name of the file."""

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from motjuste.errors import bad_file
from motjuste.extras import need
from motjuste.files import write_atomic
from motjuste.reports.overlap import OverlapPoint
from motjuste.reports.overview import Section
from motjuste.reports.sources import ScoreCount
from motjuste.reports.sws import TargetsByVotes

# Okabe and Ito's colours, which people with any colour vision can tell apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")
FORMATS = (".png", ".svg")

_STYLE = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "grid.color": "#DDDDDD",
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "motjuste",
}
# Width and height of a figure, in inches: it fits a column of a page.
_SIZE = (6.4, 4.0)
# Dots per inch of PNG files.
_DPI = 160


def draw_score_distribution(rows: Sequence[ScoreCount], path: Path) -> None:
    """SWORDS's Figure 1: how many substitutes have which score, by source; zero is not shown."""

    def draw(axes: Any) -> None:
        shown = [row for row in rows if row.score > 0]
        below = [0] * len(shown)
        for name, colour in zip(rows[0].substitutes, cycle(COLOURS), strict=False):
            heights = [row.substitutes[name] for row in shown]
            axes.bar([row.score for row in shown], heights, 7.5, below, label=name, color=colour)
            below = [low + height for low, height in zip(below, heights, strict=True)]
        zero = sum(sum(row.substitutes.values()) for row in rows if row.score == 0)
        axes.set_xticks([row.score for row in shown])
        axes.set_xlabel(f"score (%); {zero:,} substitutes with score 0 not shown")
        axes.set_ylabel("substitutes")
        axes.legend(title="source", reverse=True)

    save_figure(draw, path)


def draw_overlap(points: Sequence[OverlapPoint], path: Path) -> None:
    """SWORDS's Figure 4: rank-biased overlap against the number of annotators."""

    def draw(axes: Any) -> None:
        axes.errorbar(
            [point.annotators for point in points],
            [point.mean for point in points],
            yerr=[point.deviation for point in points],
            color=COLOURS[0],
            marker="o",
            markersize=4,
            capsize=3,
        )
        axes.set_xticks([point.annotators for point in points])
        axes.set_ylim(0, 1)
        axes.set_xlabel("annotators (k)")
        axes.set_ylabel("rank-biased overlap")

    save_figure(draw, path)


def draw_voting_index(rows: Sequence[TargetsByVotes], path: Path) -> None:
    """The bars of SWS's Figure 3: how many targets have which voting index."""

    def draw(axes: Any) -> None:
        indexes = [row.voting_index for row in rows]
        bars = axes.bar(indexes, [row.targets for row in rows], 0.75, color=COLOURS[0])
        axes.bar_label(bars, padding=2, fontsize=9)
        axes.grid(visible=False)
        axes.margins(y=0.08)
        axes.set_xticks(indexes)
        axes.set_xlabel("voting index")
        axes.set_ylabel("targets")

    save_figure(draw, path)


def draw_workers(points: Sequence[tuple[float, float, bool]], path: Path) -> None:
    """A dot for each worker: median seconds a task, controls right in percent, whether dropped."""

    def draw(axes: Any) -> None:
        for dropped, label, marker in ((False, "kept", "o"), (True, "dropped", "x")):
            dropped_points = [point for point in points if point[2] == dropped]
            if dropped_points:
                colour = COLOURS[5 if dropped else 0]
                x = [point[0] for point in dropped_points]
                y = [point[1] for point in dropped_points]
                axes.scatter(x, y, label=label, marker=marker, color=colour)
        axes.set_ylim(0, 105)
        axes.set_xlim(left=0)
        axes.set_xlabel("median seconds a task")
        axes.set_ylabel("controls right (%)")
        axes.legend()

    save_figure(draw, path)


_DRAW: Mapping[str, Callable[[Any, Path], None]] = {
    "distribution": draw_score_distribution,
    "overlap": draw_overlap,
    "voting_index": draw_voting_index,
}


def draw_sections(sections: Iterable[Section], folder: Path) -> list[Path]:
    """Every section that the papers draw, as PNG and as SVG, and where the files are."""
    drawn = []
    for section in sections:
        if section.name in _DRAW:
            stem = re.sub(r"[^\w.-]+", "-", f"{section.benchmark}.{section.name}")
            for suffix in FORMATS:
                drawn.append(folder / (stem + suffix))
                _DRAW[section.name](section.rows, drawn[-1])
    return drawn


def save_figure(draw: Callable[[Any], None], path: Path) -> None:
    """Draw on fresh axes and write the file; the same data gives the same bytes."""
    if path.suffix not in FORMATS:
        raise bad_file(path, "is not a figure", f"end the name in {' or '.join(FORMATS)}")
    matplotlib = need("matplotlib", "drawing figures", "plots")
    figures = need("matplotlib.figure", "drawing figures", "plots")
    content = io.BytesIO()
    with matplotlib.rc_context(_STYLE):
        figure = figures.Figure(figsize=_SIZE, layout="constrained")
        draw(figure.subplots())
        stamp = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(content, format=path.suffix[1:], dpi=_DPI, metadata=stamp)
    write_atomic(path, content.getvalue())
