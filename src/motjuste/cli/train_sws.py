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
        str, typer.Option(metavar="NAME", help="Start from this Hugging Face model or folder.")
    ] = "",
    fresh: Annotated[
        Fresh | None, typer.Option(help="Start from random weights, with a model of this size.")
    ] = None,
    vocabulary: Annotated[
        int, typer.Option(min=300, help="Vocabulary size of a model trained from scratch.")
    ] = 8000,
    validation: Annotated[
        str,
        typer.Option(
            "--validation",
            "-b",
            metavar="B",
            help="An SWS benchmark, or held-out for a part of the data.",
        ),
    ] = "sws-validation",
    held_out: Annotated[
        int, typer.Option(min=1, help="Records to hold out, with --validation held-out.")
    ] = 200,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the data.")] = 3,
    batch: Annotated[int, typer.Option(min=1, help="Sentences per batch.")] = 32,
    rate: Annotated[
        float | None, typer.Option(help="Peak learning rate [default: 5e-5; with --fresh 2e-3].")
    ] = None,
    warmup: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the steps used for learning rate warmup.")
    ] = 0.06,
    every: Annotated[
        int, typer.Option(min=1, help="Steps between validations; each saves a checkpoint.")
    ] = 1000,
    patience: Annotated[
        int,
        typer.Option(
            min=0, help="Stop after this many validations without improvement; 0 never stops."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, …")] = "auto",
    threads: Annotated[int, typer.Option(min=1, help="PyTorch threads.")] = 1,
) -> None:
    """Train an end-to-end model of Smart Word Suggestions on distant supervision data.

    Run the same command again to resume from the last checkpoint. Writes model/ (the best by e2e
    F0.5, for --set model=OUT), log.jsonl and curves.png to OUT.

    Example:  motjuste train sws wiki/ --model bert --checkpoint bert-base-uncased --out bert-sws
    """
    torch = need("torch", "training the models of SWS", "torch")
    need("transformers", "training the models of SWS", "transformers")

    from motjuste.cli.progress import stage_bars
    from motjuste.training.sws.job import Job
    from motjuste.training.sws.trainer import Hyperparameters

    torch.set_num_threads(threads)
    if rate is None:
        rate = 2e-3 if fresh else 5e-5
    hyperparameters = Hyperparameters(
        model.value, epochs, batch, rate, warmup, every=every, patience=patience, seed=seed
    )
    with stage_bars() as watch:
        job = Job(
            data, out, hyperparameters, checkpoint, fresh.value if fresh else "", vocabulary,
            validation, held_out, device, watch,
        )  # fmt: skip
        trainer = job.run()
    typer.echo(_summary(trainer.state.step, trainer.history, trainer.state.best, out), err=True)


def _summary(step: int, history: list[dict[str, float]], best: float, out: Path) -> str:
    first, last = history[0]["loss"], history[-1]["loss"]
    return f"{out}: {step:,} steps, loss {first:.3f} to {last:.3f}, best e2e F0.5 {best:.2f}"
