"""The chance level, exactly: all candidates tied, for measures that average over ties."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.systems.system import System
from motjuste.text import Suggestion, Target


@dataclass
class Tied(System):
    """All candidates with the same score: MAP is then the mean over all orders."""

    name: ClassVar[str] = "tied"
    paper: ClassVar[str] = "Buljan et al. 2018"
    description: ClassVar[str] = "all candidates tied: chance, computed exactly"

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """Each candidate with the score 0."""
        return [[Suggestion(word, 0.0) for word in words] for words in candidates]
