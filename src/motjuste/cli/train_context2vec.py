"""`motjuste train context2vec`."""

from pathlib import Path
from typing import Annotated

import typer

from motjuste.extras import need


def context2vec(
    corpus: Annotated[list[Path], typer.Argument(help="Files or folders, as for 'space count'.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the model.")],
    dimensions: Annotated[int, typer.Option(min=1, help="Of words and contexts.")] = 300,
    hidden: Annotated[int, typer.Option(min=1, help="Of each reader.")] = 300,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go through the corpus.")] = 3,
    negatives: Annotated[int, typer.Option(min=1, help="Words drawn for each place.")] = 10,
    power: Annotated[float, typer.Option(help="To which frequencies are raised.")] = 0.75,
    rate: Annotated[float, typer.Option(help="The learning rate.")] = 1e-3,
    batch: Annotated[int, typer.Option(min=1, help="Words in a batch.")] = 800,
    least: Annotated[int, typer.Option(min=1, help="The frequency of a known word.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of weights, order and noise.")] = 0,
    field: Annotated[str, typer.Option(help="Where the text stands in JSONL.")] = "text",
) -> None:
    """Train context2vec; ended and started again, it goes on from its last checkpoint.

    Example:  motjuste train context2vec books/ --out c2v --epochs 5
    """
    need("torch", "training context2vec", "torch")
    from motjuste.cli.progress import stage_bars
    from motjuste.engine.corpus import corpus_files
    from motjuste.training.context2vec import Recipe, Trainer

    recipe = Recipe(
        dimensions, hidden, negatives, power, rate, epochs, batch, least, seed=seed,
        field_name=field,
    )  # fmt: skip
    with stage_bars() as watch:
        trainer = Trainer(corpus_files(corpus), out, recipe)
        loss = trainer.train(watch)
    typer.echo(f"{out}: {len(trainer.words):,} words, loss {loss:.4f}", err=True)
