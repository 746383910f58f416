"""context2vec (Melamud et al. 2016), trained: words and their sentential contexts in one space.

One recurrent network reads the words before a place, another those after it from the end on; two
layers on top give the context's vector, which is near the vectors of words that fit there. Reading
takes NumPy alone; training is in the room of that name.

A model is a space: its rows are words, its vectors those of words as targets, and the networks'
weights are further arrays.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import bad_file
from motjuste.spaces.neighbours import cosines
from motjuste.spaces.space import Space

Floats = NDArray[np.float32]
# Words that every vocabulary begins with: beginning and end of a sentence, and what is unknown.
BEGIN, END, UNKNOWN = range(3)
SPECIAL = ("<begin>", "<end>", "<unknown>")
VALUES = "context2vec"
# Each network's weights as PyTorch names them: input and hidden, weights and biases.
NETWORK = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
LAYERS = ("hidden.weight", "hidden.bias", "out.weight", "out.bias")


class Context2Vec:
    """A trained model."""

    def __init__(self, space: Space) -> None:
        if space.about.get("values") != VALUES:
            raise bad_file(
                space.folder, "is no model", "make one with 'motjuste train context2vec'"
            )
        self.space = space

    @staticmethod
    def open(folder: Path) -> "Context2Vec":
        """Open what training wrote."""
        return Context2Vec(Space(folder))

    def row(self, word: str) -> int | None:
        """The row of a word, if the model knows it."""
        row = self.space.row_of.get(word.lower())
        return row if row is not None and row >= len(SPECIAL) else None

    def context(self, words: Sequence[str], place: int) -> Floats:
        """The vector of the context of a place among words; the word there is not looked at."""
        rows = [self.space.row_of.get(word.lower(), UNKNOWN) for word in words]
        left = self._read("left", [BEGIN, *rows[:place]])
        right = self._read("right", [END, *reversed(rows[place + 1 :])])
        hidden = self._weights["hidden.weight"] @ np.concatenate([left, right])
        hidden = np.maximum(0.0, hidden + self._weights["hidden.bias"])
        found: Floats = self._weights["out.weight"] @ hidden + self._weights["out.bias"]
        return found

    @cached_property
    def _weights(self) -> dict[str, Floats]:
        names = [f"{side}.{part}" for side in ("left", "right") for part in NETWORK]
        names += [*LAYERS, "left.words", "right.words"]
        return {name: np.asarray(self.space.array(name)) for name in names}

    def _read(self, side: str, rows: Sequence[int]) -> Floats:
        """What a network knows after a sequence of words."""
        w_in, w_hidden, b_in, b_hidden = (self._weights[f"{side}.{part}"] for part in NETWORK)
        inputs = self._weights[f"{side}.words"][list(rows)] @ w_in.T + b_in + b_hidden
        size = w_hidden.shape[1]
        state = memory = np.zeros(size, np.float32)
        for line in inputs:
            gates = line + w_hidden @ state
            enter, forget, out = (_sigmoid(gates[n * size : (n + 1) * size]) for n in (0, 1, 3))
            memory = forget * memory + enter * np.tanh(gates[2 * size : 3 * size])
            state = (out * np.tanh(memory)).astype(np.float32)
        return state

    def likeness(self, context: Floats) -> NDArray[np.float64]:
        """The cosine of each word's vector with a context's; the first rows are no words."""
        found = cosines(np.asarray(self.space.matrix), context)
        found[: len(SPECIAL)] = -1.0
        return found

    def to_word(self, row: int) -> NDArray[np.float64]:
        """The cosine of each word's vector with that of one word."""
        return cosines(np.asarray(self.space.matrix), self.space.vectors([row])[0])


def _sigmoid(values: Floats) -> Floats:
    # By way of tanh, which does not overflow.
    found: Floats = (0.5 * (1.0 + np.tanh(0.5 * values))).astype(np.float32)
    return found
