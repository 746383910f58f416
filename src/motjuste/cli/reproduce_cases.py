"""`motjuste reproduce cases`: a page of targets with the answers of people and of runs."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.options import BenchmarkOption, split_names


def cases(
    runs: Annotated[list[Path], typer.Argument(help="Runs on the benchmark, in any known format.")],
    benchmark: BenchmarkOption,
    out: Annotated[Path, typer.Option(help="The Markdown file to write.")] = Path("cases.md"),
    items: Annotated[
        str | None, typer.Option(metavar="ID,ID", help="The targets to show, by id.")
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Number of targets, without --items.")] = 5,
) -> None:
    """Write case studies like Figure 5 of Smart Word Suggestions: runs' answers next to people's.

    Without --items it shows targets on which some runs are right and others wrong.

    Example:  motjuste reproduce cases bert.json rules.json -b sws-validation --out cases.md
    """
    from motjuste.benchmarks import read_benchmark, read_runs
    from motjuste.files import write_text
    from motjuste.reports.case_studies import case_studies, page

    gold = read_benchmark(benchmark)
    studies = case_studies(gold, read_runs(runs, gold), split_names(items) or (), number)
    write_text(out, page(gold, studies))
    typer.echo(f"written: {out}, {len(studies)} cases", file=sys.stderr)
