"""context2vec (Melamud et al. 2016), trained: words and their sentential contexts in one space.

One LSTM reads the words before a position, another those after it from the end; two layers on top
give the context's vector, which is close to the vectors of words that fit. Applying a model needs
NumPy only; training is in the room `training`.

A model is stored as a space: rows are words, vectors are target embeddings, and the networks'
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
# Rows that every vocabulary begins with: beginning and end of a sentence, unknown word.
BEGIN, END, UNKNOWN = range(3)
SPECIAL = ("<begin>", "<end>", "<unknown>")
VALUES = "context2vec"
# The weights of each LSTM, by PyTorch's names: input and hidden, weights and biases.
NETWORK = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
LAYERS = ("hidden.weight", "hidden.bias", "out.weight", "out.bias")


class Context2Vec:
    """A trained model."""

    def __init__(self, space: Space) -> None:
        if space.about.get("values") != VALUES:
            raise bad_file(
                space.folder, "is not a model", "make one with 'motjuste train context2vec'"
            )
        self.space = space

    @staticmethod
    def open(folder: Path) -> "Context2Vec":
        """Open a trained model."""
        return Context2Vec(Space(folder))

    def row(self, word: str) -> int | None:
        """The row of a word, or None if the model does not know it."""
        row = self.space.row_of.get(word.lower())
        return row if row is not None and row >= len(SPECIAL) else None

    def context(self, words: Sequence[str], place: int) -> Floats:
        """The vector of the context of a position; the word there is not used."""
        rows = [self.space.row_of.get(word.lower(), UNKNOWN) for word in words]
        left = self._read("left", [BEGIN, *rows[:place]])
        right = self._read("right", [END, *reversed(rows[place + 1 :])])
        hidden = self._weights["hidden.weight"] @ np.concatenate([left, right])
        hidden = np.maximum(0.0, hidden + self._weights["hidden.bias"])
        vector: Floats = self._weights["out.weight"] @ hidden + self._weights["out.bias"]
        return vector

    @cached_property
    def _weights(self) -> dict[str, Floats]:
        names = [f"{side}.{part}" for side in ("left", "right") for part in NETWORK]
        names += [*LAYERS, "left.words", "right.words"]
        return {name: np.asarray(self.space.array(name)) for name in names}

    def _read(self, side: str, rows: Sequence[int]) -> Floats:
        """The state of a network after a sequence of words."""
        w_in, w_hidden, b_in, b_hidden = (self._weights[f"{side}.{part}"] for part in NETWORK)
        inputs = self._weights[f"{side}.words"][list(rows)] @ w_in.T + b_in + b_hidden
        size = w_hidden.shape[1]
        state = cell = np.zeros(size, np.float32)
        for row in inputs:
            gates = row + w_hidden @ state
            input_gate, forget_gate, output_gate = (
                _sigmoid(gates[gate * size : (gate + 1) * size]) for gate in (0, 1, 3)
            )
            cell = forget_gate * cell + input_gate * np.tanh(gates[2 * size : 3 * size])
            state = (output_gate * np.tanh(cell)).astype(np.float32)
        return state

    def likeness(self, context: Floats) -> NDArray[np.float64]:
        """The cosine of each word's vector with a context's; -1 for the special rows."""
        similarities = cosines(np.asarray(self.space.matrix), context)
        similarities[: len(SPECIAL)] = -1.0
        return similarities

    def to_word(self, row: int) -> NDArray[np.float64]:
        """The cosine of each word's vector with that of one word."""
        return cosines(np.asarray(self.space.matrix), self.space.vectors([row])[0])


def _sigmoid(values: Floats) -> Floats:
    # By way of tanh, which does not overflow.
    activations: Floats = (0.5 * (1.0 + np.tanh(0.5 * values))).astype(np.float32)
    return activations
