"""A system applied to every item of a benchmark, so that stopping half way loses nothing.

Answers go to a journal beside the run file as they come, a line for each item. A run that is
started again goes on where the journal ends; when all items are there the run file is written
and the journal goes. The run file is the same whether or not there were interruptions.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import IO, Any, Literal

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import Guess, SubstitutionRun, write_lsr
from motjuste.errors import MotjusteError, bad_file
from motjuste.systems.system import SomeFailedError, System, verbs
from motjuste.text import Substitute

Setting = Literal["generate", "rank"]
BATCH = 16


@dataclass
class Report:
    """What became of a run: how many items were answered now, before, and not at all."""

    answered: int = 0
    resumed: int = 0
    errors: dict[str, str] = field(default_factory=dict)


def run_system(
    system: System,
    benchmark: Benchmark,
    out: Path,
    setting: Setting = "generate",
    limit: int | None = None,
    advance: Callable[[int], None] = lambda items: None,
) -> Report:
    """Answer every item (or the first `limit`), resume what was begun, write the run file."""
    _check(system, setting, out)
    system.prepare(benchmark)
    items = benchmark.items[:limit]
    header = _header(system, benchmark, setting)
    journal = Journal(out.with_name(out.name + ".journal"), header)
    wanted = {item.id for item in items}
    report = Report(resumed=len(wanted & journal.answers.keys()))
    advance(report.resumed)
    missing = [item for item in items if item.id not in journal.answers]
    with journal:
        for batch in _batches(missing):
            for item, answer in zip(
                batch, _answers(system, batch, setting, benchmark, report), strict=True
            ):
                if answer is not None:
                    journal.add(item.id, answer)
            journal.flush()
            advance(len(batch))
    report.answered = len(wanted & journal.answers.keys()) - report.resumed
    if not report.errors:
        _finish(header, benchmark, items, journal, out)
    return report


def _check(system: System, setting: Setting, out: Path) -> None:
    """What cannot work is said before anything is done."""
    verb = "rank" if setting == "rank" else "suggest"
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
    journal.path.unlink()


def _batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


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

    def add(self, item_id: str, guesses: tuple[Guess, ...]) -> None:
        """Note an answer; it is safe after the next `flush`."""
        self.answers[item_id] = guesses
        self._write({"id": item_id, "guesses": guesses})

    def flush(self) -> None:
        """Make sure that what was noted survives whatever comes."""
        assert self._stream is not None
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def _write(self, entry: dict[str, Any]) -> None:
        assert self._stream is not None
        self._stream.write(json.dumps(entry) + "\n")
