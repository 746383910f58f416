"""Which cells of a co-occurrence matrix a stretch of text fills: windows around words and bigrams.

A window holds so many words to the left and to the right in the same sentence. A word outside the
vocabulary keeps its place in it. The window of a bigram is that of its two words together, without
the two themselves, each place counted once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.spaces.analysis import BREAK

Int64 = NDArray[np.int64]


class Numbered(NamedTuple):
    """A text as numbers of rows and of columns, -1 for what is neither, and its sentences."""

    rows: Int64
    columns: Int64
    sentences: Int64


def numbered(ids: NDArray[np.int32], rows: Int64, columns: Int64) -> Numbered:
    """The words of a text by the numbers that their types have as rows and as columns."""
    inside = ids != BREAK
    at = np.where(inside, ids, 0)
    if not len(rows):
        rows = columns = np.array([-1])
    return Numbered(
        np.where(inside, rows[at], -1), np.where(inside, columns[at], -1), np.cumsum(~inside)
    )


def word_cells(text: Numbered, window: int, width: int) -> Int64:
    """The cells that words fill with each other, as row times width plus column."""
    found = [np.empty(0, np.int64)]
    for distance in range(1, window + 1):
        same = text.sentences[:-distance] == text.sentences[distance:]
        before, after = slice(None, -distance), slice(distance, None)
        for row, column in ((before, after), (after, before)):
            rows, columns = text.rows[row], text.columns[column]
            kept = same & (rows >= 0) & (columns >= 0)
            found.append(rows[kept] * width + columns[kept])
    return np.concatenate(found)


def bigram_cells(
    text: Numbered, bigrams: tuple[Int64, Int64, Int64], window: int, width: int
) -> Int64:
    """The cells that bigrams fill, given their rows and the places of both words."""
    rows, first, second = bigrams
    found = [np.empty(0, np.int64)]
    for distance in [d for d in range(-window, window + 1) if d]:
        for here, there, again in ((first, second, False), (second, first, True)):
            at = here + distance
            kept = (at >= 0) & (at < len(text.columns)) & (at != there)
            if again:
                kept &= np.abs(at - there) > window
            at = np.where(kept, at, 0)
            kept &= (text.sentences[at] == text.sentences[here]) & (text.columns[at] >= 0)
            found.append(rows[kept] * width + text.columns[at[kept]])
    return np.concatenate(found)
