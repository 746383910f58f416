"""Vectors of single words, each read in a short template that fixes its part of speech."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from motjuste.encoder.encoder import unit
from motjuste.files import whole_file
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.associations import LETTERS
from motjuste.training import mpnet
from motjuste.training.vocabulary import Vocabulary

Floats = NDArray[np.floating[Any]]
# By WordNet's letter.
TEMPLATES = {"n": "the {}", "v": "to {}", "a": "very {}", "r": "it was done {}"}
# Layers of the checkpoint whose states become vectors …
LAYERS = (2, 4, 6)
# … and the one whose vectors are stored in the table.
STORED_LAYER = 4
# Dimensions of the stored vectors.
AXES = 256
# Words read in one pass.
_BATCH = 64
# Every n-th word is used to find the axes.
_SAMPLE = 8


class Axes(NamedTuple):
    """The mean of the unit vectors and their principal axes."""

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]

    def stored(self, vectors: Floats) -> NDArray[np.float32]:
        """Stored vectors: scaled to unit length, centred, projected onto the axes, scaled again."""
        return unit((unit(vectors.astype(np.float32)) - self.mean) @ self.axes.T)

    def save(self, path: Path) -> None:
        """Write mean and axes to an npz file."""
        np.savez(path, mean=self.mean, axes=self.axes)


def load_axes(path: Path) -> Axes:
    """The axes that `Axes.save` wrote."""
    with np.load(path) as arrays:
        return Axes(arrays["mean"], arrays["axes"])


def principal_axes(vectors: Floats, count: int = AXES) -> Axes:
    """The principal axes of unit vectors, with signs that do not depend on the solver."""
    rows = unit(vectors[::_SAMPLE].astype(np.float32))
    mean = rows.mean(0)
    _, eigenvectors = np.linalg.eigh(np.cov((rows - mean).T))
    axes = eigenvectors[:, ::-1][:, :count].T
    largest = np.abs(axes).argmax(1)
    signs = np.sign(axes[np.arange(len(axes)), largest])
    return Axes(mean, (axes * signs[:, None]).astype(np.float32))


def load_tokenizer(path: Path) -> Tokenizer:
    """A tokenizer that neither truncates nor pads."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def pieces_of(offsets: list[tuple[int, int]], start: int, end: int) -> list[int]:
    """The indices of the pieces that overlap a span of characters."""
    return [n for n, (a, b) in enumerate(offsets) if a < end and b > start and b > a]


def word_vectors(
    model: mpnet.MPNet, tokenizer: Tokenizer, pairs: list[tuple[str, str]],
    layers: tuple[int, ...] = LAYERS,
) -> NDArray[np.float16]:  # fmt: skip
    """The vectors, (pairs, layers, width), of words with the letters of their parts of speech."""
    encoded = [tokenizer.encode(TEMPLATES[letter].format(word)) for word, letter in pairs]
    order = sorted(range(len(pairs)), key=lambda n: len(encoded[n].ids))
    out = np.zeros((len(pairs), len(layers), model.sizes.width), np.float16)
    for first in range(0, len(order), _BATCH):
        batch = order[first : first + _BATCH]
        with torch.inference_mode():
            states = mpnet.read_rows(model, [encoded[n].ids for n in batch])
        chosen = torch.stack([states[layer] for layer in layers], 1).numpy()
        for row, n in enumerate(batch):
            word, letter = pairs[n]
            start = TEMPLATES[letter].index("{}")
            where = pieces_of(encoded[n].offsets, start, start + len(word))
            out[n] = chosen[row][:, where].mean(1)
    return out


def make(work: Path, checkpoint: Path, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
    """Write the vectors of the vocabulary and their axes to the work folder, once."""
    raw, axes = work / "word_vectors.npy", work / "axes.npz"
    if not raw.exists():
        model = mpnet.load(checkpoint, max(LAYERS))
        tokenizer = load_tokenizer(checkpoint / "tokenizer.json")
        letters = [LETTERS[place] for place in vocabulary.pos.tolist()]
        pairs = list(zip(vocabulary.words(lexicon), letters, strict=True))
        with whole_file(raw) as part:
            np.save(part, word_vectors(model, tokenizer, pairs))
    if not axes.exists():
        vectors = np.load(raw, mmap_mode="r")
        principal_axes(vectors[:, LAYERS.index(STORED_LAYER)]).save(axes)
