"""The masked language model that keeps or changes each token (Wang et al. 2023, MLM).

It reads the sentence as it is and predicts the right piece at every position; where that is not the
present one, the word should change. A word that becomes shorter ends in blanks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.network import Network, Paradigm
from motjuste.systems.end_to_end.predictions import SPARE, Predictions, improvement, texts
from motjuste.systems.end_to_end.sentence import SentenceInPieces, is_word
from motjuste.text import Improvement


@dataclass
class BertSws(EndToEnd):
    """One pass over the sentence; the likeliest pieces at the places that change."""

    name: ClassVar[str] = "bert-sws"
    description: ClassVar[str] = "masked LM that keeps or changes each token; model: a trained one"
    paradigm: ClassVar[Paradigm] = "bert"

    def rewrite(self, sentences: Sequence[SentenceInPieces]) -> list[list[Improvement]]:
        """The words that are unlikely to stay."""
        improvements: dict[int, list[Improvement]] = {}
        rows = [sentence.ids for sentence in sentences]
        for chosen in self.network.batches(rows, self.batch):
            batch_predictions = predict(self.network, [rows[n] for n in chosen], self.most + SPARE)
            for n, predictions in zip(chosen, batch_predictions, strict=True):
                improvements[n] = list(self.changes(sentences[n], predictions))
        return [improvements[n] for n in range(len(sentences))]

    def changes(
        self, sentence: SentenceInPieces, predictions: Predictions
    ) -> Iterator[Improvement]:
        """The words of a sentence that are unlikely to stay."""
        done = 0
        for number, token in enumerate(sentence.words):
            place = sentence.places[number]
            if number < done or place is None or not is_word(token):
                continue
            if predictions.stays(*place) < self.threshold:
                done = self._end(sentence, predictions, number)
                end, last = sentence.words[done - 1].end, sentence.places[done - 1]
                assert last is not None
                best = predictions.best(place[0], last[1], self.most + SPARE)
                like = sentence.ids[place[0]]
                words = texts(best, self.network.pieces, like, self.network.blank)
                made = improvement(sentence.text, token.start, end, words, self.most)
                if made is not None:
                    yield made

    def _end(self, sentence: SentenceInPieces, predictions: Predictions, number: int) -> int:
        """The end of a changed span: words predicted as blanks or endings belong to it."""
        number += 1
        while number < len(sentence.words) and is_word(sentence.words[number]):
            place = sentence.places[number]
            if place is None or not all(
                map(self._joins, predictions.pieces[slice(*place), 0].tolist())
            ):
                break
            number += 1
        return number

    def _joins(self, piece: int) -> bool:
        return piece == self.network.blank or self.network.pieces.continues(piece)


def predict(network: Network, rows: Sequence[Sequence[int]], most: int) -> list[Predictions]:
    """The model's predictions at every position of each row."""
    import torch

    ids, mask = network.padded(rows)
    with torch.no_grad():
        logs = torch.log_softmax(network.module(input_ids=ids, attention_mask=mask).logits, -1)
        log_kept = logs.gather(2, ids.unsqueeze(2)).squeeze(2)
        best = logs.topk(min(most, logs.shape[-1]), dim=-1)
    pieces, values = best.indices.cpu().numpy(), best.values.double().cpu().numpy()
    logs_kept = log_kept.double().cpu().numpy()
    return [
        Predictions(pieces[n, : len(row)], values[n, : len(row)], logs_kept[n, : len(row)])
        for n, row in enumerate(rows)
    ]
