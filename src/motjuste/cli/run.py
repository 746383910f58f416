"""`motjuste run` and `motjuste systems`: what can be run, and running it on a benchmark."""

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motjuste.cli.options import (
    BenchmarkOption,
    RayOption,
    SetOption,
    WorkersOption,
    split_settings,
)
from motjuste.errors import BadInputError, MotjusteError

if TYPE_CHECKING:
    from motjuste.benchmarks import Benchmark
    from motjuste.systems import RunReport, System


class Setting(str, Enum):
    """What a system does with the benchmark."""

    generate = "generate"
    rank = "rank"
    improve = "improve"


def run(
    system: Annotated[str, typer.Argument(help="A name from 'motjuste systems'.")],
    benchmark: BenchmarkOption,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="The run file, .lsr.json[.gz] or .json.", show_default=False
        ),
    ] = None,
    setting: Annotated[
        Setting,
        typer.Option(
            help="Find substitutes, rank the benchmark's candidates, or improve its sentences."
        ),
    ] = Setting.generate,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N items.")] = None,
    workers: WorkersOption = 1,
    ray: RayOption = None,
    change: SetOption = None,
    file: Annotated[
        Path | None,
        typer.Option(help="The system's file: short for --set file=PATH.", show_default=False),
    ] = None,
    rerank: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM", help="Re-rank the system's suggestions with another system."
        ),
    ] = None,
    change_ranker: Annotated[
        list[str] | None,
        typer.Option("--set-ranker", metavar="NAME=VALUE", help="Change a setting of the ranker."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the first prompt and send nothing.")
    ] = False,
) -> None:
    """Run a system on every item of a benchmark; run the same command again to resume.

    Example:  motjuste run oracle --benchmark swords-v1.1-dev --out oracle.lsr.json
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.cli.progress import item_bar
    from motjuste.systems import Reranked, run_system

    chosen = _configured(system, [*(change or []), *([f"file={file}"] if file else [])])
    if rerank is not None:
        chosen = Reranked(chosen, _configured(rerank, change_ranker or []))
    elif change_ranker:
        raise BadInputError("--set-ranker needs --rerank")
    if out is None and not dry_run:
        raise BadInputError("name the run file to write: --out FILE")
    gold = read_benchmark(benchmark)
    if out is None or dry_run:
        return _preview(chosen, gold)
    units = gold.contexts if setting is Setting.improve else gold.items
    total = len(units) if limit is None else min(limit, len(units))
    try:
        with item_bar(f"{chosen.name} on {gold.name}", total) as advance:
            report = run_system(chosen, gold, out, setting.value, limit, advance, workers, ray)
    finally:
        # The cost is reported even if the run is interrupted.
        if summary := chosen.summary():
            typer.echo(summary, file=sys.stderr)
    return _show(report, chosen, out, total)


def _configured(name: str, assignments: list[str]) -> "System":
    """A system with the profile for benchmarks and the settings that the user gave."""
    from motjuste.systems import make_system, with_settings

    return with_settings(make_system(name, "benchmark"), split_settings(assignments))


def _preview(system: "System", gold: "Benchmark") -> None:
    if not gold.items:
        raise BadInputError(f"{gold.name} has no items")
    typer.echo(system.preview(gold.items[0].target))


def _show(report: "RunReport", system: "System", out: Path, total: int) -> None:
    before = f", {report.resumed} of them before" if report.resumed else ""
    if report.errors:
        item, error = next(iter(report.errors.items()))
        raise MotjusteError(
            f"{system.name} failed on {len(report.errors)} of {total} items (the first, {item}: "
            f"{error}); the others are kept, run the command again to retry"
        )
    typer.echo(f"{out}: {total} items{before}", file=sys.stderr)


def systems(
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the systems with their paper, verbs and requirements, and whether each can run now.

    Example:  motjuste systems --json
    """
    from motjuste.cli.output import console, print_json

    rows = _rows()
    if json:
        return print_json({"systems": rows})
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for column in ("system", "does", "paper", "what it is", "can run"):
        table.add_column(column)
    for row in rows:
        verbs = ", ".join(row["verbs"])
        cells = (row["name"], verbs, row["paper"], row["description"], _able(row))
        table.add_row(*map(Text, cells))
    return console().print(table)


def _able(row: dict[str, Any]) -> str:
    """Whether a system can run now, and the settings that the user must give."""
    if row["problem"]:
        return f"no: {row['problem']}"
    options = " ".join(f"--set {name}=…" for name in row["asks"])
    return f"yes, with {options}" if options else "yes"


def _rows() -> list[dict[str, Any]]:
    from motjuste.systems import system_names

    return [_row(name) for name in system_names()]


def _row(name: str) -> dict[str, Any]:
    from motjuste.systems import make_system, missing_extras, system_class, verbs

    row: dict[str, Any] = {"name": name, "verbs": [], "paper": "", "description": "", "asks": []}
    try:
        kind = system_class(name)
        row |= {
            "verbs": verbs(kind),
            "paper": kind.paper,
            "description": kind.description,
            "needs": sorted(set(kind.needs.values())),
            "missing": missing_extras(kind),
            "asks": list(kind.asks),
        }
        row |= {"settings": make_system(name).settings(), "problem": None}
    except MotjusteError as error:
        row["problem"] = str(error)
    return row
