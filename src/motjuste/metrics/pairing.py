"""A run beside its benchmark, ready to be scored: whose answer is whose, and what is amiss."""

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
    """Where the papers and their programs differ, which of them to follow.

    `abstentions`: SWORDS's program drops "don't know" labels, its paper counts them as negative.
    `semeval`: SemEval-2007's program as it is, or without its faults on odd input.
    """

    abstentions: Abstentions = "drop"
    semeval: SemevalScorer = "program"

    def __str__(self) -> str:
        return f"abstentions:{self.abstentions}|semeval:{self.semeval}"


class Pairing:
    """Answers matched to items. What measures work out on the way is kept for the next one."""

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
        """Say what does not fit together; a run that does not fit at all is an error."""
        if not self._by_unit:
            raise BadInputError(
                f"no answer of run {self.run.system!r} is for {self.benchmark.name}: "
                "is this the benchmark that the run was made on?"
            )
        units = "sentences" if self.run.form == "sws" else "targets"
        for count, what in (
            (
                len(self.strays),
                f"answers are for {units} that are not in the benchmark: left out",
            ),
            (self.unanswered, f"{units} have no answer: {self._fate_of_unanswered()}"),
        ):
            # Only targets in multiwords are meant to have an answer in this form.
            if count and self.run.form != "mw":
                message = f"run {self.run.system}: {count} {what}"
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
        """Spans count tokens, so they mean nothing where a run cut a sentence up otherwise."""
        tokens = {
            name: len(self.benchmark.contexts[name].extra.get("tokens", ()))
            for name in self._by_unit
        }
        known = [name for name, length in tokens.items() if length]
        others = [name for name in known if self._by_unit[name].tokens != tokens[name]]
        if not others:
            return
        first = others[0]
        message = (
            f"run {self.run.system}: {len(others)} of {len(known)} sentences have another number "
            f"of tokens than in {self.benchmark.name} (sentence {first}: "
            f"{self._by_unit[first].tokens}, not {tokens[first]}), so their spans are not "
            "comparable; use the benchmark's own sentence_split as input_words"
        )
        if len(others) == len(known):
            raise BadInputError(message)
        warnings.warn(message, BadInputWarning, stacklevel=5)

    def _names(self) -> dict[str, str]:
        """Every name under which an answer may stand, with the unit it belongs to."""
        if self.run.form == "sws":
            return {context: context for context in self.benchmark.contexts}
        names = {item.id: item.id for item in self.benchmark.items}
        if self.run.form == "swords" and any(key not in names for key in self.run.answers):
            for item in self.benchmark.items:
                names.setdefault(item_id(item), item.id)
        return names

    def guesses(self, item: Item) -> tuple[Guess, ...]:
        """The system's answer to an item, as it came; nothing if it gave none."""
        self._need(spans=False)
        answer: tuple[Guess, ...] = self._by_unit.get(item.id, ())
        return answer

    def answered(self, item: Item) -> bool:
        """Whether the run has an answer to an item, be it an empty one."""
        self._need(spans=False)
        return item.id in self._by_unit

    def ranking(self, item: Item) -> tuple[Guess, ...]:
        """The system's answer, best first; equal scores in the order in which they came."""
        return tuple(sorted(self.guesses(item), key=lambda guess: -guess.score))

    def marked(self, context_id: str) -> MarkedSentence | None:
        """What the system would improve in a sentence; nothing if it left the sentence out."""
        self._need(spans=True)
        answer: MarkedSentence | None = self._by_unit.get(context_id)
        return answer

    def _need(self, *, spans: bool) -> None:
        """Nothing that the run cannot have is scored as if the run had left it out."""
        if spans == (self.run.form == "sws"):
            return
        only = "the measures of Smart Word Suggestions (det, sug, e2e, WA, ImpR, NDCG)"
        raise BadInputError(
            f"run {self.run.system!r} gives substitutes for known targets: {only} need marked spans"
            if spans
            else f"run {self.run.system!r} marks spans in sentences: score it by {only}"
        )

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes, made once for this pairing."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept
