"""The commands of `motjuste collect` about people: links for them, and their work."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motjuste.cli.collect_options import (
    SITE,
    JsonOption,
    ProjectArgument,
    SiteOption,
    opened,
    show,
)
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.collect.project import Project
    from motjuste.collect.service import Subject

SubjectArgument = Annotated[
    str, typer.Argument(metavar="WHOM", help="A worker (w3) or one assignment of theirs (a17).")
]
ReasonOption = Annotated[str, typer.Option("--reason", help="The reason; it is stored.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("invite")(invite)
    app.command("owner")(owner)
    app.command("workers")(workers)
    app.command("drop")(drop)
    app.command("restore")(restore)


def invite(
    folder: ProjectArgument,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, max=10_000, help="Number of links.")
    ] = 1,
    note: Annotated[str, typer.Option(help="A note to recognise them by; only you see it.")] = "",
    crowd: Annotated[
        str | None,
        typer.Option(
            metavar="PLATFORM",
            help="Make one link for prolific, mturk or another platform (crowd); it replaces the "
            "previous one.",
        ),
    ] = None,
    site: SiteOption = SITE,
    json: JsonOption = False,
) -> None:
    """Make invitation links: one for each person, or one for a crowd platform.

    The links are shown only once.

    Example:  motjuste collect invite fit --number 10 --site https://words.example.org
    """
    from motjuste.cli.output import print_json

    base = site.rstrip("/")
    with opened(folder) as project:
        if crowd is not None:
            links = [f"{base}/crowd/{project.crowd_key(crowd)}"]
        else:
            links = [f"{base}/join/{token}" for token in project.invite(number, note)]
    if json:
        print_json({"links": links})
        return
    for link in links:
        typer.echo(link)
    if crowd is not None:
        parameter = {"prolific": "PROLIFIC_PID", "mturk": "workerId"}.get(crowd, "worker")
        typer.echo(f"Add the worker's id as the platform gives it: ?{parameter}=…")


def owner(folder: ProjectArgument, json: JsonOption = False) -> None:
    """Make a new key for the owner's page; the old key stops working.

    Example:  motjuste collect owner fit
    """
    from motjuste.cli.output import print_json

    with opened(folder) as project:
        key = project.new_owner_token()
    if json:
        print_json({"owner_key": key})
    else:
        typer.echo(f"The owner's key, shown only now: {key}")


def workers(
    folder: ProjectArgument,
    worker: Annotated[
        str | None, typer.Option(metavar="w3", help="Show all work of one worker.")
    ] = None,
    comments: Annotated[
        bool, typer.Option("--comments", help="Show the workers' comments.")
    ] = False,
    returns: Annotated[
        bool, typer.Option("--returns", help="Show the tasks that workers gave back.")
    ] = False,
    consents: Annotated[
        bool, typer.Option("--consents", help="Show who consented to what, and when.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show the workers' accuracy and speed, one worker's work, comments, returns or consents.

    Example:  motjuste collect workers fit --worker w3
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        title, rows = _chosen(project, worker, comments, returns, consents)
    if json:
        print_json([asdict(row) for row in rows])
    else:
        show(title, rows)


def _chosen(
    project: "Project", worker: str | None, comments: bool, returns: bool, consents: bool
) -> tuple[str, Sequence[Any]]:
    """The table that was asked for, with its title."""
    if consents:
        return "Consents", project.consents()
    if comments:
        return "Comments", project.comments()
    if returns:
        return "Returned tasks", project.returns()
    if worker is not None:
        return worker, project.assignments(_number(worker, "w"))
    return "Workers", project.workers()


def _number(name: str, letter: str) -> int:
    digits = name.removeprefix(letter)
    if not name.startswith(letter) or not digits.isdecimal() or len(digits) > 9:
        raise BadInputError(f"{name!r} names nobody; workers are w1, w2, …, assignments a1, a2, …")
    return int(digits)


def _subject(name: str) -> "Subject":
    from motjuste.collect.service import AssignmentSubject, WorkerSubject

    if name.startswith("a"):
        return AssignmentSubject(_number(name, "a"))
    return WorkerSubject(_number(name, "w"))


def drop(folder: ProjectArgument, whom: SubjectArgument, reason: ReasonOption) -> None:
    """Exclude a worker's work, or one assignment; nothing is deleted, and it can be restored.

    A task that a worker gave back is an assignment too: without it, its sentence may be in again.

    Example:  motjuste collect drop fit w3 --reason "says yes to everything"
    """
    _decide(folder, whom, False, reason)


def restore(folder: ProjectArgument, whom: SubjectArgument, reason: ReasonOption = "") -> None:
    """Restore dropped work; the filter will not drop it again.

    Example:  motjuste collect restore fit w3 --reason "the controls were unfair"
    """
    _decide(folder, whom, True, reason)


def _decide(folder: ProjectArgument, whom: str, accept: bool, reason: str) -> None:
    with opened(folder) as project:
        project.decide(_subject(whom), accept, reason)
    typer.echo(f"{whom}: {'put back' if accept else 'left out'}")
