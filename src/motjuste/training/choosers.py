"""Training of the improver's networks: chooser (orders candidates), detector and kind of mark."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.suggester.networks import standardised_input
from motjuste.training.networks import COPIES, initial_weights, seeded_torch, side_by_side

Network = dict[str, Floats]
# The log odds of padding in a list of candidates.
_PADDING = -30.0
# Weight of the loss word by word, relative to the loss over each list.
_WORD_WEIGHT = 4


class Hyperparameters(NamedTuple):
    """How a network is trained.

    `batch`: targets in one optimiser step.
    `learning_rate`: of AdamW; `decay`: its weight decay.
    `dropout`: the share of inputs and hidden units that are dropped out.
    """

    epochs: int
    batch: int
    learning_rate: float
    decay: float
    dropout: float
    outputs: int


CHOOSER = Hyperparameters(40, 64, 6e-3, 0.05, 0.1, 1)
DETECTOR = Hyperparameters(30, 64, 2e-3, 0.3, 0.3, 2)
KIND = Hyperparameters(60, 64, 3e-3, 0.3, 0.3, 1)


def train_chooser(rows: Sequence[Floats], votes: Sequence[Floats], seed: int = 0) -> Network:
    """A network that ranks the candidates of a word by how many annotators chose them."""
    torch = seeded_torch(seed)
    all_rows = np.concatenate(rows)
    mean, deviation = all_rows.mean(0), all_rows.std(0) + np.float32(1e-3)
    standard = [standardised_input(values, mean, deviation) for values in rows]
    inputs, present, counts = (torch.from_numpy(values) for values in _padded(standard, votes))
    weights = initial_weights(torch, len(mean), CHOOSER.outputs)

    def loss(batch: Any) -> Any:
        logits = _logits(torch, weights, inputs[batch].flatten(0, 1), CHOOSER.dropout)[..., 0]
        logits = logits.unflatten(1, (len(batch), -1)).masked_fill(~present[batch], _PADDING)
        return _list_loss(torch, logits, present[batch], counts[batch])

    _learn(torch, weights, CHOOSER, len(rows), loss, seed)
    return _network(weights, mean, deviation)


def _padded(rows: Sequence[Floats], votes: Sequence[Floats]) -> tuple[Any, Any, Any]:
    """The rows of all lists padded to one length, which of them are real, and their votes."""
    longest = max(map(len, rows))
    inputs = np.zeros((len(rows), longest, rows[0].shape[1]), np.float32)
    present, counts = np.zeros(inputs.shape[:2], bool), np.zeros(inputs.shape[:2], np.float32)
    for place, (of_list, given) in enumerate(zip(rows, votes, strict=True)):
        inputs[place, : len(of_list)], present[place, : len(of_list)] = of_list, True
        counts[place, : len(of_list)] = given
    return inputs, present, counts


def _list_loss(torch: Any, logits: Any, present: Any, votes: Any) -> Any:
    """Cross-entropy with the shares of votes, and word by word with having a vote."""
    share = votes / votes.sum(-1, keepdim=True)
    listed = -(share * logits.log_softmax(-1)).sum(-1).mean()
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    good = (votes > 0).float()[present].expand(COPIES, -1)
    return listed + _WORD_WEIGHT * entropy(logits[:, present], good)


def train_detector(rows: Floats, labels: Floats, seed: int = 0) -> Network:
    """A network for whether a word is marked, and whether our first suggestion is apt."""
    return _train_answers(rows, labels, DETECTOR, seed)


def train_kind(rows: Floats, is_refined: Floats, seed: int = 0) -> Network:
    """A network for whether a mark is of the kind refine-usage, not diversify-expression."""
    return _train_answers(rows, is_refined[:, None], KIND, seed)


def _train_answers(rows: Floats, labels: Floats, plan: Hyperparameters, seed: int) -> Network:
    """A network with one or more binary outputs, trained by cross-entropy."""
    torch = seeded_torch(seed)
    mean, deviation = rows.mean(0), rows.std(0) + np.float32(1e-3)
    standard = torch.from_numpy(standardised_input(rows, mean, deviation))
    wanted = torch.from_numpy(labels.astype(np.float32))
    weights = initial_weights(torch, rows.shape[1], plan.outputs)
    functional = torch.nn.functional

    def loss(batch: Any) -> Any:
        kept = functional.dropout(standard[batch].expand(COPIES, -1, -1), plan.dropout)
        logits = _logits(torch, weights, kept, plan.dropout)
        entropy = functional.binary_cross_entropy_with_logits
        return plan.outputs * entropy(logits, wanted[batch].expand(COPIES, -1, -1))

    _learn(torch, weights, plan, len(rows), loss, seed, falling=False)
    return _network(weights, mean, deviation)


def _logits(torch: Any, weights: dict[str, Any], rows: Any, dropout: float) -> Any:
    hidden = torch.relu(rows @ weights["hidden"] + weights["hidden_bias"])
    kept = torch.nn.functional.dropout(hidden, dropout)
    return kept @ weights["output"] + weights["output_bias"]


def _learn(
    torch: Any, weights: dict[str, Any], plan: Hyperparameters, count: int, loss: Any, seed: int,
    falling: bool = True,
) -> None:  # fmt: skip
    optimiser = torch.optim.AdamW(weights.values(), lr=plan.learning_rate, weight_decay=plan.decay)
    rng = np.random.default_rng(seed)
    parts = max(1, count // plan.batch)
    for epoch in range(plan.epochs):
        for group in optimiser.param_groups:
            group["lr"] = plan.learning_rate * (1 - epoch / plan.epochs if falling else 1)
        for batch in np.array_split(rng.permutation(count), parts):
            value = loss(torch.from_numpy(batch))
            optimiser.zero_grad()
            value.backward()
            optimiser.step()


def _network(weights: dict[str, Any], mean: Floats, deviation: Floats) -> Network:
    arrays = {name: tensor.detach().numpy() for name, tensor in weights.items()}
    return side_by_side(arrays) | {"mean": mean, "deviation": deviation}
