"""Token-level rewriting by a conditional masked language model (Wang et al. 2023).

Mask-predict (Ghazvininejad et al. 2019): all places of a target are predicted at once, then the
least sure ones again, fewer each time. When a sentence stands, each of its words is masked alone:
what else could stand there are the suggestions, and the chance of the source's word that it stays.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from motjuste.errors import BadInputError
from motjuste.systems.end_to_end.alignment import Change, align
from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.network import Paradigm
from motjuste.systems.end_to_end.offers import SPARE, Looks, improvement, texts
from motjuste.systems.end_to_end.sentence import Sentence, is_word
from motjuste.text import Improvement

# A target has a word and the marks around it.
_LEAST = 3


class Slot(NamedTuple):
    """Words of a sentence, the places of a target that stand for them, and their own pieces.

    Where there are more or fewer places than pieces, the words cannot stay, and have none.
    """

    first: int
    last: int
    place: tuple[int, int]
    own: tuple[int, ...] = ()


@dataclass
class CmlmSws(EndToEnd):
    """`iterations` of mask-predict for each of the `lengths` likeliest lengths."""

    name: ClassVar[str] = "cmlm-sws"
    description: ClassVar[str] = "conditional masked LM, decoded by mask-predict; model: trained"
    paradigm: ClassVar[Paradigm] = "cmlm"

    iterations: int = 4
    lengths: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.iterations < 1 or self.lengths < 1:
            raise BadInputError("iterations and lengths are at least 1")

    def rewrite(self, sentences: Sequence[Sentence]) -> list[list[Improvement]]:
        """The words that are unlikely to stay."""
        found: dict[int, list[Improvement]] = {}
        rows = [sentence.ids for sentence in sentences]
        for chosen in self.network.batches(rows, self.batch):
            targets = self._decode([rows[n] for n in chosen])
            for n, target in zip(chosen, targets, strict=True):
                found[n] = self._changes(sentences[n], target)
        return [found[n] for n in range(len(sentences))]

    def _decode(self, rows: Sequence[Sequence[int]]) -> list[list[int]]:
        """The target of each row: of those of several lengths the likeliest.

        A length counts by its own log probability and the mean log probability of its pieces: a
        wrong length can fill its places with sure pieces, so their mean alone would choose badly.
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
                sizes = [min(limit, max(_LEAST, len(row) + gap - reach)) for row, gap in pairs]
                for n, (mean, target) in enumerate(self._predict(states, mask, sizes)):
                    scored = (mean + float(chances.values[n, choice]), target)
                    best[n] = max(best[n], scored, key=lambda pair: pair[0])
        return [target for _, target in best]

    def _predict(
        self, states: Any, mask: Any, sizes: Sequence[int]
    ) -> list[tuple[float, list[int]]]:
        """Mask-predict for targets of given lengths, with the mean log probability of each."""
        import torch

        module = self.network.module
        own = torch.zeros((len(sizes), max(sizes)), dtype=torch.long, device=states.device)
        for n, size in enumerate(sizes):
            own[n, :size] = 1
        lengths = own.sum(1)
        target = torch.full_like(own, self.network.blank)
        target = target.masked_fill(own == 1, module.config.mask_token_id)
        logs = torch.full(own.shape, float("-inf"), device=states.device)
        hidden = own == 1
        for step in range(self.iterations):
            said = torch.log_softmax(module.predict(states, mask, target, own), -1).max(-1)
            target = torch.where(hidden, said.indices, target)
            logs = torch.where(hidden, said.values, logs)
            again = lengths * (self.iterations - 1 - step) // self.iterations
            ranks = logs.masked_fill(own == 0, 1.0).argsort(1).argsort(1)
            hidden = (ranks < again.unsqueeze(1)) & (own == 1)
            if step + 1 < self.iterations:
                target = target.masked_fill(hidden, module.config.mask_token_id)
        means = logs.masked_fill(own == 0, 0.0).sum(1) / lengths
        return [(float(means[n]), target[n, :size].tolist()) for n, size in enumerate(sizes)]

    def _changes(self, sentence: Sentence, target: list[int]) -> list[Improvement]:
        slots = list(_slots(sentence, target))
        looked = self._look(sentence, target, slots)
        found = [self._change(sentence, *pair) for pair in zip(slots, looked, strict=True)]
        return [each for each in found if each is not None]

    def _change(self, sentence: Sentence, slot: Slot, looks: Looks) -> Improvement | None:
        size = len(looks.pieces)
        if slot.own and looks.stays(0, size) >= self.threshold:
            return None
        start, end = sentence.words[slot.first].start, sentence.words[slot.last - 1].end
        place = sentence.places[slot.first]
        assert place is not None
        best = looks.best(0, size, self.most + SPARE)
        words = texts(best, self.network.pieces, sentence.ids[place[0]], None)
        return improvement(sentence.text, start, end, words, self.most)

    def _look(self, sentence: Sentence, target: list[int], slots: list[Slot]) -> list[Looks]:
        """What could stand at the places of each slot, if they alone were masked."""
        import torch

        module, found = self.network.module, []
        ids, mask = self.network.padded([sentence.ids])
        with torch.no_grad():
            states = module.encode(ids, mask)
            for first in range(0, len(slots), self.batch):
                part = slots[first : first + self.batch]
                rows = torch.tensor([target] * len(part), device=states.device)
                for row, slot in zip(rows, part, strict=True):
                    row[slice(*slot.place)] = module.config.mask_token_id
                size = (len(part), -1, -1)
                said = module.predict(
                    states.expand(size), mask.expand(size[:2]), rows, torch.ones_like(rows)
                )
                logs = torch.log_softmax(said, -1)
                found += [
                    _looks(logs[n, slice(*slot.place)], slot.own, self.most + SPARE)
                    for n, slot in enumerate(part)
                ]
        return found


def _looks(logs: Any, own: tuple[int, ...], most: int) -> Looks:
    best = logs.topk(min(most, logs.shape[-1]), dim=-1)
    kept = [float(logs[place, piece]) for place, piece in enumerate(own)]
    return Looks(best.indices.cpu().numpy(), best.values.double().cpu().numpy(), np.array(kept))


def _slots(sentence: Sentence, target: Sequence[int]) -> Iterator[Slot]:
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
    sentence: Sentence, first: int, part: Change, pairs: Mapping[int, int]
) -> Slot | None:
    """Words of which a part has become longer or shorter, with what is left of them around it."""
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
