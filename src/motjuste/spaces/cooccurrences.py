"""Co-occurrence counts from a file: which word was seen with which feature, and how often.

A space of counts (`motjuste space count`) is taken as it is. The text form has a line
`word<TAB>feature<TAB>count` for each pair, in any order. A npz file holds `words` and `features`
(texts), and `rows`, `columns` and `counts` of the pairs. A word may carry its part of speech, as in
`bright.a`; the letters are those of WordNet.
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
_PAIRS = ("rows", "columns", "counts")


class CoOccurrences:
    """Words with their counted features, and how alike words are by them."""

    def __init__(
        self, words: list[str], rows: Indices, columns: Indices, counts: Array, features: int
    ) -> None:
        self.words = words
        self._rows = {word: row for row, word in enumerate(words)}
        self.counts = Vectors(rows, columns, counts, (len(words), features))

    @cached_property
    def information(self) -> Vectors:
        """The same as positive mutual information."""
        return self.counts.information()

    def row(self, lemma: str, pos: str | None) -> int | None:
        """Where a lemma of a part of speech stands; under its bare name if nowhere else."""
        tagged = f"{lemma}.{WORDNET_POS.get(pos or '', '')}"
        for name in (tagged, tagged.lower(), lemma, lemma.lower()):
            if name in self._rows:
                return self._rows[name]
        return None

    def likeness(self, row: int, measure: str, alpha: float = ALPHA) -> Array:
        """How alike a word is to every word, by a measure: the more, the larger."""
        vectors = self.information if measure == "lin" else self.counts
        shared = vectors.shared(row)
        return alpha_skew(shared, alpha) if measure == "alpha-skew" else MEASURES[measure](shared)

    def neighbours(
        self, row: int, measure: str, most: int, alpha: float = ALPHA
    ) -> Iterator[tuple[str, float]]:
        """The words that share most with one, of its part of speech, without that."""
        likeness = self.likeness(row, measure, alpha)
        likeness[row] = -np.inf
        wanted = part_of(self.words[row])
        for other in np.argsort(-likeness, kind="stable").tolist():
            if most and other != row and part_of(self.words[other]) == wanted:
                most -= 1
                yield bare(self.words[other]), float(likeness[other])


def part_of(word: str) -> str:
    """The letter of the part of speech that a word carries, if it carries one.

    >>> part_of("bright.a"), part_of("bright"), part_of("U.S.A")
    ('a', '', '')
    """
    lemma, _, letter = word.rpartition(".")
    return letter if lemma and letter in _PARTS else ""


def bare(word: str) -> str:
    """A word without the part of speech that it carries."""
    part = part_of(word)
    return word.removesuffix(f".{part}") if part else word


def read_cooccurrences(path: Path) -> CoOccurrences:
    """Read counts from a space, a text file (gzip or not) or a npz file."""
    if path.is_dir():
        found = _read_space(Space(path))
    else:
        found = _read_npz(path) if path.suffix == ".npz" else _read_text(path)
    if not found.words:
        raise bad_file(path, "holds no counts")
    return found


def _read_space(space: Space) -> CoOccurrences:
    if not space.is_sparse or space.about.get("values") != "counts":
        raise bad_file(space.folder, "holds no counts", "give what 'motjuste space count' wrote")
    data, indices, ends = (np.asarray(space.array(name)) for name in ("data", "indices", "indptr"))
    rows = np.repeat(np.arange(space.shape[0]), np.diff(ends))
    columns = indices.astype(np.int64)
    return CoOccurrences(space.rows, rows, columns, data.astype(np.float64), space.shape[1])


class _Numbers(dict[str, int]):
    """Texts by number, in the order in which they are first met."""

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
    """A pair that stands twice counts as often as both say."""
    pairs = np.array(rows, np.int64) * max(1, features) + np.array(columns, np.int64)
    unique, place = np.unique(pairs, return_inverse=True)
    sums = np.bincount(place.ravel(), np.array(counts, np.float64), len(unique))
    own, features_of = np.divmod(unique, max(1, features))
    return CoOccurrences(words, own, features_of, sums.astype(np.float64), features)


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
    for numbers, most, what in ((rows, words, "words"), (columns, features, "features")):
        if numbers and not 0 <= min(numbers) <= max(numbers) < most:
            raise BadInputError(f"numbers {what} that are not there")
    if not all(0 <= count < np.inf for count in counts):
        raise BadInputError("a count is negative or no number")
