"""`motjuste reproduce`: a paper's tables, with our figure beside each published one."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.options import (
    ConfidenceOption,
    ResamplesOption,
    SeedOption,
    WorkersOption,
    make_resampling,
    show_help,
    split_names,
    split_settings,
)
from motjuste.cli.reproduce_cases import cases
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.reports.reproduction import Reproduced

app = typer.Typer(
    name="reproduce",
    help="Print a paper's tables with our figures next to the published ones.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)

_ABOUT = {
    "swords": "Tables 4, 6, 7 and 8 of SWORDS (Lee et al. 2021), and later systems.",
    "semeval2007": "Tables 1 to 7 of SemEval-2007 task 10 (McCarthy and Navigli 2007), and later.",
    "sws": "Tables 3, 4 and 5 and figures 3 and 4 of Smart Word Suggestions (Wang et al. 2023).",
    "anvan-ls": "Table 2 of ANVAN-LS (Buljan et al. 2018), on what 'motjuste space anvan' wrote.",
}

_EXAMPLES = {
    "sws": "--set rule-based.thesauri=ppdb.gz,thesaurus.json --figures figures",
    "anvan-ls": "-b swords:anvan-ls.json.gz --set composition.file=space "
    "--set composition.functions=functions --set context2vec.file=model",
}


class TableFormat(str, Enum):
    """How the tables are written."""

    text = "text"
    markdown = "markdown"
    json = "json"


BenchmarkOption = Annotated[
    str | None,
    typer.Option(
        "--benchmark",
        "-b",
        metavar="B",
        help="A benchmark; by default the paper's test split if it is on this machine, else its "
        "development split.",
    ),
]
SystemsOption = Annotated[
    str | None,
    typer.Option(metavar="NAME,NAME", help="Only these, such as coinco,bert-ls,default."),
]
SystemSetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SYSTEM.NAME=VALUE",
        help="Change a setting of a system, such as glove.file=glove.txt.",
    ),
]
WorkOption = Annotated[
    Path | None, typer.Option(help="The folder for runs; the user's cache by default.")
]
FreshOption = Annotated[
    bool, typer.Option("--fresh", help="Ignore saved runs and run everything again.")
]
LimitOption = Annotated[int | None, typer.Option(min=1, help="Only the first N targets.")]
FiguresOption = Annotated[
    Path | None, typer.Option(help="Draw the paper's figures, with our results, in this folder.")
]


def _command(paper: str) -> Callable[..., None]:
    """The command for a paper; all have the same options."""

    def command(
        benchmark: BenchmarkOption = None,
        systems: SystemsOption = None,
        change: SystemSetOption = None,
        work: WorkOption = None,
        fresh: FreshOption = False,
        limit: LimitOption = None,
        figures: FiguresOption = None,
        workers: WorkersOption = 1,
        output: Annotated[
            TableFormat, typer.Option("--format", help="Output format.")
        ] = TableFormat.text,
        json: Annotated[bool, typer.Option("--json", help="Same as --format json.")] = False,
        resamples: ResamplesOption = 1000,
        confidence: ConfidenceOption = 0.95,
        seed: SeedOption = 12345,
    ) -> None:
        from motjuste.reports.reproduction import reproduce

        if figures is not None:
            _check_figures(paper)
        reproduction = reproduce(
            paper,
            work or _cache(paper),
            benchmark,
            limit,
            given=_by_system(change or []),
            chosen=split_names(systems),
            workers=workers,
            fresh=fresh,
            resampling=make_resampling(resamples, confidence, seed),
            progress=_progress,
        )
        if figures is not None:
            _draw(reproduction, figures)
        _print(reproduction, TableFormat.json if json else output)

    example = _EXAMPLES.get(paper, "--systems default --format markdown")
    command.__doc__ = f"{_ABOUT[paper]}\n\nExample:  motjuste reproduce {paper} {example}"
    return command


def _draw(reproduction: "Reproduced", folder: Path) -> None:
    from motjuste.reports.reproduced_figures import draw_figures

    for path in draw_figures(reproduction, folder):
        typer.echo(f"drawn: {path}", file=sys.stderr)


def _print(reproduction: "Reproduced", output: TableFormat) -> None:
    from motjuste.cli.output import print_json
    from motjuste.reports.reproduced_tables import render, to_json

    if output is TableFormat.json:
        print_json(to_json(reproduction))
    else:
        typer.echo(render(reproduction, output.value))


for _paper in _ABOUT:
    app.command(_paper)(_command(_paper))


app.command("cases")(cases)


@app.command("fidelity")
def fidelity(
    out: Annotated[Path, typer.Option(help="The Markdown file to write.")] = Path("fidelity.md"),
    anvan: Annotated[
        str | None,
        typer.Option(metavar="B", help="The ANVAN-LS benchmark written by 'motjuste space anvan'."),
    ] = None,
    systems: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="Run only these systems; the rows of others stay empty, with a note.",
        ),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="PAPER.SYSTEM.NAME=VALUE", help="Change a setting of a row's system."
        ),
    ] = None,
    work: WorkOption = None,
    workers: WorkersOption = 1,
) -> None:
    """Write one page with every row of every table of the four papers: published, ours, and why.

    Example:  motjuste reproduce fidelity --out docs/fidelity.md
    """
    from motjuste.files import write_text
    from motjuste.reports.fidelity import COMMAND, page, without_benchmark
    from motjuste.reports.published import PAPERS, read_paper
    from motjuste.reports.reproduction import known_systems, reproduce

    settings = _by_paper(change or [])
    requested = split_names(systems)
    missing_models: dict[str, str] = {}

    def reproduced(paper: str) -> "Reproduced":
        if paper == "anvan-ls" and anvan is None:
            return without_benchmark(read_paper(paper))
        known = known_systems(read_paper(paper))
        return reproduce(
            paper,
            work / paper if work else _cache(paper),
            anvan if paper == "anvan-ls" else None,
            given=settings.get(paper, {}),
            chosen=None if requested is None else [name for name in requested if name in known],
            workers=workers,
            resampling=make_resampling(0, 0.95, 0),
            progress=_progress,
            missing_models=missing_models,
        )

    command = COMMAND if anvan is None else f"{COMMAND} --anvan {_without_folders(anvan)}"
    write_text(out, page([(paper, reproduced(paper)) for paper in PAPERS], command))
    typer.echo(f"written: {out}", file=sys.stderr)


def _without_folders(benchmark: str) -> str:
    """A benchmark's name without the folders of this machine.

    >>> _without_folders("swords:/home/me/anvan-ls.json.gz"), _without_folders("anvan-ls")
    ('swords:anvan-ls.json.gz', 'anvan-ls')
    """
    reader, colon, path = benchmark.rpartition(":")
    return f"{reader}{colon}{Path(path).name}"


def _check_figures(paper: str) -> None:
    """Report before anything is run why figures could not be drawn."""
    from motjuste.extras import need
    from motjuste.reports.reproduced_figures import PAPERS

    if paper not in PAPERS:
        raise BadInputError(f"--figures: there are figures for {', '.join(PAPERS)}, not {paper}")
    need("matplotlib", "drawing figures", "plots")


def _cache(paper: str) -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("motjuste") / "reproduce" / paper


def _by_system(assignments: list[str]) -> dict[str, dict[str, str]]:
    """Settings given as SYSTEM.NAME=VALUE, by system.

    >>> _by_system(["glove.file=a.txt", "bert-ls.model=x", "bert-ls.seed=1"])
    {'glove': {'file': 'a.txt'}, 'bert-ls': {'model': 'x', 'seed': '1'}}
    """
    by_system: dict[str, dict[str, str]] = {}
    for name, value in split_settings(assignments).items():
        system, dot, setting = name.partition(".")
        if not dot:
            raise BadInputError(f"--set takes SYSTEM.NAME=VALUE here, not {name}={value}")
        by_system.setdefault(system, {})[setting] = value
    return by_system


def _by_paper(assignments: list[str]) -> dict[str, dict[str, dict[str, str]]]:
    """Settings given as PAPER.SYSTEM.NAME=VALUE, by paper and system.

    >>> _by_paper(["swords.glove.file=a.txt"])
    {'swords': {'glove': {'file': 'a.txt'}}}
    """
    papers: dict[str, list[str]] = {}
    for setting in assignments:
        paper, dot, rest = setting.partition(".")
        if not dot:
            raise BadInputError(f"--set takes PAPER.SYSTEM.NAME=VALUE here, not {setting}")
        papers.setdefault(paper, []).append(rest)
    return {paper: _by_system(rest) for paper, rest in papers.items()}


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, else a line on standard error."""
    from motjuste.cli.progress import item_bar

    if not sys.stderr.isatty():
        typer.echo(f"running {what} on {total} items", file=sys.stderr)
    with item_bar(what, total) as advance:
        yield advance
