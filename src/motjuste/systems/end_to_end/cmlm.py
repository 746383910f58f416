"""Token-level rewriting by a conditional masked language model (Wang et al. 2023).

Mask-predict (Ghazvininejad et al. 2019): all positions of a target are predicted at once, then the
least certain ones again, fewer each time. Then each word of the result is masked alone: the model's
predictions are the suggestions, and the probability of the source's word is that it stays.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from motjuste.errors import BadInputError
from motjuste.systems.end_to_end.alignment import Change, align
from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.network import Paradigm
from motjuste.systems.end_to_end.predictions import SPARE, Predictions, improvement, texts
from motjuste.systems.end_to_end.sentence import SentenceInPieces, is_word
from motjuste.text import Improvement

# Pieces of the shortest target: one word between the two special tokens.
_MIN_TARGET = 3


class Slot(NamedTuple):
    """Words of a sentence, the positions of the target that replace them, and their pieces.

    `pieces` is empty where the number of positions differs: the words cannot stay as they are.
    """

    first: int
    last: int
    place: tuple[int, int]
    pieces: tuple[int, ...] = ()


@dataclass
class CmlmSws(EndToEnd):
    """`iterations` of mask-predict for each of the `lengths` likeliest lengths.

    `length_weight` is the weight of a length's own log probability; 0 is Mask-Predict's rule.
    """

    name: ClassVar[str] = "cmlm-sws"
    description: ClassVar[str] = "conditional masked LM, decoded by mask-predict; model: trained"
    paradigm: ClassVar[Paradigm] = "cmlm"

    iterations: int = 4
    lengths: int = 2
    length_weight: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.iterations < 1 or self.lengths < 1:
            raise BadInputError("iterations and lengths must be at least 1")
        if not 0 <= self.length_weight < math.inf:
            raise BadInputError("length_weight must be a number of at least 0")

    def rewrite(self, sentences: Sequence[SentenceInPieces]) -> list[list[Improvement]]:
        """The words that are unlikely to stay."""
        improvements: dict[int, list[Improvement]] = {}
        rows = [sentence.ids for sentence in sentences]
        for chosen in self.network.batches(rows, self.batch):
            targets = self.decode([rows[n] for n in chosen])
            for n, target in zip(chosen, targets, strict=True):
                improvements[n] = self.changes(sentences[n], target)
        return [improvements[n] for n in range(len(sentences))]

    def decode(self, rows: Sequence[Sequence[int]]) -> list[list[int]]:
        """The most probable target of each row, among those of several lengths.

        A length counts by its own log probability and the mean log probability of its pieces: the
        decoder can fill a wrong length with pieces that it is sure of, so that their mean alone
        would choose badly.
        """
        import torch

        module, limit = self.network.module, self.network.pieces.limit
        reach = module.length_head.out_features // 2
        ids, mask = self.network.padded(rows)
        with torch.no_grad():
            states = module.encode(ids, mask)
            chances = torch.log_softmax(module.differences(states, mask), 1).topk(self.lengths, 1)
            best: list[tuple[float, list[int]]] = [(float("-inf"), [])] * len(rows)
            for choice in range(self.lengths):
                pairs = zip(rows, chances.indices[:, choice].tolist(), strict=True)
                sizes = [min(limit, max(_MIN_TARGET, len(row) + gap - reach)) for row, gap in pairs]
                for n, (mean, target) in enumerate(self.predict_targets(states, mask, sizes)):
                    length_score = self.length_weight * float(chances.values[n, choice])
                    scored = (mean + length_score, target)
                    best[n] = max(best[n], scored, key=lambda pair: pair[0])
        return [target for _, target in best]

    def predict_targets(
        self, states: Any, mask: Any, sizes: Sequence[int]
    ) -> list[tuple[float, list[int]]]:
        """Mask-predict for targets of given lengths, with the mean log probability of each."""
        import torch

        module = self.network.module
        inside = torch.zeros((len(sizes), max(sizes)), dtype=torch.long, device=states.device)
        for n, size in enumerate(sizes):
            inside[n, :size] = 1
        lengths = inside.sum(1)
        target = torch.full_like(inside, self.network.blank)
        target = target.masked_fill(inside == 1, module.config.mask_token_id)
        logs = torch.full(inside.shape, float("-inf"), device=states.device)
        hidden = inside == 1
        for step in range(self.iterations):
            predicted = torch.log_softmax(module.predict(states, mask, target, inside), -1).max(-1)
            target = torch.where(hidden, predicted.indices, target)
            logs = torch.where(hidden, predicted.values, logs)
            again = lengths * (self.iterations - 1 - step) // self.iterations
            ranks = logs.masked_fill(inside == 0, 1.0).argsort(1).argsort(1)
            hidden = (ranks < again.unsqueeze(1)) & (inside == 1)
            if step + 1 < self.iterations:
                target = target.masked_fill(hidden, module.config.mask_token_id)
        means = logs.masked_fill(inside == 0, 0.0).sum(1) / lengths
        return [(float(means[n]), target[n, :size].tolist()) for n, size in enumerate(sizes)]

    def changes(self, sentence: SentenceInPieces, target: list[int]) -> list[Improvement]:
        """The words of a sentence that its rewritten form, the target, changes."""
        slots = list(find_slots(sentence, target))
        predicted_slots = self._predict_slots(sentence, target, slots)
        improvements = [
            self._change(sentence, *pair) for pair in zip(slots, predicted_slots, strict=True)
        ]
        return [improvement for improvement in improvements if improvement is not None]

    def _change(
        self, sentence: SentenceInPieces, slot: Slot, predictions: Predictions
    ) -> Improvement | None:
        size = len(predictions.pieces)
        if slot.pieces and predictions.stays(0, size) >= self.threshold:
            return None
        start, end = sentence.words[slot.first].start, sentence.words[slot.last - 1].end
        place = sentence.places[slot.first]
        assert place is not None
        best = predictions.best(0, size, self.most + SPARE)
        words = texts(best, self.network.pieces, sentence.ids[place[0]], None)
        return improvement(sentence.text, start, end, words, self.most)

    def _predict_slots(
        self, sentence: SentenceInPieces, target: list[int], slots: list[Slot]
    ) -> list[Predictions]:
        """Predictions at the positions of each slot when only these are masked."""
        import torch

        module, predictions = self.network.module, []
        ids, mask = self.network.padded([sentence.ids])
        with torch.no_grad():
            states = module.encode(ids, mask)
            for first in range(0, len(slots), self.batch):
                part = slots[first : first + self.batch]
                rows = torch.tensor([target] * len(part), device=states.device)
                for row, slot in zip(rows, part, strict=True):
                    row[slice(*slot.place)] = module.config.mask_token_id
                size = (len(part), -1, -1)
                predicted = module.predict(
                    states.expand(size), mask.expand(size[:2]), rows, torch.ones_like(rows)
                )
                logs = torch.log_softmax(predicted, -1)
                predictions += [
                    _predictions(logs[n, slice(*slot.place)], slot.pieces, self.most + SPARE)
                    for n, slot in enumerate(part)
                ]
        return predictions


def _predictions(logs: Any, pieces: tuple[int, ...], most: int) -> Predictions:
    best = logs.topk(min(most, logs.shape[-1]), dim=-1)
    log_kept = [float(logs[place, piece]) for place, piece in enumerate(pieces)]
    return Predictions(
        best.indices.cpu().numpy(), best.values.double().cpu().numpy(), np.array(log_kept)
    )


def find_slots(sentence: SentenceInPieces, target: Sequence[int]) -> Iterator[Slot]:
    """The words of a sentence that have a place in the target, in order, each once."""
    pairs, parts = align(sentence.ids, target)
    done = 0
    for number, (token, place) in enumerate(zip(sentence.words, sentence.places, strict=True)):
        if number < done or place is None or not is_word(token):
            continue
        if all(piece in pairs for piece in range(*place)):
            span = (pairs[place[0]], pairs[place[1] - 1] + 1)
            if span[1] - span[0] == place[1] - place[0]:
                yield Slot(number, number + 1, span, sentence.ids[slice(*place)])
            continue
        for part in parts:
            if place[0] < part.end and part.start < place[1]:
                slot = _rewritten(sentence, number, part, pairs)
                if slot is not None:
                    done = slot.last
                    yield slot


def _rewritten(
    sentence: SentenceInPieces, first: int, part: Change, pairs: Mapping[int, int]
) -> Slot | None:
    """The slot of words whose number of pieces changed, extended to whole words."""
    last = first
    while last < len(sentence.words):
        place = sentence.places[last]
        if place is None or place[0] >= part.end or not is_word(sentence.words[last]):
            break
        last += 1
    begin, end = sentence.places[first], sentence.places[last - 1]
    assert begin is not None
    assert end is not None
    before = [pairs.get(piece) for piece in range(begin[0], part.start)]
    after = [pairs.get(piece) for piece in range(part.end, end[1])]
    if None in (*before, *after) or end[1] < part.end:
        return None
    return Slot(first, last, (part.other_start - len(before), part.other_end + len(after)))
