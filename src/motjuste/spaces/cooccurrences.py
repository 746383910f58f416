"""Co-occurrence counts from a file: how often each word was seen with each feature.

A space of counts (`motjuste space count`) is used directly. The text format has a line
`word<TAB>feature<TAB>count` for each pair, in any order. An npz file holds `words` and `features`
(strings), and `rows`, `columns` and `counts` of the pairs. A word may carry its part of speech, as
in `bright.a`; the letters are WordNet's.
"""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from motjuste.errors import BadInputError, bad_file
from motjuste.files import numbered_lines, read_text
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.spaces.similarity import ALPHA, MEASURES, Array, Indices, Vectors, alpha_skew
from motjuste.spaces.space import Space

_PARTS = frozenset(WORDNET_POS.values())


class CoOccurrences:
    """Words with counts of features, and the similarity of words by them."""

    def __init__(
        self, words: list[str], rows: Indices, columns: Indices, counts: Array, features: int
    ) -> None:
        self.words = words
        self._rows = {word: row for row, word in enumerate(words)}
        self.counts = Vectors(rows, columns, counts, (len(words), features))

    @cached_property
    def information(self) -> Vectors:
        """The same vectors weighted by positive mutual information."""
        return self.counts.information()

    def row(self, lemma: str, pos: str | None) -> int | None:
        """The row of a lemma with a part of speech, else of the lemma without one."""
        tagged = f"{lemma}.{WORDNET_POS.get(pos or '', '')}"
        for name in (tagged, tagged.lower(), lemma, lemma.lower()):
            if name in self._rows:
                return self._rows[name]
        return None

    def likeness(self, row: int, measure: str, alpha: float = ALPHA) -> Array:
        """The similarity of a word to every word by a measure (larger is more similar)."""
        vectors = self.information if measure == "lin" else self.counts
        shared = vectors.shared(row)
        return alpha_skew(shared, alpha) if measure == "alpha-skew" else MEASURES[measure](shared)

    def neighbours(
        self, row: int, measure: str, most: int, alpha: float = ALPHA
    ) -> Iterator[tuple[str, float]]:
        """The most similar words with the same part of speech, without the word itself."""
        likeness = self.likeness(row, measure, alpha)
        likeness[row] = -np.inf
        letter = part_of(self.words[row])
        for other in np.argsort(-likeness, kind="stable").tolist():
            if most and other != row and part_of(self.words[other]) == letter:
                most -= 1
                yield bare(self.words[other]), float(likeness[other])


def part_of(word: str) -> str:
    """The letter of the part of speech that a word carries, or "".

    >>> part_of("bright.a"), part_of("bright"), part_of("U.S.A")
    ('a', '', '')
    """
    lemma, _, letter = word.rpartition(".")
    return letter if lemma and letter in _PARTS else ""


def bare(word: str) -> str:
    """A word without its part of speech."""
    part = part_of(word)
    return word.removesuffix(f".{part}") if part else word


def read_cooccurrences(path: Path) -> CoOccurrences:
    """Read counts from a space, a text file (gzip or not) or an npz file."""
    if path.is_dir():
        cooccurrences = _read_space(Space(path))
    else:
        cooccurrences = _read_npz(path) if path.suffix == ".npz" else _read_text(path)
    if not cooccurrences.words:
        raise bad_file(path, "holds no counts")
    return cooccurrences


def _read_space(space: Space) -> CoOccurrences:
    if not space.is_sparse or space.about.get("values") != "counts":
        raise bad_file(space.folder, "holds no counts", "give what 'motjuste space count' wrote")
    data, indices, ends = (np.asarray(space.array(name)) for name in ("data", "indices", "indptr"))
    rows = np.repeat(np.arange(space.shape[0]), np.diff(ends))
    columns = indices.astype(np.int64)
    return CoOccurrences(space.rows, rows, columns, data.astype(np.float64), space.shape[1])


class _Numbers(dict[str, int]):
    """Numbers of strings, in order of first occurrence."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


def _read_text(path: Path) -> CoOccurrences:
    words, features = _Numbers(), _Numbers()
    rows, columns, counts = [], [], []
    for number, line in numbered_lines(read_text(path)):
        cells = line.split("\t")
        try:
            word, feature, count = cells[0].strip(), cells[1].strip(), float(cells[2])
            if len(cells) != 3 or not (word and feature and 0 <= count < np.inf):
                raise ValueError
        except (ValueError, IndexError):
            raise bad_file(
                path, f"line {number} is not a word, a feature and a count with tabs between"
            ) from None
        rows.append(words[word])
        columns.append(features[feature])
        counts.append(count)
    return _summed(list(words), rows, columns, counts, len(features))


def _summed(
    words: list[str], rows: list[int], columns: list[int], counts: list[float], features: int
) -> CoOccurrences:
    """The co-occurrences with the counts of repeated pairs added up."""
    pairs = np.array(rows, np.int64) * max(1, features) + np.array(columns, np.int64)
    unique, index = np.unique(pairs, return_inverse=True)
    sums = np.bincount(index.ravel(), np.array(counts, np.float64), len(unique))
    unique_rows, unique_columns = np.divmod(unique, max(1, features))
    return CoOccurrences(words, unique_rows, unique_columns, sums.astype(np.float64), features)


def _read_npz(path: Path) -> CoOccurrences:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            words, features = arrays["words"].tolist(), len(arrays["features"])
            rows, columns, counts = (
                arrays[name].tolist() for name in ("rows", "columns", "counts")
            )
    except FileNotFoundError:
        raise bad_file(path, "there is no such file") from None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise bad_file(
            path, "does not hold the arrays 'words', 'features', 'rows', 'columns' and 'counts'"
        ) from None
    try:
        _check(len(words), features, rows, columns, counts)
    except BadInputError as error:
        raise bad_file(path, str(error)) from None
    return _summed(words, rows, columns, counts, features)


def _check(
    words: int, features: int, rows: list[int], columns: list[int], counts: list[float]
) -> None:
    if not len(rows) == len(columns) == len(counts):
        raise BadInputError("rows, columns and counts are not of the same number")
    for numbers, limit, name in ((rows, words, "words"), (columns, features, "features")):
        if numbers and not 0 <= min(numbers) <= max(numbers) < limit:
            raise BadInputError(f"numbers {name} that are not there")
    if not all(0 <= count < np.inf for count in counts):
        raise BadInputError("a count is negative or not a number")
