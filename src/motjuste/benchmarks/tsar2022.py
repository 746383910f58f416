"""TSAR-2022 (Saggion et al. 2022): lexical simplification, with 25 annotators per word.

A TSV file without a header: sentence, target, then one annotation per column, repeated when
several annotators agree, and the target itself when nothing simpler was found.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Benchmark, Item, voted
from motjuste.benchmarks.rows import read_items
from motjuste.benchmarks.spans import occurrences
from motjuste.errors import BadInputError, bad_file
from motjuste.files import numbered_lines
from motjuste.text import Target
from motjuste.text.segmentation import Span


class Row(NamedTuple):
    """A line of a gold or a system file."""

    line: int
    sentence: str
    target: str
    words: tuple[str, ...]


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a TSV file of TSAR-2022. Items are numbered by row."""
    return read_items("tsar2022", path, part, _items)


def rows(text: str, path: Path) -> Iterator[Row]:
    """The rows of a TSV file, gold or system output, with their empty cells."""
    for number, line in numbered_lines(text):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) < 2 or not cells[0] or not cells[1]:
            raise bad_file(path, f"line {number} is not sentence, target, words, tab-separated")
        yield Row(number, cells[0], cells[1], tuple(cells[2:]))


def _items(text: str, path: Path) -> Iterator[Item]:
    seen: Counter[tuple[str, str]] = Counter()
    for number, row in enumerate(rows(text, path), start=1):
        try:
            span = _target_span(row.sentence, row.target, seen[row.sentence, row.target])
        except BadInputError as error:
            raise bad_file(path, f"line {row.line}: {error}") from None
        seen[row.sentence, row.target] += 1
        counts = Counter(word for word in row.words if word)
        judgements = tuple(voted(word, votes) for word, votes in counts.items())
        target = Target(row.sentence, *span)
        yield Item(str(number), str(number), target, judgements, {"target": row.target})


def _target_span(sentence: str, target: str, earlier: int) -> Span:
    """The target's span; the n-th row of a sentence and word means its n-th occurrence."""
    spans = occurrences(sentence, target)
    if not spans:
        raise BadInputError(f"the target {target!r} is not in the sentence")
    return spans[min(earlier, len(spans) - 1)]
