"""The network that doubts words: one transformer layer over the encoder's states of a sentence.

The layer lets a word see its partners once more, with weights made for this question. Each word is
then scored by the mean of its pieces and its frequency.
"""

import io
import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from motjuste.training.doubt_states import ReadExample
from motjuste.training.knowledge import Array

# The width of the layer.
WIDTH = 256
# Attention heads.
_HEADS = 4
# Hidden units of the last step.
_HIDDEN = 64
# Distances of at least this many pieces are one.
_FAR = 31
# Added to attention where there is no piece.
_MASKED = -1e4
# Share of the inputs of the layers that are dropped out in training …
_DROPOUT = 0.15
# … and of the hidden units of the last step.
_DROPOUT_HIDDEN = 0.3
# Passes over the examples.
EPOCHS = 3
# Sentences in one optimiser step.
_BATCH = 32
# Sentences that are sorted by length before they are divided into batches, to pad little.
_SORTED = 1024
# The highest learning rate of AdamW …
_RATE = 5e-4
# … reached after this many steps; then it falls linearly to 2 % of it.
_WARM_UP = 200
# Weight decay of AdamW.
_DECAY = 0.05
# Sentences from which the mean and the deviation of the states are taken.
_SAMPLE = 3_000


class Batch(NamedTuple):
    """Sentences padded to one length, and their words.

    `states`: (sentences, pieces, state). `present`: which pieces there are. `words`: for each word
    the weights of all pieces of the batch, which sum to 1.
    """

    states: Tensor
    present: Tensor
    words: Tensor
    frequencies: Tensor


class DoubtNetwork(nn.Module):
    """Log odds that each word is wrong in its sentence."""

    def __init__(self, mean: Tensor, deviation: Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)
        self.input = nn.Linear(len(mean), WIDTH)
        self.distance = nn.Embedding(2 * _FAR + 1, _HEADS)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.mixed = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.drop = nn.Dropout(_DROPOUT)
        self.output = nn.Sequential(
            nn.LayerNorm(2 * WIDTH + 1),
            nn.Linear(2 * WIDTH + 1, _HIDDEN),
            nn.ReLU(),
            nn.Dropout(_DROPOUT_HIDDEN),
            nn.Linear(_HIDDEN, 1),
        )

    def forward(
        self, states: Tensor, present: Tensor, words: Tensor, frequencies: Tensor
    ) -> Tensor:
        """The log odds of the words of a batch."""
        own = self.input(self.drop(((states - self.mean) / self.deviation).clamp(-5, 5)))
        x = own + self.drop(self.mixed(self._attend(self.norm1(own), present)))
        x = x + self.drop(self.down(torch.relu(self.up(self.norm2(x)))))
        pieces = torch.cat([x, own], -1).flatten(0, 1)
        rows = torch.cat([words @ pieces, frequencies[:, None]], 1)
        return self.output(rows)[:, 0]

    def _attend(self, x: Tensor, present: Tensor) -> Tensor:
        sentences, length, _ = x.shape
        split = self.qkv(x).view(sentences, length, 3, _HEADS, WIDTH // _HEADS)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        at = torch.arange(length)
        distances = (at[None] - at[:, None]).clamp(-_FAR, _FAR) + _FAR
        bias = self.distance(distances).permute(2, 0, 1)[None]
        bias = bias + (~present)[:, None, None, :] * _MASKED
        weights = (query @ key.transpose(-1, -2) / (WIDTH // _HEADS) ** 0.5 + bias).softmax(-1)
        return (weights @ value).transpose(1, 2).reshape(sentences, length, WIDTH)


def train(
    examples: Sequence[ReadExample], advance: Callable[[int], None] = lambda _: None, seed: int = 0
) -> DoubtNetwork:
    """A network trained on examples; `advance` is called with the number of those seen."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = random.Random(seed)
    network = DoubtNetwork(*_moments(examples, rng))
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    steps = EPOCHS * (len(examples) // _BATCH + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / _WARM_UP) * max(0.02, 1 - step / steps)
    )
    entropy = nn.functional.binary_cross_entropy_with_logits
    for _ in range(EPOCHS):
        for rows in _batches(examples, rng):
            goals = torch.tensor([float(word.is_wrong) for row in rows for word in row.words])
            weights = torch.tensor([row.weight for row in rows for _ in row.words])
            loss = entropy(network(*padded(rows)), goals, weights)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            advance(len(rows))
    return network.eval()


def _moments(examples: Sequence[ReadExample], rng: random.Random) -> tuple[Tensor, Tensor]:
    sample = rng.sample(list(examples), min(_SAMPLE, len(examples)))
    rows = np.concatenate([row.states for row in sample]).astype(np.float32)
    return torch.from_numpy(rows.mean(0)), torch.from_numpy(rows.std(0) + np.float32(1e-3))


def _batches(
    examples: Sequence[ReadExample], rng: random.Random
) -> Iterator[Sequence[ReadExample]]:
    """All examples in random order, those of a batch about as long as each other."""
    order = rng.sample(list(examples), len(examples))
    chunks = (order[low : low + _SORTED] for low in range(0, len(order), _SORTED))
    by_length = [row for chunk in chunks for row in sorted(chunk, key=lambda r: len(r.states))]
    starts = list(range(0, len(by_length), _BATCH))
    rng.shuffle(starts)
    return (by_length[start : start + _BATCH] for start in starts)


def padded(rows: Sequence[ReadExample]) -> Batch:
    """Sentences as a batch."""
    longest = max(len(row.states) for row in rows)
    states = torch.zeros(len(rows), longest, rows[0].states.shape[1])
    present = torch.zeros(len(rows), longest, dtype=torch.bool)
    words = torch.zeros(sum(len(row.words) for row in rows), len(rows) * longest)
    number = 0
    for place, row in enumerate(rows):
        states[place, : len(row.states)] = torch.from_numpy(row.states.astype(np.float32))
        present[place, : len(row.states)] = True
        for word in row.words:
            low, high = place * longest + word.first, place * longest + word.end
            words[number, low:high] = 1 / (high - low)
            number += 1
    frequencies = torch.tensor([word.frequency for row in rows for word in row.words])
    return Batch(states, present, words, frequencies)


def log_odds(network: DoubtNetwork, examples: Sequence[ReadExample]) -> list[Array]:
    """The log odds of the words of each example."""
    with torch.inference_mode():
        return [network(*padded([row])).numpy() for row in examples]


class Graph(nn.Module):
    """The ONNX graph: one sentence at a time."""

    def __init__(self, network: DoubtNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, states: Tensor, words: Tensor, frequencies: Tensor) -> Tensor:
        """The log odds of words, given the states of a sentence (pieces, state)."""
        present = torch.ones(1, states.shape[0], dtype=torch.bool)
        scores: Tensor = self.network(states[None], present, words, frequencies)
        return scores


def graph(network: DoubtNetwork) -> bytes:
    """The network as an ONNX graph, with the inputs that `improver/doubt.py` gives."""
    stream = io.BytesIO()
    width = len(network.mean)
    with warnings.catch_warnings():
        # The newer exporter fixes axes that must stay dynamic.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            Graph(network).eval(),
            (torch.zeros(7, width), torch.full((2, 7), 1 / 7), torch.zeros(2)),
            stream,
            input_names=["states", "words", "frequencies"],
            output_names=["log_odds"],
            dynamic_axes={
                "states": {0: "pieces"},
                "words": {0: "words", 1: "pieces"},
                "frequencies": {0: "words"},
                "log_odds": {0: "words"},
            },
            dynamo=False,
            opset_version=17,
        )
    return stream.getvalue()
