"""The encoder's states of examples, kept in a file: they are too many for memory.

Next to the states (`states.f16`, one row a word piece) stands `words.npz` with the words that are
learnt from. It is written last, so states that were cut short by an interruption are made again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.analysis import Text
from motjuste.encoder import Encoder
from motjuste.files import whole_file
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Word
from motjuste.training.doubt_examples import DoubtExample, is_doubtable
from motjuste.training.knowledge import Array

Advance = Callable[[int], None]


class WordOfExample(NamedTuple):
    """A word that is learnt from: its pieces, counted in its sentence, and its frequency."""

    first: int
    end: int
    frequency: float
    is_wrong: bool


class ReadExample(NamedTuple):
    """An example after the encoder's pass: a row of states for each piece, and the words."""

    states: Array
    words: list[WordOfExample]
    is_good: bool
    weight: float


@dataclass(frozen=True)
class StateFile:
    """The states and words of all examples, in a folder.

    `fingerprint` tells the inputs that they are made from.
    """

    folder: Path
    fingerprint: str

    @property
    def is_complete(self) -> bool:
        """Whether all examples have been read, and from the same inputs."""
        if not self._words.exists():
            return False
        with np.load(self._words, allow_pickle=False) as arrays:
            return str(arrays["fingerprint"]) == self.fingerprint

    def write(
        self,
        makers: Iterable[Callable[[], DoubtExample]],
        encoder: Encoder,
        lexicon: Lexicon,
        advance: Advance = lambda _: None,
    ) -> None:
        """Read all examples with the encoder; those without a word to learn from are left out."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._words.unlink(missing_ok=True)
        lengths, about, counts, words = [], [], [], list[WordOfExample]()
        with self._states.open("wb") as stream:
            for make in makers:
                example = make()
                states, own = _read(example, encoder, lexicon)
                if own:
                    stream.write(states.astype(np.float16).tobytes())
                    lengths.append(len(states))
                    about.append((example.is_good, example.weight))
                    counts.append(len(own))
                    words += own
                advance(1)
        with whole_file(self._words) as part:
            np.savez(
                part, lengths=lengths, about=about, counts=counts, words=words,
                fingerprint=self.fingerprint,
            )  # fmt: skip

    def read(self) -> list[ReadExample]:
        """All examples; their states are views of the file."""
        with np.load(self._words, allow_pickle=False) as arrays:
            lengths, about = arrays["lengths"], arrays["about"]
            counts, words = arrays["counts"], arrays["words"]
        states = np.memmap(self._states, np.float16, "r").reshape(int(lengths.sum()), -1)
        return [
            ReadExample(own, [_word(row) for row in rows], bool(is_good), float(weight))
            for own, rows, (is_good, weight) in zip(
                _parts(states, lengths), _parts(words, counts), about, strict=True
            )
        ]

    @property
    def _states(self) -> Path:
        return self.folder / "states.f16"

    @property
    def _words(self) -> Path:
        return self.folder / "words.npz"


def _word(row: Array) -> WordOfExample:
    first, end, frequency, is_wrong = row.tolist()
    return WordOfExample(int(first), int(end), frequency, bool(is_wrong))


def _parts(array: Array, lengths: NDArray[np.int_]) -> Iterator[Array]:
    """Consecutive parts of an array."""
    ends = np.cumsum(lengths)
    for start, end in zip(ends - lengths, ends, strict=True):
        yield array[start:end]


def _read(
    example: DoubtExample, encoder: Encoder, lexicon: Lexicon
) -> tuple[Array, list[WordOfExample]]:
    """The states of the example's first window, and its words in there."""
    reading = next(encoder.read_through(example.text))
    words = []
    for word in Text.of(example.text).words:
        pieces = reading.pieces(word.start, word.end)
        wrong = _is_wrong(word, example.wrong)
        if wrong is not None and len(pieces) and is_doubtable(lexicon, word):
            frequency = lexicon.frequency(word.lemma)
            words.append(WordOfExample(int(pieces[0]), int(pieces[-1]) + 1, frequency, wrong))
    return reading.states, words


def _is_wrong(word: Word, spans: Sequence[tuple[int, int]]) -> bool | None:
    """Whether a word is wrong; None if it is a part of something wrong, or has such a part."""
    touching = [span for span in spans if span[0] < word.end and word.start < span[1]]
    return None if touching and touching != [(word.start, word.end)] else bool(touching)
