"""Systems that know the answers, or nothing at all: what figures are to be read against."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from motjuste.benchmarks.benchmark import Benchmark, Judgement
from motjuste.errors import BadInputError
from motjuste.metrics.precision_recall import THRESHOLDS
from motjuste.systems.system import System
from motjuste.text import Substitute, Target

_Gold = dict[Target, tuple[Judgement, ...]]


@dataclass
class _FromGold(System):
    """A system that looks the answer up in the benchmark that it is run on."""

    gold: _Gold = field(default_factory=dict, repr=False)

    def prepare(self, benchmark: Benchmark) -> None:
        """Take the benchmark's judgements."""
        self.gold = {item.target: item.judgements for item in benchmark.items}

    def judgements(self, target: Target) -> tuple[Judgement, ...]:
        """What people said of a target's substitutes."""
        if target not in self.gold:
            raise BadInputError(f"system {self.name!r} knows only the targets of its benchmark")
        return self.gold[target]


@dataclass
class Oracle(_FromGold):
    """The gold itself, best first."""

    name: ClassVar[str] = "oracle"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "the judged substitutes that are conceivable (or acceptable)"

    reference: str = "conceivable"

    def __post_init__(self) -> None:
        if self.reference not in THRESHOLDS:
            raise BadInputError(
                f"reference {self.reference!r} is not one of {', '.join(THRESHOLDS)}"
            )

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        """The substitutes above the threshold, by the share of people for them."""
        return [self._best(target) for target in targets]

    def _best(self, target: Target) -> list[Substitute]:
        judged = [(each.share() or 0.0, each.votes, each.text) for each in self.judgements(target)]
        kept = [found for found in judged if found[0] >= THRESHOLDS[self.reference]]
        # Where nobody said no, as in SemEval-2007, the votes tell.
        ordered = sorted(kept, key=lambda found: (-found[0], -found[1]))
        return [
            Substitute(text, share - 1e-6 * rank) for rank, (share, _, text) in enumerate(ordered)
        ]


@dataclass
class Source(_FromGold):
    """What one source of a benchmark's substitutes would have answered, such as CoInCo."""

    name: ClassVar[str] = "source"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "the substitutes that came from one source, in its order"

    source: str = "coinco"

    def prepare(self, benchmark: Benchmark) -> None:
        """Take the benchmark's judgements, if they name the source at all."""
        super().prepare(benchmark)
        found = {s for item in benchmark.items for each in item.judgements for s in each.sources}
        if self.source not in found:
            known = ", ".join(sorted(found)) or "none"
            raise BadInputError(
                f"{benchmark.name} has no substitutes from {self.source!r}; its sources: {known}"
            )

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        """The source's substitutes in the order in which the benchmark has them."""
        return [
            [
                Substitute(judgement.text, -float(rank))
                for rank, judgement in enumerate(self.judgements(target))
                if self.source in judgement.sources
            ]
            for target in targets
        ]


@dataclass
class RandomOrder(System):
    """Candidates in an order that depends on nothing but the seed, the target and the word."""

    name: ClassVar[str] = "random"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "candidates in random order"

    seed: int = 0

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Substitute]]:
        """Each candidate with a score drawn for it."""
        return [
            sorted(
                (Substitute(word, self._draw(target, word)) for word in words),
                key=lambda substitute: -substitute.score,
            )
            for target, words in zip(targets, candidates, strict=True)
        ]

    def _draw(self, target: Target, word: str) -> float:
        said = f"{self.seed}\0{target.text}\0{target.start}\0{word}"
        return int.from_bytes(sha256(said.encode()).digest()[:7], "big") / (1 << 56)
