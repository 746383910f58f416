"""The commands of `motjuste collect` that make projects: targets and their candidates."""

import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from motjuste.cli.collect_options import JsonOption, ProjectArgument, need_collect, opened
from motjuste.cli.options import MascOption
from motjuste.errors import BadInputError

if TYPE_CHECKING:
    from motjuste.benchmarks.benchmark import Benchmark, Item
    from motjuste.collect.intake import Choice
    from motjuste.collect.kind import Kind
    from motjuste.collect.pools import Offer
    from motjuste.collect.project import Project

# The help names the kinds without loading them; a test compares this with the table of kinds.
KIND_NAMES = "swords, sws, posthoc or memory"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("init")(init)
    app.command("pool")(add_pool)
    app.command("judge")(judge)
    app.command("clean")(clean)


class _New(NamedTuple):
    """What every new project needs, regardless of where its targets come from."""

    folder: Path
    kind: "Kind"
    title: str
    seed: int
    database: str

    def create(self) -> "Project":
        """Make the project, still empty."""
        from motjuste.collect.config import template
        from motjuste.collect.project import Project

        text = template(self.kind.name, self.title, self.seed, self.database)
        return Project.create(self.folder, text)


DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="postgresql://…, or env:NAME to read it from a variable; by default SQLite.",
    ),
]
SampleOption = Annotated[int | None, typer.Option(min=1, help="Only N targets, drawn at random.")]
ProjectSeedOption = Annotated[int, typer.Option(min=0, help="Random seed.")]


def init(
    folder: Annotated[Path, typer.Argument(metavar="PROJECT", help="The new project's folder.")],
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="B", help="Take targets and substitutes from this benchmark."
        ),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(
            help="Take targets from a CSV file: column text or sentence, with *word* marked."
        ),
    ] = None,
    coinco: Annotated[
        str | None,
        typer.Option(
            metavar="B", help="Take one content word per context from a corpus like CoInCo."
        ),
    ] = None,
    humans: Annotated[
        Path | None,
        typer.Option(
            metavar="PROJECT", help="Ask a second group of people about this project's targets."
        ),
    ] = None,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help=f"What people are asked: {KIND_NAMES}.")
    ] = "swords",
    title: Annotated[str, typer.Option(help="The title that annotators see.")] = "Which words fit?",
    sample: SampleOption = None,
    one_per_context: Annotated[
        bool, typer.Option("--one-per-context", help="Keep one random target per context.")
    ] = False,
    masc: MascOption = None,
    words: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="memory: words to always include, one per line."),
    ] = None,
    random_words: Annotated[
        int | None,
        typer.Option(min=0, help="memory: random words per part of speech."),
    ] = None,
    sentences: Annotated[
        int | None,
        typer.Option(
            min=1, help="memory: sentences per word; of a word with some marked MAN just those."
        ),
    ] = None,
    seed: ProjectSeedOption = 0,
    labels: Annotated[
        int | None, typer.Option(min=1, help="With --humans: labels per candidate; 10 by default.")
    ] = None,
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
    need_collect()
    from motjuste.benchmarks.contexts import repair as repaired
    from motjuste.collect.intake import Choice, read_targets
    from motjuste.collect.kinds import kind_named

    chosen = kind_named(kind)
    _check_fitting(chosen, coinco, humans, labels, one_per_context)
    new = _New(folder, chosen, title, seed, database)
    with _whole_or_nothing(folder):
        if humans is not None:
            project = _second_group(humans, new, sample, labels)
        elif chosen.whole_sentences:
            project = _sentences(new, source, csv, sample)
        else:
            like_coinco = coinco is not None
            choice = Choice(one_per_context or like_coinco, like_coinco, sample, seed)
            benchmark = read_targets(csv) if csv else _read(source or coinco or "")
            if masc is not None:
                benchmark = repaired(benchmark, masc)
            benchmark = _sampled(benchmark, words, random_words, sentences, seed)
            project = _targets(new, benchmark, choice)
    _report_creation(project, json)


@contextmanager
def _whole_or_nothing(folder: Path) -> Iterator[None]:
    """Remove a half-made project after an error; a folder that existed before is left alone."""
    existed = folder.exists()
    try:
        yield
    except BaseException:
        if not existed:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _check_fitting(
    kind: "Kind", coinco: str | None, humans: Path | None, labels: int | None, one_per_context: bool
) -> None:
    """Refuse options that would be accepted and do nothing."""
    if labels is not None and humans is None:
        raise BadInputError("--labels goes with --humans; else edit the stages in project.toml")
    if humans is not None and (one_per_context or not kind.has_second_group):
        raise BadInputError("--humans takes targets and kind from the other project")
    if kind.whole_sentences and (coinco is not None or one_per_context):
        raise BadInputError(
            f"--kind {kind.name} takes whole sentences: give them with --csv or --from"
        )


def _sampled(
    benchmark: "Benchmark",
    words: Path | None,
    random_words: int | None,
    sentences: int | None,
    seed: int,
) -> "Benchmark":
    """A lexical sample of a benchmark, if one was asked for."""
    from dataclasses import replace

    from motjuste.collect.lexical_sample import SampleChoice, lexical_sample
    from motjuste.files import read_text

    if words is None and random_words is None and sentences is None:
        return benchmark
    listed = tuple(line.strip() for line in read_text(words).splitlines()) if words else ()
    choice = SampleChoice(tuple(filter(None, listed)), random_words, sentences, seed)
    return replace(benchmark, items=tuple(lexical_sample(benchmark.items, choice)), memo={})


def _read(spec: str) -> "Benchmark":
    from motjuste.benchmarks.readers import read_benchmark

    return read_benchmark(spec)


def _targets(
    new: _New,
    benchmark: "Benchmark",
    choice: "Choice",
    runs: list[str] | None = None,
    top: int | None = None,
) -> "Project":
    """A project of targets, and what runs offer; all is read and chosen before anything is made."""
    from motjuste.collect import intake
    from motjuste.collect.pools import pool

    benchmark = new.kind.suitable(benchmark)
    items = intake.choose(benchmark, choice)
    offers = _run_offers(runs or [], benchmark, items, top, new.kind)
    with new.create().filling() as project:
        intake.add_targets(project.store, benchmark, items, new.kind.benchmark_source)
        for _, offered in offers:
            pool(project.store, offered)
    return project


def _sentences(new: _New, source: str | None, csv: Path | None, sample: int | None) -> "Project":
    from motjuste.collect import intake

    if csv is not None:
        sentences = intake.read_sentences(csv)
    else:
        contexts = _read(source or "").contexts
        sentences = [intake.Sentence(name, context.text) for name, context in contexts.items()]
    if sample is not None:
        sentences = intake.drawn(sentences, sample, random.Random(new.seed), "sentences")
    with new.create().filling() as project:
        intake.add_sentences(project.store, sentences)
    return project


def _second_group(first: Path, new: _New, sample: int | None, labels: int | None) -> "Project":
    from motjuste.collect.humans import second_group

    with opened(first) as project:
        return second_group(
            project,
            new.folder,
            sample=sample,
            seed=new.seed,
            labels=labels or 10,
            database=new.database,
        )


def _report_creation(project: "Project", json: bool) -> None:
    from motjuste.cli.output import print_json

    with project:
        progress, owner = project.progress(), project.new_owner_token()
        report = {
            "project": str(project.folder),
            "kind": project.kind,
            "targets": progress.items,
            "candidates": progress.candidates,
            "owner_key": owner,
        }
    if json:
        print_json(report)
        return
    items = f"{progress.items:,} {progress.units}"
    typer.echo(f"{project.folder}: {items}, {progress.candidates:,} candidates")
    typer.echo(f"Edit {project.folder / 'project.toml'} as you like, then see what it will cost:")
    typer.echo(f"  motjuste collect estimate {project.folder}")
    typer.echo(f"The owner's key, shown only now: {owner}")
    if project.store.db.url.password and not project.config.database.startswith("env:"):
        typer.echo(
            "project.toml holds the database's password; only you can read it. Better: "
            "--database env:NAME, with the address in that variable"
        )


def add_pool(
    folder: ProjectArgument,
    thesaurus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]FILE",
            help="A thesaurus file (Moby, MyThes, PPDB, JSON), or the built-in wordnet or moby.",
        ),
    ] = None,
    run: Annotated[
        list[str] | None, typer.Option(metavar="[NAME=]FILE", help="A system's run on the targets.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Only the first N suggestions per target.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Add candidates from thesauri and runs: lemmatised, without duplicates or the target.

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
    from motjuste.collect import pools
    from motjuste.lexicon.thesauri import read_thesaurus

    offers_by_source = []
    for argument in thesauri:
        name, path = _named(argument)
        if argument in pools.EMBEDDED and not Path(argument).exists():
            offers_by_source.append((argument, pools.embedded_offers(project.store, argument)))
        else:
            offers = pools.thesaurus_offers(project.store, read_thesaurus(path), name)
            offers_by_source.append((name, offers))
    targets = pools.targets_only(project.store)
    return offers_by_source + _run_offers(runs, targets, targets.items, top, project.store.kind)


def _run_offers(
    runs: list[str],
    benchmark: "Benchmark",
    items: "Sequence[Item]",
    top: int | None,
    kind: "Kind",
) -> "list[tuple[str, list[Offer]]]":
    """What runs on a benchmark offer; some kinds make one group of those without a name."""
    from motjuste.benchmarks.run_files import read_run
    from motjuste.collect import pools

    offers = []
    for argument in runs:
        name, path = _named(argument)
        source = kind.run_source if kind.run_source and "=" not in argument else name
        offers.append((source, pools.run_offers(items, read_run(path, benchmark), source, top)))
    return offers


def _named(argument: str) -> tuple[str, Path]:
    """A source's name and its file, from `NAME=FILE` or from the file alone."""
    from motjuste.benchmarks.run import system_name

    name, equals, path = argument.partition("=")
    if equals and name and not Path(argument).exists():
        return name, Path(path)
    return system_name(Path(argument)), Path(argument)


def judge(
    folder: Annotated[Path, typer.Argument(metavar="PROJECT", help="The new project's folder.")],
    runs: Annotated[list[str], typer.Argument(metavar="[NAME=]RUN...", help="Systems' runs.")],
    source: Annotated[str, typer.Option("--from", metavar="B", help="The benchmark of the runs.")],
    sample: SampleOption = 100,
    seed: ProjectSeedOption = 0,
    top: Annotated[
        int | None, typer.Option(min=1, help="Only the first N suggestions per target.")
    ] = None,
    database: DatabaseOption = "",
    json: JsonOption = False,
) -> None:
    """Make a project in which three judges rate systems' and annotators' substitutes.

    This is the post hoc analysis of SemEval-2007 (section 5.1).

    Example:  motjuste collect judge after best.oot --from semeval2007-trial
    """
    need_collect()
    from motjuste.collect.intake import Choice
    from motjuste.collect.kinds import kind_named

    new = _New(folder, kind_named("posthoc"), "Are these good substitutes?", seed, database)
    choice = Choice(sample=sample, seed=seed)
    _report_creation(_targets(new, _read(source), choice, runs, top), json)


def clean(
    essays: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Essays, as text.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The table for a reviewer, as CSV.")],
    corrected: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Corrected sentences from any program, one per line."),
    ] = None,
    split: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the sentences to correct, one per line."),
    ] = None,
    # The paper left out short sentences, but does not say how short.
    shortest: Annotated[
        int, typer.Option(min=1, help="Minimum number of words in a sentence.")
    ] = 8,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that hold something else.")
    ] = False,
) -> None:
    """Prepare learners' essays for a project of kind sws: sentences, corrections, review.

    A reviewer writes yes or no in the column keep (no: unclear, has an error, names somebody) and
    may correct the sentence; then give the table to 'collect init --kind sws --csv'.

    Example:  motjuste collect clean essays/*.txt --out review.csv --corrected corrected.txt
    """
    from motjuste.collect.cleaning import check_split, check_table, split_sentences
    from motjuste.collect.cleaning import clean as cleaned
    from motjuste.files import read_text, write_text

    originals = split_sentences(essays)
    lines = "".join(f"{text}\n" for _, text in originals)
    if not force:
        check_table(out)
        if split is not None:
            check_split(split, lines)
    if split is not None:
        write_text(split, lines)
        typer.echo(f"{split}: {len(originals):,} sentences, one a line")
    corrections = read_text(corrected).splitlines() if corrected else None
    result = cleaned(originals, corrections, shortest)
    write_text(out, result.table)
    typer.echo(
        f"{out}: {result.sentences:,} sentences to review, {result.corrected:,} corrected; "
        f"{result.too_short:,} were too short"
    )
