"""The cells of a co-occurrence matrix that a text fills: windows around words and bigrams.

A window reaches a fixed number of words to the left and right, within the sentence. Words outside
the vocabulary keep their positions in it. The window of a bigram is the union of those of its two
words, without the two words themselves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.spaces.analysis import BREAK

Int64 = NDArray[np.int64]


class Numbered(NamedTuple):
    """A text as row numbers and column numbers, -1 for words that have none, and sentences."""

    rows: Int64
    columns: Int64
    sentences: Int64


def numbered(ids: NDArray[np.int32], rows: Int64, columns: Int64) -> Numbered:
    """The words of a text by the row and column numbers of their types."""
    inside = ids != BREAK
    indices = np.where(inside, ids, 0)
    if not len(rows):
        rows = columns = np.array([-1])
    return Numbered(
        np.where(inside, rows[indices], -1),
        np.where(inside, columns[indices], -1),
        np.cumsum(~inside),
    )


def word_cells(text: Numbered, window: int, width: int) -> Int64:
    """The cells that words fill with each other, as row * width + column."""
    cells = [np.empty(0, np.int64)]
    for distance in range(1, window + 1):
        same_sentence = text.sentences[:-distance] == text.sentences[distance:]
        before, after = slice(None, -distance), slice(distance, None)
        for row, column in ((before, after), (after, before)):
            rows, columns = text.rows[row], text.columns[column]
            is_counted = same_sentence & (rows >= 0) & (columns >= 0)
            cells.append(rows[is_counted] * width + columns[is_counted])
    return np.concatenate(cells)


def bigram_cells(
    text: Numbered, bigrams: tuple[Int64, Int64, Int64], window: int, width: int
) -> Int64:
    """The cells that bigrams fill, given their rows and the positions of both words."""
    rows, first, second = bigrams
    cells = [np.empty(0, np.int64)]
    for distance in [offset for offset in range(-window, window + 1) if offset]:
        for centre, other, is_second in ((first, second, False), (second, first, True)):
            positions = centre + distance
            is_counted = (positions >= 0) & (positions < len(text.columns)) & (positions != other)
            if is_second:
                is_counted &= np.abs(positions - other) > window
            positions = np.where(is_counted, positions, 0)
            is_counted &= (text.sentences[positions] == text.sentences[centre]) & (
                text.columns[positions] >= 0
            )
            cells.append(rows[is_counted] * width + text.columns[positions[is_counted]])
    return np.concatenate(cells)
