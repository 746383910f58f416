"""Statistics of the records: sentences, targets, phrases, and coverage of a benchmark."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.distant.records import Record, read_records, shards
from motjuste.engine import Backend, open_worker_pool
from motjuste.text.segmentation import words

Pair = tuple[str, str]


@dataclass
class Tally:
    """Counts of records, which can be added up."""

    sentences: int = 0
    changed: int = 0
    words: int = 0
    targets: int = 0
    target_words: int = 0
    multiword_targets: int = 0
    multiword_originals: int = 0
    parts_of_speech: Counter[str] = field(default_factory=Counter)
    # Counted only for the pairs of a benchmark.
    pairs: Counter[Pair] = field(default_factory=Counter)
    originals: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add the counts of another one."""
        for name, value in vars(other).items():
            count = getattr(self, name)
            setattr(self, name, count + value)


@dataclass
class RecordCounter:
    """Counts the records of a file, and how often each of the given pairs occurs."""

    pairs: frozenset[Pair] = frozenset()

    def prepare(self) -> None:
        """Nothing to prepare."""

    def __call__(self, path: Path) -> Tally:
        """The counts of one file."""
        tally, originals = Tally(), {original for _, original in self.pairs}
        for record in read_records(path):
            self._count(record, tally, originals)
        return tally

    def _count(self, record: Record, tally: Tally, originals: set[str]) -> None:
        tally.sentences += 1
        tally.words += record.words
        tally.changed += bool(record.targets)
        for start, end, original, pos in record.targets:
            synonym, original = record.text[start:end].lower(), original.lower()
            length = len(words(synonym))
            tally.targets += 1
            tally.target_words += length
            tally.multiword_targets += length > 1
            tally.multiword_originals += " " in original
            tally.parts_of_speech[pos] += 1
            if original in originals:
                tally.originals[original] += 1
                if (synonym, original) in self.pairs:
                    tally.pairs[synonym, original] += 1


def statistics(
    folder: Path,
    benchmark: Benchmark | None = None,
    backend: Backend | None = None,
    advance: Callable[[int], None] = lambda files: None,
) -> dict[str, Any]:
    """The statistics of a folder of records."""
    pairs = frozenset(_pairs(benchmark)) if benchmark else frozenset[Pair]()
    total = Tally()
    with open_worker_pool(RecordCounter(pairs), backend or Backend()) as pool:
        for _, tally in pool.run(shards(folder), ordered=True):
            total.add(tally)
            advance(1)
    figures = _figures(total)
    if benchmark:
        figures["coverage"] = {"benchmark": benchmark.name, **_coverage(total, pairs)}
    return figures


def _pairs(benchmark: Benchmark) -> Iterator[Pair]:
    """A benchmark's substitutions: the target and what replaces it."""
    for item in benchmark.items:
        for judgement in item.judgements:
            yield item.target.word.lower(), judgement.text.lower()


def _share(numerator: float, denominator: float) -> float:
    return round(100 * numerator / denominator, 2) if denominator else 0.0


def _figures(total: Tally) -> dict[str, Any]:
    pos = {name: total.parts_of_speech[name] for name in sorted(total.parts_of_speech)}
    return {
        "sentences": total.sentences,
        "sentences_with_targets": total.changed,
        "words": total.words,
        "targets": total.targets,
        "targets_by_part_of_speech": pos,
        "improvable_ratio": _share(total.target_words, total.words),
        "multiword_targets": _share(total.multiword_targets, total.targets),
        "multiword_originals": _share(total.multiword_originals, total.targets),
    }


def _coverage(total: Tally, pairs: Iterable[Pair]) -> dict[str, Any]:
    """The share of a benchmark's substitutions that occur, as the paper counts, and how often."""
    distinct = set(pairs)
    suggestions = {original for _, original in distinct}
    return {
        "substitutions": len(distinct),
        "covered": _share(len(total.pairs), len(distinct)),
        "times_each": round(total.pairs.total() / len(distinct), 2) if distinct else 0.0,
        "suggestions": len(suggestions),
        "suggestions_seen_as_originals": _share(len(total.originals), len(suggestions)),
    }
