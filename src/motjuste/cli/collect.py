"""`motjuste collect`: judgement projects, from sentences to a published benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli import (
    collect_create,
    collect_people,
    collect_platforms,
    collect_results,
    collect_serve,
    collect_simulate,
)
from motjuste.cli.collect_options import JsonOption, ProjectArgument, need_collect, opened, show
from motjuste.cli.options import show_help
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.collect.estimate import Estimate
    from motjuste.collect.project import Project

app = typer.Typer(
    name="collect",
    help="Collect people's judgements of substitutes and make a benchmark from them.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)


collect_create.register(app)


@app.command("estimate")
def show_estimate(
    folder: ProjectArgument,
    passing: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Share of candidates that pass to the next stage; SWORDS's 0.35 by default.",
        ),
    ] = None,
    dropped: Annotated[
        float,
        typer.Option(min=0, max=0.99, help="Share of the work that is dropped and done again."),
    ] = 0.1,
    json: JsonOption = False,
) -> None:
    """Estimate the cost and duration of a project.

    Example:  motjuste collect estimate fit
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        estimate = _estimated(project, passing, dropped)
    if json:
        print_json(asdict(estimate))
    else:
        _show_estimate(estimate)


def _estimated(project: "Project", passing: float | None, dropped: float) -> "Estimate":
    from motjuste.collect.estimate import PASSING, estimate

    return estimate(project.store, passing=PASSING if passing is None else passing, dropped=dropped)


def _show_estimate(estimate: "Estimate") -> None:
    wage, total = estimate.wage, estimate.total
    show("What it will take", [*estimate.stages, total])
    typer.echo(
        f"{total.pay + total.fee:,.2f} {wage.currency} with the platform's fee; about "
        f"{estimate.days:,.1f} days of 8 hours; {estimate.visits:,} visits"
    )
    typer.echo(
        f"{wage.task:.2f} {wage.currency} a task is {wage.at_pilot:.2f} an hour at the pilot's "
        f"pace and {wage.at_slowest:.2f} at the slowest; the target wage is reached at "
        f"{wage.fastest:.0f} seconds a task, the lowest at {wage.slowest:.0f}"
    )
    if not wage.fair:
        typer.echo(
            f"At the slowest pace that is below the lowest wage: pay {wage.suggested:.2f} a task"
        )


@app.command("open")
def open_stages(
    folder: ProjectArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Make the tasks and open the first stage; later stages open automatically.

    Example:  motjuste collect open fit
    """
    import sys

    with opened(folder) as project:
        if not yes:
            _show_estimate(_estimated(project, None, 0.1))
            if not sys.stdin.isatty():
                raise BadInputError("there is no terminal to ask on; use --yes to open the project")
            typer.confirm("Open the project?", abort=True)
        tasks = project.publish()
    typer.echo(f"{folder}: {tasks:,} tasks are open")
    typer.echo(f"Now invite people:  motjuste collect invite {folder} --number 10")


@app.command("status")
def status(folder: ProjectArgument, json: JsonOption = False) -> None:
    """Show the progress of each stage and the agreement so far.

    Example:  motjuste collect status fit
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        project.advance()
        progress, agreement = project.progress(), project.agreement()
        returned = project.returns()
    if json:
        print_json({**asdict(progress), "agreement": asdict(agreement)})
        return
    typer.echo(
        f"{progress.title}: {progress.items:,} items, {progress.candidates:,} candidates, "
        f"{progress.workers:,} workers ({progress.workers_dropped:,} dropped)"
    )
    if not progress.stages:
        typer.echo(f"Not open yet:  motjuste collect open {folder}")
        return
    show("Stages", progress.stages)
    show("Agreement so far", [agreement])
    left_out = len({row.text for row in returned if row.left_out})
    if left_out:
        show_returned = f"motjuste collect workers {folder} --returns"
        typer.echo(f"Left out because they were returned: {left_out:,}:  {show_returned}")
    starved = sum(stage.starved for stage in progress.stages)
    if starved and progress.workers:
        typer.echo(f"{starved:,} tasks wait for people who have not judged their candidates yet")
    if progress.complete:
        typer.echo(f"All answers are there:  motjuste collect export {folder} --out FILE")


@app.command("upgrade")
def upgrade(
    folder: ProjectArgument,
    to: Annotated[
        str, typer.Option(metavar="REVISION", help="The database revision to migrate to.")
    ] = "head",
) -> None:
    """Migrate a project's database to this version of Motjuste, without losing data.

    Example:  motjuste collect upgrade fit
    """
    need_collect()
    from motjuste.collect.project import Project

    with Project.open_as_is(folder) as project:
        before = project.store.db.revision()
        project.store.db.upgrade(to)
        after = project.store.db.revision()
    typer.echo(f"{folder}: from {before or 'nothing'} to {after}")


@app.command("backup")
def back_up(
    folder: ProjectArgument,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="A new folder.")],
) -> None:
    """Copy a project consistently, while people are working.

    The copy is a project: to restore it, stop the server and serve the copy.

    Example:  motjuste collect backup fit --out backups/monday
    """
    with opened(folder) as project:
        project.back_up(out)
    typer.echo(f"{out}: a copy of {folder}")


collect_people.register(app)
collect_results.register(app)
collect_platforms.register(app)
app.command("serve")(collect_serve.serve)
app.command("simulate")(collect_simulate.simulate)
