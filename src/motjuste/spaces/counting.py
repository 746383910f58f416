"""Counts a corpus of any size into spaces of co-occurrences.

Every block of the corpus is converted to word ids once and stored; the vocabulary is chosen; then
each block's cells are counted and merged. Every step leaves files in a work folder, so that an
interrupted count resumes where it stopped. All counts are sums of integers, hence the same for any
number of workers and any order of completion.
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
    WorkerPool,
    blocks,
    keep_plan,
    open_worker_pool,
)
from motjuste.engine.plan import files_plan
from motjuste.errors import BadInputError, bad_file
from motjuste.files import write_text
from motjuste.spaces.analysis import BREAK, Analysed, Analyser, Unit
from motjuste.spaces.bigrams import KINDS, label, split_label
from motjuste.spaces.sorted_runs import (
    RUNS_PER_MERGE,
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
from motjuste.spaces.vocabulary import VocabularyChoice, choose_bigrams, choose_words
from motjuste.spaces.windows import Int64, bigram_cells, numbered, word_cells

Watch = Callable[[str, int, int | None], None]
Task = tuple[Callable[..., "SortedRun"], tuple[Any, ...]]
Table = Literal["words", "bigrams"]
# Words and bigrams are counted in the same runs; this prefix marks words.
_WORD = "="
_KIND: dict[str, int] = {kind: number for number, kind in enumerate(KINDS)}
_PLAN = "plan.json"


class SortedRun(NamedTuple):
    """A sorted run that is complete: its folder, level and number."""

    folder: str
    level: int
    number: int


@dataclass(frozen=True)
class Settings:
    """The settings that determine the counts."""

    unit: Unit = "lemma.pos"
    window: int = 3
    bigrams: tuple[str, ...] = ()
    choice: VocabularyChoice = field(default_factory=VocabularyChoice)
    field_name: str = "text"
    block: int = BLOCK_SIZE


def no_watch(stage: str, done: int, total: int | None) -> None:
    """Report no progress."""


def count(
    files: Sequence[CorpusFile],
    out: Path,
    settings: Settings,
    backend: Backend | None = None,
    watch: Watch = no_watch,
) -> dict[Table, Space]:
    """Count a corpus into the spaces `words` and, if requested, `bigrams` in a folder.

    Workers on other machines must see the folder under the same path.
    """
    job = CountJob(files, out, settings)
    job.begin()
    with open_worker_pool(TaskWorker(job.work), backend or Backend()) as pool:
        total = job.analyse(pool, watch)
        job.choose()
        for table in job.tables:
            job.count_cells(table, total, pool, watch)
    spaces = {table: job.write(table, total) for table in job.tables}
    shutil.rmtree(job.work)
    return spaces


@dataclass(frozen=True)
class TaskWorker:
    """Runs tasks, which leave their results in the work folder."""

    work: Path

    def prepare(self) -> None:
        """Check that the work folder is visible."""
        if not (self.work / _PLAN).exists():
            raise bad_file(
                self.work, "cannot be seen by a worker", "choose an --out that all nodes share"
            )

    def __call__(self, task: Task) -> SortedRun:
        """The run that a task writes."""
        function, arguments = task
        return function(*arguments)


class CountJob:
    """The work folder of a count, and the steps that fill it."""

    def __init__(self, files: Sequence[CorpusFile], out: Path, settings: Settings) -> None:
        self.files, self.out, self.settings = files, out, settings
        self.work = out.absolute() / "work"
        self._merging: set[SortedRun] = set()
        self.tables: list[Table] = ["words", "bigrams"] if settings.bigrams else ["words"]

    def begin(self) -> None:
        """Make the work folder, or check that the existing one belongs to this count."""
        if any((self.out / table / "about.json").exists() for table in self.tables):
            raise bad_file(self.out, "holds a finished count", "choose another --out")
        for name in ("tokens", "names", *self.tables):
            (self.work / name).mkdir(parents=True, exist_ok=True)
        plan = {"files": files_plan(self.files), "settings": asdict(self.settings)}
        keep_plan(self.work / _PLAN, plan, "a count")

    def analyse(self, pool: WorkerPool[Task, SortedRun], watch: Watch) -> int:
        """Store every block as word ids; returns the number of blocks."""
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

    def _merges(self, run: SortedRun) -> Iterator[Task]:
        """The merge that a new run makes possible, if any."""
        folder, level, number = run
        merged = SortedRun(folder, level + 1, number // RUNS_PER_MERGE)
        # Whichever run of a group is reported last, the group is merged once.
        if merged not in self._merging and ready_merge(self.work / folder, level, number):
            self._merging.add(merged)
            yield _merge, (self.work, run)

    def choose(self) -> None:
        """Choose rows and columns from all names and their counts."""
        if (self.work / "chosen").exists():
            return
        choice, names = self.settings.choice, runs(self.work / "names")
        words = choose_words(_words_among(merge_names(names)), choice)
        write_names(self.work / "words.tsv", words)
        if self.settings.bigrams:
            pairs = (pair for pair in merge_names(names) if not pair[0].startswith(_WORD))
            bigrams = choose_bigrams(pairs, (name for name, _ in words), choice)
            write_names(self.work / "bigrams.tsv", bigrams)
        (self.work / "chosen").touch()

    def count_cells(
        self, table: Table, total: int, pool: WorkerPool[Task, SortedRun], watch: Watch
    ) -> None:
        """Count every block's cells."""
        folder = self.work / table

        def tasks() -> Iterator[Task]:
            for number in range(total):
                if not is_done(folder, number):
                    yield count_block, (self.work, self.settings, table, number)
                watch(f"counting {table}", number + 1, total)

        _do_all(pool, tasks(), self._merges)

    def write(self, table: Table, total: int) -> Space:
        """Merge all runs into a space."""
        names_file = self.work / f"{table}.tsv"
        frequencies = np.fromiter((count for _, count in read_names(names_file)), np.int64)
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
            writer.names((name for name, _ in read_names(names_file)), columns)
            writer.add("frequencies", frequencies)
            _write_cells(writer, runs(self.work / table), len(frequencies), len(columns))
        return Space(self.out / table)


def _do_all(
    pool: WorkerPool[Task, SortedRun],
    tasks: Iterable[Task],
    follow: Callable[[SortedRun], Iterable[Task]],
) -> None:
    for _ in pool.run(tasks, follow=follow):
        pass


def _write_cells(writer: SpaceWriter, paths: Sequence[Path], height: int, width: int) -> None:
    lengths = np.zeros(height, np.int64)
    index_type = np.int32 if sum(path.stat().st_size for path in paths) // 8 < 2**31 else np.int64
    writer.add("data", np.empty(0, np.int64))
    writer.add("indices", np.empty(0, index_type))
    for keys, counts in merge_cells(paths):
        writer.add("data", counts)
        writer.add("indices", (keys % width).astype(index_type))
        lengths += np.bincount(keys // width, minlength=height)
    writer.add("indptr", np.concatenate([[0], np.cumsum(lengths)]).astype(index_type))


def _words_among(counted: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    return ((name[len(_WORD) :], count) for name, count in counted if name.startswith(_WORD))


def _merge(work: Path, run: SortedRun) -> SortedRun:
    folder, level, number = run
    merge_group(work / folder, level, number)
    return SortedRun(folder, level + 1, number // RUNS_PER_MERGE)


@cache
def _analyser(settings: Settings) -> Analyser:
    return Analyser(settings.unit, settings.bigrams, settings.field_name)


def _analyse(work: Path, settings: Settings, block: Block) -> SortedRun:
    """Store a block as word ids, and count its words and bigrams."""
    token_ids = _analyser(settings)(block)
    path = work / "tokens" / f"{block.number:07}.npz"
    names = np.frombuffer("\n".join(token_ids.types).encode("utf-8", "replace"), np.uint8)
    np.savez(
        path,
        names=names,
        **{name: array for name, array in token_ids._asdict().items() if name != "types"},
    )
    counts = np.bincount(token_ids.ids[token_ids.ids != BREAK], minlength=len(token_ids.types))
    named = {
        _WORD + name: count for name, count in zip(token_ids.types, counts.tolist(), strict=True)
    }
    pairs, times = np.unique(_triples(token_ids), axis=0, return_counts=True)
    for bigram, count in zip(_labels(token_ids.types, pairs), times.tolist(), strict=True):
        named[bigram] = count
    # The run marks the block as done, so it is written last.
    write_names(run_path(work / "names", 0, block.number), sorted_names(named))
    return SortedRun("names", 0, block.number)


def _triples(token_ids: Analysed) -> Int64:
    """Each bigram as the numbers of its kind, its predicate and its noun."""
    words = (token_ids.ids[token_ids.predicates], token_ids.ids[token_ids.nouns])
    return np.stack([token_ids.kinds, *words], axis=1).astype(np.int64)


def _labels(types: Sequence[str], triples: Int64) -> Iterator[str]:
    for kind, predicate, noun in triples.tolist():
        yield label(KINDS[kind], types[predicate], types[noun])


def count_block(work: Path, settings: Settings, table: Table, number: int) -> SortedRun:
    """Count the cells that a block fills."""
    token_ids = _load(work / "tokens" / f"{number:07}.npz")
    columns = _numbers(work / "words.tsv")
    column_of_type = np.array([columns.get(name, -1) for name in token_ids.types], np.int64)
    text = numbered(token_ids.ids, column_of_type, column_of_type)
    if table == "words":
        cells = word_cells(text, settings.window, len(columns))
    else:
        bigrams = _bigrams(token_ids, column_of_type, _Pairs.read(work))
        cells = bigram_cells(text, bigrams, settings.window, len(columns))
    with CellWriter(run_path(work / table, 0, number)) as writer:
        writer.add(*count_cells(cells))
    return SortedRun(table, 0, number)


class _Pairs(NamedTuple):
    """The rows of bigrams by one integer key for kind, predicate and noun, to save memory."""

    width: int
    keys: Int64
    rows: Int64

    @staticmethod
    def read(work: Path) -> "_Pairs":
        """The chosen bigrams, cached until their file changes."""
        about = (work / "bigrams.tsv").stat()
        return _pairs_of(work, about.st_mtime_ns, about.st_size)

    def find(self, kinds: Int64, predicates: Int64, nouns: Int64) -> Int64:
        """The row of each bigram, -1 if it is not counted."""
        if not len(self.keys):
            return np.full(len(kinds), -1)
        keys = (kinds * self.width + predicates) * self.width + nouns
        positions = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_counted = (predicates >= 0) & (nouns >= 0) & (self.keys[positions] == keys)
        return np.where(is_counted, self.rows[positions], -1)


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


def _bigrams(token_ids: Analysed, numbers: Int64, pairs: _Pairs) -> tuple[Int64, Int64, Int64]:
    """The rows of the bigrams that are counted, and the positions of their words."""
    kinds = token_ids.kinds.astype(np.int64)
    predicates, nouns = token_ids.predicates.astype(np.int64), token_ids.nouns.astype(np.int64)
    rows = pairs.find(kinds, numbers[token_ids.ids[predicates]], numbers[token_ids.ids[nouns]])
    counted = rows >= 0
    return rows[counted], predicates[counted], nouns[counted]


def _numbers(path: Path) -> dict[str, int]:
    about = path.stat()
    return _numbers_of(path, about.st_mtime_ns, about.st_size)


@lru_cache(2)
def _numbers_of(path: Path, *stamp: int) -> dict[str, int]:
    """The numbers of the names in a file, cached until the file changes."""
    return {name: number for number, (name, _) in enumerate(read_names(path))}


def _load(path: Path) -> Analysed:
    with np.load(path) as arrays:
        names = arrays["names"].tobytes().decode("utf-8")
        rest = (arrays[name] for name in Analysed._fields[1:])
        return Analysed(names.split("\n") if names else [], *rest)
