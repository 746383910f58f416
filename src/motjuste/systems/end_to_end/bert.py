"""The masked language model that keeps or changes each token (Wang et al. 2023, MLM).

It reads the sentence as it is and predicts the right piece at every place; where that is another
one than stands there, the word should change. A word that becomes shorter ends in blanks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.network import Network, Paradigm
from motjuste.systems.end_to_end.offers import SPARE, Looks, improvement, texts
from motjuste.systems.end_to_end.sentence import Sentence, is_word
from motjuste.text import Improvement


@dataclass
class BertSws(EndToEnd):
    """One pass over the sentence; the likeliest pieces at the places that change."""

    name: ClassVar[str] = "bert-sws"
    description: ClassVar[str] = "masked LM that keeps or changes each token; model: a trained one"
    paradigm: ClassVar[Paradigm] = "bert"

    def rewrite(self, sentences: Sequence[Sentence]) -> list[list[Improvement]]:
        """The words that are unlikely to stay."""
        found: dict[int, list[Improvement]] = {}
        rows = [sentence.ids for sentence in sentences]
        for chosen in self.network.batches(rows, self.batch):
            looked = look(self.network, [rows[n] for n in chosen], self.most + SPARE)
            for n, looks in zip(chosen, looked, strict=True):
                found[n] = list(self._changes(sentences[n], looks))
        return [found[n] for n in range(len(sentences))]

    def _changes(self, sentence: Sentence, looks: Looks) -> Iterator[Improvement]:
        done = 0
        for number, token in enumerate(sentence.words):
            place = sentence.places[number]
            if number < done or place is None or not is_word(token):
                continue
            if looks.stays(*place) < self.threshold:
                done = self._end(sentence, looks, number)
                end, last = sentence.words[done - 1].end, sentence.places[done - 1]
                assert last is not None
                best = looks.best(place[0], last[1], self.most + SPARE)
                like = sentence.ids[place[0]]
                words = texts(best, self.network.pieces, like, self.network.blank)
                made = improvement(sentence.text, token.start, end, words, self.most)
                if made is not None:
                    yield made

    def _end(self, sentence: Sentence, looks: Looks, number: int) -> int:
        """The word after the last one that goes with a word: those are blank, or its endings."""
        number += 1
        while number < len(sentence.words) and is_word(sentence.words[number]):
            place = sentence.places[number]
            if place is None or not all(map(self._joins, looks.pieces[slice(*place), 0].tolist())):
                break
            number += 1
        return number

    def _joins(self, piece: int) -> bool:
        return piece == self.network.blank or self.network.pieces.continues(piece)


def look(network: Network, rows: Sequence[Sequence[int]], most: int) -> list[Looks]:
    """What the model says at every place of each row."""
    import torch

    ids, mask = network.padded(rows)
    with torch.no_grad():
        logs = torch.log_softmax(network.module(input_ids=ids, attention_mask=mask).logits, -1)
        own = logs.gather(2, ids.unsqueeze(2)).squeeze(2)
        best = logs.topk(min(most, logs.shape[-1]), dim=-1)
    pieces, values = best.indices.cpu().numpy(), best.values.double().cpu().numpy()
    owns = own.double().cpu().numpy()
    return [
        Looks(pieces[n, : len(row)], values[n, : len(row)], owns[n, : len(row)])
        for n, row in enumerate(rows)
    ]
