"""A system applied to every item of a benchmark, so that stopping half way loses nothing.

Answers go to a journal beside the run file as they come, a line for each item. A run that is
started again goes on where the journal ends; when all items are there the run file is written
and the journal goes. The run file is the same whether or not there were interruptions.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import Guess, SubstitutionRun, write_lsr
from motjuste.errors import BadInputError, MotjusteError, bad_file
from motjuste.systems.system import SomeFailedError, System, verbs
from motjuste.text import Substitute

Setting = Literal["generate", "rank"]
Batch = Sequence[Item]
BATCH = 16


@dataclass
class Report:
    """What became of a run: how many items were answered now, before, and not at all."""

    answered: int = 0
    resumed: int = 0
    errors: dict[str, str] = field(default_factory=dict)


class Outcome(NamedTuple):
    """The answers to a batch, none where the system failed, and what it failed with by item."""

    answers: list[tuple[Guess, ...] | None]
    errors: dict[str, str]


Asking = Callable[[Sequence[Batch]], Iterator[tuple[Batch, Outcome]]]


@dataclass
class Asker:
    """A system that is asked about the items of a benchmark in one setting."""

    system: System
    benchmark: Benchmark
    setting: Setting

    def prepare(self) -> None:
        """Let the system prepare: whatever is wrong there is no item's fault."""
        self.system.prepare(self.benchmark)

    def ask(self, batch: Batch) -> Outcome:
        """The answers to a batch."""
        report = Report()
        answers = _answers(self.system, batch, self.setting, self.benchmark, report)
        return Outcome(answers, report.errors)


def run_system(
    system: System,
    benchmark: Benchmark,
    out: Path,
    setting: Setting = "generate",
    limit: int | None = None,
    advance: Callable[[int], None] = lambda items: None,
    workers: int = 1,
) -> Report:
    """Answer every item (or the first `limit`), resume what was begun, write the run file.

    The run file is the same however many workers there are; a script that asks for several must
    be one that can be imported (`if __name__ == "__main__":`), as with all of Python's processes.
    """
    _check(system, setting, out, workers)
    items = benchmark.items[:limit]
    header = _header(system, benchmark, setting)
    journal = Journal(journal_of(out), header)
    wanted = {item.id for item in items}
    report = Report(resumed=len(wanted & journal.answers.keys()))
    advance(report.resumed)
    batches = list(_batches([item for item in items if item.id not in journal.answers]))
    with _askers(Asker(system, benchmark, setting), len(batches), workers) as ask, journal:
        for batch, outcome in ask(batches):
            report.errors.update(outcome.errors)
            journal.add_all(batch, outcome)
            advance(len(batch))
    report.answered = len(wanted & journal.answers.keys()) - report.resumed
    if not report.errors:
        _finish(header, benchmark, items, journal, out)
    return report


def journal_of(out: Path) -> Path:
    """Where a run keeps its answers until it is done."""
    return out.with_name(out.name + ".journal")


def forget(out: Path) -> None:
    """Let a run begin anew."""
    out.unlink(missing_ok=True)
    journal_of(out).unlink(missing_ok=True)


def _check(system: System, setting: Setting, out: Path, workers: int) -> None:
    """What cannot work is said before anything is done."""
    verb = "rank" if setting == "rank" else "suggest"
    if verb not in verbs(type(system)):
        raise system.not_offered(verb)
    if not out.name or out.is_dir():
        raise bad_file(out, "is a folder", "give the name of a file")
    if workers < 1:
        raise BadInputError(f"{workers} workers can do nothing; give at least 1")


def _header(system: System, benchmark: Benchmark, setting: Setting) -> dict[str, Any]:
    return {
        "system": system.name,
        "settings": {**system.recorded(), "setting": setting},
        "benchmark": f"{benchmark.name}#{benchmark.fingerprint}",
    }


def _finish(
    header: dict[str, Any],
    benchmark: Benchmark,
    items: Sequence[Item],
    journal: "Journal",
    out: Path,
) -> None:
    answers = {item.id: journal.answers[item.id] for item in items}
    run = SubstitutionRun(
        header["system"], "swords", answers, benchmark.lemmatized, header["settings"]
    )
    write_lsr(run, out)
    journal.path.unlink(missing_ok=True)


def _batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


@contextmanager
def _askers(asker: Asker, batches: int, workers: int) -> Iterator[Asking]:
    """A way to ask for all batches, here or in as many processes as there is work for."""
    workers = min(workers, batches)
    if workers < 2:
        asker.prepare()
        yield lambda parts: ((batch, asker.ask(batch)) for batch in parts)
    else:
        from motjuste.systems.workers import Workers

        with Workers(asker, workers) as pool:
            yield pool.ask_all


def _answers(
    system: System, batch: Sequence[Item], setting: Setting, benchmark: Benchmark, report: Report
) -> list[tuple[Guess, ...] | None]:
    """The batch's answers; if it fails as a whole, each item by itself, so that one is blamed."""
    try:
        return [_guesses(answer, benchmark) for answer in _ask(system, batch, setting)]
    except MotjusteError:
        raise
    except Exception as error:
        if isinstance(error, SomeFailedError) and len(error.outcomes) == len(batch):
            pairs = zip(batch, error.outcomes, strict=True)
            return [_settled(item, outcome, benchmark, report) for item, outcome in pairs]
        if len(batch) == 1:
            _blame(batch[0], error, report)
            return [None]
        return [
            answer
            for item in batch
            for answer in _answers(system, [item], setting, benchmark, report)
        ]


def _settled(
    item: Item, outcome: Any, benchmark: Benchmark, report: Report
) -> tuple[Guess, ...] | None:
    """An item's answer, or its error, where the system itself could tell them apart."""
    try:
        if isinstance(outcome, Exception):
            raise outcome
        return _guesses(outcome, benchmark)
    except Exception as error:
        _blame(item, error, report)
        return None


def _blame(item: Item, error: Exception, report: Report) -> None:
    report.errors[item.id] = f"{type(error).__name__}: {error}"


def _ask(system: System, batch: Sequence[Item], setting: Setting) -> list[list[Substitute]]:
    targets = [item.target for item in batch]
    if setting == "rank":
        answers = system.rank(targets, [item.candidates for item in batch])
    else:
        answers = system.suggest(targets)
    if len(answers) != len(batch):
        raise ValueError(f"{len(answers)} answers for {len(batch)} targets")
    return answers


def _guesses(answer: Sequence[Substitute], benchmark: Benchmark) -> tuple[Guess, ...]:
    """Lemmas where the benchmark has lemmas, else the forms that fit the text."""
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


class Journal:
    """Answers as they come: a header line, then a line for each item."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self.header = header
        self.answers: dict[str, tuple[Guess, ...]] = {}
        self._stream: IO[str] | None = None
        self._end = self._read() if path.exists() else 0

    def _read(self) -> int:
        """Take up what is there, and say where the last whole line ends."""
        end = 0
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                self._take(number, line)
                end += len(line)
        return end

    def _take(self, number: int, line: bytes) -> None:
        try:
            entry = json.loads(line)
            if number == 0:
                if entry != json.loads(json.dumps(self.header)):
                    raise bad_file(
                        self.path,
                        "belongs to a run with another system, settings or benchmark",
                        "delete it or choose another --out",
                    )
            else:
                guesses = tuple(Guess(text, score) for text, score in entry["guesses"])
                self.answers[entry["id"]] = guesses
        except (ValueError, KeyError, TypeError):
            raise bad_file(self.path, f"line {number + 1} is damaged", "delete it") from None

    def __enter__(self) -> "Journal":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self.path.open("r+" if self._end else "w", encoding="utf-8", newline="")
        except OSError as error:
            raise bad_file(self.path, f"cannot be written ({error.strerror})") from None
        self._stream.seek(self._end)
        self._stream.truncate()
        if not self._end:
            self._write(self.header)
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        assert self._stream is not None
        self._stream.close()
        if not self.answers:
            # Nothing to go on with, and it would stand in the way of a run with better settings.
            self.path.unlink()

    def add_all(self, batch: Batch, outcome: Outcome) -> None:
        """Note the answers that there are; they survive whatever comes."""
        for item, guesses in zip(batch, outcome.answers, strict=True):
            if guesses is not None:
                self.answers[item.id] = guesses
                self._write({"id": item.id, "guesses": guesses})
        self.flush()

    def flush(self) -> None:
        """Make sure that what was noted survives whatever comes."""
        assert self._stream is not None
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def _write(self, entry: dict[str, Any]) -> None:
        assert self._stream is not None
        self._stream.write(json.dumps(entry) + "\n")
