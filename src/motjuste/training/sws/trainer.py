"""The training loop of the end-to-end models: steps, validation, checkpoints, the best model.

The random choices of a step depend only on the seed and the step, the order of an epoch on the seed
and the epoch, and the learning rate on the step. A checkpoint with the weights and the optimizer's
state is therefore enough to resume training with the same result.
"""

import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import bad_file
from motjuste.files import whole_file, write_text
from motjuste.systems.end_to_end.network import BEST, Network, Paradigm
from motjuste.training.rates import check_rate
from motjuste.training.sws.dataset import Dataset, Numbers
from motjuste.training.sws.losses import batch_loss, clip_gradient
from motjuste.training.sws.validation import BEST_BY, validate

Watch = Callable[[str, int, int | None], None]
LOG = "log.jsonl"


@dataclass(frozen=True)
class Hyperparameters:
    """The hyperparameters of training."""

    model: Paradigm
    epochs: int = 3
    batch: int = 32
    rate: float = 5e-5
    warmup: float = 0.06
    decay: float = 0.01
    # Steps between validations; each one saves a checkpoint.
    every: int = 1000
    # Validations without improvement after which training stops; 0 never stops it.
    patience: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        check_rate(self.rate)


@dataclass
class State:
    """Progress of training: `waited` counts validations since the best one."""

    step: int = 0
    best: float = -1.0
    waited: int = 0


class Trainer:
    """Trains a model, from the start or from the checkpoint in `out`."""

    def __init__(
        self,
        network: Network,
        data: Dataset,
        benchmark: Benchmark,
        out: Path,
        hyperparameters: Hyperparameters,
        about: dict[str, Any] | None = None,
    ) -> None:
        self.network, self.data, self.benchmark = network, data, benchmark
        self.out, self.hyperparameters = out, hyperparameters
        self.state, self.history = State(), list[dict[str, Any]]()
        self._about = json.loads(json.dumps({"recipe": asdict(hyperparameters), **(about or {})}))
        self.per_epoch = -(-len(data) // hyperparameters.batch)
        self.steps = hyperparameters.epochs * self.per_epoch
        self._optimizer = torch.optim.AdamW(
            network.module.parameters(), hyperparameters.rate, weight_decay=hyperparameters.decay
        )
        self._order: tuple[int, Sequence[Numbers]] = (-1, ())
        self._losses: list[float] = []
        self._resume()

    @property
    def checkpoint(self) -> Path:
        """The file from which training resumes."""
        return self.out / "checkpoint.pt"

    def _resume(self) -> None:
        if not self.checkpoint.exists():
            return
        kept = torch.load(self.checkpoint, weights_only=True, map_location="cpu")
        if kept["about"] != self._about:
            raise bad_file(
                self.checkpoint,
                "belongs to training on other data or with other settings",
                "delete it or choose another --out",
            )
        self.network.module.load_state_dict(kept["network"])
        self._optimizer.load_state_dict(kept["optimizer"])
        self.state, self.history = State(**kept["state"]), kept["history"]

    def save_checkpoint(self) -> None:
        """Write the state of training, from which it resumes."""
        content = {
            "about": self._about,
            "network": self.network.module.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "state": asdict(self.state),
            "history": self.history,
        }
        with whole_file(self.checkpoint) as temporary:
            torch.save(content, temporary)

    def train(self, watch: Watch = lambda stage, done, total: None) -> float:
        """Train to the end, or until patience runs out; returns the best validation score."""
        self.out.mkdir(parents=True, exist_ok=True)
        log = max(1, self.hyperparameters.every // 10)
        watch("training", self.state.step, self.steps)
        while self.state.step < self.steps and not self._out_of_patience:
            self._step()
            last = self.state.step == self.steps
            if self.state.step % self.hyperparameters.every == 0 or last:
                self._validate()
                self.save_checkpoint()
            elif self.state.step % log == 0:
                self._log({})
            watch("training", self.state.step, self.steps)
        return self.state.best

    @property
    def _out_of_patience(self) -> bool:
        return 0 < self.hyperparameters.patience <= self.state.waited

    def _step(self) -> None:
        step, hyperparameters = self.state.step, self.hyperparameters
        epoch, place = divmod(step, self.per_epoch)
        if self._order[0] != epoch:
            self._order = (
                epoch,
                self.data.batches(hyperparameters.batch, hyperparameters.seed, epoch),
            )
        pairs = [self.data[int(n)] for n in self._order[1][place]]
        torch.manual_seed(step_seed(hyperparameters.seed, step))
        for group in self._optimizer.param_groups:
            group["lr"] = self.rate(step)
        self.network.module.train()
        loss = batch_loss(self.network, hyperparameters.model, pairs)
        self._optimizer.zero_grad()
        loss.backward()
        clip_gradient(self.network.module)
        self._optimizer.step()
        self._losses.append(float(loss.detach()))
        self.state.step += 1

    def rate(self, step: int) -> float:
        """The learning rate of a step: linear warmup, then linear decay to 0."""
        rise = max(1, round(self.hyperparameters.warmup * self.steps))
        left = (self.steps - step) / max(1, self.steps - rise)
        return self.hyperparameters.rate * min((step + 1) / rise, left)

    def _log(self, scores: dict[str, float]) -> None:
        self.history.append(
            {
                "step": self.state.step,
                "epoch": self.state.step / self.per_epoch,
                "rate": self.rate(self.state.step - 1),
                "loss": sum(self._losses) / len(self._losses),
                **scores,
            }
        )
        self._losses = []

    def _validate(self) -> None:
        """Validate the model, and save it if it is the best so far."""
        scores = validate(self.network, self.hyperparameters.model, self.benchmark)
        self._log(scores)
        write_text(self.out / LOG, "".join(json.dumps(row) + "\n" for row in self.history))
        if scores[BEST_BY] > self.state.best:
            self.state.best, self.state.waited = scores[BEST_BY], 0
            self._save(scores)
        else:
            self.state.waited += 1

    def _save(self, scores: dict[str, float]) -> None:
        """Save the best model; a partly written one never takes its place."""
        folder, temporary = self.out / BEST, self.out / f"{BEST}.{os.getpid()}"
        about: dict[str, Any] = {"model": self.hyperparameters.model, "step": self.state.step}
        about |= {"scores": scores, "validated on": self.benchmark.name, **self._about}
        self.network.save(temporary, about)
        if folder.exists():
            shutil.rmtree(folder)
        temporary.replace(folder)


def step_seed(seed: int, step: int) -> int:
    """The seed for the random choices of a step."""
    return int.from_bytes(sha256(f"{seed}:{step}".encode()).digest()[:7], "big")
