"""`motjuste space anvan-import`: the ANVAN-LS that its authors published, as a benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.options import split_names
from motjuste.cli.space_options import JsonOption


def import_anvan(
    file: Annotated[Path, typer.Argument(help="The table: CSV, or TSV, with a header.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The benchmark, .json or .json.gz.")],
    phrase: Annotated[
        str, typer.Option(metavar="COLUMN", help="The phrase, or its five words: A1,N1,V,A2,N2.")
    ],
    target: Annotated[
        str, typer.Option(metavar="COLUMN", help="The target's position (A1 … N2, 1 … 5) or word.")
    ],
    substitutes: Annotated[
        str, typer.Option(metavar="COLUMN", help="A list of the annotators' substitutes.")
    ] = "",
    confounders: Annotated[str, typer.Option(metavar="COLUMN", help="A list of confounders.")] = "",
    candidate: Annotated[
        str, typer.Option(metavar="COLUMN", help="The candidate, if each has its own row.")
    ] = "",
    label: Annotated[
        str, typer.Option(metavar="COLUMN", help="Whether it is a substitute: 1, true, yes, gold.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Convert the published ANVAN-LS, whose columns you name, into a benchmark.

    Example:  motjuste space anvan-import anvan.tsv -o a.json --phrase phrase --target position
    --substitutes subs --confounders conf
    """
    from motjuste.benchmarks.swords import write
    from motjuste.cli.output import print_json
    from motjuste.spaces.anvan_table import Columns, read_anvan

    columns = Columns(
        tuple(split_names(phrase) or ()), target, substitutes, confounders, candidate, label
    )
    benchmark = read_anvan(file, columns)
    write(benchmark, out)
    phrases, targets = len(benchmark.contexts), len(benchmark.items)
    if json:
        return print_json({"phrases": phrases, "targets": targets})
    return typer.echo(f"{phrases} phrases, {targets} targets (published: 165 and 732)")
