"""`motjuste collect`: judgement projects, from sentences to a published benchmark."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli import (
    collect_people,
    collect_platforms,
    collect_results,
    collect_serve,
    collect_simulate,
)
from motjuste.cli.collect_options import JsonOption, ProjectArgument, opened, show
from motjuste.cli.options import show_help
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.collect.estimate import Estimate
    from motjuste.collect.pools import Offer
    from motjuste.collect.project import Project

app = typer.Typer(
    name="collect",
    help="Collect people's judgements of substitutes, and make a benchmark of them.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)


class Kind(str, Enum):
    """What people are asked."""

    swords = "swords"
    sws = "sws"
    posthoc = "posthoc"


DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="postgresql://… or env:NAME of a variable that holds it; else SQLite in the folder.",
    ),
]
SampleOption = Annotated[
    int | None, typer.Option(min=1, help="Only so many targets, drawn at random.")
]
ProjectSeedOption = Annotated[int, typer.Option(min=0, help="Seed of everything that is random.")]


@app.command("init")
def init(
    folder: Annotated[Path, typer.Argument(metavar="PROJECT", help="The folder to make.")],
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="B", help="A benchmark: its targets, its substitutes."),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="CSV with a column text or sentence; the target marked as *word*."),
    ] = None,
    coinco: Annotated[
        str | None,
        typer.Option(metavar="B", help="A corpus like CoInCo: one content word of each context."),
    ] = None,
    humans: Annotated[
        Path | None,
        typer.Option(metavar="PROJECT", help="A second pool of people for another project."),
    ] = None,
    kind: Annotated[Kind, typer.Option(help="What people are asked.")] = Kind.swords,
    title: Annotated[str, typer.Option(help="What annotators see.")] = "Which words fit?",
    sample: SampleOption = None,
    one_per_context: Annotated[
        bool, typer.Option("--one-per-context", help="One target of each context, at random.")
    ] = False,
    seed: ProjectSeedOption = 0,
    labels: Annotated[int, typer.Option(min=1, help="With --humans: labels for each.")] = 10,
    database: DatabaseOption = "",
    json: JsonOption = False,
) -> None:
    """Make a project: a folder with a configuration to edit and a database.

    Examples:
      motjuste collect init fit --coinco coinco-dev --sample 100 --seed 1

      motjuste collect init fit --csv sentences.csv

      motjuste collect init essays --kind sws --csv essays.csv

      motjuste collect init fit-humans --humans fit --sample 89

    """
    given = [name for name in (source, csv, coinco, humans) if name is not None]
    if len(given) != 1:
        raise BadInputError("say where targets come from: one of --from, --csv, --coinco, --humans")
    if humans is not None:
        project = _second_pool(humans, folder, sample, seed, labels, database)
    elif kind is Kind.sws:
        project = _sentences(folder, source, csv, title, seed, database)
    else:
        project = _targets(
            folder, kind, source or coinco, csv, title, sample, seed, database,
            one_per_context or coinco is not None, coinco is not None,
        )  # fmt: skip
    _say_made(project, json)


def _need() -> None:
    from motjuste.report.extras import need

    need("sqlalchemy", "a judgement project", "collect")
    need("alembic", "a judgement project", "collect")


def _targets(
    folder: Path,
    kind: Kind,
    source: str | None,
    csv: Path | None,
    title: str,
    sample: int | None,
    seed: int,
    database: str,
    one_per_context: bool,
    content_words: bool,
) -> "Project":
    _need()
    from motjuste.benchmarks.readers import read_benchmark
    from motjuste.collect import config, intake, posthoc
    from motjuste.collect.project import Project

    benchmark = intake.read_targets(csv) if csv else read_benchmark(source or "")
    if kind is Kind.posthoc:
        benchmark = posthoc.only_suitable(benchmark)
    choice = intake.Choice(one_per_context, content_words, sample, seed)
    items = intake.choose(benchmark, choice)
    project = Project.create(folder, config.template(kind.value, title, seed, database))
    people = posthoc.ANNOTATORS if kind is Kind.posthoc else None
    intake.add_targets(project.store, benchmark, items, people)
    return project


def _sentences(
    folder: Path, source: str | None, csv: Path | None, title: str, seed: int, database: str
) -> "Project":
    _need()
    from motjuste.benchmarks.readers import read_benchmark
    from motjuste.collect import config, intake
    from motjuste.collect.project import Project

    if csv is not None:
        sentences = intake.read_sentences(csv)
    else:
        contexts = read_benchmark(source or "").contexts
        sentences = [(name, context.text) for name, context in contexts.items()]
    project = Project.create(folder, config.template("sws", title, seed, database))
    intake.add_sentences(project.store, sentences)
    return project


def _second_pool(
    first: Path, folder: Path, sample: int | None, seed: int, labels: int, database: str
) -> "Project":
    with opened(first) as project:
        from motjuste.collect.humans import second_pool

        return second_pool(
            project, folder, sample=sample, seed=seed, labels=labels, database=database
        )


def _say_made(project: "Project", json: bool) -> None:
    from motjuste.cli.output import print_json

    with project:
        progress, owner = project.progress(), project.new_owner_token()
        made = {
            "project": str(project.folder),
            "kind": project.kind,
            "targets": progress.items,
            "candidates": progress.candidates,
            "owner_key": owner,
        }
    if json:
        print_json(made)
        return
    items = f"{progress.items:,} {'sentences' if project.kind == 'sws' else 'targets'}"
    typer.echo(f"{project.folder}: {items}, {progress.candidates:,} candidates")
    typer.echo(f"Edit {project.folder / 'project.toml'} as you like, then see what it will cost:")
    typer.echo(f"  motjuste collect estimate {project.folder}")
    typer.echo(f"The owner's key, shown only now: {owner}")


@app.command("pool")
def add_pool(
    folder: ProjectArgument,
    thesaurus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]FILE",
            help="A thesaurus (Moby, MyThes, PPDB, JSON), or 'wordnet' or 'moby' as embedded.",
        ),
    ] = None,
    run: Annotated[
        list[str] | None, typer.Option(metavar="[NAME=]FILE", help="A system's run on the targets.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Only so many of each answer of a run.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Add candidates from named sources: lemmatised, each once, without the target itself.

    Example:  motjuste collect pool fit --thesaurus moby --run bert=bert.lsr.json --top 50
    """
    from motjuste.cli.output import print_json

    if not thesaurus and not run:
        raise BadInputError("say where candidates come from: --thesaurus or --run")
    rows = []
    with opened(folder) as project:
        from motjuste.collect.pools import pool

        for source, offers in _offers(project, thesaurus or [], run or [], top):
            new, known, refused = pool(project.store, offers)
            rows.append({"source": source, "new": new, "known": known, "refused": refused})
        total = project.progress().candidates
    if json:
        print_json({"sources": rows, "candidates": total})
        return
    for row in rows:
        typer.echo(
            f"{row['source']}: {row['new']:,} new, {row['known']:,} known, "
            f"{row['refused']:,} refused"
        )
    typer.echo(f"{total:,} candidates in all")


def _offers(
    project: "Project", thesauri: list[str], runs: list[str], top: int | None
) -> "list[tuple[str, list[Offer]]]":
    """What every source offers; all are read before anything is stored."""
    from motjuste.benchmarks.run_files import read_run
    from motjuste.collect import pools, posthoc
    from motjuste.lexicon.thesauri import read_thesaurus

    found = []
    for given in thesauri:
        name, path = _named(given)
        if given in pools.EMBEDDED and not Path(given).exists():
            found.append((given, pools.embedded_offers(project.store, given)))
        else:
            offers = pools.thesaurus_offers(project.store, read_thesaurus(path), name)
            found.append((name, offers))
    targets = pools.targets_only(project.store)
    for given in runs:
        name, path = _named(given)
        answers = read_run(path, targets)
        if project.kind == "posthoc" and "=" not in given:
            name = posthoc.SYSTEMS
        found.append((name, pools.run_offers(project.store, answers, name, top)))
    return found


def _named(given: str) -> tuple[str, Path]:
    """A source's name and its file, from `NAME=FILE` or from the file alone."""
    from motjuste.benchmarks.run import system_name

    name, equals, path = given.partition("=")
    if equals and name and not Path(given).exists():
        return name, Path(path)
    return system_name(Path(given)), Path(given)


@app.command("judge")
def judge(
    folder: Annotated[Path, typer.Argument(metavar="PROJECT", help="The folder to make.")],
    runs: Annotated[list[str], typer.Argument(metavar="[NAME=]RUN...", help="Systems' runs.")],
    source: Annotated[str, typer.Option("--from", metavar="B", help="The benchmark they answer.")],
    sample: SampleOption = 100,
    seed: ProjectSeedOption = 0,
    top: Annotated[
        int | None, typer.Option(min=1, help="Only so many of each answer of a run.")
    ] = None,
    database: DatabaseOption = "",
    json: JsonOption = False,
) -> None:
    """Let three judges look at systems' and annotators' substitutes, mixed (SemEval-2007, 5.1).

    Example:  motjuste collect judge after best.oot --from semeval2007-trial
    """
    title = "Are these good substitutes?"
    project = _targets(
        folder, Kind.posthoc, source, None, title, sample, seed, database, False, False
    )
    from motjuste.collect.pools import pool

    for _, offers in _offers(project, [], runs, top):
        pool(project.store, offers)
    _say_made(project, json)


@app.command("estimate")
def show_estimate(
    folder: ProjectArgument,
    passing: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Share that goes on to the next stage; SWORDS's: 0.35."),
    ] = None,
    dropped: Annotated[
        float, typer.Option(min=0, max=0.99, help="Share that is dropped and asked again.")
    ] = 0.1,
    json: JsonOption = False,
) -> None:
    """Say what a project will cost and how long it will take, before anybody is asked.

    Example:  motjuste collect estimate fit
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        found = _estimated(project, passing, dropped)
    if json:
        print_json(asdict(found))
    else:
        _show_estimate(found)


def _estimated(project: "Project", passing: float | None, dropped: float) -> "Estimate":
    from motjuste.collect.estimate import PASSING, estimate

    return estimate(project.store, passing=PASSING if passing is None else passing, dropped=dropped)


def _show_estimate(found: "Estimate") -> None:
    wage, total = found.wage, found.total
    show("What it will take", [*found.stages, total])
    typer.echo(
        f"{total.pay + total.fee:,.2f} {wage.currency} with the platform's fee; about "
        f"{found.days:,.1f} days of 8 hours; {found.visits:,} visits"
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
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Make the tasks and open the first stage; the next ones open by themselves.

    Example:  motjuste collect open fit
    """
    import sys

    with opened(folder) as project:
        if not yes:
            _show_estimate(_estimated(project, None, 0.1))
            if not sys.stdin.isatty():
                raise BadInputError("nobody can be asked here; say --yes to open the project")
            typer.confirm("Open the project?", abort=True)
        tasks = project.publish()
    typer.echo(f"{folder}: {tasks:,} tasks are open")
    typer.echo(f"Now invite people:  motjuste collect invite {folder} --number 10")


@app.command("status")
def status(folder: ProjectArgument, json: JsonOption = False) -> None:
    """Show how far each stage is, and how far people agree.

    Example:  motjuste collect status fit
    """
    from dataclasses import asdict

    from motjuste.cli.output import print_json

    with opened(folder) as project:
        project.advance()
        progress, agreement = project.progress(), project.agreement()
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
    starved = sum(stage.starved for stage in progress.stages)
    if starved and progress.workers:
        typer.echo(f"{starved:,} tasks wait for people who have not judged their candidates yet")
    if progress.complete:
        typer.echo(f"All answers are there:  motjuste collect export {folder} --out FILE")


@app.command("upgrade")
def upgrade(
    folder: ProjectArgument,
    to: Annotated[str, typer.Option(metavar="REVISION", help="Another revision.")] = "head",
) -> None:
    """Bring a project's tables to this version of Motjuste; nothing in them is lost.

    Example:  motjuste collect upgrade fit
    """
    _need()
    from motjuste.collect.project import Project

    with Project.open_as_is(folder) as project:
        before = project.store.db.revision()
        project.store.db.upgrade(to)
        after = project.store.db.revision()
    typer.echo(f"{folder}: from {before or 'nothing'} to {after}")


collect_people.register(app)
collect_results.register(app)
collect_platforms.register(app)
app.command("serve")(collect_serve.serve)
app.command("simulate")(collect_simulate.simulate)
