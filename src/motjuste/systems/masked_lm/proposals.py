"""SWORDS's BERT-M and BERT-K: the words that a masked language model's head finds most likely.

BERT-M replaces the target by one mask; BERT-K leaves it visible. Only pieces that are whole
words of letters and digits are offered, and never the target itself. SWORDS's program gets BERT-K
by passing the embedding layer's output through that layer again, so that positions are added and
normalisation is applied twice; this one does the same unless `embed_twice` is false.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from motjuste.errors import BadInputError
from motjuste.systems.masked_lm.base import ModelSystem, by_score, log_softmax
from motjuste.systems.masked_lm.model import Array, Model, Row
from motjuste.systems.masked_lm.pieces import TargetInPieces
from motjuste.systems.system import check_count
from motjuste.text import Suggestion, Target


@dataclass
class Proposing(ModelSystem):
    """A system that offers the most likely words at the target's place."""

    suggests_forms: ClassVar[bool] = True

    top: int = 50

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("top", self.top)

    @abstractmethod
    def row(self, place: TargetInPieces) -> Row:
        """The model's input, with one piece or mask at the target's place."""

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The most likely words with their probabilities."""
        places = [self.network.pieces.place(target) for target in targets]
        rows = [self.row(place) for place in places]
        logits = self.network.logits(rows, [place.start for place in places])
        return [self._best(*pair) for pair in zip(places, logits, strict=True)]

    def _best(self, place: TargetInPieces, logits: Array) -> list[Suggestion]:
        pieces = self.network.pieces
        allowed = pieces.words(place, len(logits))
        if len(place.target) == 1:
            allowed[place.target[0]] = False
        probabilities = np.exp(log_softmax(logits, allowed))
        best = np.argsort(-probabilities, kind="stable")[: self.top]
        likely = [int(piece) for piece in best if probabilities[piece] > 0]
        return by_score([pieces.text(i) for i in likely], probabilities[likely])


@dataclass
class BertMasked(Proposing):
    """The target's pieces behind one mask."""

    name: ClassVar[str] = "bert-m"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "likely words at the target's place, the target masked"

    def row(self, place: TargetInPieces) -> Row:
        """The text with one mask for the target."""
        mask = self.network.pieces.tokenizer.mask_token_id
        if mask is None:
            raise BadInputError(f"model {self.model!r} has no mask; use a masked language model")
        return Row(place.put([mask]).ids)


@dataclass
class BertKept(Proposing):
    """The target as it is; of several pieces, the longest."""

    name: ClassVar[str] = "bert-k"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "likely words at the target's place, the target kept"

    embed_twice: bool = True

    def row(self, place: TargetInPieces) -> Row:
        """The text with the target's longest piece."""
        return kept_row(self.network, collapsed(self.network, place), self.embed_twice)


def collapsed(network: Model, place: TargetInPieces) -> TargetInPieces:
    """The place with only the longest of the target's pieces."""
    return place.put([network.pieces.longest(place.target)])


def kept_row(network: Model, place: TargetInPieces, twice: bool, factors: Any = None) -> Row:
    """The text's embeddings, the target's multiplied by factors if there are some."""
    if not twice and factors is None:
        return Row(place.ids)
    vectors = network.embedded(place.ids) if twice else network.words(place.ids).clone()
    if factors is not None:
        vectors[place.start] = vectors[place.start] * factors.to(vectors.device)
    return Row(place.ids, vectors)
