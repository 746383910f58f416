"""SemEval-2007's distributional baselines: words that occur in similar contexts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from motjuste.analysis import lemma_and_pos
from motjuste.errors import BadInputError
from motjuste.spaces.cooccurrences import CoOccurrences, read_cooccurrences
from motjuste.spaces.similarity import MEASURES
from motjuste.systems.from_file import FromFile
from motjuste.systems.system import best_first, check_count
from motjuste.text import Suggestion, Target


@dataclass
class Distributional(FromFile[CoOccurrences]):
    """The nearest words in a space of co-occurrence counts, by one of five measures."""

    name: ClassVar[str] = "distributional"
    paper: ClassVar[str] = "McCarthy and Navigli 2007"
    description: ClassVar[str] = "nearest words by co-occurrence: lin, l1, jaccard, cosine, skew"

    measure: str = "lin"
    alpha: float = 0.99
    most: int = 10

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise BadInputError(f"measure {self.measure!r} is not one of {', '.join(MEASURES)}")
        if not 0 < self.alpha < 1:
            raise BadInputError(f"alpha is {self.alpha}; it lies between 0 and 1")
        check_count("most", self.most)

    def read(self, path: Path) -> CoOccurrences:
        """Read counts of either format."""
        return read_cooccurrences(path)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The nearest words; none for a word that the space does not know."""
        return [self._nearest(target) for target in targets]

    def _nearest(self, target: Target) -> list[Suggestion]:
        row = self._row(target)
        if row is None:
            return []
        neighbours = self.content.neighbours(row, self.measure, self.most, self.alpha)
        return [Suggestion(word, score) for word, score in neighbours]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by similarity; unknown ones last, in the given order."""
        return [
            self._ranked(target, words) for target, words in zip(targets, candidates, strict=True)
        ]

    def _ranked(self, target: Target, words: Sequence[str]) -> list[Suggestion]:
        row, pos = self._row(target), lemma_and_pos(target)[1]
        rows = [None if row is None else self.content.row(word, pos) for word in words]
        likeness = None if row is None else self.content.likeness(row, self.measure, self.alpha)
        # The farthest that a known word can be: no divergence is larger.
        unknown = float(likeness.min()) - 1.0 if likeness is not None else 0.0
        scored = [
            Suggestion(word, unknown if place is None or likeness is None else likeness[place])
            for word, place in zip(words, rows, strict=True)
        ]
        return best_first(scored)

    def _row(self, target: Target) -> int | None:
        return self.content.row(*lemma_and_pos(target))
