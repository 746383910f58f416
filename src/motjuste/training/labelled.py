"""Makes `labelled.bin`: labelled targets by headword, each a point in sense space with grades."""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from motjuste.analysis import Text, locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.candidates import find_pool
from motjuste.suggester.labelled import GRADES
from motjuste.suggester.senses import BYTE_SCALE, SenseVectors
from motjuste.systems.default import Default
from motjuste.training.knowledge import Array

Row = tuple[str, Array, dict[str, int]]


def read_rows(
    system: Default,
    senses: SenseVectors,
    benchmark: Benchmark,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Row]:
    """The headword of each item, its point as bytes, and the grades of its judged words."""
    rows = []
    for item in benchmark.items:
        row = _row(system, senses, item)
        if row is not None:
            rows.append(row)
        advance(1)
    return rows


def _row(system: Default, senses: SenseVectors, item: Item) -> Row | None:
    word, (start, end) = locate(item.target), (item.target.start, item.target.end)
    reading = Text.of(item.target.text).reading(system.encoder, start, end)
    pieces = reading.pieces(start, end)
    if not len(pieces):
        return None
    pool = find_pool(system.lexicon, system.table, word)
    letter = WORDNET_POS.get(word.pos, "n")
    head = f"{pool.headword}/{pool.letter}" if pool else f"{word.lemma}/{letter}"
    point = senses.locate(reading.states[pieces].mean(0))
    grades: dict[str, int] = {}
    for judgement in item.judgements:
        share = judgement.share()
        if share is not None:
            nearest = int(np.abs(GRADES - share).argmin())
            grades.setdefault(lemma_of(judgement.text, word.pos), nearest)
    return head, np.clip(np.rint(point * BYTE_SCALE), -127, 127).astype(np.int8), grades


def write(rows: Iterable[Row], path: Path) -> None:
    """Write the rows, ordered by headword."""
    ordered = sorted(rows, key=lambda row: row[0])
    heads = sorted({head for head, _, _ in ordered})
    words = sorted({word for _, _, grades in ordered for word in grades})
    number = {word: place for place, word in enumerate(words)}
    per_head = [sum(1 for row in ordered if row[0] == head) for head in heads]
    arrays: dict[str, Array] = {
        "head": np.frombuffer("\n".join(heads).encode(), np.uint8),
        "head.start": np.cumsum([0, *per_head]).astype(np.uint32),
        "point": np.stack([point for _, point, _ in ordered]),
        "target.start": np.cumsum([0, *(len(g) for _, _, g in ordered)]).astype(np.uint32),
        "word": np.array([number[w] for _, _, g in ordered for w in g], np.uint32),
        "grade": np.array([grade for _, _, g in ordered for grade in g.values()], np.uint8),
        "words": np.frombuffer("\n".join(words).encode(), np.uint8),
    }
    path.write_bytes(pack(arrays, {"content": 1}))
