"""Another improver with a threshold: only marks with a high enough score are kept.

Systems such as `rule-based` or `substitution` mark every word that they have a suggestion for. A
threshold on the score is the simplest way to a requested share of words (SWS, section 6.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.systems.registry import make_system
from motjuste.systems.system import System, verbs, with_options
from motjuste.text import Improvement


@dataclass
class ScoreCut(System):
    """Another system's improvements with a confidence, or a best suggestion, of at least `least`.

    `options` are that system's settings, `NAME=VALUE` with commas between them.
    """

    name: ClassVar[str] = "score-cut"
    paper: ClassVar[str] = "Wang et al. 2023"
    description: ClassVar[str] = "another system's improvements from a score upwards"

    system: str = "substitution"
    options: tuple[str, ...] = ()
    least: float = 0.0

    @cached_property
    def improver(self) -> System:
        """The system whose improvements are cut off."""
        system = with_options(make_system(self.system), self.options)
        if "improve" not in verbs(type(system)):
            raise system.not_offered("improve")
        return system

    def prepare(self, benchmark: Benchmark) -> None:
        """Let the other system prepare."""
        self.improver.prepare(benchmark)

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The improvements that score enough."""
        return [
            [mark for mark in marks if best_score(mark) >= self.least]
            for marks in self.improver.improve(texts)
        ]


def best_score(improvement: Improvement) -> float:
    """The score of a mark's best suggestion; minus infinity without any."""
    return max((suggestion.score for suggestion in improvement.suggestions), default=float("-inf"))
