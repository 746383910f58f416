"""Training of the rankers' networks: one hidden layer, two outputs, several averaged copies."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from motjuste.extras import need
from motjuste.suggester.networks import forward, standardised_input
from motjuste.training.knowledge import Array

# Networks, trained from different weights, whose scores are averaged.
COPIES = 4
# Hidden units of each copy.
HIDDEN = 48
# Passes over the targets.
_EPOCHS = 40
# Targets in one optimiser step.
_BATCH = 16
# Learning rate of AdamW at the start; it falls linearly to zero.
_LEARNING_RATE = 4e-3
# Weight decay of AdamW.
_DECAY = 0.02
# Share of hidden units that are dropped out in training.
_DROPOUT = 0.1
# The log odds that the outputs begin with: few candidates are acceptable.
_INITIAL_LOG_ODDS = -2.0
# Weights of the loss word by word, for the first output …
_SUGGEST_WEIGHT = 20
# … and for the second. The loss over each target's list has weight 1 per batch of 16.
_RANK_WEIGHT = 4


# The rows, shares and judged words of a lesson as tensors.
_Tensors = tuple[Any, Any, Any]


class Lesson(NamedTuple):
    """A training example of the rankers: the words for one target.

    `rows`: the features of each word.
    `share`: the share of judges who accept it (0 if nobody judged it).
    `judged`: whether anybody judged it.
    """

    rows: Array
    share: Array
    judged: Array


def train(
    lessons: Sequence[Lesson],
    by_crowd: Sequence[bool],
    seed: int = 0,
    epochs: int = _EPOCHS,
) -> dict[str, Array]:
    """A network as arrays by the names that `suggester/networks.py` reads, copies side by side.

    The first output learns the share of judges who accept a word, where an unjudged word counts as
    one that nobody accepts; the second learns the same among judged words only.

    `by_crowd` tells for each lesson whether a crowd judged it: crowds accept other words than
    editors. It is one more input in training; afterwards it becomes two biases: `hidden_bias` for
    an editor, `crowd_bias` for a crowd.
    """
    torch = seeded_torch(seed)
    all_rows = np.concatenate([lesson.rows for lesson in lessons])
    mean, deviation = all_rows.mean(0), all_rows.std(0) + np.float32(1e-3)
    weights = initial_weights(torch, len(mean) + 1, 2, _INITIAL_LOG_ODDS)
    useful = [
        _tensors(torch, lesson, crowd, mean, deviation)
        for lesson, crowd in zip(lessons, by_crowd, strict=True)
        if lesson.share.any()
    ]
    _fit(torch, weights, useful, list(_batches(len(useful), epochs, seed)))
    trained = {name: tensor.detach().numpy() for name, tensor in weights.items()}
    return _two_biases(side_by_side(trained)) | {"mean": mean, "deviation": deviation}


def _fit(
    torch: Any, weights: dict[str, Any], lessons: Sequence[_Tensors], batches: Sequence[list[int]]
) -> None:
    """Fit the weights by AdamW, with a learning rate that falls linearly to zero."""
    optimiser = torch.optim.AdamW(weights.values(), lr=_LEARNING_RATE, weight_decay=_DECAY)
    for step, batch in enumerate(batches):
        for group in optimiser.param_groups:
            group["lr"] = _LEARNING_RATE * (1 - step / len(batches))
        loss = _loss(torch, weights, [lessons[n] for n in batch])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def _two_biases(network: dict[str, Array]) -> dict[str, Array]:
    """The network without its last input, whose weights are added to the bias for crowds."""
    hidden, bias = network["hidden"], network["hidden_bias"]
    return network | {"hidden": hidden[:-1], "crowd_bias": bias + hidden[-1]}


def _batches(count: int, epochs: int, seed: int) -> Iterator[list[int]]:
    rng = np.random.default_rng(seed)
    size = min(_BATCH, count)
    for _ in range(epochs):
        order = rng.permutation(count).tolist()
        for first in range(0, count - size + 1, size):
            yield order[first : first + size]


def seeded_torch(seed: int) -> Any:
    """PyTorch with a seed, on one thread, so that results can be repeated."""
    torch = need("torch", "training", "train")
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    return torch


def initial_weights(
    torch: Any, features: int, outputs: int, output_bias: float = 0.0
) -> dict[str, Any]:
    """Random weights of all copies of a network."""
    weights = {
        "hidden": torch.randn(COPIES, features, HIDDEN) / features**0.5,
        "hidden_bias": torch.zeros(COPIES, 1, HIDDEN),
        "output": torch.randn(COPIES, HIDDEN, outputs) / HIDDEN**0.5,
        "output_bias": torch.full((COPIES, 1, outputs), output_bias),
    }
    return {name: tensor.requires_grad_() for name, tensor in weights.items()}


def _tensors(torch: Any, lesson: Lesson, crowd: bool, mean: Array, deviation: Array) -> _Tensors:
    rows = standardised_input(lesson.rows, mean, deviation).astype(np.float32)
    rows = np.column_stack([rows, np.full(len(rows), crowd, np.float32)])
    columns = (rows, lesson.share.astype(np.float32), lesson.judged)
    return tuple(torch.from_numpy(np.ascontiguousarray(column)) for column in columns)


def _loss(torch: Any, weights: dict[str, Any], batch: Sequence[_Tensors]) -> Any:
    """Cross-entropy with the shares, word by word and over each target's list, for both outputs."""
    functional = torch.nn.functional
    entropy = functional.binary_cross_entropy_with_logits
    rows = torch.cat([lesson[0] for lesson in batch])
    hidden = torch.relu(rows @ weights["hidden"] + weights["hidden_bias"])
    logits = functional.dropout(hidden, _DROPOUT) @ weights["output"] + weights["output_bias"]
    share, judged = (torch.cat([lesson[n] for lesson in batch]) for n in (1, 2))
    loss = _SUGGEST_WEIGHT * entropy(logits[..., 0], share.expand(COPIES, -1))
    loss = loss + _RANK_WEIGHT * entropy(logits[:, judged, 1], share[judged].expand(COPIES, -1))
    parts = logits.split([len(lesson[1]) for lesson in batch], 1)
    for part, (_, shares, is_judged) in zip(parts, batch, strict=True):
        wanted = shares / shares.sum()
        listed = (wanted * part[..., 0].log_softmax(-1)).sum(-1).mean()
        ordered = (wanted[is_judged] * part[:, is_judged, 1].log_softmax(-1)).sum(-1).mean()
        loss = loss - (listed + ordered) / _BATCH
    return loss


def side_by_side(weights: dict[str, Array]) -> dict[str, Array]:
    """One network whose output is the mean of the copies' outputs."""
    hidden = weights["hidden"]
    return {
        "hidden": hidden.transpose(1, 0, 2).reshape(hidden.shape[1], -1),
        "hidden_bias": weights["hidden_bias"].ravel(),
        "output": weights["output"].reshape(-1, weights["output"].shape[-1]) / np.float32(COPIES),
        "output_bias": weights["output_bias"].mean((0, 1)),
    }


def scores(network: dict[str, Array], rows: Array, by_crowd: bool = False) -> Array:
    """The log odds of both outputs, one row each, as an editor or a crowd would judge."""
    return forward(network, rows, "crowd_bias" if by_crowd else "hidden_bias")
