"""The conditional masked language model (Ghazvininejad et al. 2019): encoder and decoder.

The decoder sees the whole target at once, with some positions masked, and predicts these. The
length of the target is predicted from the encoder, as the difference from the source's. All else is
BART's, so that training can start from any BART checkpoint.
"""

from typing import Any

import torch
from torch import nn
from transformers import BartForConditionalGeneration

# The largest difference in length, in pieces, between a sentence and its rewritten form.
REACH = 8
# The weight of the loss of the length, relative to that of the words, as in fairseq.
_LENGTH_LOSS_WEIGHT = 0.1


class Cmlm(BartForConditionalGeneration):  # type: ignore[misc]
    """BART with a bidirectional decoder and a head for lengths."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.length_head = nn.Linear(config.d_model, 2 * REACH + 1)
        self.post_init()

    def encode(self, ids: Any, mask: Any) -> Any:
        """The encoder's states of sources."""
        return self.model.encoder(input_ids=ids, attention_mask=mask).last_hidden_state

    def differences(self, states: Any, mask: Any) -> Any:
        """The logits of the lengths of targets, as differences from the sources'."""
        weights = mask.unsqueeze(2).to(states.dtype)
        mean = (states * weights).sum(1) / weights.sum(1)
        return self.length_head(mean)

    def predict(self, states: Any, mask: Any, target: Any, target_mask: Any) -> Any:
        """The logits at every position of targets with masked positions."""
        hidden = self.model.decoder(
            input_ids=target,
            attention_mask=_both_ways(target_mask, states.dtype),
            encoder_hidden_states=states,
            encoder_attention_mask=mask,
            use_cache=False,
        ).last_hidden_state
        return self.lm_head(hidden) + self.final_logits_bias

    def training_loss(self, ids: Any, mask: Any, target: Any, target_mask: Any) -> Any:
        """The loss on randomly masked positions, from one to all of them, and on the lengths."""
        hidden = hide(target, target_mask)
        states = self.encode(ids, mask)
        masked = target.masked_fill(hidden, self.config.mask_token_id)
        logits = self.predict(states, mask, masked, target_mask)
        words = nn.functional.cross_entropy(logits[hidden], target[hidden])
        gaps = (target_mask.sum(1) - mask.sum(1)).clamp(-REACH, REACH) + REACH
        return words + _LENGTH_LOSS_WEIGHT * nn.functional.cross_entropy(
            self.differences(states, mask), gaps
        )


def _both_ways(mask: Any, dtype: Any) -> Any:
    """A 4-dimensional attention mask, used as it is, that hides only padding."""
    shut = (1.0 - mask.to(dtype)) * torch.finfo(dtype).min
    return shut[:, None, None, :].expand(-1, 1, mask.shape[1], -1)


def hide(target: Any, mask: Any) -> Any:
    """Random positions: for each row a random number of them, from one to all."""
    noise = torch.rand(target.shape, device=target.device).masked_fill(mask == 0, 2.0)
    lengths = mask.sum(1)
    share = torch.rand(len(target), device=target.device)
    numbers = (share * lengths).long().clamp(max=lengths - 1) + 1
    ranks = noise.argsort(1).argsort(1)
    return ranks < numbers.unsqueeze(1)
