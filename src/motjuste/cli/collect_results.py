"""The commands of `motjuste collect` about what came of it: the benchmark and the report."""

from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.collect_options import JsonOption, ProjectArgument, opened
from motjuste.errors import BadInputError


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("export")(export)
    app.command("report")(report)
    app.command("lemmas")(lemmas)


def export(
    folder: ProjectArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="swords: a .json or .json.gz file; sws, memory: a folder; posthoc: a CSV file.",
        ),
    ],
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write every single label, as CSV.")
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Also write the annotators as a run (HUMANS), as .lsr.json."
        ),
    ] = None,
    pool: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="memory: also write a pool for 'init --from swords:FILE'."
        ),
    ] = None,
    proposed_lemmas: Annotated[
        bool, typer.Option("--proposed-lemmas", help="memory: accept unconfirmed lemmas.")
    ] = False,
    workers: Annotated[
        bool, typer.Option("--workers/--no-workers", help="Include the workers' pseudonyms.")
    ] = True,
    partial: Annotated[
        bool, typer.Option("--partial", help="Export an unfinished project.")
    ] = False,
    name: Annotated[str | None, typer.Option(help="The benchmark's name.")] = None,
) -> None:
    """Write the benchmark: SWORDS JSON, files of Smart Word Suggestions, or verdicts.

    Example:  motjuste collect export fit --out fit.json.gz --labels labels.csv --no-workers
    """
    with opened(folder) as project:
        from motjuste.collect.kind import Export
        from motjuste.collect.results import check_complete

        project.advance()
        if not partial:
            check_complete(project.store)
        settings = Export(
            out, name or project.folder.resolve().name, labels, run, pool, workers, proposed_lemmas
        )
        written = project.store.kind.write_results(project, settings)
    for path in written:
        typer.echo(str(path))


def report(
    folder: ProjectArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for report.md and its figures.")
    ] = None,
    second: Annotated[
        Path | None,
        typer.Option(metavar="PROJECT", help="The project of the second group of people."),
    ] = None,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures.")] = True,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the simulations.")] = 0,
    json: JsonOption = False,
) -> None:
    """Report on stages, annotators, agreement and the benchmark; with --out, add figures.

    The first time it also writes a data statement with the known facts filled in.

    Example:  motjuste collect report fit --out report --second fit-humans
    """
    from contextlib import ExitStack

    from motjuste.cli.output import print_json

    with ExitStack() as stack:
        project = stack.enter_context(opened(folder))
        other = stack.enter_context(opened(second)) if second else None
        from motjuste.collect.report import report_text, sections, write_report

        project.advance()
        report_sections = sections(project, other, seed)
        written = write_report(project, out, report_sections, figures) if out else []
        text = report_text(project, report_sections, [])
    if json:
        document = {"sections": [section.as_json() for section in report_sections]}
        print_json({**document, "files": [str(path) for path in written]})
        return
    if not written:
        typer.echo(text)
    for path in written:
        typer.echo(str(path))


def lemmas(
    folder: ProjectArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the proposed lemmas, as CSV.")
    ] = None,
    confirm: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Import the reviewed file.")
    ] = None,
) -> None:
    """Propose lemmas for substitutes from memory, and import them after your review.

    Example:  motjuste collect lemmas wild --out lemmas.csv; motjuste collect lemmas wild --confirm
    lemmas.csv
    """
    from motjuste.files import write_text

    if (out is None) == (confirm is None):
        raise BadInputError("give one of --out and --confirm")
    with opened(folder) as project:
        from motjuste.collect import lemmas as lemma_table

        if confirm is not None:
            number = lemma_table.confirm(project.store, confirm)
            typer.echo(f"{number:,} lemmas are confirmed")
        elif out is not None:
            write_text(out, lemma_table.proposals_csv(project.store))
            typer.echo(f"{out}: change what is wrong, then give it back with --confirm")
