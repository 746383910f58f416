"""BERT-LS (Zhou et al. 2019) as in SWORDS: dropout on the target, and the context compared.

Proposal score s_p (eq. 1): log P(substitute) - log(1 - P(target)) where the target's embedding has
lost some of its numbers. Validation score s_v (eq. 2): how alike all pieces of the text are before
and after the substitution, each weighed by the attention it pays to the target. Together (eq. 3):
s_v + alpha s_p. A word of several pieces is represented by its first piece in s_p and by its
longest in s_v. In the generative setting the likeliest words are proposed, and then by_score by the
same sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from motjuste.errors import BadInputError
from motjuste.systems.masked_lm.base import by_score, cosine, log_softmax, swords_forms
from motjuste.systems.masked_lm.model import Array, Model, Row
from motjuste.systems.masked_lm.pieces import TargetInPieces
from motjuste.systems.masked_lm.proposals import Proposing, collapsed, kept_row
from motjuste.text import Suggestion, Target

# The four layers below the last.
_TAIL = slice(-5, -1)
# The log probability of excluded pieces, instead of the logarithm of 0.
_LOWEST = float(np.log(np.finfo(np.float64).tiny))


@dataclass
class BertLS(Proposing):
    """Proposals under dropout of the target's embedding; ranking by context as well."""

    name: ClassVar[str] = "bert-ls"
    paper: ClassVar[str] = "Zhou et al. 2019"
    description: ClassVar[str] = "target's embedding dropped out; substitutes checked in context"

    dropout: float = 0.3
    seed: int = 0
    alpha: float = 0.01
    proposal: bool = True
    validation: bool = True
    embed_twice: bool = True
    reorder: bool = True
    inflect: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.dropout < 1:
            raise BadInputError(f"dropout is {self.dropout}; it must be at least 0 and below 1")
        if not (self.proposal or self.validation):
            raise BadInputError("with neither proposal nor validation there is nothing to rank by")

    def layers(self, depth: int) -> Sequence[int]:
        """The four layers below the last."""
        return tail(depth)

    def row(self, place: TargetInPieces) -> Row:
        """The text with the target's longest piece, partly hidden."""
        place = collapsed(self.network, place)
        width = self.network.core.module.get_input_embeddings().weight.shape[1]
        factors = dropped(self.dropout, self.seed, len(place.ids), width)[place.start]
        return kept_row(self.network, place, self.embed_twice, factors)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The likeliest words, by s_v + alpha s_p; without `reorder`, by their probability."""
        proposed = super().suggest(targets)
        if not self.reorder:
            return proposed
        words = [[substitute.text for substitute in answer] for answer in proposed]
        return self._scored(targets, words, words)

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by s_v + alpha s_p, in the target's form unless `inflect` is off."""
        forms = candidates
        if self.inflect:
            forms = [swords_forms(*pair) for pair in zip(targets, candidates, strict=True)]
        return self._scored(targets, candidates, forms)

    def _scored(
        self,
        targets: Sequence[Target],
        candidates: Sequence[Sequence[str]],
        forms: Sequence[Sequence[str]],
    ) -> list[list[Suggestion]]:
        """The candidates by the scores of their forms in the targets' places."""
        places = [self.network.pieces.place(target) for target in targets]
        substitutes = [
            [self.network.pieces.of(form, place) for form in target_forms]
            for place, target_forms in zip(places, forms, strict=True)
        ]
        scores = [np.zeros(len(target_forms)) for target_forms in forms]
        if self.validation:
            checked = validation_scores(self.network, places, substitutes)
            scores = [s + v for s, v in zip(scores, checked, strict=True)]
        if self.proposal:
            proposed = self._proposal_scores(places, substitutes)
            scores = [s + self.alpha * p for s, p in zip(scores, proposed, strict=True)]
        return [by_score(*pair) for pair in zip(candidates, scores, strict=True)]

    def _proposal_scores(
        self, places: Sequence[TargetInPieces], substitutes: Sequence[Sequence[tuple[int, ...]]]
    ) -> list[Array]:
        """s_p of every substitute of every target, one row for each target."""
        rows = [self.row(place) for place in places]
        logits = self.network.logits(rows, [place.start for place in places])
        return [
            self._proposal(*arguments)
            for arguments in zip(places, substitutes, logits, strict=True)
        ]

    def _proposal(
        self, place: TargetInPieces, substitutes: Sequence[tuple[int, ...]], logits: Array
    ) -> Array:
        pieces = self.network.pieces
        logs = log_softmax(logits, pieces.words(place, len(logits)))
        target = np.exp(logs[pieces.longest(place.target)])
        others = np.log(max(1.0 - target, np.finfo(np.float32).tiny))
        firsts = np.array(
            [logs[pieces_of_word[0]] for pieces_of_word in substitutes], dtype=np.float64
        )
        scores: Array = np.maximum(firsts, _LOWEST) - others
        return scores


def tail(depth: int) -> Sequence[int]:
    """The layers that s_v reads, given the number of layers; the last one is left out."""
    return range(depth + 1)[_TAIL]


def dropped(rate: float, seed: int, length: int, width: int) -> Any:
    """The factors of dropout for a text's embeddings: 0, or 1 / (1 - rate).

    Drawn from the same seed for every text, so that answers do not depend on other texts.
    """
    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return torch.nn.functional.dropout(torch.ones(1, length, width), rate, training=True)[0]


def validation_scores(
    network: Model,
    places: Sequence[TargetInPieces],
    substitutes: Sequence[Sequence[tuple[int, ...]]],
) -> list[Array]:
    """s_v of every substitute of every target; substituted and original texts in one batch each."""
    originals = [collapsed(network, place) for place in places]

    def read(i: int, states: Array, looks: Array) -> tuple[Array, Array]:
        return _by_position(states), looks[:, originals[i].start]

    before = network.states([Row(place.ids) for place in originals], read, attention=True)
    owners = [i for i, words in enumerate(substitutes) for _ in words]
    after = [
        Row(place.put([network.pieces.longest(word)]).ids)
        for place, words in zip(originals, substitutes, strict=True)
        for word in words
    ]

    def score(row: int, states: Array, _: Array) -> float:
        original, weights = before[owners[row]]
        return float(weights @ cosine(original, _by_position(states)))

    flat = iter(network.states(after, score))
    return [np.array([next(flat) for _ in words], dtype=np.float64) for words in substitutes]


def _by_position(states: Array) -> Array:
    """The layers of each position, concatenated."""
    return states.transpose(1, 0, 2).reshape(states.shape[1], -1)
