"""Running a system on every item of a benchmark; an interrupted run loses nothing.

Each answer is written to a journal beside the run file as soon as it is there, one line for each
item. A run that is started again continues where the journal ends. When all items are answered the
run file is written and the journal deleted. Interruptions do not change the run file.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from motjuste.analysis import Text, analysed
from motjuste.benchmarks.benchmark import Benchmark, Context
from motjuste.benchmarks.run import (
    Guess,
    ImprovementRun,
    MarkedSentence,
    MarkedSpan,
    SubstitutionRun,
    write_lsr,
)
from motjuste.benchmarks.run_files import write_sws
from motjuste.benchmarks.sws import token_spans
from motjuste.engine import Backend, open_worker_pool
from motjuste.errors import BadInputError, MotjusteError, bad_file
from motjuste.systems.answers import fitted
from motjuste.systems.run_journal import Journal
from motjuste.systems.system import SomeFailedError, System, verbs
from motjuste.text import Improvement, Suggestion

Setting = Literal["generate", "rank", "improve"]
# The ids of the units of a batch; a unit is an item, or a sentence to improve.
Batch = Sequence[str]
# Units that a system gets at once: enough for a network to batch, few enough to lose little when a
# run is killed.
BATCH = 16
A = TypeVar("A")


@dataclass
class RunReport:
    """The outcome of a run: items answered now and before, and errors by item."""

    answered: int = 0
    resumed: int = 0
    errors: dict[str, str] = field(default_factory=dict)


class BatchOutcome(NamedTuple):
    """The answers to a batch, `None` where the system failed, and the errors by unit."""

    answers: list[Any]
    errors: dict[str, str]


@dataclass
class BatchAnswerer:
    """A system with the benchmark and the setting that it is run on; workers get a copy."""

    system: System
    benchmark: Benchmark
    setting: Setting
    limit: int | None = None

    @cached_property
    def task(self) -> "BenchmarkTask[Any]":
        """The task of the setting."""
        if self.setting == "improve":
            return ImprovementTask(self.system, self.benchmark, self.limit)
        return SubstitutionTask(self.system, self.benchmark, self.limit, self.setting)

    def prepare(self) -> None:
        """Let the system load what it needs, so that its errors are not blamed on an item."""
        self.system.prepare(self.benchmark)

    def lean(self) -> "BatchAnswerer":
        """A copy for other processes, without results cached for scoring."""
        return replace(self, benchmark=replace(self.benchmark, memo={}))

    def __call__(self, batch: Batch) -> BatchOutcome:
        """The answers to a batch."""
        report = RunReport()
        return BatchOutcome(_answers(self.task, batch, report), report.errors)


def run_system(
    system: System,
    benchmark: Benchmark,
    out: Path,
    setting: Setting = "generate",
    limit: int | None = None,
    advance: Callable[[int], None] = lambda items: None,
    workers: int = 1,
    ray: str | None = None,
) -> RunReport:
    """Answer every item (or the first `limit`), from where an earlier run stopped; write the file.

    The run file is the same for any number of workers, also on a Ray cluster. A script that uses
    several workers must be importable (`if __name__ == "__main__":`), as always with
    `multiprocessing`.
    """
    answerer = BatchAnswerer(system, benchmark, setting, limit)
    task, backend = answerer.task, Backend(workers, ray)
    _check(system, task.verb, out)
    header = _header(system, benchmark, setting)
    journal = Journal(journal_of(out), header, task.parse)
    report = RunReport(resumed=journal.count(task.ids))
    advance(report.resumed)
    report.errors = _answer_missing(answerer, journal, backend, advance)
    report.answered = journal.count(task.ids) - report.resumed
    if not report.errors:
        answers = {unit: journal.answers[unit] for unit in task.ids}
        task.write(answers, header["settings"], out)
        journal.path.unlink(missing_ok=True)
    return report


def _answer_missing(
    answerer: BatchAnswerer, journal: Journal, backend: Backend, advance: Callable[[int], None]
) -> dict[str, str]:
    """Answer the units that the journal lacks and write them to it; returns errors by unit."""
    batches = list(_batches([unit for unit in answerer.task.ids if unit not in journal.answers]))
    # No more workers than batches.
    backend = replace(backend, workers=min(backend.workers, len(batches) or 1))
    errors: dict[str, str] = {}
    with (
        open_worker_pool(answerer if backend == Backend() else answerer.lean(), backend) as pool,
        journal,
    ):
        for batch, outcome in pool.run(batches):
            errors.update(outcome.errors)
            journal.add_all(batch, outcome.answers)
            advance(len(batch))
    return errors


def journal_of(out: Path) -> Path:
    """The path of the journal of a run."""
    return out.with_name(out.name + ".journal")


def forget(out: Path) -> None:
    """Delete a run file and its journal, so that the run starts again."""
    out.unlink(missing_ok=True)
    journal_of(out).unlink(missing_ok=True)


def _check(system: System, verb: str, out: Path) -> None:
    """Raise an error if the run cannot work, before anything is computed."""
    if verb not in verbs(type(system)):
        raise system.not_offered(verb)
    if not out.name or out.is_dir():
        raise bad_file(out, "is a folder", "give the name of a file")


def _header(system: System, benchmark: Benchmark, setting: Setting) -> dict[str, Any]:
    return {
        "system": system.name,
        "settings": {**system.recorded(), "setting": setting},
        "benchmark": f"{benchmark.name}#{benchmark.fingerprint}",
    }


def _batches(units: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(units), BATCH):
        yield units[start : start + BATCH]


def _answers(task: "BenchmarkTask[Any]", batch: Sequence[str], report: RunReport) -> list[Any]:
    """The answers to a batch; if it fails, each unit is tried alone to find the one at fault."""
    try:
        return task.take(batch, task.ask(batch))
    except MotjusteError:
        raise
    except Exception as error:
        if isinstance(error, SomeFailedError) and len(error.outcomes) == len(batch):
            pairs = zip(batch, error.outcomes, strict=True)
            return [_answer_or_error(task, unit, outcome, report) for unit, outcome in pairs]
        if len(batch) == 1:
            _blame(batch[0], error, report)
            return [None]
        return [answer for unit in batch for answer in _answers(task, [unit], report)]


def _answer_or_error(task: "BenchmarkTask[Any]", unit: str, outcome: Any, report: RunReport) -> Any:
    """A unit's answer, or its error, where the system reported which units failed."""
    try:
        if isinstance(outcome, Exception):
            raise outcome
        return task.take([unit], [outcome])[0]
    except MotjusteError:
        raise
    except Exception as error:
        _blame(unit, error, report)
        return None


def _blame(unit: str, error: Exception, report: RunReport) -> None:
    report.errors[unit] = f"{type(error).__name__}: {error}"


class BenchmarkTask(ABC, Generic[A]):
    """A setting of a run: its units, how the system answers them, and how answers are stored."""

    verb: str
    ids: list[str]

    @abstractmethod
    def ask(self, ids: Sequence[str]) -> Sequence[Any]:
        """The system's answers to these units."""

    @abstractmethod
    def take(self, ids: Sequence[str], answers: Sequence[Any]) -> list[A]:
        """The answers in the form that is stored."""

    @abstractmethod
    def parse(self, value: Any) -> A:
        """An answer as JSON has it."""

    @abstractmethod
    def write(self, answers: dict[str, A], settings: dict[str, Any], out: Path) -> None:
        """Write the run file."""


class SubstitutionTask(BenchmarkTask[tuple[Guess, ...]]):
    """The benchmark's targets: find substitutes, or rank the candidates."""

    def __init__(
        self, system: System, benchmark: Benchmark, limit: int | None, setting: Setting
    ) -> None:
        self.system = system
        self.benchmark = benchmark
        self.verb = "rank" if setting == "rank" else "suggest"
        self._items = {item.id: item for item in benchmark.items[:limit]}
        self.ids = list(self._items)

    def ask(self, ids: Sequence[str]) -> Sequence[Sequence[Suggestion]]:
        """Substitutes for each item."""
        items = [self._items[unit] for unit in ids]
        targets = analysed(item.target for item in items)
        if self.verb == "rank":
            return self.system.rank(targets, [item.candidates for item in items])
        return self.system.suggest(targets)

    def take(
        self, ids: Sequence[str], answers: Sequence[Sequence[Suggestion]]
    ) -> list[tuple[Guess, ...]]:
        """Guesses for each item."""
        if len(answers) != len(ids):
            raise ValueError(f"{len(answers)} answers for {len(ids)} targets")
        return [_guesses(answer, self.benchmark) for answer in answers]

    def parse(self, value: Any) -> tuple[Guess, ...]:
        """Guesses."""
        return tuple(Guess(text, score) for text, score in value)

    def write(
        self, answers: dict[str, tuple[Guess, ...]], settings: dict[str, Any], out: Path
    ) -> None:
        """A `.lsr.json` file."""
        lemmatized = self.benchmark.lemmatized
        write_lsr(SubstitutionRun(self.system.name, "swords", answers, lemmatized, settings), out)


def _guesses(answer: Sequence[Suggestion], benchmark: Benchmark) -> tuple[Guess, ...]:
    """Guesses as lemmas if the benchmark has lemmas, else in the forms that fit the text."""
    guesses = []
    for substitute in answer:
        text = substitute.text
        if benchmark.lemmatized and substitute.lemma:
            text = substitute.lemma
        score = float(substitute.score)
        if isnan(score):
            raise ValueError(f"{text!r} has no score")
        guesses.append(Guess(str(text), score))
    return tuple(guesses)


class ImprovementTask(BenchmarkTask[MarkedSentence]):
    """The benchmark's sentences: find the spans to change in each, with suggestions."""

    verb = "improve"

    def __init__(self, system: System, benchmark: Benchmark, limit: int | None) -> None:
        self.system = system
        self.benchmark = benchmark
        self.ids = list(benchmark.contexts)[:limit]
        plain = next((c for c in benchmark.contexts.values() if "tokens" not in c.extra), None)
        if plain is not None:
            raise BadInputError(
                f"{benchmark.name} has no sentences to improve; take a benchmark of SWS"
            )

    def ask(self, ids: Sequence[str]) -> Sequence[Sequence[Improvement]]:
        """What to change in each sentence."""
        return self.system.improve([Text.of(self.benchmark.contexts[unit].text) for unit in ids])

    def take(
        self, ids: Sequence[str], answers: Sequence[Sequence[Improvement]]
    ) -> list[MarkedSentence]:
        """The spans of tokens to change in each sentence."""
        contexts = [self.benchmark.contexts[unit] for unit in ids]
        try:
            fitted_marks = fitted(self.system, [context.text for context in contexts], answers)
        except MotjusteError as error:
            # An invalid answer fails its sentence, not the whole run.
            raise ValueError(str(error)) from error
        return [marked(*pair) for pair in zip(contexts, fitted_marks, strict=True)]

    def parse(self, value: Any) -> MarkedSentence:
        """Spans of tokens."""
        tokens, spans = value
        parsed = [MarkedSpan(int(first), int(last), tuple(words)) for first, last, words in spans]
        return MarkedSentence(int(tokens), tuple(parsed))

    def write(
        self, answers: dict[str, MarkedSentence], settings: dict[str, Any], out: Path
    ) -> None:
        """A prediction file, as the scorer of SWS reads it."""
        run = ImprovementRun(self.system.name, "sws", answers, settings=settings)
        write_sws(run, self.benchmark, out)


def marked(context: Context, improvements: Sequence[Improvement]) -> MarkedSentence:
    """The improvements of a sentence as spans of tokens; if two share a token, the first is kept.

    If an improvement covers only part of a token, its suggestions are extended to the whole token.
    """
    tokens = list(context.extra["tokens"])
    places = token_spans(context.text, tokens) or []
    spans: list[MarkedSpan] = []
    for improvement in improvements:
        inside = [
            number
            for number, span in enumerate(places)
            if span.end > improvement.start and span.start < improvement.end
        ]
        if not inside or (spans and inside[0] < spans[-1].end):
            continue
        before = context.text[min(places[inside[0]].start, improvement.start) : improvement.start]
        after = context.text[improvement.end : max(places[inside[-1]].end, improvement.end)]
        words = tuple(before + offer.text + after for offer in improvement.suggestions)
        spans.append(MarkedSpan(inside[0], inside[-1] + 1, words))
    return MarkedSentence(len(tokens), tuple(spans))
