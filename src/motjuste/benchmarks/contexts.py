"""SWORDS's repair of CoInCo's contexts, from MASC's own text (Lee et al. 2021, appendix A.1).

MASC gives some sentences several ids, so that CoInCo shows them twice, and leaves some text
without an id, so that CoInCo omits it. The repair takes the document's text from the region before
the target's to the one after it, once overlapping regions have been made one.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.benchmarks.spans import Span
from motjuste.errors import BadInputError, bad_file
from motjuste.files import decode, read_bytes
from motjuste.text import Target

_REGION = re.compile(r"<region\b([^>]*)>")
_ID = re.compile(r"""xml:id\s*=\s*["']([^"']*)["']""")
_ANCHORS = re.compile(r"""anchors\s*=\s*["']\s*(\d{1,9})\s+(\d{1,9})\s*["']""")


class Document(NamedTuple):
    """A text of MASC, and the regions of its sentences by id."""

    text: str
    regions: dict[str, Span]


def merge_regions(regions: Iterable[tuple[int, int]]) -> list[Span]:
    """Regions in order, overlapping ones made one; those that only touch stay apart.

    >>> [tuple(region) for region in merge_regions([(9, 12), (0, 5), (0, 5), (3, 7), (7, 9)])]
    [(0, 7), (7, 9), (9, 12)]
    """
    merged: list[Span] = []
    for start, end in sorted(regions):
        if merged and start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(end, merged[-1].end))
        else:
            merged.append(Span(start, end))
    return merged


def repaired_context(regions: Iterable[tuple[int, int]], own: tuple[int, int]) -> Span:
    """From the start of the region before the target's sentence to the end of the one after it."""
    merged = merge_regions(regions)
    start, end = own
    at = next((i for i, r in enumerate(merged) if r.start <= start and end <= r.end), None)
    if at is None:
        raise BadInputError(f"the sentence from {start} to {end} is not among the regions")
    return Span(merged[max(at - 1, 0)].start, merged[min(at + 1, len(merged) - 1)].end)


def read_regions(path: Path) -> dict[str, Span]:
    """The regions of one of MASC's `-s.xml` files, by id."""
    regions = {}
    for number, match in enumerate(_REGION.finditer(decode(read_bytes(path), path)), start=1):
        name, anchors = _ID.search(match[1]), _ANCHORS.search(match[1])
        if name is None or anchors is None or int(anchors[1]) >= int(anchors[2]):
            raise bad_file(path, f"region {number} has no xml:id, or no anchors in order")
        regions[name[1]] = Span(int(anchors[1]), int(anchors[2]))
    if not regions:
        raise bad_file(path, "holds no <region>", "give MASC's file of sentences, -s.xml")
    return regions


def repair(benchmark: Benchmark, masc: Path) -> Benchmark:
    """CoInCo with the contexts that SWORDS shows, from the folder in which MASC was unpacked."""
    files = {file.name: file for file in sorted(masc.rglob("*.txt"))}
    if not files:
        raise BadInputError(f"{masc}: holds no text of MASC")

    @cache
    def document(name: str) -> Document:
        if name not in files:
            raise BadInputError(f"{masc}: holds no {name}")
        return _read_document(files[name])

    places: dict[str, _Place] = {}
    for name, context in benchmark.contexts.items():
        if "masc_file" not in context.extra:
            raise BadInputError(
                f"{benchmark.name}: context {name} does not say where in MASC it is"
            )
        places[name] = _place(context, document(context.extra["masc_file"]))
    items = tuple(_moved(item, benchmark, places[item.context_id]) for item in benchmark.items)
    contexts = {name: place.context for name, place in places.items()}
    return replace(benchmark, contexts=contexts, items=items, memo={})


def _read_document(file: Path) -> Document:
    try:
        text = read_bytes(file).decode("utf-8")
    except UnicodeDecodeError:
        raise bad_file(file, "is not UTF-8 text", "unpack MASC again") from None
    return Document(text, read_regions(file.with_name(f"{file.stem}-s.xml")))


class _Place(NamedTuple):
    """A repaired context, and where in it the target's sentence stands."""

    context: Context
    sentence: Span


def _place(context: Context, document: Document) -> _Place:
    name = context.extra["masc_sentence"]
    if name not in document.regions:
        raise BadInputError(f"{context.extra['masc_file']} has no region {name}")
    own = document.regions[name]
    start, end = repaired_context(document.regions.values(), own)
    sentence = Span(own.start - start, own.end - start)
    extra = {**context.extra, "offset": sentence.start}
    return _Place(Context(document.text[start:end], extra), sentence)


def _moved(item: Item, benchmark: Benchmark, place: _Place) -> Item:
    """The item in its repaired context: white space aside, its sentence reads the same there."""
    old, extra = item.target, benchmark.contexts[item.context_id].extra
    before = len("".join(old.text[extra["offset"] : old.start].split()))
    text = place.context.text
    letters = [at for at in range(*place.sentence) if not text[at].isspace()]
    width = len("".join(old.word.split()))
    found = letters[before : before + width]
    if len(found) < width or text[found[0] : found[-1] + 1].split() != old.word.split():
        raise BadInputError(f"item {item.id}: {old.word!r} is not in its sentence in MASC")
    target = Target(text, found[0], found[-1] + 1, old.pos, old.lemma)
    return replace(item, target=target)
