"""Learning curves: the loss and the validation measures by training step."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from motjuste.reports.figures import COLOURS, save_figure


def draw_curves(history: Sequence[Mapping[str, Any]], measures: Sequence[str], path: Path) -> None:
    """The loss on the left scale, the measures on the right one, in percent."""

    def draw(axes: Any) -> None:
        steps = [row["step"] for row in history]
        loss = axes.plot(steps, [row["loss"] for row in history], color="#777777", label="loss")
        axes.set_xlabel("step")
        axes.set_ylabel("loss")
        axes.set_ylim(bottom=0)
        right = axes.twinx()
        right.spines["right"].set_visible(True)
        right.grid(visible=False)
        right.set_ylim(0, 102)
        right.set_ylabel("%")
        lines = list(loss)
        for name, colour in zip(measures, cycle(COLOURS), strict=False):
            points = [(row["step"], row[name]) for row in history if name in row]
            style = {"color": colour, "marker": "o", "markersize": 3, "label": name}
            lines += right.plot(*zip(*points, strict=True), **style) if points else []
        axes.legend(handles=lines, loc="center right")

    save_figure(draw, path)
