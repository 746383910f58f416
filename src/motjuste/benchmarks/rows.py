"""Benchmarks whose file is a table, with one target and its text per row."""

from collections.abc import Callable, Iterable
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.errors import bad_file
from motjuste.files import decode, fingerprint, read_bytes

_SUFFIXES = (".gz", ".csv", ".tsv", ".jsonl", ".ndjson", ".json")


def read_items(
    form: str, path: Path, part: str | None, items: Callable[[str, Path], Iterable[Item]]
) -> Benchmark:
    """The benchmark in a file, whose text `items` parses; such a file has no parts."""
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "a file of this kind is one split")
    content = read_bytes(path)
    all_items = tuple(items(decode(content, path), path))
    if not all_items:
        raise bad_file(path, "has no rows")
    name = path.name
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return Benchmark(
        name=name,
        format=form,
        contexts={item.context_id: Context(item.target.text) for item in all_items},
        items=all_items,
        lemmatized=False,
        fingerprint=fingerprint(content),
    )
