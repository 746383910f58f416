"""Asking a system for the answers to a batch of items, and blaming the right item if it fails."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Literal

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import Guess
from motjuste.errors import MotjusteError
from motjuste.systems.system import System
from motjuste.text import Substitute

Setting = Literal["generate", "rank"]
Answers = list[tuple[Guess, ...] | None]


@dataclass
class Outcome:
    """The answers to a batch, none where the system failed, and what it failed with by item."""

    answers: Answers
    errors: dict[str, str] = field(default_factory=dict)


@dataclass
class Asker:
    """A system that is asked about the items of a benchmark in one setting."""

    system: System
    benchmark: Benchmark
    setting: Setting

    def prepare(self) -> None:
        """Let the system prepare: whatever is wrong there is no item's fault."""
        self.system.prepare(self.benchmark)

    def ask(self, batch: Sequence[Item]) -> Outcome:
        """The batch's answers; if it fails as a whole, each item by itself, so one is blamed."""
        outcome = Outcome([])
        outcome.answers = self._answers(batch, outcome.errors)
        return outcome

    def _answers(self, batch: Sequence[Item], errors: dict[str, str]) -> Answers:
        try:
            return [_guesses(said, self.benchmark.lemmatized) for said in self._said(batch)]
        except MotjusteError:
            raise
        except Exception as error:
            if len(batch) == 1:
                errors[batch[0].id] = f"{type(error).__name__}: {error}"
                return [None]
            return [answer for item in batch for answer in self._answers([item], errors)]

    def _said(self, batch: Sequence[Item]) -> list[list[Substitute]]:
        targets = [item.target for item in batch]
        if self.setting == "rank":
            answers = self.system.rank(targets, [item.candidates for item in batch])
        else:
            answers = self.system.suggest(targets)
        if len(answers) != len(batch):
            raise ValueError(f"{len(answers)} answers for {len(batch)} targets")
        return answers


def _guesses(answer: Sequence[Substitute], lemmatized: bool) -> tuple[Guess, ...]:
    """Lemmas where the benchmark has lemmas, else the forms that fit the text."""
    guesses = []
    for substitute in answer:
        text = substitute.lemma if lemmatized and substitute.lemma else substitute.text
        score = float(substitute.score)
        if isnan(score):
            raise ValueError(f"{text!r} has no score")
        guesses.append(Guess(str(text), score))
    return tuple(guesses)
