"""BERT (s_p, s_v) as Smart Word Suggestions re-implemented it (Wang et al. 2023).

It differs from SWORDS's version (`bert_ls.py`) in every step:

- all pieces of a sentence are tried, and all pieces of the vocabulary are candidates, the present
  one included: a piece that wins against its candidates is left as it is;
- dropout sets numbers of the embedding layer's output to zero without scaling the rest;
- s_p is log P(candidate);
- s_v compares each candidate's sentence with the sentence under dropout, on the last four layers,
  weighted by the attention that the piece pays to each position;
- results are kept by piece, not by position: a word gets the last result for its first piece,
  wherever in the sentence that piece stood.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from motjuste.analysis import words_of
from motjuste.errors import BadInputError
from motjuste.systems.masked_lm.base import ModelSystem, cosine
from motjuste.systems.masked_lm.model import Array
from motjuste.systems.system import SUBSTITUTE_KIND
from motjuste.text import Improvement, Suggestion

# Layers from the top that stand for a position.
_LAYERS = 4


class _Dropped(NamedTuple):
    """The model's output for a sentence with one piece under dropout."""

    logs: Array
    attention: Array
    states: Array


@dataclass
class BertLSSws(ModelSystem):
    """Candidates for every piece of a sentence, by s_v + alpha s_p."""

    name: ClassVar[str] = "bert-ls-sws"
    paper: ClassVar[str] = "Wang et al. 2023"
    description: ClassVar[str] = "BERT (s_p, s_v) for every word of a text, as in SWS"

    model: str = "bert-base-uncased"
    dropout: float = 0.3
    seed: int = 0
    alpha: float = 0.01
    top: int = 50
    most: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.dropout < 1:
            raise BadInputError(f"dropout is {self.dropout}; it must be at least 0 and below 1")
        if self.top < 1 or self.most < 1:
            raise BadInputError("top and most must be at least 1")
        if self.onnx:
            raise BadInputError(f"{self.name} changes what the embedding layer gives; use onnx=no")

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The words of each text whose first piece has a better candidate."""
        return [list(self._improvements(str(text))) for text in texts]

    def _improvements(self, text: str) -> Iterator[Improvement]:
        pieces = self.network.pieces
        offers = self._offers(pieces.sentence(text))
        for word in words_of(text):
            own = pieces.tokenizer(word.text, add_special_tokens=False, verbose=False)["input_ids"]
            if own and own[0] in offers:
                best = [
                    Suggestion(pieces.vocabulary[piece], -float(rank), pieces.vocabulary[piece])
                    for rank, piece in enumerate(offers[own[0]])
                ]
                yield Improvement(word.start, word.end, SUBSTITUTE_KIND, tuple(best))

    def _offers(self, ids: tuple[int, ...]) -> dict[int, list[int]]:
        """The best candidates of each piece that does not win against them."""
        offers: dict[int, list[int]] = {}
        # The first and the last piece are special.
        places = range(1, len(ids) - 1)
        factors = self._factors(len(ids))
        for place in places:
            best = self._best(ids, place, self._dropped(ids, place, factors[place]))
            if best[0] != ids[place]:
                offers[ids[place]] = best
        return offers

    def _factors(self, length: int) -> Any:
        """For each position the zeros and ones that dropout multiplies its embedding with."""
        import torch

        width = self.network.core.module.get_input_embeddings().weight.shape[1]
        random = torch.Generator().manual_seed(self.seed)
        return (torch.rand((length, width), generator=random) > self.dropout).float()

    def _dropped(self, ids: tuple[int, ...], place: int, factors: Any) -> _Dropped:
        import torch

        module = self.network.core.module
        with torch.no_grad(), _multiplied(module.base_model.embeddings, place, factors):
            output = module(
                torch.tensor([ids], device=module.device),
                output_hidden_states=True,
                output_attentions=True,
            )
        attention = torch.cat(output.attentions).mean(dim=(0, 1))[place]
        logs = torch.log_softmax(output.logits[0, place].double(), dim=-1)
        return _Dropped(
            logs.cpu().numpy(), attention.double().cpu().numpy(), _last_layers(output)[0]
        )

    def _best(self, ids: tuple[int, ...], place: int, dropped: _Dropped) -> list[int]:
        """The candidates of one piece, best first."""
        likely = np.argsort(-dropped.logs, kind="stable")[: self.top]
        rows = [(*ids[:place], int(piece), *ids[place + 1 :]) for piece in likely]
        states = np.concatenate(
            [self._states(rows[i : i + self.batch]) for i in range(0, len(rows), self.batch)]
        )
        similarity = cosine(states, dropped.states[None]) @ dropped.attention
        scores = similarity + self.alpha * dropped.logs[likely]
        return [int(likely[i]) for i in np.argsort(-scores, kind="stable")[: self.most]]

    def _states(self, rows: Sequence[tuple[int, ...]]) -> Array:
        import torch

        module = self.network.core.module
        with torch.no_grad():
            output = module.base_model(
                torch.tensor(rows, device=module.device), output_hidden_states=True
            )
        return _last_layers(output)


def _last_layers(output: Any) -> Array:
    """The last layers of each position, one after the other."""
    import torch

    states: Array = torch.cat(output.hidden_states[-_LAYERS:], dim=-1).double().cpu().numpy()
    return states


@contextmanager
def _multiplied(layer: Any, place: int, factors: Any) -> Iterator[None]:
    """Multiply what a layer gives at one position while the context is open."""

    def multiply(_: Any, __: Any, output: Any) -> Any:
        changed = output.clone()
        changed[:, place] = output[:, place] * factors.to(output.device)
        return changed

    handle = layer.register_forward_hook(multiply)
    try:
        yield
    finally:
        handle.remove()
