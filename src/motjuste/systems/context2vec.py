"""context2vec as generator and ranker: words whose vectors are near the context's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from motjuste.analysis import Text, lemma_and_pos, locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.errors import BadInputError
from motjuste.lexicon.inflection import inflect, lemma_of
from motjuste.spaces.anvan import named_phrase, named_sentence
from motjuste.spaces.context2vec import Context2Vec
from motjuste.systems.from_file import FromFile
from motjuste.systems.system import best_first
from motjuste.text import Suggestion, Target
from motjuste.text.segmentation import words as split_words

Scores = NDArray[np.float64]


@dataclass
class Context2VecSystem(FromFile[Context2Vec]):
    """Words ranked by similarity to the context and, with `target`, to the target."""

    name: ClassVar[str] = "context2vec"
    paper: ClassVar[str] = "Melamud et al. 2016"
    description: ClassVar[str] = "words near the context's vector; file: a trained model"

    # Whether similarity to the target counts too, as in Melamud et al., or only the context.
    target: bool = True
    most: int = 10
    # Candidates below this rank in the vocabulary count as unknown: 1000 in Buljan et al., 0 for no
    # limit.
    first: int = 0
    # What is read around the target: its own text, or the phrase or the whole sentence that the
    # benchmark names.
    context: str = "text"
    _read: dict[Target, tuple[list[str], int]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.most < 1 or self.first < 0:
            raise BadInputError("most must be 1 or more, first 0 or more")
        if self.context not in CONTEXTS:
            raise BadInputError(f"context {self.context!r} is not one of {', '.join(CONTEXTS)}")

    def read(self, path: Path) -> Context2Vec:
        """Open the model."""
        return Context2Vec.open(path)

    def prepare(self, benchmark: Benchmark) -> None:
        """Open the model, and take the phrases or sentences that the benchmark names."""
        super().prepare(benchmark)
        context_of = CONTEXTS[self.context]
        named = {item.target: context_of(item) for item in benchmark.items} if context_of else {}
        self._read = {target: context for target, context in named.items() if context}
        if context_of and not self._read:
            raise BadInputError(
                f"{benchmark.name} names no {self.context}s: leave out context={self.context}"
            )

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The words that fit best, other than the target itself."""
        return [self._suggest(target) for target in targets]

    def _suggest(self, target: Target) -> list[Suggestion]:
        scores, (target_lemma, pos) = self._scores(target), lemma_and_pos(target)
        suggestions: dict[str, Suggestion] = {}
        for row in np.argsort(-scores, kind="stable").tolist():
            word = self.content.space.rows[row]
            lemma = lemma_of(word, pos)
            if scores[row] > 0 and lemma != target_lemma.lower() and lemma not in suggestions:
                suggestions[lemma] = Suggestion(word, float(scores[row]), lemma)
            if len(suggestions) >= self.most:
                break
        return list(suggestions.values())

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates, in the target's form, by how well they fit; unknown ones tied last."""
        pairs = zip(targets, candidates, strict=True)
        return [self._ranked(target, words) for target, words in pairs]

    def _ranked(self, target: Target, words: Sequence[str]) -> list[Suggestion]:
        scores, form = self._scores(target), locate(target).form
        threshold = -np.inf
        if 0 < self.first < len(scores):
            threshold = float(np.partition(-scores, self.first - 1)[self.first - 1]) * -1.0
        suggestions = []
        for word in words:
            row = self.content.row(inflect(word, form))
            row = self.content.row(word) if row is None else row
            known = row is not None and scores[row] >= threshold
            suggestions.append(Suggestion(word, float(scores[row]) if known else -1.0))
        return best_first(suggestions)

    def _scores(self, target: Target) -> Scores:
        """How well each word fits, from 0 to 1: the product of both similarities (the paper's)."""
        words, place = self._read.get(target) or _sentence(target)
        context = self.content.likeness(self.content.context(words, place))
        scores: Scores = (1.0 + context) / 2.0
        row = self.content.row(target.word)
        if self.target and row is not None:
            scores = scores * (1.0 + self.content.to_word(row)) / 2.0
        return scores


def _sentence(target: Target) -> tuple[list[str], int]:
    """The words of the target's sentence, without punctuation as in training; its index."""
    inside = Text.of(target.text).sentences_touching(target.start, target.end)
    low, high = (inside[0].start, inside[-1].end) if inside else (target.start, target.end)
    before = _words(target.text, min(low, target.start), target.start)
    after = _words(target.text, target.end, max(high, target.end))
    return [*before, target.word, *after], len(before)


def _whole(item: Item) -> tuple[list[str], int] | None:
    named = named_sentence(item)
    return _sentence(named) if named else None


CONTEXTS: dict[str, Callable[[Item], tuple[list[str], int] | None] | None] = {
    "text": None,
    "phrase": named_phrase,
    "sentence": _whole,
}


def _words(text: str, start: int, end: int) -> list[str]:
    tokens = (token.text for token in split_words(text, start, end))
    return [token for token in tokens if any(char.isalnum() for char in token)]
