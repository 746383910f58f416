"""Stored answers of another program, matched to a benchmark's targets.

The file is a run of any known form (the raw answers of Wordtune and GPT-3 among them), matched by
the items' ids; a table of texts with their targets and substitutes (CSV, JSON, JSON lines, or
results of Mechanical Turk), matched by text and offset, however spaced; or a thesaurus pickle,
looked up by lemma and part of speech.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from motjuste.benchmarks.benchmark import FALSE, Benchmark, Item
from motjuste.benchmarks.readers import guess_reader, read_with
from motjuste.benchmarks.run import Guess, SubstitutionRun, system_name
from motjuste.benchmarks.run_files import read_run
from motjuste.benchmarks.spans import spaceless_position
from motjuste.errors import BadInputError
from motjuste.lexicon.thesauri import Thesaurus, is_pickle, read_thesaurus
from motjuste.metrics.pairing import Pairing
from motjuste.systems.from_file import path_of
from motjuste.systems.system import System, best_first
from motjuste.systems.thesaurus import listed
from motjuste.text import Suggestion, Target


@dataclass
class Stored(System):
    """A system whose answers come from a file."""

    name: ClassVar[str] = "stored"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "answers kept in a file, such as Wordtune's, matched to targets"
    asks: ClassVar[tuple[str, ...]] = ("file",)
    suggests_forms: ClassVar[bool] = True

    file: str = ""
    answers: dict[Target, tuple[Guess, ...]] = field(default_factory=dict, repr=False)

    def prepare(self, benchmark: Benchmark) -> None:
        """Match the answers; those that match nothing, and targets without any, are reported."""
        pairing = Pairing(benchmark, read_answers(path_of(self, self.file), benchmark))
        self.answers = {item.target: pairing.ranking(item) for item in benchmark.items}

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The answers that the file has."""
        return [[Suggestion(*guess) for guess in self._answer(target)] for target in targets]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by the scores that the file has; those it does not have come last."""
        ranked = []
        for target, words in zip(targets, candidates, strict=True):
            scores = {guess.text: guess.score for guess in reversed(self._answer(target))}
            last = min(scores.values(), default=0.0) - 1.0
            scored = [Suggestion(word, scores.get(word, last)) for word in words]
            ranked.append(best_first(scored))
        return ranked

    def _answer(self, target: Target) -> tuple[Guess, ...]:
        if target not in self.answers:
            raise self.unknown_target()
        return self.answers[target]


def read_answers(path: Path, benchmark: Benchmark) -> SubstitutionRun:
    """The answers in a file, by the ids of a benchmark's items."""
    if path.is_file() and is_pickle(path):
        return _looked_up(read_thesaurus(path), benchmark, path)
    reader = _table_reader(path)
    if reader is not None:
        return _matched(read_with(reader, path, None), benchmark, path)
    run = read_run(path, benchmark)
    if run.form == "sws":
        raise BadInputError(f"{path}: marks spans in sentences; give substitutes for targets")
    return run


def _looked_up(thesaurus: Thesaurus, benchmark: Benchmark, path: Path) -> SubstitutionRun:
    """What a thesaurus lists under each target; targets that it does not have are left out."""
    answers = {}
    for item in benchmark.items:
        words = listed(thesaurus, item.target)
        if words:
            ranked = enumerate(words)
            answers[item.id] = tuple(Guess(word, float(-rank)) for rank, word in ranked)
    return SubstitutionRun(system_name(path), "swords", answers)


def _table_reader(path: Path) -> str | None:
    """The reader of a table of texts with their targets; None if the file is not such a table."""
    try:
        reader = guess_reader(path)
    except BadInputError:
        return None
    return reader if reader in ("plain", "mturk") else None


def _matched(table: Benchmark, benchmark: Benchmark, path: Path) -> SubstitutionRun:
    """Rows by the id of the item with the same text and offset; else by the row's own name."""
    items: dict[tuple[str, int], list[Item]] = {}
    for item in benchmark.items:
        items.setdefault(spaceless_position(item.target), []).append(item)
    answers: dict[str, tuple[Guess, ...]] = {}
    for row in table.items:
        for name in [item.id for item in items.get(spaceless_position(row.target), ())] or [
            f"row {row.id}"
        ]:
            answers.setdefault(name, _guesses(row))
    return SubstitutionRun(system_name(path), "swords", answers)


def _guesses(row: Item) -> tuple[Guess, ...]:
    """The guesses of a row, by falling count or share of positive labels if the file gives any.

    Ties keep the file's order.
    """
    by_share = any(FALSE in judgement.labels for judgement in row.judgements)
    ordered = sorted(
        row.judgements,
        key=lambda judgement: -(judgement.share() or 0.0) if by_share else -judgement.votes,
    )
    return tuple(Guess(judgement.text, -float(rank)) for rank, judgement in enumerate(ordered))
