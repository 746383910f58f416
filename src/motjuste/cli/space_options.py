"""Options that the commands of `motjuste space` share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from motjuste.spaces.space import Space

SpaceArgument = Annotated[Path, typer.Argument(metavar="SPACE", help="The folder of a space.")]
OutOption = Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace an existing space.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def show_written(space: "Space") -> None:
    """Report the shape of a space that was written."""
    rows, columns = space.shape
    typer.echo(f"{space.folder}: {rows:,} x {columns:,}, {space.about.get('values')}", err=True)
