"""A run paired with its benchmark, ready to be scored; mismatches are reported."""

import warnings
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from motjuste.benchmarks.benchmark import Abstentions, Benchmark, Item
from motjuste.benchmarks.run import Guess, MarkedSentence, Run
from motjuste.benchmarks.swords_ids import item_id
from motjuste.errors import BadInputError, BadInputWarning

T = TypeVar("T")
SemevalScorer = Literal["program", "strict"]


@dataclass(frozen=True)
class Settings:
    """Which to follow where a paper and its program differ.

    `abstentions`: SWORDS's program drops "don't know" labels, its paper counts them as negative.
    `semeval`: SemEval-2007's program as it is, or without its errors on unusual input.
    """

    abstentions: Abstentions = "drop"
    semeval: SemevalScorer = "program"

    def __str__(self) -> str:
        return f"abstentions:{self.abstentions}|semeval:{self.semeval}"


class Pairing:
    """Answers matched to items; keeps intermediate results that several measures share."""

    def __init__(self, benchmark: Benchmark, run: Run[Any], settings: Settings | None = None):
        self.benchmark = benchmark
        self.run = run
        self.settings = settings or Settings()
        self._kept: dict[Hashable, Any] = {}
        names = self._names()
        self._by_unit: dict[str, Any] = {}
        self.strays: dict[str, Any] = {}
        for key, answer in run.answers.items():
            if key in names:
                self._by_unit.setdefault(names[key], answer)
            else:
                self.strays[key] = answer
        self.unanswered = len(set(names.values())) - len(self._by_unit)
        self._report()

    def _report(self) -> None:
        """Warn of answers and items that do not match; raise an error if none do."""
        if not self._by_unit:
            raise BadInputError(
                f"no answer of run {self.run.system!r} is for {self.benchmark.name}: "
                "is this the benchmark that the run was made on?"
            )
        units = "sentences" if self.run.form == "sws" else "targets"
        for count, problem in (
            (
                len(self.strays),
                f"answers are for {units} that are not in the benchmark: left out",
            ),
            (self.unanswered, f"{units} have no answer: {self._fate_of_unanswered()}"),
        ):
            # In this form, only targets in multiwords are supposed to have an answer.
            if count and self.run.form != "mw":
                message = f"run {self.run.system}: {count} {problem}"
                warnings.warn(message, BadInputWarning, stacklevel=4)
        if self.run.form == "sws":
            self._report_tokens()

    def _fate_of_unanswered(self) -> str:
        """What the measures do with targets that have no answer."""
        if self.benchmark.format != "tsar2022":
            return "they count as empty answers"
        others = "" if self.run.form == "tsar2022" else "; to all others they are empty answers"
        return f"TSAR-2022's measures leave them out{others}"

    def _report_tokens(self) -> None:
        """Warn if sentences are tokenised differently: spans count tokens."""
        tokens = {
            name: len(self.benchmark.contexts[name].extra.get("tokens", ()))
            for name in self._by_unit
        }
        with_tokens = [name for name, length in tokens.items() if length]
        mismatched = [name for name in with_tokens if self._by_unit[name].tokens != tokens[name]]
        if not mismatched:
            return
        first = mismatched[0]
        message = (
            f"run {self.run.system}: {len(mismatched)} of {len(with_tokens)} sentences have "
            f"another number of tokens than in {self.benchmark.name} (sentence {first}: "
            f"{self._by_unit[first].tokens}, not {tokens[first]}), so their spans are not "
            "comparable; use the benchmark's own sentence_split as input_words"
        )
        if len(mismatched) == len(with_tokens):
            raise BadInputError(message)
        warnings.warn(message, BadInputWarning, stacklevel=5)

    def _names(self) -> dict[str, str]:
        """All names under which an answer may be stored, with the item or sentence they mean."""
        if self.run.form == "sws":
            return {context: context for context in self.benchmark.contexts}
        names = {item.id: item.id for item in self.benchmark.items}
        if self.run.form == "swords" and any(key not in names for key in self.run.answers):
            for item in self.benchmark.items:
                names.setdefault(item_id(item), item.id)
        return names

    def guesses(self, item: Item) -> tuple[Guess, ...]:
        """The system's answer to an item, in its order; empty if there is none."""
        self._need(spans=False)
        answer: tuple[Guess, ...] = self._by_unit.get(item.id, ())
        return answer

    def answered(self, item: Item) -> bool:
        """Whether the run has an answer to an item, even an empty one."""
        self._need(spans=False)
        return item.id in self._by_unit

    def ranking(self, item: Item) -> tuple[Guess, ...]:
        """The system's answer, best first; equal scores in the system's order."""
        return tuple(sorted(self.guesses(item), key=lambda guess: -guess.score))

    def marked(self, context_id: str) -> MarkedSentence | None:
        """What the system would improve in a sentence; None if it left the sentence out."""
        self._need(spans=True)
        answer: MarkedSentence | None = self._by_unit.get(context_id)
        return answer

    def _need(self, *, spans: bool) -> None:
        """Raise an error if the run's form cannot have what a measure needs."""
        if spans == (self.run.form == "sws"):
            return
        sws_measures = "the measures of Smart Word Suggestions (det, sug, e2e, WA, ImpR, NDCG)"
        raise BadInputError(
            f"run {self.run.system!r} gives substitutes for known targets: {sws_measures} need "
            "marked spans"
            if spans
            else f"run {self.run.system!r} marks spans in sentences: score it by {sws_measures}"
        )

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result of `compute`, computed once per key for this pairing."""
        if key not in self._kept:
            self._kept[key] = compute()
        value: T = self._kept[key]
        return value
