"""Options that several commands share, so that they are named and explained once."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.metrics import Resampling, Settings


class Abstentions(str, Enum):
    """What a "don't know" label counts as."""

    drop = "drop"
    negative = "negative"


class SemevalScorer(str, Enum):
    """Which reading of SemEval-2007's rules to follow."""

    program = "program"
    strict = "strict"


class RunFormat(str, Enum):
    """The formats of run files."""

    swords = "swords"
    best = "best"
    oot = "oot"
    mw = "mw"
    sws = "sws"
    tsar2022 = "tsar2022"
    prolex = "prolex"


BenchmarkOption = Annotated[
    str,
    typer.Option(
        "--benchmark",
        "-b",
        metavar="B",
        help="A name from 'motjuste benchmarks list', or READER:PATH, such as "
        "swords:some/file.json.gz or semeval2007:some/folder.",
    ),
]
MeasuresOption = Annotated[
    str | None,
    typer.Option(
        "--measures",
        "-m",
        metavar="NAME,NAME",
        help="Only these, such as strict.acceptable.F@10,GAP; 'motjuste score --list' shows all.",
    ),
]
FormOption = Annotated[
    RunFormat | None,
    typer.Option(help="The run file's format, if its name and content do not tell."),
]
AbstentionsOption = Annotated[
    Abstentions,
    typer.Option(
        help="'Don't know' labels: drop, as SWORDS's program does, or negative, as its paper says."
    ),
]
SemevalOption = Annotated[
    SemevalScorer,
    typer.Option(
        "--semeval", help="Compute best, oot and mw as SemEval's program does, or without its bugs."
    ),
]
ResamplesOption = Annotated[
    int,
    # A million figures of fifty measures take 400 MB; more would change no printed digit.
    typer.Option(
        min=0,
        max=1_000_000,
        help="Bootstrap resamples for intervals and tests; 0 turns both off.",
    ),
]
ConfidenceOption = Annotated[float, typer.Option(help="Confidence level of the intervals.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a setting of the system."),
]
WorkersOption = Annotated[
    int, typer.Option(min=1, help="Number of processes; each loads the system.")
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Use this Ray cluster; auto uses the one running here, local starts one.",
    ),
]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the resampling.")]


def make_settings(abstentions: Abstentions, semeval: SemevalScorer) -> "Settings":
    """The settings that the options ask for."""
    from motjuste.metrics import Settings

    return Settings(abstentions.value, semeval.value)


def make_resampling(resamples: int, confidence: float, seed: int) -> "Resampling":
    """The resampling that the options ask for."""
    from motjuste.metrics import Resampling

    return Resampling(resamples, confidence, seed)


def split_names(names: str | None) -> list[str] | None:
    """Names given with commas between them.

    >>> split_names("GAP, P@1")
    ['GAP', 'P@1']
    """
    if names is None:
        return None
    return [name.strip() for name in names.split(",") if name.strip()] or None


def split_settings(assignments: list[str]) -> dict[str, str]:
    """Settings given as NAME=VALUE.

    >>> split_settings(["most=3", "file=a=b.txt"])
    {'most': '3', 'file': 'a=b.txt'}
    """
    pairs = [text.partition("=") for text in assignments]
    wrong = next((name for name, equals, _ in pairs if not equals), None)
    if wrong is not None:
        raise BadInputError(f"--set takes NAME=VALUE, not {wrong!r}")
    return {name: value for name, _, value in pairs}


def show_help(context: typer.Context) -> None:
    """Show the help of a group of commands if none of them is named."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


MascOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Repair CoInCo's contexts from the text of MASC in this folder, as SWORDS did.",
    ),
]
