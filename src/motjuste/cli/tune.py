"""`motjuste tune`: the papers' searches for settings, on any system and benchmark."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motjuste.cli.options import SetOption, show_help, split_settings
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.reports.ratio_sweep import Dial, Point
    from motjuste.reports.sampling_grid import GridRow

app = typer.Typer(
    name="tune",
    help="Search for settings as the papers did: the share of words to mark, and sampling.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command("improver")
def improver(
    system: Annotated[str, typer.Argument(help="An improver from 'motjuste systems'.")] = "default",
    ratio: Annotated[
        float | None,
        typer.Option(help="Find the setting that marks this share of the words, such as 0.15."),
    ] = None,
    benchmark: Annotated[
        str, typer.Option("--benchmark", "-b", metavar="B", help="An SWS benchmark.")
    ] = "sws-validation",
    values: Annotated[
        str | None,
        typer.Option(
            metavar="V,V", help="Values to try for the setting that controls how much is marked."
        ),
    ] = None,
    change: SetOption = None,
    figure: Annotated[
        Path | None, typer.Option(help="Draw the curve in this file (.png or .svg).")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show how an improver's scores change as it marks more, or find the setting for a ratio.

    Example:  motjuste tune improver default --ratio 0.15
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.cli.output import print_json
    from motjuste.reports import ratio_sweep
    from motjuste.systems import make_system, with_settings

    if ratio is not None and values is not None:
        raise BadInputError("--ratio searches for the value itself: leave out --values")
    wanted = None if ratio is None else ratio_sweep.checked_ratio(ratio)
    chosen = with_settings(make_system(system, "benchmark"), split_settings(change or []))
    gold = read_benchmark(benchmark)
    dial = ratio_sweep.find_dial(chosen, system, change or [], gold)
    if wanted is None:
        points = ratio_sweep.sweep(dial, gold, _numbers(values))
    else:
        points = [ratio_sweep.calibrate(dial, gold, wanted)]
    if figure is not None:
        ratio_sweep.draw_sweep(points, _published(), figure)
    document = {
        "system": dial.system.name,
        "settings": _settings(dial, system, change or []),
        "setting": dial.setting,
        "benchmark": gold.name,
        "wanted_ratio": ratio,
        "points": [{"value": point.value, **point.scores} for point in points],
        "published": [{"system": row["system"], **row["scores"]} for row in _published_rows()],
    }
    return print_json(document) if json else _show(document, benchmark)


def _settings(dial: "Dial", system: str, change: list[str]) -> list[str]:
    """The options that make the swept system, except the dial; a cut names the system it cuts."""
    if dial.system.name == system:
        return change
    return [f"system={system}", *([f"options={','.join(change)}"] if change else [])]


def _numbers(text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise BadInputError(f"--values: {text!r} is not numbers with commas between them") from None


def _published_rows() -> list[dict[str, Any]]:
    """The rows of SWS's Table 4, with its Table 3 beside them."""
    from motjuste.reports.published import read_paper

    rows: dict[str, dict[str, float]] = {}
    for table in read_paper("sws").tables:
        if table.table in ("Table 3", "Table 4"):
            for row in table.rows:
                pairs = zip(table.columns, row.published, strict=True)
                known = {column.measure: value for column, value in pairs if value is not None}
                rows.setdefault(row.name, {}).update(known)
    return [{"system": name, "scores": row} for name, row in rows.items() if "ImpR" in row]


def _published() -> "list[Point]":
    from motjuste.reports.ratio_sweep import Point

    return [Point(0.0, row["scores"]) for row in _published_rows()]


def _show(document: dict[str, Any], benchmark: str) -> None:
    """Print the curve; for a wanted ratio also the command that runs the system with it."""
    from motjuste.reports.grids import aligned
    from motjuste.reports.ratio_sweep import MEASURES

    def cells(row: dict[str, Any]) -> list[str]:
        return [f"{row[name]:.1f}" if name in row else "–" for name in MEASURES]

    rows = [
        [f"{document['system']}, {document['setting']}={point['value']:.4g}", *cells(point)]
        for point in document["points"]
    ]
    rows += [[f"published: {row['system']}", *cells(row)] for row in document["published"]]
    typer.echo(f"{document['benchmark']}; published figures are of the test split\n")
    typer.echo("\n".join(aligned(["system", *MEASURES], rows)))
    if document["wanted_ratio"] is not None:
        value = document["points"][0]["value"]
        settings = [*document["settings"], f"{document['setting']}={value:.6g}"]
        command = ["motjuste", "run", document["system"], "--setting", "improve"]
        command += [part for setting in settings for part in ("--set", setting)]
        command += ["--benchmark", benchmark, "--out", "run.json"]
        typer.echo(f"\nrun it with  {shlex.join(command)}")


@app.command("few-shot")
def few_shot(
    work: Annotated[
        Path, typer.Option(help="A folder for the two parts of the benchmark and the 18 runs.")
    ],
    benchmark: Annotated[
        str, typer.Option("--benchmark", "-b", metavar="B", help="A development benchmark.")
    ] = "swords-v1.1-dev",
    targets: Annotated[
        int, typer.Option(min=1, help="Targets to score; the rest are examples.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    change: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find the sampling settings with the best Fc10 by SWORDS's grid of 18 runs.

    Example:  motjuste tune few-shot --work grid --set model=NAME --set api=chat
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.cli.output import print_json
    from motjuste.reports import sampling_grid
    from motjuste.systems import make_system, with_settings

    settings = split_settings(change or [])
    searched = [*vars(sampling_grid.grid()[0]), "priming"]
    fixed = next((name for name in searched if name in settings), None)
    if fixed is not None:
        raise BadInputError(f"--set {fixed}: the search sets it itself; leave it out")
    system = with_settings(make_system("gpt-few-shot"), settings)
    gold = read_benchmark(benchmark)
    rows = list(sampling_grid.search(system, gold, work, targets, seed))
    chosen = sampling_grid.best(rows)
    if json:
        return print_json(
            {
                "benchmark": gold.name,
                "measure": sampling_grid.MEASURE,
                "rows": [{**vars(row.sampling), "score": row.score} for row in rows],
                "chosen": vars(chosen.sampling),
                "published_choice": vars(sampling_grid.Sampling(*sampling_grid.PUBLISHED_CHOICE)),
            }
        )
    return _show_grid(rows, chosen)


def _show_grid(rows: "list[GridRow]", chosen: "GridRow") -> None:
    """Print every run of the grid, and the settings of the best."""
    from motjuste.reports.grids import aligned
    from motjuste.reports.sampling_grid import MEASURE

    header = [*vars(chosen.sampling), MEASURE]
    cells = [[*(f"{v:g}" for v in vars(row.sampling).values()), f"{row.score:.2f}"] for row in rows]
    typer.echo("\n".join(aligned(header, cells)))
    settings = " ".join(f"--set {name}={value:g}" for name, value in vars(chosen.sampling).items())
    typer.echo(f"\nbest: {settings}\npublished choice: temperature 0, presence 0.5, frequency 0")
