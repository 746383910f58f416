"""The sequence-to-sequence model (Wang et al. 2023): it rewrites the whole sentence.

Beam search gives several better sentences. Each is aligned with the source, word by word. The
probability that a word changes is the share of the sentences, weighted by their probabilities, that
change it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import ClassVar, NamedTuple

from motjuste.errors import BadInputError
from motjuste.systems.end_to_end.alignment import changes
from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.network import Paradigm
from motjuste.systems.end_to_end.predictions import improvement
from motjuste.systems.end_to_end.sentence import SentenceInPieces, is_word
from motjuste.text import Improvement
from motjuste.text.segmentation import words

# Word pieces by which a rewritten sentence may be longer than its source.
_MAX_ADDED_PIECES = 16


class Rewrite(NamedTuple):
    """A sentence that the model wrote, and its share of the probability of all of them."""

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

    def rewrite(self, sentences: Sequence[SentenceInPieces]) -> list[list[Improvement]]:
        """The words that are unlikely to stay."""
        improvements: dict[int, list[Improvement]] = {}
        rows = [sentence.ids for sentence in sentences]
        for chosen in self.network.batches(rows, self.batch):
            written = self._write([rows[n] for n in chosen])
            for n, sentence_variants in zip(chosen, written, strict=True):
                improvements[n] = list(self.changes(sentences[n], sentence_variants))
        return [improvements[n] for n in range(len(sentences))]

    def _write(self, rows: Sequence[Sequence[int]]) -> list[list[Rewrite]]:
        import torch

        ids, mask = self.network.padded(rows)
        longest = min(ids.shape[1] + _MAX_ADDED_PIECES, self.network.pieces.limit)
        with torch.no_grad():
            # The defaults of a checkpoint (minimal lengths, barred repetitions) are for summaries.
            generated = self.network.module.generate(
                input_ids=ids, attention_mask=mask, num_beams=self.beams, do_sample=False,
                num_return_sequences=self.beams, max_length=longest,
                min_length=0, no_repeat_ngram_size=0, length_penalty=0.0, early_stopping=False,
                output_scores=True, return_dict_in_generate=True,
            )  # fmt: skip
        tokenizer = self.network.pieces.tokenizer
        decoded = [
            tokenizer.decode(sequence, skip_special_tokens=True, clean_up_tokenization_spaces=False)
            for sequence in generated.sequences
        ]
        scores = [0.0] * len(decoded) if self.beams == 1 else generated.sequences_scores.tolist()
        size = self.beams
        return [
            _shared(decoded[first : first + size], scores[first : first + size])
            for first in range(0, len(decoded), size)
        ]

    def changes(
        self, sentence: SentenceInPieces, variants: Sequence[Rewrite]
    ) -> Iterator[Improvement]:
        """Spans that change often enough; of two that share a word the likelier to change."""
        shares: dict[tuple[int, int], dict[str, float]] = {}
        for variant in variants:
            for span, text in _differences(sentence, variant.text):
                texts = shares.setdefault(span, {})
                texts[text] = texts.get(text, 0.0) + variant.share
        taken: set[int] = set()
        improvements: list[Improvement] = []
        for span, texts in sorted(shares.items(), key=lambda pair: -sum(pair[1].values())):
            stays = max(0.0, 1.0 - sum(texts.values()))
            if stays < self.threshold and not taken & set(range(*span)):
                taken |= set(range(*span))
                start, end = sentence.words[span[0]].start, sentence.words[span[1] - 1].end
                ranked = sorted(texts.items(), key=lambda pair: -pair[1])
                made = improvement(sentence.text, start, end, iter(ranked), self.most)
                improvements += [made] if made is not None else []
        return iter(sorted(improvements, key=lambda improvement: improvement.start))


def _shared(texts: Sequence[str], scores: Sequence[float]) -> list[Rewrite]:
    """Sentences with their shares of the probability that all of them have together."""
    weights = [exp(score - max(scores)) for score in scores]
    return [
        Rewrite(text, weight / sum(weights)) for text, weight in zip(texts, weights, strict=True)
    ]


def _differences(sentence: SentenceInPieces, text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """The spans of words in which a sentence differs, and what stands there instead."""
    tokens = words(text)
    ours = [token.text.lower() for token in sentence.words]
    for change in changes(ours, [token.text.lower() for token in tokens]):
        source_words = sentence.words[change.start : change.end]
        written_words = tokens[change.other_start : change.other_end]
        if all(map(is_word, source_words)):
            yield (change.start, change.end), text[written_words[0].start : written_words[-1].end]
