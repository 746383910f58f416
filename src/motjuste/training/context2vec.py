"""Training of context2vec (Melamud et al. 2016): negative sampling at every position of a sentence.

The corpus is read in blocks, each block's sentences in batches of equal length, in an order that
depends on the seed, the epoch and the block alone. After each block a checkpoint can be written,
from which interrupted training resumes with the same result.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from motjuste.engine.corpus import BLOCK_SIZE, CorpusFile, blocks
from motjuste.errors import BadInputError, bad_file
from motjuste.files import whole_file
from motjuste.spaces.analysis import BREAK, Analysed, Analyser
from motjuste.spaces.context2vec import BEGIN, END, NETWORK, SPECIAL, UNKNOWN, VALUES
from motjuste.spaces.space import SpaceWriter
from motjuste.training.rates import check_rate

Watch = Callable[[str, int, int | None], None]
Ids = NDArray[np.int64]


@dataclass(frozen=True)
class Hyperparameters:
    """The paper's settings are 300 and 600 dimensions, 10 negatives, power 0.75, batches of 800."""

    dimensions: int = 300
    hidden: int = 300
    negatives: int = 10
    power: float = 0.75
    rate: float = 1e-3
    epochs: int = 3
    batch: int = 800
    least: int = 5
    longest: int = 64
    seed: int = 0
    block: int = BLOCK_SIZE
    field_name: str = "text"

    def __post_init__(self) -> None:
        check_rate(self.rate)
        if not isfinite(self.power):
            raise BadInputError(f"frequencies cannot be raised to {self.power}; give a number")


class Context2VecNetwork(nn.Module):
    """The two LSTMs and the layers on top; the loss compares the word with noise."""

    def __init__(self, words: int, hyperparameters: Hyperparameters) -> None:
        super().__init__()
        size, hidden = hyperparameters.dimensions, hyperparameters.hidden
        # Few of the many words are in a batch: sparse gradients update only those, which is faster.
        self.words = nn.ModuleDict(
            {side: nn.Embedding(words, size, sparse=True) for side in _SIDES}
        )
        self.read = nn.ModuleDict(
            {side: nn.LSTM(size, hidden, batch_first=True) for side in _SIDES}
        )
        self.hidden = nn.Linear(2 * hidden, 2 * hidden)
        self.out = nn.Linear(2 * hidden, size)
        self.targets = nn.Embedding(words, size, sparse=True)
        nn.init.zeros_(self.targets.weight)

    def contexts(self, ids: Any) -> Any:
        """The context vectors of every position of sentences of one length (with both ends)."""
        left, _ = self.read["left"](self.words["left"](ids[:, :-2]))
        right, _ = self.read["right"](self.words["right"](ids.flip(1)[:, :-2]))
        both = torch.cat([left, right.flip(1)], dim=2)
        return self.out(torch.relu(self.hidden(both)))

    def loss(self, ids: Any, noise: Any) -> Any:
        """Word2vec's loss: the actual word against randomly drawn words."""
        contexts = self.contexts(ids).unsqueeze(2)
        inside = ids[:, 1:-1]
        right = (contexts * self.targets(inside).unsqueeze(2)).sum(3)
        wrong = (contexts * self.targets(noise)).sum(3)
        terms = nn.functional.logsigmoid(right).sum(2) + nn.functional.logsigmoid(-wrong).sum(2)
        known = inside != UNKNOWN
        return -(terms * known).sum() / known.sum().clamp(min=1)


_SIDES = ("left", "right")


def _optimizers(network: Context2VecNetwork, rate: float) -> tuple[torch.optim.Optimizer, ...]:
    """A sparse optimiser for the words, which updates those of a batch, and one for the rest."""
    tables = {id(parameter) for parameter in (*network.words.parameters(), network.targets.weight)}
    dense = [parameter for parameter in network.parameters() if id(parameter) not in tables]
    sparse = [parameter for parameter in network.parameters() if id(parameter) in tables]
    return torch.optim.SparseAdam(sparse, rate), torch.optim.Adam(dense, rate)


class Trainer:
    """Trains on a corpus, from the beginning or from a checkpoint."""

    def __init__(
        self, files: Sequence[CorpusFile], out: Path, hyperparameters: Hyperparameters
    ) -> None:
        self.files, self.out, self.hyperparameters = files, out, hyperparameters
        self._analyser = Analyser("word", field_name=hyperparameters.field_name)
        self.words, self._counts, self.total = self._vocabulary()
        self._row = {word: row for row, word in enumerate(self.words)}
        torch.manual_seed(hyperparameters.seed)
        self.network = Context2VecNetwork(len(self.words), hyperparameters)
        self._optimizers = _optimizers(self.network, hyperparameters.rate)
        self.done = 0
        self._resume()

    @property
    def checkpoint(self) -> Path:
        """The checkpoint from which training resumes."""
        return self.out.with_name(f"{self.out.name}.checkpoint")

    def _vocabulary(self) -> tuple[list[str], NDArray[np.float64], int]:
        counts: Counter[str] = Counter()
        total = 0
        for block in blocks(self.files, self.hyperparameters.block):
            analysed = self._analyser(block)
            seen = np.bincount(analysed.ids[analysed.ids != BREAK], minlength=len(analysed.types))
            counts.update(dict(zip(analysed.types, seen.tolist(), strict=True)))
            total += 1
        kept = [(word, n) for word, n in counts.items() if n >= self.hyperparameters.least]
        if not kept:
            raise BadInputError(f"no word occurs {self.hyperparameters.least} times in the corpus")
        kept.sort(key=lambda pair: (-pair[1], pair[0]))
        noise = np.array([0.0] * len(SPECIAL) + [float(n) for _, n in kept])
        noise **= self.hyperparameters.power
        noise[: len(SPECIAL)] = 0.0
        return [*SPECIAL, *(word for word, _ in kept)], noise / noise.sum(), total

    def _about(self) -> dict[str, Any]:
        files = [(str(file.path.resolve()), file.size) for file in self.files]
        hyperparameters = {k: v for k, v in asdict(self.hyperparameters).items() if k != "epochs"}
        about: dict[str, Any] = json.loads(json.dumps({"files": files, "recipe": hyperparameters}))
        return about

    def _resume(self) -> None:
        if not self.checkpoint.exists():
            return
        kept = torch.load(self.checkpoint, weights_only=True)
        if kept["about"] != self._about():
            raise bad_file(
                self.checkpoint,
                "belongs to training on another corpus or with other settings",
                "delete it or choose another --out",
            )
        self.network.load_state_dict(kept["network"])
        for optimizer, state in zip(self._optimizers, kept["optimizers"], strict=True):
            optimizer.load_state_dict(state)
        self.done = kept["done"]

    def save_checkpoint(self) -> None:
        """Write the state of training, from which it resumes."""
        content = {
            "about": self._about(),
            "network": self.network.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self._optimizers],
            "done": self.done,
        }
        with whole_file(self.checkpoint) as temporary:
            torch.save(content, temporary)

    def train(self, watch: Watch = lambda stage, done, total: None) -> float:
        """Train to the last epoch and write the model; returns the mean loss of the last block."""
        loss, steps = float("nan"), self.hyperparameters.epochs * self.total
        watch("training", self.done, steps)
        for epoch in range(self.hyperparameters.epochs):
            for block in blocks(self.files, self.hyperparameters.block):
                number = epoch * self.total + block.number
                if number < self.done:
                    continue
                rng = np.random.default_rng([self.hyperparameters.seed, epoch, block.number])
                loss = self._block(self._analyser(block), rng)
                self.done = number + 1
                self.save_checkpoint()
                watch("training", self.done, steps)
        self.write()
        self.checkpoint.unlink(missing_ok=True)
        return loss

    def _block(self, analysed: Analysed, rng: np.random.Generator) -> float:
        losses = []
        for ids in self._batches(analysed, rng):
            shape = (len(ids), ids.shape[1] - 2, self.hyperparameters.negatives)
            noise = rng.choice(len(self.words), shape, p=self._counts)
            loss = self.network.loss(torch.from_numpy(ids), torch.from_numpy(noise))
            for optimizer in self._optimizers:
                optimizer.zero_grad()
            loss.backward()
            for optimizer in self._optimizers:
                optimizer.step()
            losses.append(float(loss.detach()))
        return float(np.mean(losses)) if losses else float("nan")

    def _batches(self, analysed: Analysed, rng: np.random.Generator) -> Iterator[Ids]:
        """Batches of sentences of equal length, with marked ends, in random order."""
        rows = np.array([self._row.get(word, UNKNOWN) for word in analysed.types] or [UNKNOWN])
        ends = np.flatnonzero(analysed.ids == BREAK)
        by_length: dict[int, list[Ids]] = {}
        for start, end in zip([0, *(ends[:-1] + 1)], ends, strict=True):
            ids = rows[analysed.ids[start : min(end, start + self.hyperparameters.longest)]]
            if len(ids) > 1:
                by_length.setdefault(len(ids), []).append(np.array([BEGIN, *ids, END]))
        batches = []
        for length in sorted(by_length):
            order = rng.permutation(len(by_length[length]))
            size = max(1, self.hyperparameters.batch // length)
            for first in range(0, len(order), size):
                batches.append([by_length[length][n] for n in order[first : first + size]])
        for number in rng.permutation(len(batches)):
            yield np.stack(batches[number])

    def write(self) -> None:
        """Write the model as a space."""
        state = {name: tensor.numpy() for name, tensor in self.network.state_dict().items()}
        about = {
            "values": VALUES,
            "rows": len(self.words),
            "columns": self.hyperparameters.dimensions,
            "recipe": asdict(self.hyperparameters),
        }
        with SpaceWriter(self.out, about, replace=True) as writer:
            writer.names(self.words)
            writer.add("vectors", state["targets.weight"])
            for side in _SIDES:
                writer.add(f"{side}.words", state[f"words.{side}.weight"])
                for part in NETWORK:
                    writer.add(f"{side}.{part}", state[f"read.{side}.{part}_l0"])
            for name in ("hidden.weight", "hidden.bias", "out.weight", "out.bias"):
                writer.add(name, state[name])
