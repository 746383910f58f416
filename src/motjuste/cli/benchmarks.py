"""`motjuste benchmarks`: what there is, how to get it, and writing it in another format."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from motjuste.cli.options import MascOption, show_help
from motjuste.cli.stats import stats

app = typer.Typer(
    name="benchmarks",
    help="List, fetch, convert and describe benchmarks.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)


app.command("stats")(stats)


class WrittenFormat(str, Enum):
    """The formats that `convert` writes."""

    SWORDS = "swords"
    SEMEVAL2007 = "semeval2007"


@app.command("list")
def list_benchmarks(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the public benchmarks and show which are on this machine.

    Example:  motjuste benchmarks list --json
    """
    rows = _rows()
    if as_json:
        from motjuste.cli.output import print_json

        return print_json({"benchmarks": rows})
    columns = ("name", "size", "licence", "path")
    table = [columns, *(tuple(row[column] or "-" for column in columns) for row in rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(columns))]
    for row in table:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        typer.echo(line.rstrip())
    return None


def _rows() -> list[dict[str, Any]]:
    from motjuste.benchmarks.catalogue import CATALOGUE, installed

    rows = []
    for entry in CATALOGUE.values():
        path = installed(entry)
        rows.append(
            {
                "name": entry.name,
                "reader": entry.reader,
                "part": entry.part,
                "size": entry.size,
                "licence": entry.licence,
                "citation": entry.citation,
                "urls": [source.url for source in entry.sources],
                "path": None if path is None else str(path),
            }
        )
    return rows


@app.command("fetch")
def fetch_benchmarks(
    names: Annotated[list[str], typer.Argument(help="Names that `list` shows.")],
    to: Annotated[
        Path | None, typer.Option(help="The data folder; the user's cache by default.")
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace files whose checksum differs from the catalogue's."),
    ] = False,
) -> None:
    """Download benchmarks; skip files that are there, and resume interrupted downloads.

    Example:  motjuste benchmarks fetch swords-v1.1-dev coinco-dev
    """
    from motjuste.benchmarks.catalogue import cache_folder, find_entry
    from motjuste.benchmarks.fetch import fetch
    from motjuste.cli.progress import download_bars

    folder = to or cache_folder()
    entries = [find_entry(name) for name in names]
    with download_bars() as watch:
        for entry in entries:
            for fetched in fetch(entry, folder, watch, force=force):
                status = "already there" if fetched.already_there else "fetched"
                known = "" if fetched.source.sha256 else "; no checksum is known to compare it with"
                typer.echo(f"{fetched.path}: {status} (sha256 {fetched.sha256}{known})")


@app.command("convert")
def convert_benchmark(
    spec: Annotated[str, typer.Argument(help="A name from the catalogue, or READER:PATH[#PART].")],
    out: Annotated[
        Path, typer.Argument(help="The file (swords) or folder (semeval2007) to write.")
    ],
    to: Annotated[WrittenFormat, typer.Option(help="The format to write.")] = WrittenFormat.SWORDS,
    pool: Annotated[
        bool,
        typer.Option("--pool", help="Add ranking candidates, pooled per lemma and part of speech."),
    ] = False,
    multiwords: Annotated[
        bool, typer.Option("--multiwords/--no-multiwords", help="Include multiwords in the pools.")
    ] = True,
    masc: MascOption = None,
) -> None:
    """Write any benchmark as SWORDS JSON, or as SemEval-2007 files.

    Example:  motjuste benchmarks convert semeval2007:some/folder#trial trial.json.gz --pool
    """
    from motjuste.benchmarks import read_benchmark, with_pools
    from motjuste.benchmarks.contexts import repair
    from motjuste.benchmarks.convert import convert
    from motjuste.errors import BadInputError

    if pool and to is not WrittenFormat.SWORDS:
        raise BadInputError("SemEval-2007 files have no place for pools: leave out --pool")
    if not pool and not multiwords:
        raise BadInputError("--no-multiwords concerns pools: add --pool")
    benchmark = read_benchmark(spec)
    if masc is not None:
        benchmark = repair(benchmark, masc)
    if pool:
        benchmark = with_pools(benchmark, multiwords=multiwords)
    written = convert(benchmark, out, to.value)
    if written.merged:
        typer.echo(
            f"{written.merged} items repeat the target of another (same text, place and part of "
            "speech) and were merged with it",
            err=True,
        )
    for path in written.paths:
        typer.echo(str(path))
