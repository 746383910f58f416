"""The repository's own labels as training data.

`labels/substitutes/*.tsv` are read as one benchmark, and so are `labels/thesaurus/*.tsv`. One lemma
in ten, chosen by a hash, is held out: its judged targets are never trained on, and serve to choose
between models.
"""

from hashlib import sha256
from pathlib import Path

from motjuste.benchmarks import plain
from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.errors import bad_file
from motjuste.lexicon import lemma

# One lemma in this many is held out from training.
_PARTS = 10


def read_labels(folder: Path) -> Benchmark:
    """All label files of a folder as one benchmark; an item's id is `folder/file:row`."""
    paths = sorted(folder.glob("*.tsv"))
    if not paths:
        raise bad_file(folder, "holds no .tsv files of labels")
    contexts: dict[str, Context] = {}
    items: list[Item] = []
    for path in paths:
        part = plain.read(path)
        contexts.update(part.contexts)
        items += [_renamed(item, f"{folder.name}/{path.stem}:{item.id}") for item in part.items]
    return Benchmark("labels", "plain", contexts, tuple(items))


def _renamed(item: Item, name: str) -> Item:
    return Item(name, item.context_id, item.target, item.judgements, item.extra)


def is_held_out(word: str) -> bool:
    """Whether a lemma is held out from training."""
    return int(sha256(word.lower().encode()).hexdigest(), 16) % _PARTS == 0


def lemma_of_item(item: Item) -> str:
    """The lemma by which an item is held out or used."""
    return lemma(item.target.word, item.target.pos)


def parts(benchmark: Benchmark) -> tuple[Benchmark, Benchmark]:
    """A benchmark without the held-out lemmas, and one with only these."""
    held_out = tuple(item for item in benchmark.items if is_held_out(lemma_of_item(item)))
    used = tuple(item for item in benchmark.items if not is_held_out(lemma_of_item(item)))
    return _with_items(benchmark, used), _with_items(benchmark, held_out)


def joined(*benchmarks: Benchmark) -> Benchmark:
    """Several benchmarks as one, for training."""
    contexts = {key: text for one in benchmarks for key, text in one.contexts.items()}
    items = tuple(item for one in benchmarks for item in one.items)
    return Benchmark("+".join(one.name for one in benchmarks), "plain", contexts, items)


def _with_items(benchmark: Benchmark, items: tuple[Item, ...]) -> Benchmark:
    return Benchmark(benchmark.name, benchmark.format, benchmark.contexts, items)
