"""A training job: prepares the data, the initial model and the validation benchmark."""

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import torch

from motjuste.benchmarks import read_benchmark
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.distant.records import Record, read_records, shards
from motjuste.errors import BadInputError, bad_file
from motjuste.reports.curves import draw_curves
from motjuste.systems.end_to_end.network import ABOUT, BEST, Network, read_network
from motjuste.systems.masked_lm.model import find_model
from motjuste.training.sws.dataset import build
from motjuste.training.sws.examples import Pair, encode
from motjuste.training.sws.fresh import SIZES, fresh_network
from motjuste.training.sws.trainer import Hyperparameters, Trainer, Watch
from motjuste.training.sws.validation import MEASURES, as_benchmark

HELD_OUT = "held-out"
# Every tenth record is held out, until there are enough.
_STRIDE = 10
# Records between two updates of the progress bar.
_SHOWN = 1000


@dataclass(frozen=True)
class Job:
    """Data, the initial model (a checkpoint, or the size of an untrained one), hyperparameters.

    `validation` names a benchmark, or is `held-out` to set aside `held_out` of the records.
    """

    data: Sequence[Path]
    out: Path
    hyperparameters: Hyperparameters
    checkpoint: str = ""
    fresh: str = ""
    vocabulary: int = 8000
    validation: str = "sws-validation"
    held_out: int = 200
    device: str = "auto"
    watch: Watch = field(default=lambda stage, done, total: None)

    def __post_init__(self) -> None:
        if bool(self.checkpoint) == bool(self.fresh):
            raise BadInputError("give --checkpoint or --fresh, and not both")
        if self.fresh and self.fresh not in SIZES:
            sizes = ", ".join(SIZES)
            raise BadInputError(f"--fresh is one of {sizes}, not {self.fresh!r}")

    def open(self) -> Trainer:
        """The trainer, resumed from its checkpoint if there is one."""
        _check_out(self.out)
        benchmark = self._benchmark()
        torch.manual_seed(self.hyperparameters.seed)
        network = self._network()
        about = {**self._about(), "validation": f"{benchmark.name}#{benchmark.fingerprint}"}
        data = build(self.out / "data", lambda: self._pairs(network), about)
        return Trainer(network, data, benchmark, self.out, self.hyperparameters, about)

    def run(self) -> Trainer:
        """Train to the end, draw the curves, and delete intermediate files."""
        trainer = self.open()
        trainer.train(self.watch)
        # Without matplotlib there are no curves; the log has the same figures.
        if find_spec("matplotlib") is not None:
            for suffix in ("png", "svg"):
                draw_curves(trainer.history, MEASURES[:1], self.out / f"curves.{suffix}")
        # Runs killed while writing leave `model.PID` and `checkpoint.PID` behind.
        for folder in (self.out / "data", self.out / "start", *self.out.glob(f"{BEST}.*")):
            shutil.rmtree(folder, ignore_errors=True)
        for file in self.out.glob("checkpoint.*"):
            file.unlink(missing_ok=True)
        return trainer

    def _about(self) -> dict[str, Any]:
        """What the encoded data and a checkpoint depend on, as JSON reads it back."""
        files = [file for path in self.data for file in shards(path)]
        about = {
            "model": self.hyperparameters.model,
            "data": [(str(file.resolve()), file.stat().st_size) for file in files],
            "start": self.checkpoint or [*SIZES[self.fresh], self.vocabulary],
            "held out": self.held_out if self.validation == HELD_OUT else 0,
            "seed": self.hyperparameters.seed,
        }
        as_read: dict[str, Any] = json.loads(json.dumps(about))
        return as_read

    def _records(self) -> Iterator[tuple[bool, Record]]:
        """All records, and whether each is held out."""
        left = self.held_out if self.validation == HELD_OUT else 0
        for number, record in enumerate(chain.from_iterable(map(read_records, self.data))):
            held = left > 0 and number % _STRIDE == 0
            left -= held
            yield held, record

    def _benchmark(self) -> Benchmark:
        if self.validation == HELD_OUT:
            return as_benchmark([record for held, record in self._records() if held])
        benchmark = read_benchmark(self.validation)
        if any("tokens" not in context.extra for context in benchmark.contexts.values()):
            raise BadInputError(
                f"{benchmark.name} is not an SWS benchmark; give one, or {HELD_OUT}"
            )
        return benchmark

    def _pairs(self, network: Network) -> Iterator[Pair]:
        kept = (record for held, record in self._records() if not held)
        for number, record in enumerate(kept, start=1):
            yield encode(record, network.pieces, self.hyperparameters.model)
            if number % _SHOWN == 0:
                self.watch("reading records", number, None)

    def _network(self) -> Network:
        _, device = find_model(self.checkpoint or "fresh", "training", self.device)
        if self.checkpoint:
            return _ready(
                read_network(self.checkpoint, self.hyperparameters.model, device), self.checkpoint
            )
        start, about = self.out / "start", self._about()
        if not _is_of(start, about):
            texts: Iterable[str] = (
                text for held, record in self._records() if not held for text in record[1:3]
            )
            made = fresh_network(
                self.hyperparameters.model, SIZES[self.fresh], texts, self.vocabulary
            )
            made.save(start, about)
        return read_network(str(start), self.hyperparameters.model, device)


def _is_of(folder: Path, about: dict[str, Any]) -> bool:
    about_file = folder / ABOUT
    return about_file.is_file() and json.loads(about_file.read_text("utf-8")) == about


def _check_out(out: Path) -> None:
    """Refuse a file, and a folder in which training has finished."""
    if out.exists() and not out.is_dir():
        raise bad_file(out, "is a file", "name a folder")
    if (out / BEST / ABOUT).exists() and not (out / "checkpoint.pt").exists():
        raise bad_file(out, "holds a trained model already", "choose another --out or delete it")


def _ready(network: Network, name: str) -> Network:
    """A checkpoint ready for training; its tokenizer must have padding and mask tokens."""
    tokenizer = network.pieces.tokenizer
    if tokenizer.pad_token_id is None or tokenizer.mask_token_id is None:
        raise BadInputError(
            f"model {name!r} has no padding or no mask token; choose another checkpoint"
        )
    network.module.config.mask_token_id = tokenizer.mask_token_id
    return network
