"""SWORDS's repair of CoInCo's contexts, from MASC's own text (Lee et al. 2021, appendix A.1).

MASC gives some sentences several ids, so that CoInCo shows them twice, and leaves some text
without an id, so that CoInCo omits it. The repair takes the document's text from the region before
the target's to the one after it, after overlapping regions have been merged.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.errors import BadInputError, bad_file
from motjuste.files import decode, read_bytes
from motjuste.text import Target
from motjuste.text.segmentation import Span

_REGION = re.compile(r"<region\b([^>]*)>")
_ID = re.compile(r"""xml:id\s*=\s*["']([^"']*)["']""")
_ANCHORS = re.compile(r"""anchors\s*=\s*["']\s*(\d{1,9})\s+(\d{1,9})\s*["']""")


class MascDocument(NamedTuple):
    """A text of MASC, and the regions of its sentences by id."""

    text: str
    regions: dict[str, Span]


def merge_regions(regions: Iterable[tuple[int, int]]) -> list[Span]:
    """Regions in order, with overlapping ones merged; adjacent ones stay separate.

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


def repaired_context(regions: Iterable[tuple[int, int]], sentence: tuple[int, int]) -> Span:
    """From the start of the region before the target's sentence to the end of the one after it."""
    merged = merge_regions(regions)
    start, end = sentence
    index = next(
        (
            index_of_region
            for index_of_region, region in enumerate(merged)
            if region.start <= start and end <= region.end
        ),
        None,
    )
    if index is None:
        raise BadInputError(f"the sentence from {start} to {end} is not among the regions")
    return Span(merged[max(index - 1, 0)].start, merged[min(index + 1, len(merged) - 1)].end)


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
    def document(name: str) -> MascDocument:
        if name not in files:
            raise BadInputError(f"{masc}: holds no {name}")
        return _read_document(files[name])

    places: dict[str, _RepairedContext] = {}
    for name, context in benchmark.contexts.items():
        if "masc_file" not in context.extra:
            raise BadInputError(
                f"{benchmark.name}: context {name} does not say where in MASC it is"
            )
        places[name] = _repaired(context, document(context.extra["masc_file"]))
    items = tuple(_moved(item, benchmark, places[item.context_id]) for item in benchmark.items)
    contexts = {name: place.context for name, place in places.items()}
    return replace(benchmark, contexts=contexts, items=items, memo={})


def _read_document(file: Path) -> MascDocument:
    try:
        text = read_bytes(file).decode("utf-8")
    except UnicodeDecodeError:
        raise bad_file(file, "is not UTF-8 text", "unpack MASC again") from None
    return MascDocument(text, read_regions(file.with_name(f"{file.stem}-s.xml")))


class _RepairedContext(NamedTuple):
    """A repaired context, and the span of the target's sentence in it."""

    context: Context
    sentence: Span


def _repaired(context: Context, document: MascDocument) -> _RepairedContext:
    name = context.extra["masc_sentence"]
    if name not in document.regions:
        raise BadInputError(f"{context.extra['masc_file']} has no region {name}")
    sentence_region = document.regions[name]
    start, end = repaired_context(document.regions.values(), sentence_region)
    sentence = Span(sentence_region.start - start, sentence_region.end - start)
    extra = {**context.extra, "offset": sentence.start}
    return _RepairedContext(Context(document.text[start:end], extra), sentence)


def _moved(item: Item, benchmark: Benchmark, place: _RepairedContext) -> Item:
    """The item in its repaired context: its sentence is the same there, except for white space."""
    old, extra = item.target, benchmark.contexts[item.context_id].extra
    characters_before = len("".join(old.text[extra["offset"] : old.start].split()))
    text = place.context.text
    offsets = [offset for offset in range(*place.sentence) if not text[offset].isspace()]
    length = len("".join(old.word.split()))
    target_offsets = offsets[characters_before : characters_before + length]
    if (
        len(target_offsets) < length
        or text[target_offsets[0] : target_offsets[-1] + 1].split() != old.word.split()
    ):
        raise BadInputError(f"item {item.id}: {old.word!r} is not in its sentence in MASC")
    target = Target(text, target_offsets[0], target_offsets[-1] + 1, old.pos, old.lemma)
    return replace(item, target=target)
