"""`motjuste score`: the scores of a run on a benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.options import (
    Abstentions,
    AbstentionsOption,
    ConfidenceOption,
    FormOption,
    MeasuresOption,
    ResamplesOption,
    SeedOption,
    SemevalOption,
    SemevalScorer,
    make_resampling,
    make_settings,
    split_names,
)
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.metrics import Scores


def score(
    run: Annotated[
        Path | None,
        typer.Argument(
            help="A run: .lsr.json, SemEval .best/.oot/.mw, or output for SWS, TSAR or ProLex.",
            show_default=False,
        ),
    ] = None,
    benchmark: Annotated[
        str | None,
        typer.Option(
            "--benchmark",
            "-b",
            metavar="B",
            help="A name from 'motjuste benchmarks list', or READER:PATH.",
        ),
    ] = None,
    measures: MeasuresOption = None,
    form: FormOption = None,
    abstentions: AbstentionsOption = Abstentions.drop,
    semeval: SemevalOption = SemevalScorer.program,
    resamples: ResamplesOption = 1000,
    confidence: ConfidenceOption = 0.95,
    seed: SeedOption = 12345,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    list_measures: Annotated[
        bool, typer.Option("--list", help="List the measures and exit.")
    ] = False,
) -> None:
    """Score a run against a benchmark, with confidence intervals.

    Example:  motjuste score bert.lsr.json --benchmark swords-v1.1-dev
    """
    from motjuste.cli.output import print_json

    if list_measures:
        return _show_measures(json)
    if run is None or benchmark is None:
        raise BadInputError("give a run and its benchmark: motjuste score RUN --benchmark B")
    from motjuste.benchmarks import read_benchmark, read_run
    from motjuste.metrics import score as score_run

    gold = read_benchmark(benchmark)
    scores = score_run(
        read_run(run, gold, form.value if form else None),
        gold,
        split_names(measures),
        make_settings(abstentions, semeval),
        make_resampling(resamples, confidence, seed),
    )
    return print_json(scores.to_json()) if json else _show(scores, confidence)


def _show(scores: "Scores", confidence: float) -> None:
    from rich.table import Table
    from rich.text import Text

    from motjuste.cli.output import console

    out = console()
    about = f" on {scores.benchmark}, {scores.items} items"
    out.print(Text.assemble((scores.system, "bold"), about))
    table = Table(box=None, pad_edge=False)
    table.add_column("measure")
    table.add_column("score", justify="right")
    if scores.intervals:
        table.add_column(f"{100 * confidence:g} % interval", justify="right")
    for name, figure in scores.scores.items():
        row = [name, f"{figure:.2f}"]
        if scores.intervals:
            low, high = scores.intervals[name]
            row.append(f"{low:.2f} – {high:.2f}")
        table.add_row(*row)
    out.print(table)
    out.print(scores.signature, style="dim", markup=False, soft_wrap=True)


def _show_measures(json: bool) -> None:
    from motjuste.cli.output import console, print_json
    from motjuste.metrics import families

    if json:
        return print_json(
            [
                {
                    "examples": list(family.examples),
                    "description": family.description,
                    "paper": family.paper,
                }
                for family in families()
            ]
        )
    out = console()
    for family in families():
        out.print(f"[bold]{', '.join(family.examples)}[/]")
        out.print(f"  {family.description} [dim]({family.paper})[/]")
    return None
