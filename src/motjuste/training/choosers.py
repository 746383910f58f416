"""Training of the networks that order the candidates of a marked word, and that find such words."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.extras import need
from motjuste.training.networks import COPIES, HIDDEN, side_by_side

Network = dict[str, Floats]
_PADDING = -30.0


class Plan(NamedTuple):
    """How a network is trained."""

    epochs: int
    together: int
    rate: float
    decay: float
    dropped: float
    outputs: int


CHOOSER = Plan(40, 64, 6e-3, 0.05, 0.1, 1)
DETECTOR = Plan(30, 64, 2e-3, 0.3, 0.3, 2)
KIND = Plan(60, 64, 3e-3, 0.3, 0.3, 1)


def train_chooser(rows: Sequence[Floats], votes: Sequence[Floats], seed: int = 0) -> Network:
    """A network that puts first what people put in a word's place, from lists of candidates."""
    torch = _torch(seed)
    every = np.concatenate(rows)
    mean, deviation = every.mean(0), every.std(0) + np.float32(1e-3)
    standard = [np.clip((values - mean) / deviation, -5, 5) for values in rows]
    seen, there, goal = (torch.from_numpy(values) for values in _padded(standard, votes))
    weights = _start(torch, len(mean), CHOOSER.outputs)

    def loss(batch: Any) -> Any:
        logits = _logits(torch, weights, seen[batch].flatten(0, 1), CHOOSER.dropped)[..., 0]
        logits = logits.unflatten(1, (len(batch), -1)).masked_fill(~there[batch], _PADDING)
        return _list_loss(torch, logits, there[batch], goal[batch])

    _learn(torch, weights, CHOOSER, len(rows), loss, seed)
    return _network(weights, mean, deviation)


def _padded(rows: Sequence[Floats], votes: Sequence[Floats]) -> tuple[Any, Any, Any]:
    longest = max(map(len, rows))
    seen = np.zeros((len(rows), longest, rows[0].shape[1]), np.float32)
    there, goal = np.zeros(seen.shape[:2], bool), np.zeros(seen.shape[:2], np.float32)
    for place, (own, given) in enumerate(zip(rows, votes, strict=True)):
        seen[place, : len(own)], there[place, : len(own)] = own, True
        goal[place, : len(own)] = given
    return seen, there, goal


def _list_loss(torch: Any, logits: Any, there: Any, votes: Any) -> Any:
    """Cross-entropy with the votes over each list, and word by word with having any."""
    share = votes / votes.sum(-1, keepdim=True)
    listed = -(share * logits.log_softmax(-1)).sum(-1).mean()
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    good = (votes > 0).float()[there].expand(COPIES, -1)
    return listed + 4 * entropy(logits[:, there], good)


def train_detector(rows: Floats, labels: Floats, seed: int = 0) -> Network:
    """A network that says of a word whether it is marked, and whether our first offer is apt."""
    return _train_answers(rows, labels, DETECTOR, seed)


def train_kind(rows: Floats, refined: Floats, seed: int = 0) -> Network:
    """A network that says of a marked word whether it is misused, rather than to be varied."""
    return _train_answers(rows, refined[:, None], KIND, seed)


def _train_answers(rows: Floats, labels: Floats, plan: Plan, seed: int) -> Network:
    """A network that answers one or more questions with yes or no, by cross-entropy."""
    torch = _torch(seed)
    mean, deviation = rows.mean(0), rows.std(0) + np.float32(1e-3)
    standard = torch.from_numpy(np.clip((rows - mean) / deviation, -5, 5))
    goal = torch.from_numpy(labels.astype(np.float32))
    weights = _start(torch, rows.shape[1], plan.outputs)
    functional = torch.nn.functional

    def loss(batch: Any) -> Any:
        dropped = functional.dropout(standard[batch].expand(COPIES, -1, -1), plan.dropped)
        logits = _logits(torch, weights, dropped, plan.dropped)
        entropy = functional.binary_cross_entropy_with_logits
        return plan.outputs * entropy(logits, goal[batch].expand(COPIES, -1, -1))

    _learn(torch, weights, plan, len(rows), loss, seed, falling=False)
    return _network(weights, mean, deviation)


def _torch(seed: int) -> Any:
    torch = need("torch", "training", "train")
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    return torch


def _start(torch: Any, features: int, outputs: int) -> dict[str, Any]:
    made = {
        "hidden": torch.randn(COPIES, features, HIDDEN) / features**0.5,
        "hidden_bias": torch.zeros(COPIES, 1, HIDDEN),
        "output": torch.randn(COPIES, HIDDEN, outputs) / HIDDEN**0.5,
        "output_bias": torch.zeros(COPIES, 1, outputs),
    }
    return {name: tensor.requires_grad_() for name, tensor in made.items()}


def _logits(torch: Any, weights: dict[str, Any], rows: Any, dropped: float) -> Any:
    hidden = torch.relu(rows @ weights["hidden"] + weights["hidden_bias"])
    kept = torch.nn.functional.dropout(hidden, dropped)
    return kept @ weights["output"] + weights["output_bias"]


def _learn(
    torch: Any, weights: dict[str, Any], plan: Plan, count: int, loss: Any, seed: int,
    falling: bool = True,
) -> None:  # fmt: skip
    optimiser = torch.optim.AdamW(weights.values(), lr=plan.rate, weight_decay=plan.decay)
    rng = np.random.default_rng(seed)
    parts = max(1, count // plan.together)
    for epoch in range(plan.epochs):
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * (1 - epoch / plan.epochs if falling else 1)
        for batch in np.array_split(rng.permutation(count), parts):
            value = loss(torch.from_numpy(batch))
            optimiser.zero_grad()
            value.backward()
            optimiser.step()


def _network(weights: dict[str, Any], mean: Floats, deviation: Floats) -> Network:
    arrays = {name: tensor.detach().numpy() for name, tensor in weights.items()}
    return side_by_side(arrays) | {"mean": mean, "deviation": deviation}
