"""Upper and lower bounds: systems that know the gold labels, and random order."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from motjuste.benchmarks.benchmark import Benchmark, Item, Judgement
from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.spans import SpacelessPosition, spaceless_position
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.metrics.precision_recall import THRESHOLDS
from motjuste.systems.system import System, best_first
from motjuste.text import Suggestion, Target

_Gold = dict[Target, tuple[Judgement, ...]]


@dataclass
class _FromGold(System):
    """A system that looks the answer up in the benchmark that it is run on."""

    gold: _Gold = field(default_factory=dict, repr=False)

    def prepare(self, benchmark: Benchmark) -> None:
        """Take the benchmark's judgements."""
        self.gold = {item.target: item.judgements for item in benchmark.items}

    def judgements(self, target: Target) -> tuple[Judgement, ...]:
        """The judgements of a target's substitutes."""
        if target not in self.gold:
            raise self.unknown_target()
        return self.gold[target]


@dataclass
class Oracle(_FromGold):
    """The gold itself, best first."""

    name: ClassVar[str] = "oracle"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "the judged substitutes that are conceivable (or acceptable)"

    reference: str = "conceivable"

    def __post_init__(self) -> None:
        _check_reference(self.reference)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The substitutes above the threshold, by the share of people for them."""
        return [_above(self.judgements(target), self.reference) for target in targets]


def _check_reference(reference: str) -> None:
    if reference not in THRESHOLDS:
        raise BadInputError(f"reference {reference!r} is not one of {', '.join(THRESHOLDS)}")


def _above(judgements: Iterable[Judgement], reference: str) -> list[Suggestion]:
    """The substitutes above a threshold by falling share of positive labels.

    Equal shares keep the benchmark's order, as in SWORDS's program. Where an item has positive
    labels only (SemEval-2007, CoInCo), all shares are equal, and the number of votes orders.
    """
    judged = list(judgements)
    by_votes = all(judgement.votes == len(judgement.labels) for judgement in judged)
    substitutes = [
        Suggestion(judgement.text, float(judgement.votes) if by_votes else share)
        for judgement in judged
        if (share := judgement.share() or 0.0) >= THRESHOLDS[reference]
    ]
    return best_first(substitutes)


@dataclass
class Humans(System):
    """The labels of a second group of annotators for the same substitutes: human agreement."""

    name: ClassVar[str] = "humans"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "a second set of people's labels for the same targets"

    labels: str = "swords-v1.1-test-subset-reannotated"
    reference: str = "conceivable"
    judged: dict[SpacelessPosition, tuple[Judgement, ...]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        _check_reference(self.reference)

    def read(self) -> None:
        """Read the second labels."""
        if not self.judged:
            items = read_benchmark(self.labels).items
            self.judged = {spaceless_position(item.target): item.judgements for item in items}

    def covers(self, target: Target) -> bool:
        """Whether the second group was asked about a target."""
        return spaceless_position(target) in self.judged

    def prepare(self, benchmark: Benchmark) -> None:
        """Read the second labels, and say how many targets they leave out."""
        self.read()
        missing = sum(not self.covers(item.target) for item in benchmark.items)
        if missing == len(benchmark):
            raise BadInputError(f"{self.labels} has labels for no target of {benchmark.name}")
        if missing:
            warnings.warn(
                f"{self.labels} has no labels for {missing} of the {len(benchmark)} targets of "
                f"{benchmark.name}: they get empty answers",
                BadInputWarning,
                stacklevel=2,
            )

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The substitutes above the threshold, by the share of people for them."""
        return [_above(self._judgements(target), self.reference) for target in targets]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by the second group's shares; what that group did not judge comes last.

        Equal shares keep the order in which the second group's file lists the substitutes.
        """
        ranked = []
        for target, words in zip(targets, candidates, strict=True):
            shares = {
                judgement.text: judgement.share() or 0.0 for judgement in self._judgements(target)
            }
            place = {text: rank for rank, text in enumerate(shares)}
            listed = sorted(words, key=lambda word: place.get(word, len(place)))
            scored = [Suggestion(word, shares.get(word, -1.0)) for word in listed]
            ranked.append(best_first(scored))
        return ranked

    def _judgements(self, target: Target) -> tuple[Judgement, ...]:
        return self.judged.get(spaceless_position(target), ())


@dataclass
class Source(_FromGold):
    """What one source of a benchmark's substitutes would have answered, such as CoInCo."""

    name: ClassVar[str] = "source"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "substitutes of one source (votes=coinco: by its annotators)"

    source: str = "coinco"
    votes: str = ""

    def prepare(self, benchmark: Benchmark) -> None:
        """Take the source's substitutes, from the benchmark or from the source itself."""
        items = benchmark.items
        sources = {
            source
            for item in items
            for judgement in item.judgements
            for source in judgement.sources
        }
        if self.source not in sources:
            known = ", ".join(sorted(sources)) or "none"
            raise BadInputError(
                f"{benchmark.name} has no substitutes from {self.source!r}; its sources: {known}"
            )
        answers = self._voted(benchmark) if self.votes else map(self._listed, items)
        self.gold = {
            item.target: tuple(answer) for item, answer in zip(items, answers, strict=True)
        }

    def _listed(self, item: Item) -> Iterable[Judgement]:
        return (judgement for judgement in item.judgements if self.source in judgement.sources)

    def _voted(self, benchmark: Benchmark) -> Iterable[Iterable[Judgement]]:
        """What the source itself has under the first id by which an item names it."""
        judgements_by_id = {item.id: item.judgements for item in read_benchmark(self.votes).items}
        for item in benchmark.items:
            ids = item.extra.get(f"{self.source}_ids", ())
            if not ids or ids[0] not in judgements_by_id:
                raise BadInputError(f"{self.votes} has no target {item.id} of {benchmark.name}")
            yield sorted(judgements_by_id[ids[0]], key=lambda judgement: -judgement.votes)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The source's substitutes: in the benchmark's order, or scored by the source's votes."""
        return [
            [
                Suggestion(judgement.text, float(judgement.votes) if self.votes else -float(rank))
                for rank, judgement in enumerate(self.judgements(target))
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
    ) -> list[list[Suggestion]]:
        """Each candidate with a score drawn for it."""
        return [
            best_first(Suggestion(word, self._draw(target, word)) for word in words)
            for target, words in zip(targets, candidates, strict=True)
        ]

    def _draw(self, target: Target, word: str) -> float:
        key = f"{self.seed}\0{target.text}\0{target.start}\0{word}"
        return int.from_bytes(sha256(key.encode()).digest()[:7], "big") / (1 << 56)
