"""LexSubCon (Michalopoulos et al. 2022): a masked language model combined with WordNet.

Candidates are the target's synonyms, hypernyms and hyponyms, filled up with what the model offers
where the target's embedding is mixed with its synonyms' (or, if there are none, with noise). The
score is a weighted sum of four: the proposal's probability, the likeness of the glosses that fit
the context best, the likeness of the sentences, and the likeness of target and attended context
before and after the substitution (`attended_context.py`). A candidate that contains the target, or
is a form of it, gets nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from motjuste.analysis import lemma_and_pos
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems.masked_lm.attended_context import attended_scores
from motjuste.systems.masked_lm.base import ModelSystem, log_softmax, rounded, swords_forms
from motjuste.systems.masked_lm.glosses import Glosses
from motjuste.systems.masked_lm.model import Array, Model, Row, load
from motjuste.systems.masked_lm.pieces import TargetInPieces
from motjuste.systems.masked_lm.proposals import collapsed
from motjuste.systems.system import best_first, check_count
from motjuste.text import Suggestion, Target


@dataclass
class TargetInputs:
    """A target with the inputs of its scores."""

    target: Target
    lemma: str
    pos: str
    place: TargetInPieces
    words: list[str]
    forms: list[str] = field(default_factory=list)
    pieces: list[tuple[int, ...]] = field(default_factory=list)


@dataclass
class LexSubCon(ModelSystem):
    """Candidates of WordNet and the model, by four scores."""

    name: ClassVar[str] = "lexsubcon"
    paper: ClassVar[str] = "Michalopoulos et al. 2022"
    description: ClassVar[str] = "WordNet and a masked language model: four scores, weighted"

    sentence_model: str = "sentence-transformers/stsb-roberta-large"
    top: int = 30
    mix: float = 0.25
    noise: float = 0.01
    seed: int = 0
    proposal: float = 0.05
    gloss: float = 0.05
    similarity: float = 1.0
    validation: float = 0.5
    inflect: bool = True
    _glosses: Glosses | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("top", self.top)
        if not 0 <= self.mix <= 1:
            raise BadInputError(f"mix is {self.mix}; it must be from 0 to 1")

    @property
    def glosses(self) -> Glosses:
        """The sentence model; the masked language model itself if none is named."""
        if self._glosses is None:
            name = self.sentence_model or self.model
            core = load(name, f"system {self.name!r}", head=False, device=self.device)
            self._glosses = Glosses(Model(core, [core.depth], self.batch, self.onnx))
        return self._glosses

    def prepare(self, benchmark: Benchmark) -> None:
        """Load the models that the weights need."""
        super().prepare(benchmark)
        if self.gloss or self.similarity:
            _ = self.glosses

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """WordNet's candidates, filled up with the model's, best first."""
        items = [self._item(target, ()) for target in targets]
        logits = self._logits(items)
        for item, item_logits in zip(items, logits, strict=True):
            item.words = list(dict.fromkeys(related_words(item.lemma, item.pos)))
            item.words += list(self._proposed(item, item_logits))
        return self._scored(items, logits)

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates, in the target's form, by the weighted sum."""
        items = [self._item(*pair) for pair in zip(targets, candidates, strict=True)]
        ranked = self._scored(items, self._logits(items))
        return [
            [
                Suggestion(suggestion.lemma or suggestion.text, suggestion.score)
                for suggestion in answer
            ]
            for answer in ranked
        ]

    def _item(self, target: Target, words: Sequence[str]) -> TargetInputs:
        lemma, pos = lemma_and_pos(target)
        return TargetInputs(
            target, lemma.lower(), pos, self.network.pieces.place(target), list(words)
        )

    def _logits(self, items: Sequence[TargetInputs]) -> list[Array]:
        rows = [self._mixed(item) for item in items]
        return self.network.logits(rows, [item.place.start for item in items])

    def _mixed(self, item: TargetInputs) -> Row:
        """The text with the target's embedding mixed with its synonyms', or with noise."""
        import torch

        place = collapsed(self.network, item.place)
        vectors = self.network.words(place.ids).clone()
        synonyms = list(self._single_pieces(item))
        vector = vectors[place.start]
        if synonyms:
            others = self.network.words(synonyms).mean(dim=0)
            vectors[place.start] = self.mix * vector + (1 - self.mix) * others
        else:
            random = torch.Generator().manual_seed(self.seed)
            noise = torch.randn(vector.shape, generator=random).to(vector.device)
            vectors[place.start] = vector + self.noise * noise
        return Row(place.ids, vectors)

    def _single_pieces(self, item: TargetInputs) -> Iterator[int]:
        """The synonyms of all senses that the model has a piece of its own for."""
        for word in Lexicon.open().synonyms(item.lemma, item.pos):
            pieces = self.network.pieces.of(word, item.place)
            if len(pieces) == 1 and pieces[0] != self.network.pieces.unknown:
                yield pieces[0]

    def _proposed(self, item: TargetInputs, logits: Array) -> Iterator[str]:
        """The likeliest words that a dictionary has, as many as are missing."""
        pieces, lexicon = self.network.pieces, Lexicon.open()
        allowed = pieces.words(item.place, len(logits))
        known = {word.lower() for word in item.words}
        missing = self.top - len(known)
        for piece in np.argsort(-log_softmax(logits, allowed), kind="stable"):
            word = pieces.text(int(piece))
            if missing <= 0 or not allowed[piece]:
                return
            if len(word) > 1 and not is_target(word, item) and word.lower() not in known:
                if lexicon.number(word) is None:
                    continue
                known.add(word.lower())
                missing -= 1
                yield word

    def _scored(
        self, items: Sequence[TargetInputs], logits: Sequence[Array]
    ) -> list[list[Suggestion]]:
        for item in items:
            item.forms = swords_forms(item.target, item.words) if self.inflect else list(item.words)
            item.pieces = [self.network.pieces.of(form, item.place) for form in item.forms]
        checked = [np.zeros(len(item.words)) for item in items]
        if self.validation:
            checked = attended_scores(
                self.network, [item.place for item in items], [item.pieces for item in items]
            )
        return [self._sum(*arguments) for arguments in zip(items, logits, checked, strict=True)]

    def _sum(self, item: TargetInputs, logits: Array, checked: Array) -> list[Suggestion]:
        sentences = glosses = np.zeros(len(item.words))
        if self.gloss or self.similarity:
            sentences, glosses = self.glosses.scores(item.target, item.lemma, item.pos, item.forms)
        scores = (
            self.proposal * self._proposal(item, logits)
            + self.gloss * glosses
            + self.similarity * sentences
            + self.validation * checked
        )
        suggestions = [
            Suggestion(form, 0.0 if is_target(word, item) else rounded(score), word)
            for word, form, score in zip(item.words, item.forms, scores, strict=True)
        ]
        return best_first(suggestions)

    def _proposal(self, item: TargetInputs, logits: Array) -> Array:
        """Probabilities among the candidates that are single known pieces; 0 for the others.

        Forms of the target take their share of the probability, except the target as it stands.
        """
        barred = {self.network.pieces.unknown, item.place.target[0]}
        single = [
            i
            for i, pieces in enumerate(item.pieces)
            if len(pieces) == 1 and pieces[0] not in barred
        ]
        scores = np.zeros(len(item.words))
        if single:
            single_logits = logits[[item.pieces[i][0] for i in single]]
            scores[single] = np.exp(
                log_softmax(single_logits, np.ones(len(single_logits), dtype=bool))
            )
        return scores


def related_words(lemma: str, pos: str) -> Iterator[str]:
    """The words of the senses of a word, and of their direct hypernyms and hyponyms."""
    for sense in Lexicon.open().senses(lemma, pos):
        for related in sense.related():
            is_near = related.relation in ("synonym", "hypernym", "hyponym")
            if is_near and related.word.lower() != lemma:
                yield related.word


def is_target(word: str, item: TargetInputs) -> bool:
    """Whether a word is the target, a form of it, or contains it."""
    return item.lemma in word.lower() or lemma_of(word, item.pos) == item.lemma
