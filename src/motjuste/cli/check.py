"""`motjuste check`: what is worth improving in whole texts, shown, as a diff, or changed."""

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from motjuste.cli.options import SetOption, split_names, split_settings
from motjuste.documents.formats import Format as DocumentFormat
from motjuste.errors import BadInputError, ExitCode

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from motjuste.check import Checkers, Configuration, Job
    from motjuste.check.checker import ImproveTexts
    from motjuste.cli.check_work import Work
    from motjuste.cli.findings import Report

# What can be done with the marks besides reporting them.
Action = Literal["apply", "interactive", "diff"]
# Actions that change a text without asking.
_AUTOMATIC = ("apply", "diff")
# Actions that write to the files.
_WRITING = ("apply", "interactive")
# Bytes of text for which it pays to load the system in another process.
_WORTH_A_PROCESS = 100_000
# Processes at most: each needs memory for the system.
_MOST_PROCESSES = 8


class OutputFormat(str, Enum):
    """How findings are written."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files, folders, or - for standard input.", show_default=False, readable=False
        ),
    ] = None,
    output: Annotated[
        OutputFormat, typer.Option("--format", help="Output format.")
    ] = OutputFormat.text,
    sure: Annotated[
        bool, typer.Option("--sure", help="Show only certain errors, those any teacher would mark.")
    ] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Also show matters of taste.")
    ] = False,
    genre: Annotated[
        str | None,
        typer.Option(
            metavar="GENRE",
            help="formal, neutral, casual or fiction: “kids” is too informal in a report, but fine "
            "in email.",
            show_default="guessed from each text",
        ),
    ] = None,
    kinds: Annotated[
        str | None,
        typer.Option(
            metavar="KIND,KIND",
            help="Show only these kinds, such as collocation,spelling,wordy.",
            show_default="all",
        ),
    ] = None,
    ignore_kinds: Annotated[
        str | None,
        typer.Option("--ignore-kinds", metavar="KIND,KIND", help="Hide these kinds."),
    ] = None,
    sensitivity: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="For research: mark this share of all words (0.15 is 15 %), evidence or not.",
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD,WORD", help="Never mark these words, in any inflection."),
    ] = None,
    dictionary: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Never mark the words in this file, one per line."),
    ] = None,
    top: Annotated[
        int, typer.Option("--top", "-n", min=1, help="Number of suggestions per mark.")
    ] = 5,
    apply: Annotated[
        bool,
        typer.Option(
            "--apply",
            help="Fix certain errors: insert the best suggestion that is not itself marked.",
        ),
    ] = False,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Ask what to do for each mark.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --apply would change, without changing it.")
    ] = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 if there are marks.")
    ] = False,
    form: Annotated[
        DocumentFormat | None,
        typer.Option("--as", help="Read every file in this format, whatever its name."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Use only this configuration file.")
    ] = None,
    no_config: Annotated[
        bool, typer.Option("--no-config", help="Ignore configuration files.")
    ] = False,
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            "-s",
            metavar="NAME",
            help="A name from 'motjuste systems'.",
            show_default="default",
        ),
    ] = None,
    change: SetOption = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Number of processes; the report does not depend on it.",
            show_default="one per core for long texts, else 1",
        ),
    ] = None,
) -> int:
    """Find what is worth changing in texts and Markdown files, and what to write instead.

    It marks what there is evidence against: a wrong collocation ("do a mistake"), a wrong word or
    pattern, a misspelling, a wordy or informal phrase, … In good prose it marks nothing.

    By default it shows certain and likely marks (between --sure and --thorough) of all kinds,
    guesses the genre, uses the system "default", and reads .motjuste.toml if there is one.

    Example:  motjuste check essay.txt
    """
    from motjuste.check import Checkers

    settings = {
        "system": system,
        "sensitivity": _sensitivity(sensitivity),
        "confidence": _confidence(sure, thorough, sensitivity),
        "genre": _genre(genre),
        "kinds": _kinds(kinds),
        "ignore_kinds": _kinds(ignore_kinds),
        "ignore": _ignored(ignore or []),
        "dictionary": dictionary,
    }
    action = _action(apply=apply, interactive=interactive, diff=diff)
    stdin = _only_stdin(paths)
    _check_action(action, stdin, output, thorough, workers)
    configuration = _configuration(config, no_config)
    checkers = Checkers(split_settings(change or []), _forced_settings(action))
    jobs = _jobs(paths or [], settings, form, configuration, stdin, action in _WRITING)
    for job in jobs:
        checkers(job.settings)
    several = len(paths or []) > 1 or any(path.is_dir() for path in paths or [])
    with _several(checkers, jobs, 1 if action else workers or _fitting(jobs)) as improve:
        report = _report(output, several, top, action, stdin)
        has_findings = _work(action, checkers, report, improve, top).run(jobs)
    return ExitCode.FOUND if exit_code and has_findings else ExitCode.OK


def _work(
    action: Action | None,
    checkers: "Checkers",
    report: "Report",
    improve: "ImproveTexts | None",
    top: int,
) -> "Work":
    """The work to do on the files: report marks, change texts, or ask the writer."""
    from motjuste.cli.check_work import ChangeWork, Work

    if action == "interactive":
        from motjuste.cli.interactive import Interview

        return Interview(checkers, top)
    if action in _AUTOMATIC:
        return ChangeWork(checkers, report, diff=action == "diff")
    return Work(checkers, report, improve)


def _fitting(jobs: "list[Job]") -> int:
    """How many processes pay for these texts; one for other systems, which may cost money."""
    import os

    if any(job.settings.system not in (None, "default") for job in jobs):
        return 1
    size = sum(len(job.document.text) if job.document else job.path.stat().st_size for job in jobs)
    return min(os.cpu_count() or 1, _MOST_PROCESSES, size // _WORTH_A_PROCESS + 1)


def _several(
    checkers: "Checkers", jobs: "list[Job]", workers: int
) -> "AbstractContextManager[ImproveTexts | None]":
    """Workers that improve the texts ahead of time; yields None if one process is enough."""
    from contextlib import nullcontext

    if workers == 1:
        return nullcontext()
    from motjuste.check.parallel import improved_ahead
    from motjuste.engine import Backend

    return improved_ahead(checkers, jobs, Backend(workers))


def _forced_settings(action: Action | None) -> dict[str, str]:
    """Settings forced on the system for this command, dropped if it lacks them.

    Glosses are not shown. What is changed without asking must be sure. With a sensitivity, each
    changed text would again have a share to mark, so `--apply` would never end.
    """
    sure = {"confidence": "sure", "sensitivity": "none"}
    return {"glosses": "0", **(sure if action in _AUTOMATIC else {})}


def _sensitivity(value: float | None) -> float | None:
    from motjuste.systems.system import check_sensitivity

    check_sensitivity(value)
    return value


def _confidence(sure: bool, thorough: bool, sensitivity: float | None) -> str | None:
    if sure and thorough:
        raise BadInputError("choose one of --sure and --thorough")
    if (sure or thorough) and sensitivity is not None:
        raise BadInputError(
            "--sensitivity marks a share of the words; leave out --sure, --thorough"
        )
    return "sure" if sure else "thorough" if thorough else None


def _genre(value: str | None) -> str | None:
    from motjuste.systems.system import check_genre

    if value is not None:
        check_genre(value)
    return value


def _kinds(names: str | None) -> Any:
    from motjuste.rules.kinds import known_kinds

    return None if names is None else known_kinds(split_names(names) or [])


def _ignored(lists: list[str]) -> frozenset[str]:
    from motjuste.check.configuration import plain_word

    return frozenset(plain_word(word) for words in lists for word in split_names(words) or [])


def _only_stdin(paths: list[Path] | None) -> bool:
    if not paths:
        raise BadInputError("give files or folders to check, or - for standard input")
    stdin = Path("-") in paths
    if stdin and len(paths) > 1:
        raise BadInputError("check standard input or files, not both at once")
    return stdin


def _action(**requested: bool) -> Action | None:
    """What is to be done with the marks besides reporting them, if anything."""
    actions = [name for name, is_requested in requested.items() if is_requested]
    if len(actions) > 1:
        raise BadInputError("choose one of --apply, --interactive and --diff")
    return cast("Action", actions[0]) if actions else None


def _check_action(
    action: Action | None, stdin: bool, output: OutputFormat, thorough: bool, workers: int | None
) -> None:
    """Refuse options that contradict what is to be done with the marks."""
    if action is None:
        return
    if action == "interactive" and stdin:
        raise BadInputError("--interactive needs standard input for your answers; give a file")
    if output is not OutputFormat.text and (action != "apply" or stdin):
        raise BadInputError(f"--format {output.value} is for reports; leave it out with --{action}")
    if action in _AUTOMATIC and thorough:
        raise BadInputError("--apply and --diff change only what is sure; leave out --thorough")
    if (workers or 1) > 1:
        raise BadInputError("--workers is for reports; leave it out where texts are changed")


def _configuration(path: Path | None, none: bool) -> "Configuration | None":
    from motjuste.check.configuration import NOTHING, read_configuration

    if path is not None and none:
        raise BadInputError("choose one of --config and --no-config")
    return read_configuration(path) if path is not None else NOTHING if none else None


def _jobs(
    paths: list[Path],
    settings: dict[str, Any],
    form: DocumentFormat | None,
    configuration: "Configuration | None",
    stdin: bool,
    writing: bool,
) -> "list[Job]":
    from motjuste.check.jobs import plan, plan_stream

    if stdin:
        return [plan_stream(sys.stdin.buffer, settings, form, configuration)]
    jobs = list(plan(paths, settings, form, configuration, writing))
    if not jobs:
        typer.echo("motjuste: note: there is no text or Markdown file to check", err=True)
    return jobs


def _report(
    output: OutputFormat, several: bool, top: int, action: Action | None, stdin: bool
) -> "Report":
    """The report in the requested format; an empty one if a changed text or a diff is printed."""
    from motjuste.cli.findings import ChangeReport, Report, TextReport
    from motjuste.cli.reports import GithubReport, JsonReport, SarifReport

    if action == "diff" or (action == "apply" and stdin):
        return Report()
    if output is OutputFormat.json:
        return JsonReport(several, top)
    if output is OutputFormat.sarif:
        return SarifReport(top)
    if output is OutputFormat.github:
        return GithubReport(top)
    return ChangeReport(top, only_sure=True) if action == "apply" else TextReport(top)
