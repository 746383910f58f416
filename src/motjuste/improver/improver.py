"""The improver: the places of a text that are worth changing, with suggestions and reasons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

import numpy as np

from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.improver.detector import (
    SUGGESTIONS,
    Detector,
    PossibleMark,
    chooser_rows,
    listed_and_counted,
)
from motjuste.improver.detector_input import InputBuilder
from motjuste.improver.evidence import EvidenceFinder
from motjuste.improver.marks import touches
from motjuste.improver.messages import listed_first, message
from motjuste.improver.variety import JARS_WITHIN, Variety
from motjuste.rules.detector_lists import COLLOCATION
from motjuste.rules.kinds import SHOWN_KIND
from motjuste.suggester.networks import SUGGEST, Ranking, probability
from motjuste.suggester.reranking import reranking_features
from motjuste.suggester.suggester import Suggester
from motjuste.text import Improvement, Target

# Texts whose judged expressions are kept: an editor asks for all paragraphs of a document after
# each change of one of them.
_CACHED_TEXTS = 512


@dataclass(frozen=True, eq=False)
class Improver:
    """Finds the places of a text that are worth changing.

    `evidence`: finds places for which there is evidence.
    `sensitivity`: the share of words to mark; None marks what there is evidence for.
    `rules`: whether matches of rules take up part of that share, before the detector's marks.
    `adapt`: whether the rest of a document influences which of its words make up that share.
    `rerank_marks`: how many suggestions for a marked word are reranked, each in the word's place.
    """

    suggester: Suggester
    detector: Detector
    evidence: EvidenceFinder
    sensitivity: float | None
    rules: bool
    adapt: bool
    rerank_marks: int

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The marks of the texts of one document, with up to five suggestions each.

        `sensitivity` is a share of the words of all texts together.
        """
        if self.sensitivity is None:
            return self.evidence.find(texts)
        return self._mark_share(texts, self.sensitivity)

    def _mark_share(self, texts: Sequence[str], share: float) -> list[list[Improvement]]:
        """Marks on a share of the words: matches of rules first, then the highest scores."""
        use_rules = self.rules and share > 0
        rule_marks = [self.evidence.by_rule(text) if use_rules else [] for text in texts]
        judged = [self.possible_marks(text) for text in texts]
        words = sum(count for _, count in judged)
        words_by_rules = sum(map(_words_marked, texts, rule_marks))
        share_left = max(0.0, share - words_by_rules / max(1.0, words))
        possible = [mark for of_text, _ in judged for mark in of_text]
        chosen = iter(self._within_share(possible, words, share_left))
        variety = Variety(self.suggester.lexicon, JARS_WITHIN)
        marks = []
        for text, (of_text, _), by_rule in zip(texts, judged, rule_marks, strict=True):
            variety.enter(text)
            wanted = [mark for mark in of_text if next(chosen)]
            rest = [self._improvement(text, mark, variety) for mark in wanted]
            marks.append(_merged(by_rule, rest))
        return marks

    @cached_property
    def possible_marks(self) -> Callable[[str], tuple[list[PossibleMark], float]]:
        """All expressions of a text that may be marked, in order, and its length in words."""
        return lru_cache(_CACHED_TEXTS)(self._judge)

    def _judge(self, text: str) -> tuple[list[PossibleMark], float]:
        inputs, length = self._input_builder.build(text)
        return self.detector.judge(inputs), length

    @cached_property
    def _input_builder(self) -> InputBuilder:
        return InputBuilder(self.suggester, self.detector.counts)

    def _within_share(
        self, marks: Sequence[PossibleMark], words: float, share: float
    ) -> list[bool]:
        """Which possible marks are made, so that a share of the document's words is marked."""
        scores = [mark.score for mark in marks]
        mandatory_from = [mark.expression.mandatory_from for mark in marks]
        calibration = self.detector.calibration
        if not self.adapt:
            return calibration.marked_alone(share, scores, mandatory_from)
        sizes = [mark.expression.size for mark in marks]
        return calibration.marked_in_text(share, scores, sizes, mandatory_from, words)

    def _improvement(self, text: str, mark: PossibleMark, variety: Variety) -> Improvement:
        """The mark for an expression, with its suggestions."""
        word, expression = mark.word, mark.expression
        target = Target(text, word.start, word.end)
        candidates, probabilities = self._allowed(target, mark)
        if self.rerank_marks:
            candidates, probabilities = self._rerank(target, mark, candidates, probabilities)
        no_features = np.zeros((0, 0), np.float32)
        ranking = Ranking(mark.pool, candidates, probabilities, no_features, self.detector.chooser)
        best = islice(self.suggester.suggestions(target, word, ranking), SUGGESTIONS)
        # The right partner of a noun stays the same, however often it was suggested before.
        rotate = not (expression.usage and expression.usage.label == COLLOCATION)
        suggestions = variety.ordered(word, listed_first(expression, best), rotate)
        return Improvement(
            word.start, word.end, SHOWN_KIND[mark.sws_kind], suggestions, message(expression),
            sws_kind=mark.sws_kind,
        )  # fmt: skip

    def _allowed(self, target: Target, mark: PossibleMark) -> tuple[Numbers, Floats]:
        """The best candidates of a mark that filters allow, with their probabilities."""
        most = max(SUGGESTIONS, self.rerank_marks)
        allowed = self.suggester.allowed(
            target, mark.pool, mark.word, mark.around, mark.candidates, most, written=True
        )
        return mark.candidates[allowed], mark.probabilities[allowed]

    def _rerank(
        self, target: Target, mark: PossibleMark, candidates: Numbers, probabilities: Floats
    ) -> tuple[Numbers, Floats]:
        """The candidates re-ranked, each read in the word's place."""
        suggester, detector, pool = self.suggester, self.detector, mark.pool
        read = suggester.read(target)
        if read is None or not len(candidates):
            return candidates, probabilities
        first = suggester.rows(pool, read, suggester.meaning(pool, read))
        counted = listed_and_counted(pool, mark.expression, detector.counts)
        rows = chooser_rows(first, counted, detector.ranker.scores(first))
        features = reranking_features(suggester.encoder, read, pool, candidates, rows[candidates])
        log_odds = detector.reranker.scores(features)[:, SUGGEST]
        best = np.argsort(-log_odds, kind="stable")
        return candidates[best], probability(log_odds[best])


def _words_marked(text: str, marks: Sequence[Improvement]) -> int:
    return sum(len(text[mark.start : mark.end].split()) for mark in marks)


def _merged(by_rule: Sequence[Improvement], rest: Sequence[Improvement]) -> list[Improvement]:
    """The marks of a text in order: those by rules, and the others that have suggestions."""
    added = [
        mark for mark in rest if mark.suggestions and not touches((mark.start, mark.end), by_rule)
    ]
    return sorted([*by_rule, *added], key=lambda mark: mark.start)
