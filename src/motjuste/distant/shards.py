"""From a corpus and a thesaurus to shards of records: the same bytes for any number of workers.

A shard is made from consecutive blocks of the corpus; its end depends on the corpus alone. It gets
its name when it is complete, so that an interrupted run resumes with the missing ones.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from motjuste import __version__
from motjuste.analysis.text import tag_sentences
from motjuste.distant.draws import Draws
from motjuste.distant.records import Format, Record, pack, parquet_modules
from motjuste.distant.replacement import Replacer
from motjuste.engine import (
    BLOCK_SIZE,
    Backend,
    Block,
    CorpusFile,
    blocks,
    keep_plan,
    open_worker_pool,
)
from motjuste.engine.corpus import corpus_size
from motjuste.engine.plan import files_plan
from motjuste.engine.texts import texts
from motjuste.errors import BadInputError, MotjusteError, bad_file
from motjuste.files import replace_file
from motjuste.lexicon.synonymy import Combination, SynonymSource, Synonymy, combined
from motjuste.text.segmentation import sentences, word_texts

# Sentences tagged in one call: larger batches take more memory and are no faster.
_TAGGING_BATCH = 500
PLAN = "about.json"


@dataclass(frozen=True)
class Settings:
    """The settings that, with the corpus, determine the records.

    `rate` is the share of targets that are replaced (all of them in the paper). Sentences with
    fewer than `shortest` or more than `longest` words are left out.
    """

    thesauri: tuple[str, ...] = ("wordnet", "moby")
    combine: Combination = "intersection"
    seed: int = 0
    rate: float = 1.0
    shortest: int = 5
    longest: int = 80
    changed_only: bool = False
    form: Format = "jsonl.gz"
    field_name: str = "text"
    block: int = BLOCK_SIZE

    def __post_init__(self) -> None:
        if not 0 < self.rate <= 1:
            raise BadInputError(f"the rate is {self.rate}; give a share above 0, 1 at most")
        if not 1 <= self.shortest <= self.longest:
            raise BadInputError(
                f"no sentence has at least {self.shortest} and at most {self.longest} words"
            )


class Shard(NamedTuple):
    """Blocks that make one file of records."""

    number: int
    blocks: tuple[Block, ...]

    @property
    def read(self) -> int:
        """Bytes of the corpus that were read up to its end."""
        return self.blocks[-1].read


@dataclass
class Maker:
    """Makes the records of a shard, as the content of its file."""

    source: SynonymSource
    settings: Settings
    _replacer: Replacer | None = None

    def prepare(self) -> None:
        """Open the thesaurus and the tagger."""
        self._replacer = Replacer(Synonymy(self.source), self.settings.rate)
        if self.settings.form == "parquet":
            parquet_modules()

    def __call__(self, shard: Shard) -> bytes:
        """The content of the shard's file."""
        return pack(self.records(shard), self.settings.form)

    def records(self, shard: Shard) -> Iterator[Record]:
        """The shard's records, each with its own number."""
        assert self._replacer is not None
        numbered = enumerate(self._sentences(shard))
        while batch := list(islice(numbered, _TAGGING_BATCH)):
            tags = tag_sentences([words for _, (_, words) in batch])
            for (number, (text, words)), tagged in zip(batch, tags, strict=True):
                draws = Draws(self.settings.seed, shard.number, number)
                replaced = self._replacer.replace(text, words, tagged, draws)
                if replaced.targets or not self.settings.changed_only:
                    yield Record(f"{shard.number}-{number}", replaced.text, text, *replaced[1:])

    def _sentences(self, shard: Shard) -> Iterator[tuple[str, list[str]]]:
        """The sentences of suitable length, each on one line, with their words."""
        shortest, longest = self.settings.shortest, self.settings.longest
        for block in shard.blocks:
            for text in texts(block, self.settings.field_name):
                for start, end in sentences(text):
                    sentence = " ".join(text[start:end].split())
                    words = word_texts(sentence)
                    if shortest <= len(words) <= longest:
                        yield sentence, words


def shards_of(files: Sequence[CorpusFile], size: int = BLOCK_SIZE) -> Iterator[Shard]:
    """Blocks grouped up to a size, so that many small files make few shards."""
    number, shard_blocks, total = 0, list[Block](), 0
    for block in blocks(files, size):
        if shard_blocks and total + len(block.content) > size:
            yield Shard(number, tuple(shard_blocks))
            number, shard_blocks, total = number + 1, [], 0
        shard_blocks.append(block)
        total += len(block.content)
    if shard_blocks:
        yield Shard(number, tuple(shard_blocks))


def make(
    files: Sequence[CorpusFile],
    out: Path,
    settings: Settings | None = None,
    backend: Backend | None = None,
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Make all shards that are missing; returns the number of all shards."""
    settings, backend = settings or Settings(), backend or Backend()
    source = combined(settings.thesauri, settings.combine)
    progress = _Progress(corpus_size(files), watch)

    def missing() -> Iterator[Shard]:
        for shard in shards_of(files, settings.block):
            progress.begin(shard)
            if _path(out, shard, settings).exists():
                progress.end(shard)
            else:
                yield shard

    plan = _plan(files, settings)
    with _kept_plan(out, plan), open_worker_pool(Maker(source, settings), backend) as pool:
        for shard, content in pool.run(missing()):
            _write(_path(out, shard, settings), content)
            progress.end(shard)
        if not progress.shards:
            raise BadInputError("the corpus is empty: there is nothing to make")
    return progress.shards


@contextmanager
def _kept_plan(out: Path, plan: dict[str, Any]) -> Iterator[None]:
    """Keep the plan beside the records; remove it again if no record could be made."""
    existed = keep_plan(out / PLAN, plan, "records")
    try:
        yield
    except MotjusteError:
        if not existed and not any(out.glob("part-*")):
            (out / PLAN).unlink(missing_ok=True)
        raise


class _Progress:
    """Progress through the corpus, in bytes of its files."""

    def __init__(self, total: int, watch: Callable[[int, int], None]) -> None:
        self.shards = 0
        self._total, self._watch = total, watch
        self._done = self._begun = 0
        self._sizes: dict[int, int] = {}

    def begin(self, shard: Shard) -> None:
        self.shards += 1
        self._sizes[shard.number] = shard.read - self._begun
        self._begun = shard.read

    def end(self, shard: Shard) -> None:
        self._done += self._sizes.pop(shard.number)
        self._watch(self._done, self._total)


def _path(out: Path, shard: Shard, settings: Settings) -> Path:
    return out / f"part-{shard.number:05}.{settings.form}"


def _write(path: Path, content: bytes) -> None:
    try:
        replace_file(path, content)
    except OSError as error:
        raise bad_file(path, f"cannot be written ({error.strerror})") from None


def _plan(files: Sequence[CorpusFile], settings: Settings) -> dict[str, Any]:
    return {
        "motjuste": __version__,
        "corpus": files_plan(files),
        "thesauri": [_thesaurus_plan(name) for name in settings.thesauri],
        **{name: value for name, value in asdict(settings).items() if name != "thesauri"},
    }


def _thesaurus_plan(name: str) -> list[str]:
    """A thesaurus by its name, and by its checksum if it is a file."""
    path, digest = Path(name).expanduser(), hashlib.sha256()
    if not path.is_file():
        return [name]
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return [name, digest.hexdigest()]
