"""`motjuste distant`: training data from a corpus and a thesaurus, and what is in it."""

from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motjuste.cli.options import RayOption, show_help

if TYPE_CHECKING:
    from motjuste.benchmarks import Benchmark
    from motjuste.distant.records import Record

app = typer.Typer(
    name="distant",
    help="Make training data by distant supervision: replace words by synonyms.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)


class Combine(str, Enum):
    """Which entries of two thesauri are used."""

    intersection = "intersection"
    union = "union"


class RecordFormat(str, Enum):
    """How records are written."""

    jsonl_gz = "jsonl.gz"
    jsonl = "jsonl"
    parquet = "parquet"


FolderArgument = Annotated[
    Path, typer.Argument(metavar="RECORDS", help="A folder written by 'make', or a file in it.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
WorkersOption = Annotated[int, typer.Option(min=1, help="Number of processes.")]
CoverageOption = Annotated[
    str | None,
    typer.Option(
        "--benchmark",
        "-b",
        metavar="B",
        help="Report how many suggestions of this benchmark, such as sws-validation, are covered.",
    ),
]


@app.command("make")
def make_records(
    corpus: Annotated[
        list[Path],
        typer.Argument(
            help=".txt or .jsonl files, WikiExtractor's, the BNC's XML, ukWaC (.gz, .bz2, .xz "
            "too), or folders of them."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")],
    thesaurus: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Moby, MyThes, PPDB or JSON; or wordnet, moby: those of the package.  "
            "[default: wordnet --with moby]",
            show_default=False,
        ),
    ] = None,
    second: Annotated[
        str | None, typer.Option("--with", metavar="FILE", help="A second thesaurus.")
    ] = None,
    combine: Annotated[
        Combine, typer.Option(help="Keep synonyms that both thesauri list, or that either lists.")
    ] = Combine.intersection,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random choices.")] = 0,
    rate: Annotated[float, typer.Option(help="Share of the targets to replace.")] = 1.0,
    shortest: Annotated[
        int, typer.Option(min=1, help="Minimum number of words in a sentence.")
    ] = 5,
    longest: Annotated[
        int, typer.Option(min=1, help="Maximum number of words in a sentence.")
    ] = 80,
    changed_only: Annotated[
        bool, typer.Option("--changed-only", help="Drop sentences without a target.")
    ] = False,
    form: Annotated[
        RecordFormat, typer.Option("--format", help="Output format.")
    ] = RecordFormat.jsonl_gz,
    field: Annotated[str, typer.Option(help="The JSONL field that holds the text.")] = "text",
    workers: WorkersOption = 1,
    ray: RayOption = None,
    benchmark: CoverageOption = None,
    json: JsonOption = False,
) -> None:
    """Replace words by synonyms, and record the originals as the better words.

    Run the same command again to resume. The output depends only on the corpus, the thesauri, the
    options and the seed, not on the number of workers.

    Example:  motjuste distant make books/ --out data --workers 2

    Example:  motjuste distant make wiki/ --thesaurus ppdb.gz --with moby --out data
    """
    from motjuste.cli.progress import byte_bar
    from motjuste.distant.records import known_format
    from motjuste.distant.shards import Settings, make
    from motjuste.engine import Backend, corpus_files

    names = (thesaurus or "wordnet", second or (None if thesaurus else "moby"))
    settings = Settings(
        thesauri=tuple(name for name in names if name is not None),
        combine=combine.value,
        seed=seed,
        rate=rate,
        shortest=shortest,
        longest=longest,
        changed_only=changed_only,
        form=known_format(form.value),
        field_name=field,
    )
    gold = _gold(benchmark)
    with byte_bar("making records") as watch:
        make(corpus_files(corpus), out, settings, Backend(workers, ray), watch)
    _show(_counted(out, gold, workers), json)


@app.command("stats")
def show_statistics(
    records: FolderArgument,
    benchmark: CoverageOption = None,
    workers: WorkersOption = 1,
    json: JsonOption = False,
) -> None:
    """Count sentences, targets and phrases, and measure the coverage of a benchmark.

    Example:  motjuste distant stats data --benchmark sws-validation
    """
    _show(_counted(records, _gold(benchmark), workers), json)


@app.command("show")
def show_records(
    records: FolderArgument,
    top: Annotated[int, typer.Option("--top", "-n", min=1, help="Number of sentences.")] = 10,
    json: JsonOption = False,
) -> None:
    """Show the first sentences, each synonym with the original word.

    Example:  motjuste distant show data
    """
    from motjuste.cli.output import print_json
    from motjuste.distant.records import read_records

    first_records = islice(read_records(records), top)
    if json:
        return print_json({"records": [record.as_dict() for record in first_records]})
    for record in first_records:
        typer.echo(_marked(record))
    return None


def _gold(name: str | None) -> "Benchmark | None":
    from motjuste.benchmarks import read_benchmark

    return None if name is None else read_benchmark(name)


def _counted(records: Path, gold: "Benchmark | None", workers: int) -> dict[str, Any]:
    """The statistics, which are also kept beside the records."""
    from json import dumps

    from motjuste.cli.progress import item_bar
    from motjuste.distant.records import shards
    from motjuste.distant.statistics import statistics
    from motjuste.engine import Backend
    from motjuste.files import write_text

    with item_bar("counting", len(shards(records))) as advance:
        figures = statistics(records, gold, Backend(workers), advance)
    if records.is_dir():
        write_text(records / "statistics.json", dumps(figures, indent=2) + "\n")
    return figures


def _show(figures: dict[str, Any], json: bool) -> None:
    from motjuste.cli.output import console, print_json

    if json:
        return print_json(figures)
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in _rows(figures):
        table.add_row(name, value)
    return console().print(table)


def _rows(figures: dict[str, Any], indent: str = "") -> list[tuple[str, str]]:
    rows = []
    for key, value in figures.items():
        name = indent + key.replace("_", " ")
        if isinstance(value, dict):
            rows += [(name, ""), *_rows(value, indent + "  ")]
        elif isinstance(value, float):
            rows.append((name, f"{value:.2f}" + ("" if key == "times_each" else " %")))
        else:
            rows.append((name, f"{value:,}" if isinstance(value, int) else str(value)))
    return rows


def _marked(record: "Record") -> str:
    """A sentence with its targets marked.

    >>> from motjuste.distant.records import Record, Replaced
    >>> _marked(Record("0", "A big dog.", "A large dog.", 4, (Replaced(2, 5, "large", "ADJ"),)))
    'A [large -> big] dog.'
    """
    text = record.text
    for start, end, original, _ in reversed(record.targets):
        text = f"{text[:start]}[{original} -> {text[start:end]}]{text[end:]}"
    return text
