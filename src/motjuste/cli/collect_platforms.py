"""The commands of `motjuste collect` for crowd platforms: Mechanical Turk and Prolific."""

from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.collect_options import SITE, JsonOption, ProjectArgument, SiteOption, opened


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("mturk-export")(mturk_export)
    app.command("mturk-import")(mturk_import)
    app.command("prolific")(prolific)
    app.command("prolific-import")(prolific_import)
    app.command("count-only")(count_only)


def mturk_export(
    folder: ProjectArgument,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")],
) -> None:
    """Export the open tasks for Mechanical Turk: a page and tables of tasks.

    There is one table for each number of answers needed: publish each as a batch with that many
    assignments per HIT. Until the results are imported, these tasks go to nobody else.

    Example:  motjuste collect mturk-export fit --out batch
    """
    from motjuste.files import write_text

    with opened(folder) as project:
        from motjuste.collect.mturk import hand_out, qualifications

        handed, required = hand_out(project.store), qualifications(project.store)
    write_text(out / "task.html", handed.page)
    typer.echo(f"{out / 'task.html'}: the page (Design Layout)")
    for need, table in handed.tables.items():
        path = out / f"assignments-{need}.csv"
        write_text(path, table)
        typer.echo(f"{path}: publish with {need} assignments per HIT")
    write_text(out / "qualifications.json", required)
    typer.echo(f"{out / 'qualifications.json'}: who may work (QualificationRequirements)")
    typer.echo(f"batch {handed.batch}: {handed.tasks:,} tasks")


def mturk_import(
    folder: ProjectArgument,
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="MTurk's results, as CSV.")],
    decisions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the results with Approve and Reject filled in."),
    ] = None,
    close: Annotated[
        int | None, typer.Option(metavar="BATCH", help="Stop waiting for results of this batch.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Import results of Mechanical Turk; importing the same file again changes nothing.

    Example:  motjuste collect mturk-import fit Batch_1_results.csv --decisions decided.csv
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json
    from motjuste.files import write_text

    with opened(folder) as project:
        from motjuste.collect.mturk import close_batch
        from motjuste.collect.mturk_results import decided, take_results

        summary = take_results(project.store, results)
        if close is not None:
            close_batch(project.store, close)
        if decisions is not None:
            write_text(decisions, decided(project.store, results))
    if json:
        print_json(asdict(summary))
        return
    typer.echo(
        f"{summary.rows:,} rows: {summary.stored:,} stored, {summary.known:,} known already, "
        f"{summary.repeated:,} by workers who had done the task; {summary.dropped:,} are dropped"
    )


def prolific(folder: ProjectArgument, site: SiteOption = SITE, json: JsonOption = False) -> None:
    """Show what to enter for a study on Prolific; this makes a new link and ends the old one.

    Example:  motjuste collect prolific fit --site https://words.example.org
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        from motjuste.collect.prolific import study

        details = study(project.store, site, project.crowd_key("prolific"))
    if json:
        print_json(asdict(details))
        return
    typer.echo(f"Study URL: {details.url}")
    typer.echo(f"Completion code: {details.completion_code}")
    typer.echo(
        f"Places: {details.places:,}; {details.minutes:g} minutes; reward {details.reward:.2f} "
        f"{details.currency} ({details.hourly:.2f} an hour)"
    )


def prolific_import(
    folder: ProjectArgument,
    submissions: Annotated[
        Path, typer.Argument(metavar="SUBMISSIONS", help="Prolific's list of submissions, as CSV.")
    ],
    decisions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write which submissions to approve or reject, and why."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Import Prolific's list of submissions, and decide which to approve.

    Example:  motjuste collect prolific-import fit export.csv --decisions decided.csv
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json
    from motjuste.files import write_text

    with opened(folder) as project:
        from motjuste.collect.prolific import take_submissions

        summary, text = take_submissions(project.store, submissions)
    if decisions is not None:
        write_text(decisions, text)
    if json:
        print_json(asdict(summary))
        return
    typer.echo(
        f"{summary.rows:,} submissions, {summary.known:,} of them here: {summary.approve:,} to "
        f"approve, {summary.reject:,} to reject; {summary.dropped:,} tasks left out"
    )


def count_only(
    folder: ProjectArgument,
    listed: Annotated[Path, typer.Argument(metavar="EXPORT", help="The platform's own export.")],
    platform: Annotated[
        str, typer.Option(metavar="PLATFORM", help="prolific, mturk or crowd.")
    ] = "prolific",
    json: JsonOption = False,
) -> None:
    """Count only the work of people who are listed in a platform's own export.

    Anyone with the link can type any id, but the platform knows whom it sent. A later export
    restores the people it lists.

    Example:  motjuste collect count-only fit prolific_export.csv --platform prolific
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        from motjuste.collect.platform_ids import count_only_listed

        counted = count_only_listed(project.store, listed, platform)
    if json:
        print_json(asdict(counted))
        return
    typer.echo(
        f"{counted.listed:,} visits are in the export, {counted.unlisted:,} are not: "
        f"{counted.tasks_dropped:,} tasks left out, {counted.tasks_restored:,} put back"
    )
