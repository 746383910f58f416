"""The commands of `motjuste collect` about what came of it: the benchmark and the report."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.collect_options import JsonOption, ProjectArgument, opened
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.collect.project import Project


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("export")(export)
    app.command("report")(report)


def export(
    folder: ProjectArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="swords: a .json or .json.gz file; sws: a folder; posthoc: a CSV file.",
        ),
    ],
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also all labels one by one, as CSV.")
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also the annotators as a run (HUMANS), as .lsr.json."),
    ] = None,
    workers: Annotated[
        bool, typer.Option("--workers/--no-workers", help="With workers' pseudonyms or without.")
    ] = True,
    partial: Annotated[
        bool, typer.Option("--partial", help="Take what there is, finished or not.")
    ] = False,
    name: Annotated[str | None, typer.Option(help="The benchmark's name.")] = None,
) -> None:
    """Write the benchmark: SWORDS JSON, files of Smart Word Suggestions, or verdicts.

    Example:  motjuste collect export fit --out fit.json.gz --labels labels.csv --no-workers
    """
    with opened(folder) as project:
        project.advance()
        if not partial:
            from motjuste.collect.results import check_complete

            check_complete(project.store)
        written = {"swords": _swords, "sws": _sws, "posthoc": _posthoc}[project.kind](
            project, out, labels, run, workers, name or project.folder.resolve().name
        )
    for path in written:
        typer.echo(str(path))


def _swords(
    project: "Project", out: Path, labels: Path | None, run: Path | None, workers: bool, name: str
) -> list[Path]:
    from motjuste.benchmarks.files import write_atomic, write_text
    from motjuste.benchmarks.run import write_lsr
    from motjuste.collect import results

    benchmark = results.to_benchmark(project.store, name)
    written = [out]
    write_atomic(out, results.swords_json(benchmark))
    if labels is not None:
        rows = results.label_rows(project.store, workers=workers)
        write_text(labels, results.csv_text(results.LABEL_COLUMNS, rows))
        written.append(labels)
    if run is not None:
        write_lsr(results.to_run(benchmark), run)
        written.append(run)
    return written


def _sws(
    project: "Project", out: Path, labels: Path | None, run: Path | None, workers: bool, name: str
) -> list[Path]:
    import json

    from motjuste.benchmarks.files import write_text
    from motjuste.collect import results
    from motjuste.collect.agreement import span_annotations

    if run is not None:
        raise BadInputError("--run is for projects of kind swords")
    written = []
    for part, document in results.sws_documents(project.store).items():
        written.append(out / f"{part}.json")
        write_text(written[-1], json.dumps(document, ensure_ascii=False, indent=1))
    if labels is not None:
        found = span_annotations(project.store)
        write_text(labels, results.annotation_rows(found, workers=workers))
        written.append(labels)
    return written


def _posthoc(
    project: "Project", out: Path, labels: Path | None, run: Path | None, workers: bool, name: str
) -> list[Path]:
    from motjuste.benchmarks.files import write_text
    from motjuste.collect import results

    if run is not None or labels is not None:
        raise BadInputError("a project of kind posthoc has only its verdicts: give --out alone")
    write_text(out, results.annotation_rows(results.verdicts(project.store), workers=workers))
    return [out]


def report(
    folder: ProjectArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for report.md and its figures.")
    ] = None,
    second: Annotated[
        Path | None, typer.Option(metavar="PROJECT", help="The second pool of people.")
    ] = None,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures.")] = True,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the simulations.")] = 0,
    json: JsonOption = False,
) -> None:
    """Show how a project was made and what it is worth; with --out, write it with figures.

    The first time it also writes a data statement with what is known filled in.

    Example:  motjuste collect report fit --out report --second fit-humans
    """
    from contextlib import ExitStack

    from motjuste.cli.output import print_json

    with ExitStack() as stack:
        project = stack.enter_context(opened(folder))
        other = stack.enter_context(opened(second)) if second else None
        from motjuste.collect.reporting import report_text, sections, write_report

        project.advance()
        found = sections(project, other, seed)
        written = write_report(project, out, found, figures) if out else []
        text = report_text(project, found, [])
    if json:
        document = {"sections": [section.as_json() for section in found]}
        print_json({**document, "files": [str(path) for path in written]})
        return
    if not written:
        typer.echo(text)
    for path in written:
        typer.echo(str(path))
