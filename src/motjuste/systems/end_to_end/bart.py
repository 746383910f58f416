"""The sequence-to-sequence model (Wang et al. 2023): it writes the sentence anew, better.

Beam search gives several better sentences. Each is laid beside the source, word by word; how
likely a word is to change is the share of the sentences, by their probabilities, that change it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import ClassVar, NamedTuple

from motjuste.errors import BadInputError
from motjuste.systems.end_to_end.alignment import changes
from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.network import Paradigm
from motjuste.systems.end_to_end.offers import improvement
from motjuste.systems.end_to_end.sentence import Sentence, is_word
from motjuste.text import Improvement
from motjuste.text.segmentation import words

# So many pieces may a sentence become longer.
_LONGER = 16


class Written(NamedTuple):
    """A sentence that the model wrote, and its share of all that it wrote."""

    text: str
    share: float


@dataclass
class BartSws(EndToEnd):
    """The `beams` likeliest sentences, and in which words they differ from the source."""

    name: ClassVar[str] = "bart-sws"
    description: ClassVar[str] = "sequence-to-sequence model; model: a trained one"
    paradigm: ClassVar[Paradigm] = "bart"

    beams: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.beams < 1:
            raise BadInputError(f"beams is {self.beams}; search with at least 1")

    def rewrite(self, sentences: Sequence[Sentence]) -> list[list[Improvement]]:
        """The words that are unlikely to stay."""
        found: dict[int, list[Improvement]] = {}
        rows = [sentence.ids for sentence in sentences]
        for chosen in self.network.batches(rows, self.batch):
            written = self._write([rows[n] for n in chosen])
            for n, each in zip(chosen, written, strict=True):
                found[n] = list(self._changes(sentences[n], each))
        return [found[n] for n in range(len(sentences))]

    def _write(self, rows: Sequence[Sequence[int]]) -> list[list[Written]]:
        import torch

        ids, mask = self.network.padded(rows)
        longest = min(ids.shape[1] + _LONGER, self.network.pieces.limit)
        with torch.no_grad():
            # The defaults of a checkpoint (minimal lengths, barred repetitions) are for summaries.
            made = self.network.module.generate(
                input_ids=ids, attention_mask=mask, num_beams=self.beams, do_sample=False,
                num_return_sequences=self.beams, max_length=longest,
                min_length=0, no_repeat_ngram_size=0, length_penalty=0.0, early_stopping=False,
                output_scores=True, return_dict_in_generate=True,
            )  # fmt: skip
        tokenizer = self.network.pieces.tokenizer
        decoded = [
            tokenizer.decode(each, skip_special_tokens=True, clean_up_tokenization_spaces=False)
            for each in made.sequences
        ]
        scores = [0.0] * len(decoded) if self.beams == 1 else made.sequences_scores.tolist()
        size = self.beams
        return [
            _shared(decoded[first : first + size], scores[first : first + size])
            for first in range(0, len(decoded), size)
        ]

    def _changes(self, sentence: Sentence, written: Sequence[Written]) -> Iterator[Improvement]:
        """Spans that change often enough; of two that share a word the likelier to change."""
        shares: dict[tuple[int, int], dict[str, float]] = {}
        for each in written:
            for span, text in _differences(sentence, each.text):
                offers = shares.setdefault(span, {})
                offers[text] = offers.get(text, 0.0) + each.share
        taken: set[int] = set()
        found: list[Improvement] = []
        for span, offers in sorted(shares.items(), key=lambda pair: -sum(pair[1].values())):
            stays = max(0.0, 1.0 - sum(offers.values()))
            if stays < self.threshold and not taken & set(range(*span)):
                taken |= set(range(*span))
                start, end = sentence.words[span[0]].start, sentence.words[span[1] - 1].end
                ranked = sorted(offers.items(), key=lambda pair: -pair[1])
                made = improvement(sentence.text, start, end, iter(ranked), self.most)
                found += [made] if made is not None else []
        return iter(sorted(found, key=lambda each: each.start))


def _shared(texts: Sequence[str], scores: Sequence[float]) -> list[Written]:
    """Sentences with their shares of the probability that all of them have together."""
    weights = [exp(score - max(scores)) for score in scores]
    return [
        Written(text, weight / sum(weights)) for text, weight in zip(texts, weights, strict=True)
    ]


def _differences(sentence: Sentence, text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """The spans of words in which a sentence differs, and what stands there instead."""
    tokens = words(text)
    ours = [token.text.lower() for token in sentence.words]
    for change in changes(ours, [token.text.lower() for token in tokens]):
        own = sentence.words[change.start : change.end]
        other = tokens[change.other_start : change.other_end]
        if all(map(is_word, own)):
            yield (change.start, change.end), text[other[0].start : other[-1].end]
