"""The conditional masked language model (Ghazvininejad et al. 2019): encoder and decoder.

The decoder sees the whole target at once, with some places masked, and predicts these; how long
the target is, is predicted from the encoder, here as the difference to the source. Everything else
is BART's, so that any BART may be what training begins with.
"""

from typing import Any

import torch
from torch import nn
from transformers import BartForConditionalGeneration

# The largest difference in length, in pieces, between a sentence and its rewritten form.
REACH = 8


class Cmlm(BartForConditionalGeneration):  # type: ignore[misc]
    """BART with a decoder that looks both ways, and a head for lengths."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.length_head = nn.Linear(config.d_model, 2 * REACH + 1)
        self.post_init()

    def encode(self, ids: Any, mask: Any) -> Any:
        """The encoder's states of sources."""
        return self.model.encoder(input_ids=ids, attention_mask=mask).last_hidden_state

    def differences(self, states: Any, mask: Any) -> Any:
        """What the model says of the lengths of targets, by their difference to the sources'."""
        weights = mask.unsqueeze(2).to(states.dtype)
        mean = (states * weights).sum(1) / weights.sum(1)
        return self.length_head(mean)

    def predict(self, states: Any, mask: Any, target: Any, target_mask: Any) -> Any:
        """The logits at every place of targets, of which some are masked."""
        hidden = self.model.decoder(
            input_ids=target,
            attention_mask=_both_ways(target_mask, states.dtype),
            encoder_hidden_states=states,
            encoder_attention_mask=mask,
            use_cache=False,
        ).last_hidden_state
        return self.lm_head(hidden) + self.final_logits_bias

    def training_loss(self, ids: Any, mask: Any, target: Any, target_mask: Any) -> Any:
        """The loss on places masked at random, from one of them to all, and on the lengths."""
        hidden = hide(target, target_mask)
        states = self.encode(ids, mask)
        masked = target.masked_fill(hidden, self.config.mask_token_id)
        logits = self.predict(states, mask, masked, target_mask)
        words = nn.functional.cross_entropy(logits[hidden], target[hidden])
        gaps = (target_mask.sum(1) - mask.sum(1)).clamp(-REACH, REACH) + REACH
        return words + 0.1 * nn.functional.cross_entropy(self.differences(states, mask), gaps)


def _both_ways(mask: Any, dtype: Any) -> Any:
    """A mask of four dimensions is taken as it is: no place is hidden but those that pad."""
    shut = (1.0 - mask.to(dtype)) * torch.finfo(dtype).min
    return shut[:, None, None, :].expand(-1, 1, mask.shape[1], -1)


def hide(target: Any, mask: Any) -> Any:
    """Places drawn at random: of each row a number from one to all of its own."""
    noise = torch.rand(target.shape, device=target.device).masked_fill(mask == 0, 2.0)
    lengths = mask.sum(1)
    share = torch.rand(len(target), device=target.device)
    numbers = (share * lengths).long().clamp(max=lengths - 1) + 1
    ranks = noise.argsort(1).argsort(1)
    return ranks < numbers.unsqueeze(1)
