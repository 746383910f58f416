"""`motjuste benchmarks stats`: the papers' tables and figures for any benchmark."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from motjuste.benchmarks.benchmark import Benchmark
    from motjuste.reports.overview import Overview


def stats(
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC...", help="Benchmarks, or splits of one, each as a name or READER:PATH."
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    second: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="A benchmark with more labels for the same targets."),
    ] = None,
    coinco: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC", help="CoInCo, or a .lsr.json file whose scores are its votes."
        ),
    ] = None,
    annotations: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="CSV with columns item, annotator, substitute; start, end and kind for spans; "
            "group and verdict for post hoc judgements.",
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Draw figures in this folder, as PNG and SVG."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the simulations.")] = 0,
) -> None:
    """Show the size, quality and agreement of benchmarks, as the papers do.

    Example:  motjuste benchmarks stats swords-v1.1-dev --coinco coinco --figures figures
    """
    from motjuste.benchmarks.readers import read_benchmark
    from motjuste.reports.annotations import read_annotations
    from motjuste.reports.figures import draw_sections
    from motjuste.reports.overview import Inputs, overview

    report = overview(
        Inputs(
            [read_benchmark(spec) for spec in specs],
            second=read_benchmark(second) if second else None,
            votes=_votes(coinco) if coinco else None,
            annotations=read_annotations(annotations) if annotations else None,
            seed=seed,
        )
    )
    drawn = draw_sections(report.sections, figures) if figures else []
    return _print_json(report, drawn) if json else _show(report, drawn)


def _votes(spec: str) -> Callable[["Benchmark"], Mapping[str, Mapping[str, int]]]:
    """A function from a benchmark to CoInCo's votes for its targets."""
    from motjuste.benchmarks.readers import read_benchmark
    from motjuste.benchmarks.run import read_lsr
    from motjuste.reports.recall_votes import votes_from_benchmark, votes_from_run

    if spec.removesuffix(".gz").endswith(".lsr.json"):
        votes = votes_from_run(read_lsr(Path(spec)))
        return lambda benchmark: votes
    coinco = read_benchmark(spec)
    return lambda benchmark: votes_from_benchmark(benchmark, coinco)


def _print_json(report: "Overview", drawn: Sequence[Path]) -> None:
    from motjuste.cli.output import print_json

    print_json(
        {
            "sections": [section.as_json() for section in report.sections],
            "missing": list(report.missing),
            "figures": [str(path) for path in drawn],
        }
    )


def _show(report: "Overview", drawn: Sequence[Path]) -> None:
    from rich.text import Text

    from motjuste.cli.output import console
    from motjuste.reports.tables import section_table

    out = console()
    for section in report.sections:
        about = f"{section.benchmark}: " if section.benchmark else ""
        out.print(Text(about + section.title, style="bold"), soft_wrap=True)
        out.print(section_table(section, out.width))
        if section.note:
            out.print(Text(section.note))
        out.print()
    for path in drawn:
        out.print(Text(f"Drawn: {path}"), soft_wrap=True)
    if report.missing:
        out.print(Text(f"Also possible: {'; '.join(report.missing)}."))
