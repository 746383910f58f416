"""`motjuste train sws`."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from motjuste.extras import need


class ModelName(str, Enum):
    """The paradigms of the paper."""

    bert = "bert"
    bart = "bart"
    cmlm = "cmlm"


class Fresh(str, Enum):
    """Sizes of models without a checkpoint."""

    tiny = "tiny"
    small = "small"
    base = "base"


def sws(
    data: Annotated[
        list[Path], typer.Argument(help="Folders or files that 'motjuste distant make' wrote.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the model.")],
    model: Annotated[ModelName, typer.Option(help="Masked LM, sequence-to-sequence, or CMLM.")],
    checkpoint: Annotated[
        str, typer.Option(metavar="NAME", help="Begin with this Hugging Face model or folder.")
    ] = "",
    fresh: Annotated[
        Fresh | None, typer.Option(help="Begin with a fresh model of this size.")
    ] = None,
    vocabulary: Annotated[
        int, typer.Option(min=300, help="Pieces of a fresh model's vocabulary.")
    ] = 8000,
    validation: Annotated[
        str,
        typer.Option(
            "--validation", "-b", metavar="B", help="A benchmark of SWS, or held-out: some records."
        ),
    ] = "sws-validation",
    held_out: Annotated[int, typer.Option(min=1, help="How many records are held out.")] = 200,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go through the data.")] = 3,
    batch: Annotated[int, typer.Option(min=1, help="Sentences in a batch.")] = 32,
    rate: Annotated[
        float | None, typer.Option(help="The highest learning rate [5e-5; fresh: 2e-3].")
    ] = None,
    warmup: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the steps in which the rate rises.")
    ] = 0.06,
    every: Annotated[
        int, typer.Option(min=1, help="Steps between validations, each with a checkpoint.")
    ] = 1000,
    patience: Annotated[
        int, typer.Option(min=0, help="Validations without a better one to end after; 0: never.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of weights, order and noise.")] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, …")] = "auto",
    threads: Annotated[int, typer.Option(min=1, help="Threads of PyTorch.")] = 1,
) -> None:
    """Train an end-to-end model of Smart Word Suggestions on data of distant supervision.

    Ended and started again, it goes on from its last checkpoint to the same weights. OUT gets
    model/ (the best by e2e F0.5: --set model=OUT), log.jsonl and curves.png.

    Example:  motjuste train sws wiki/ --model bert --checkpoint bert-base-uncased --out bert-sws
    """
    torch = need("torch", "training the models of SWS", "torch")
    need("transformers", "training the models of SWS", "transformers")

    from motjuste.cli.progress import stage_bars
    from motjuste.training.sws.job import Job
    from motjuste.training.sws.trainer import Recipe

    torch.set_num_threads(threads)
    if rate is None:
        rate = 2e-3 if fresh else 5e-5
    recipe = Recipe(
        model.value, epochs, batch, rate, warmup, every=every, patience=patience, seed=seed
    )
    with stage_bars() as watch:
        job = Job(
            data, out, recipe, checkpoint, fresh.value if fresh else "", vocabulary, validation,
            held_out, device, watch,
        )  # fmt: skip
        trainer = job.run()
    typer.echo(_said(trainer.state.step, trainer.history, trainer.state.best, out), err=True)


def _said(step: int, history: list[dict[str, float]], best: float, out: Path) -> str:
    first, last = history[0]["loss"], history[-1]["loss"]
    return f"{out}: {step:,} steps, loss {first:.3f} to {last:.3f}, best e2e F0.5 {best:.2f}"
