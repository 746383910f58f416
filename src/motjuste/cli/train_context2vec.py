"""`motjuste train context2vec`."""

from pathlib import Path
from typing import Annotated

import typer

from motjuste.extras import need


def context2vec(
    corpus: Annotated[list[Path], typer.Argument(help="Files or folders, as for 'space count'.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the model.")],
    dimensions: Annotated[
        int, typer.Option(min=1, help="Dimensions of word and context vectors.")
    ] = 300,
    hidden: Annotated[int, typer.Option(min=1, help="Hidden units of each LSTM.")] = 300,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the corpus.")] = 3,
    negatives: Annotated[int, typer.Option(min=1, help="Negative samples per position.")] = 10,
    power: Annotated[
        float, typer.Option(help="Exponent of the frequencies in negative sampling.")
    ] = 0.75,
    rate: Annotated[float, typer.Option(help="The learning rate.")] = 1e-3,
    batch: Annotated[int, typer.Option(min=1, help="Words per batch.")] = 800,
    least: Annotated[
        int, typer.Option(min=1, help="Minimum frequency of a word in the vocabulary.")
    ] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    field: Annotated[str, typer.Option(help="The JSONL field that holds the text.")] = "text",
) -> None:
    """Train context2vec; run the same command again to resume from the last checkpoint.

    Example:  motjuste train context2vec books/ --out c2v --epochs 5
    """
    need("torch", "training context2vec", "torch")
    from motjuste.cli.progress import stage_bars
    from motjuste.engine.corpus import corpus_files
    from motjuste.training.context2vec import Hyperparameters, Trainer

    hyperparameters = Hyperparameters(
        dimensions, hidden, negatives, power, rate, epochs, batch, least, seed=seed,
        field_name=field,
    )  # fmt: skip
    with stage_bars() as watch:
        trainer = Trainer(corpus_files(corpus), out, hyperparameters)
        loss = trainer.train(watch)
    typer.echo(f"{out}: {len(trainer.words):,} words, loss {loss:.4f}", err=True)
