"""Options and tables that the commands of `motjuste collect` share."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from motjuste.collect.project import Project

ProjectArgument = Annotated[
    Path, typer.Argument(metavar="PROJECT", help="The folder of a judgement project.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
SiteOption = Annotated[
    str, typer.Option("--site", metavar="URL", help="The public address of the annotation site.")
]
SITE = "http://127.0.0.1:8000"


def need_collect() -> None:
    """Check that the extra is installed, before anything of it is imported."""
    from motjuste.extras import need

    need("sqlalchemy", "a judgement project", "collect")
    need("alembic", "a judgement project", "collect")


def opened(folder: Path) -> "Project":
    """The project in a folder."""
    from motjuste.collect import open_project

    return open_project(folder)


def show(title: str, rows: Sequence[Any], note: str = "") -> None:
    """A table of rows that are all of one dataclass."""
    from rich.text import Text

    from motjuste.cli.output import console
    from motjuste.reports.overview import Section
    from motjuste.reports.tables import section_table

    out = console()
    out.print(Text(title, style="bold"), soft_wrap=True)
    if rows:
        out.print(section_table(Section("", title, rows), out.width))
    if note:
        out.print(Text(note), soft_wrap=True)
