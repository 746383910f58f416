"""The places of a text that are worth changing, each with what to write there and why."""

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
    Judged,
    chooser_rows,
    kind_of,
    recalled,
)
from motjuste.improver.evidence import EvidenceFinder
from motjuste.improver.marks import touches
from motjuste.improver.messages import message, remedied
from motjuste.improver.units import UnitFinder
from motjuste.improver.usage import COLLOCATION
from motjuste.improver.variety import JARRING, Variety
from motjuste.suggester.explanation import Ranking
from motjuste.suggester.features import first_look, second_look
from motjuste.suggester.networks import SUGGEST, probability
from motjuste.suggester.suggester import Suggester
from motjuste.text import Improvement, Target

# Texts whose judged words are kept: an editor asks for all paragraphs of a document after each
# change.
REMEMBERED = 512
# What writers call the two kinds of Smart Word Suggestions where nothing more is known.
_WRITERS_KINDS = {"refine-usage": "word-choice", "diversify-expression": "variety"}


@dataclass(frozen=True, eq=False)
class Improver:
    """What finds the places of a text that are worth changing.

    `evidence`: what finds places by evidence.
    `sensitivity`: the share of words to mark; None to mark what there is evidence for.
    `rules`: whether what rules say goes before all else of a share.
    `adapt`: whether the other words of a document help to decide which words that share is.
    `again`: how many suggestions for a marked word are looked at a second time.
    """

    suggester: Suggester
    detector: Detector
    evidence: EvidenceFinder
    sensitivity: float | None
    rules: bool
    adapt: bool
    again: int

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """What is worth changing in the texts of one document, with up to five suggestions each.

        `sensitivity` is the share of the words of all texts together.
        """
        if self.sensitivity is None:
            return self.evidence.find(texts)
        return self._share(texts, self.sensitivity)

    def _share(self, texts: Sequence[str], share: float) -> list[list[Improvement]]:
        """A share of the words: what rules say first, then what is worth most."""
        ruled = [self.evidence.by_rule(text) if share and self.rules else [] for text in texts]
        judged = [self.judged(text) for text in texts]
        units = [unit for units, _ in judged for unit in units]
        words = sum(count for _, count in judged)
        by_rules = sum(
            len(text[mark.start : mark.end].split())
            for text, own in zip(texts, ruled, strict=True)
            for mark in own
        )
        keep = iter(self._chosen(units, words, max(0.0, share - by_rules / max(1.0, words))))
        variety = Variety(self.suggester.lexicon, JARRING)
        marks = []
        for text, (units, _), by_rule in zip(texts, judged, ruled, strict=True):
            variety.enter(text)
            some = [self._improvement(text, unit, variety) for unit in units if next(keep)]
            rest = [
                mark
                for mark in some
                if mark.suggestions and not touches((mark.start, mark.end), by_rule)
            ]
            marks.append(sorted([*by_rule, *rest], key=lambda mark: mark.start))
        return marks

    @cached_property
    def judged(self) -> Callable[[str], tuple[list[Judged], float]]:
        """All words and phrases that may be marked in a text, and the number of its words."""
        return lru_cache(REMEMBERED)(self._judge)

    def _judge(self, text: str) -> tuple[list[Judged], float]:
        units, count = self.finder.find(text)
        return self.detector.judge(units), count

    @cached_property
    def finder(self) -> UnitFinder:
        """What finds the words and phrases that may be marked."""
        parts = self.suggester
        return UnitFinder(parts.lexicon, parts.table, parts.encoder, self.detector.counts)

    def _chosen(self, units: Sequence[Judged], words: float, share: float) -> list[bool]:
        """Which units are marked if they are to be a share of so many words."""
        weighed, calibration = [unit.weighed for unit in units], self.detector.calibration
        if self.adapt:
            return calibration.marked(share, weighed, words)
        return calibration.usually(share, weighed)

    def _improvement(self, text: str, judged: Judged, variety: Variety) -> Improvement:
        word, unit = judged.word, judged.unit
        target = Target(text, word.start, word.end)
        order, chances = self._allowed(target, judged)
        if self.again:
            order, chances = self._look_again(target, judged, order, chances)
        nothing_seen = np.zeros((0, 0), np.float32)
        ranking = Ranking(judged.pool, order, chances, nothing_seen, self.detector.chooser)
        best = islice(self.suggester.suggestions(target, word, ranking), SUGGESTIONS)
        # What goes with a noun is a question of which noun, not of what was said before.
        turns = not (unit.usage and unit.usage.label == COLLOCATION)
        suggestions = variety.ordered(word, remedied(unit, best), turns)
        kind = kind_of(unit, judged.refine)
        return Improvement(
            word.start, word.end, _WRITERS_KINDS[kind], suggestions, message(unit), sws_kind=kind
        )

    def _allowed(self, target: Target, judged: Judged) -> tuple[Numbers, Floats]:
        """The best candidates of a marked word that may be offered, with their chances."""
        most = max(SUGGESTIONS, self.again)
        pool, word, around, order = judged.pool, judged.word, judged.around, judged.order
        kept = self.suggester.allowed(target, pool, word, around, order, most, written=True)
        return order[kept], judged.chances[kept]

    def _look_again(
        self, target: Target, judged: Judged, order: Numbers, chances: Floats
    ) -> tuple[Numbers, Floats]:
        """The best candidates of a marked word in order, each having stood in its place."""
        suggester, detector, pool = self.suggester, self.detector, judged.pool
        seen = suggester.seen(target)
        if seen is None or not len(order):
            return order, chances
        near = suggester.table.nearness(pool.vectors, suggester.encoder.query(*seen))
        first = first_look(pool.facts, near)
        known = recalled(pool, judged.unit, detector.counts)
        rows = chooser_rows(first, known, detector.ranker.scores(first))
        in_place = suggester.encoder.in_place(*seen, [pool.word(place) for place in order])
        scores = detector.second.scores(second_look(rows[order], in_place))[:, SUGGEST]
        best = np.argsort(-scores, kind="stable")
        return order[best], probability(scores[best])
