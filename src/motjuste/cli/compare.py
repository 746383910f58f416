"""`motjuste compare`: differences between runs, with significance tests."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.options import (
    Abstentions,
    AbstentionsOption,
    BenchmarkOption,
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


class TableFormat(str, Enum):
    """How a comparison is written."""

    text = "text"
    markdown = "markdown"
    latex = "latex"
    json = "json"


class Test(str, Enum):
    """Whose p-values mark significance."""

    bootstrap = "bootstrap"
    randomisation = "randomisation"


def compare(
    runs: Annotated[list[Path], typer.Argument(help="Run files; the first is the baseline.")],
    benchmark: BenchmarkOption,
    measures: MeasuresOption = None,
    form: FormOption = None,
    output: Annotated[
        TableFormat, typer.Option("--format", help="Output format.")
    ] = TableFormat.text,
    json: Annotated[bool, typer.Option("--json", help="Same as --format json.")] = False,
    test: Annotated[
        Test, typer.Option(help="The test whose p-values mark significance in tables.")
    ] = Test.randomisation,
    abstentions: AbstentionsOption = Abstentions.drop,
    semeval: SemevalOption = SemevalScorer.program,
    resamples: ResamplesOption = 1000,
    confidence: ConfidenceOption = 0.95,
    seed: SeedOption = 12345,
) -> None:
    """Compare runs with the first one, with paired significance tests.

    Example:  motjuste compare base.lsr.json new.lsr.json --benchmark swords-v1.1-dev
    """
    from motjuste.benchmarks import read_benchmark, read_runs
    from motjuste.cli.output import print_json
    from motjuste.metrics import compare as compare_runs
    from motjuste.reports.comparison import render

    gold = read_benchmark(benchmark)
    comparison = compare_runs(
        read_runs(runs, gold, form.value if form else None),
        gold,
        split_names(measures),
        make_settings(abstentions, semeval),
        make_resampling(resamples, confidence, seed),
    )
    if json or output is TableFormat.json:
        print_json(comparison.to_json())
    else:
        typer.echo(render(comparison, output.value, test.value))
