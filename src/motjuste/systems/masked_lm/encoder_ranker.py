"""Rankers that compare the target's vector in its text with the substitute's in the same place.

`bert-ranker` is the best ranker of SWORDS's paper; `encoder-ranker` is the same on any encoder
and any of its layers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.systems.masked_lm.base import ModelSystem, by_score, cosine, swords_forms
from motjuste.systems.masked_lm.model import Array, Core, Row, layers_named, load
from motjuste.systems.masked_lm.pieces import TargetInPieces
from motjuste.text import Suggestion, Target


@dataclass
class EncoderRanker(ModelSystem):
    """Cosine of mean-pooled contextual vectors."""

    name: ClassVar[str] = "encoder-ranker"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "cosine of target and substitute in place, any encoder and layer"

    model: str = "sentence-transformers/all-mpnet-base-v2"
    layer: str = "5"
    inflect: bool = True

    def load(self) -> Core:
        """The encoder without a head, and without layers that are not used."""
        numbers = layers_named(self.layer, 1 << 16)
        depth = None if "-" in self.layer else max(numbers)
        return load(self.model, f"system {self.name!r}", False, depth, self.device)

    def layers(self, depth: int) -> Sequence[int]:
        """The layer, or layers, of the setting."""
        return layers_named(self.layer, depth)

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by the cosine with the target, in its form unless `inflect` is off."""
        pieces = self.network.pieces
        places: list[TargetInPieces] = []
        for target, words in zip(targets, candidates, strict=True):
            place = pieces.place(target)
            forms = swords_forms(target, words) if self.inflect else words
            places.append(place)
            places += [place.put(pieces.of(form, place)) for form in forms]
        vectors = iter(self._vectors(places))
        return [self._ranked(next(vectors), words, vectors) for words in candidates]

    def _vectors(self, places: Sequence[TargetInPieces]) -> list[Array]:
        """The mean over the pieces at each place, and over the layers."""

        def pooled(row: int, states: Array, _: Array) -> Array:
            vector: Array = states[:, places[row].start : places[row].end].mean(axis=(0, 1))
            return vector

        return self.network.states([Row(place.ids) for place in places], pooled)

    @staticmethod
    def _ranked(target: Array, words: Sequence[str], vectors: Iterator[Array]) -> list[Suggestion]:
        return by_score(words, [float(cosine(target, next(vectors))) for _ in words])


@dataclass
class BertRanker(EncoderRanker):
    """SWORDS's best ranker: the last layer of BERT."""

    name: ClassVar[str] = "bert-ranker"
    description: ClassVar[str] = "cosine of target and substitute in place, last layer of BERT"

    model: str = "bert-large-uncased"
    layer: str = "-1"
