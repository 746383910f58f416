"""Counting a corpus of any length into spaces of co-occurrences.

Every block of the corpus is analysed once and kept as numbers; the vocabulary is chosen; then each
block's cells are counted and merged. Each step leaves files in a work folder as it goes, so that a
count that was ended goes on where it stopped. All counts are whole numbers and sums, hence the same
whatever the number of workers and the order in which they finish.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from motjuste.engine import (
    BLOCK_SIZE,
    Backend,
    Block,
    CorpusFile,
    Pool,
    blocks,
    keep_plan,
    open_pool,
)
from motjuste.engine.plan import files_plan
from motjuste.errors import BadInputError, bad_file
from motjuste.files import write_text
from motjuste.spaces.analysis import BREAK, Analysed, Analyser, Unit
from motjuste.spaces.bigrams import KINDS, label, split_label
from motjuste.spaces.runs import (
    FAN,
    CellWriter,
    count_cells,
    is_done,
    merge_cells,
    merge_group,
    merge_names,
    read_names,
    ready_merge,
    run_path,
    runs,
    sorted_names,
    write_names,
)
from motjuste.spaces.space import Space, SpaceWriter
from motjuste.spaces.vocabulary import Choice, choose_bigrams, choose_words
from motjuste.spaces.windows import Int64, bigram_cells, numbered, word_cells

Watch = Callable[[str, int, int | None], None]
Task = tuple[Callable[..., "Found"], tuple[Any, ...]]
Table = Literal["words", "bigrams"]
# Words and bigrams are counted in the same runs; this marks the words.
_WORD = "="
_KIND: dict[str, int] = {kind: number for number, kind in enumerate(KINDS)}
_PLAN = "plan.json"


class Found(NamedTuple):
    """A run that is there now: its folder, level and number."""

    folder: str
    level: int
    number: int


@dataclass(frozen=True)
class Settings:
    """What decides the counts."""

    unit: Unit = "lemma.pos"
    window: int = 3
    bigrams: tuple[str, ...] = ()
    choice: Choice = field(default_factory=Choice)
    field_name: str = "text"
    block: int = BLOCK_SIZE


def no_watch(stage: str, done: int, total: int | None) -> None:
    """Nobody looks."""


def count(
    files: Sequence[CorpusFile],
    out: Path,
    settings: Settings,
    backend: Backend | None = None,
    watch: Watch = no_watch,
) -> dict[Table, Space]:
    """Count a corpus into the spaces `words` and, if bigrams are wanted, `bigrams` in a folder.

    Who works on it elsewhere than on this machine must see the folder under the same name.
    """
    job = _Job(files, out, settings)
    job.begin()
    with open_pool(Doing(job.work), backend or Backend()) as pool:
        total = job.analyse(pool, watch)
        job.choose()
        for table in job.tables:
            job.count_cells(table, total, pool, watch)
    spaces = {table: job.write(table, total) for table in job.tables}
    shutil.rmtree(job.work)
    return spaces


@dataclass(frozen=True)
class Doing:
    """Does tasks, which leave what they make in the work folder."""

    work: Path

    def prepare(self) -> None:
        """See that the work folder can be seen."""
        if not (self.work / _PLAN).exists():
            raise bad_file(
                self.work, "cannot be seen by a worker", "choose an --out that all nodes share"
            )

    def __call__(self, task: Task) -> Found:
        """The run that a task leaves."""
        function, arguments = task
        return function(*arguments)


class _Job:
    """The work folder of a count, and the steps that fill it."""

    def __init__(self, files: Sequence[CorpusFile], out: Path, settings: Settings) -> None:
        self.files, self.out, self.settings = files, out, settings
        self.work = out.absolute() / "work"
        self._merging: set[Found] = set()
        self.tables: list[Table] = ["words", "bigrams"] if settings.bigrams else ["words"]

    def begin(self) -> None:
        """Make the work folder, or see that the one there belongs to this count."""
        if any((self.out / table / "about.json").exists() for table in self.tables):
            raise bad_file(self.out, "holds a finished count", "choose another --out")
        for name in ("tokens", "names", *self.tables):
            (self.work / name).mkdir(parents=True, exist_ok=True)
        plan = {"files": files_plan(self.files), "settings": asdict(self.settings)}
        keep_plan(self.work / _PLAN, plan, "a count")

    def analyse(self, pool: Pool[Task, Found], watch: Watch) -> int:
        """Keep every block as numbers; how many blocks there are."""
        done = self.work / "blocks"
        if done.exists():
            return int(done.read_text())
        count = 0

        def tasks() -> Iterator[Task]:
            nonlocal count
            for block in blocks(self.files, self.settings.block):
                count = block.number + 1
                if not is_done(self.work / "names", block.number):
                    yield _analyse, (self.work, self.settings, block)
                watch("reading", count, None)

        _do_all(pool, tasks(), self._merges)
        if not count:
            shutil.rmtree(self.work)
            raise BadInputError("the corpus is empty: there is nothing to count")
        write_text(done, str(count))
        return count

    def _merges(self, found: Found) -> Iterator[Task]:
        """The merge that a new run makes possible."""
        folder, level, number = found
        merged = Found(folder, level + 1, number // FAN)
        # Whichever run of a group is the last to be heard of, its group is merged once.
        if merged not in self._merging and ready_merge(self.work / folder, level, number):
            self._merging.add(merged)
            yield _merge, (self.work, found)

    def choose(self) -> None:
        """Choose rows and columns, from all names with their counts."""
        if (self.work / "chosen").exists():
            return
        choice, names = self.settings.choice, runs(self.work / "names")
        words = choose_words(_words_among(merge_names(names)), choice)
        write_names(self.work / "words.tsv", words)
        if self.settings.bigrams:
            pairs = (each for each in merge_names(names) if not each[0].startswith(_WORD))
            kept = choose_bigrams(pairs, (name for name, _ in words), choice)
            write_names(self.work / "bigrams.tsv", kept)
        (self.work / "chosen").touch()

    def count_cells(self, table: Table, total: int, pool: Pool[Task, Found], watch: Watch) -> None:
        """Count every block's cells."""
        folder = self.work / table

        def tasks() -> Iterator[Task]:
            for number in range(total):
                if not is_done(folder, number):
                    yield _count_block, (self.work, self.settings, table, number)
                watch(f"counting {table}", number + 1, total)

        _do_all(pool, tasks(), self._merges)

    def write(self, table: Table, total: int) -> Space:
        """Merge all runs into a space."""
        named = self.work / f"{table}.tsv"
        frequencies = np.fromiter((count for _, count in read_names(named)), np.int64)
        columns = [name for name, _ in read_names(self.work / "words.tsv")]
        about = {
            "rows": len(frequencies),
            "columns": len(columns),
            "values": "counts",
            "unit": self.settings.unit,
            "window": self.settings.window,
            "blocks": total,
        }
        with SpaceWriter(self.out / table, about, replace=True) as writer:
            writer.names((name for name, _ in read_names(named)), columns)
            writer.add("frequencies", frequencies)
            _write_cells(writer, runs(self.work / table), len(frequencies), len(columns))
        return Space(self.out / table)


def _do_all(
    pool: Pool[Task, Found], tasks: Iterable[Task], follow: Callable[[Found], Iterable[Task]]
) -> None:
    for _ in pool.run(tasks, follow=follow):
        pass


def _write_cells(writer: SpaceWriter, paths: Sequence[Path], height: int, width: int) -> None:
    lengths = np.zeros(height, np.int64)
    small = np.int32 if sum(path.stat().st_size for path in paths) // 8 < 2**31 else np.int64
    writer.add("data", np.empty(0, np.int64))
    writer.add("indices", np.empty(0, small))
    for keys, counts in merge_cells(paths):
        writer.add("data", counts)
        writer.add("indices", (keys % width).astype(small))
        lengths += np.bincount(keys // width, minlength=height)
    writer.add("indptr", np.concatenate([[0], np.cumsum(lengths)]).astype(small))


def _words_among(counted: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    return ((name[len(_WORD) :], count) for name, count in counted if name.startswith(_WORD))


def _merge(work: Path, run: Found) -> Found:
    folder, level, number = run
    merge_group(work / folder, level, number)
    return Found(folder, level + 1, number // FAN)


@cache
def _analyser(settings: Settings) -> Analyser:
    return Analyser(settings.unit, settings.bigrams, settings.field_name)


def _analyse(work: Path, settings: Settings, block: Block) -> Found:
    """Keep a block as numbers, and count its words and bigrams."""
    found = _analyser(settings)(block)
    path = work / "tokens" / f"{block.number:07}.npz"
    names = np.frombuffer("\n".join(found.types).encode("utf-8", "replace"), np.uint8)
    np.savez(path, names=names, **{k: v for k, v in found._asdict().items() if k != "types"})
    counts = np.bincount(found.ids[found.ids != BREAK], minlength=len(found.types))
    named = {_WORD + name: n for name, n in zip(found.types, counts.tolist(), strict=True)}
    pairs, times = np.unique(_triples(found), axis=0, return_counts=True)
    for pair, n in zip(_labels(found.types, pairs), times.tolist(), strict=True):
        named[pair] = n
    # The run is the sign that the block is done, so it comes last.
    write_names(run_path(work / "names", 0, block.number), sorted_names(named))
    return Found("names", 0, block.number)


def _triples(found: Analysed) -> Int64:
    """Each bigram as the numbers of its kind, its predicate and its noun."""
    words = (found.ids[found.predicates], found.ids[found.nouns])
    return np.stack([found.kinds, *words], axis=1).astype(np.int64)


def _labels(types: Sequence[str], triples: Int64) -> Iterator[str]:
    for kind, predicate, noun in triples.tolist():
        yield label(KINDS[kind], types[predicate], types[noun])


def _count_block(work: Path, settings: Settings, table: Table, number: int) -> Found:
    """Count the cells that a block fills."""
    found = _load(work / "tokens" / f"{number:07}.npz")
    columns = _numbers(work / "words.tsv")
    here = np.array([columns.get(name, -1) for name in found.types], np.int64)
    text = numbered(found.ids, here, here)
    if table == "words":
        cells = word_cells(text, settings.window, len(columns))
    else:
        bigrams = _bigrams(found, here, _Pairs.read(work))
        cells = bigram_cells(text, bigrams, settings.window, len(columns))
    with CellWriter(run_path(work / table, 0, number)) as writer:
        writer.add(*count_cells(cells))
    return Found(table, 0, number)


class _Pairs(NamedTuple):
    """The rows of bigrams, by one number for kind, predicate and noun: many, and small each."""

    width: int
    keys: Int64
    rows: Int64

    @staticmethod
    def read(work: Path) -> "_Pairs":
        """The bigrams that were chosen, kept while their file is the same."""
        about = (work / "bigrams.tsv").stat()
        return _pairs_of(work, about.st_mtime_ns, about.st_size)

    def find(self, kinds: Int64, predicates: Int64, nouns: Int64) -> Int64:
        """The row of each bigram, -1 for one that is not counted."""
        if not len(self.keys):
            return np.full(len(kinds), -1)
        wanted = (kinds * self.width + predicates) * self.width + nouns
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = (predicates >= 0) & (nouns >= 0) & (self.keys[at] == wanted)
        return np.where(known, self.rows[at], -1)


@lru_cache(2)
def _pairs_of(work: Path, *stamp: int) -> _Pairs:
    numbers = _numbers(work / "words.tsv")
    width = len(numbers)

    def key(name: str) -> int:
        kind, predicate, noun = split_label(name)
        return (_KIND[kind] * width + numbers[predicate]) * width + numbers[noun]

    keys = np.fromiter((key(name) for name, _ in read_names(work / "bigrams.tsv")), np.int64)
    order = np.argsort(keys, kind="stable")
    return _Pairs(width, keys[order], order)


def _bigrams(found: Analysed, numbers: Int64, pairs: _Pairs) -> tuple[Int64, Int64, Int64]:
    """The rows of the bigrams that are counted, and the places of their words."""
    kinds = found.kinds.astype(np.int64)
    predicates, nouns = found.predicates.astype(np.int64), found.nouns.astype(np.int64)
    rows = pairs.find(kinds, numbers[found.ids[predicates]], numbers[found.ids[nouns]])
    kept = rows >= 0
    return rows[kept], predicates[kept], nouns[kept]


def _numbers(path: Path) -> dict[str, int]:
    about = path.stat()
    return _numbers_of(path, about.st_mtime_ns, about.st_size)


@lru_cache(2)
def _numbers_of(path: Path, *stamp: int) -> dict[str, int]:
    """The names of a file by their numbers, kept while the file is the same."""
    return {name: number for number, (name, _) in enumerate(read_names(path))}


def _load(path: Path) -> Analysed:
    with np.load(path) as arrays:
        names = arrays["names"].tobytes().decode("utf-8")
        rest = (arrays[name] for name in Analysed._fields[1:])
        return Analysed(names.split("\n") if names else [], *rest)
