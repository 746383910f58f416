"""The training loss of each type of model on a batch of pairs."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from motjuste.systems.end_to_end.network import Network, Paradigm
from motjuste.training.sws.examples import IGNORED, Pair


def batch_loss(network: Network, paradigm: Paradigm, pairs: Sequence[Pair]) -> Any:
    """The mean loss of a batch; random choices use PyTorch's generator."""
    ids, mask = network.padded([pair[0] for pair in pairs])
    outputs, outputs_mask = network.padded([pair[1] for pair in pairs])
    if paradigm == "cmlm":
        return network.module.training_loss(ids, mask, outputs, outputs_mask)
    labels = outputs.masked_fill(outputs_mask == 0, IGNORED)
    if paradigm == "bart":
        return network.module(input_ids=ids, attention_mask=mask, labels=labels).loss
    logits = network.module(input_ids=ids, attention_mask=mask).logits
    return nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten())


def clip_gradient(module: Any, most: float = 1.0) -> None:
    """Limit the norm of the gradient."""
    torch.nn.utils.clip_grad_norm_(module.parameters(), most)
