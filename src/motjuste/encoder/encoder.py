"""The encoder: five layers of a sentence encoder, quantised, run by ONNX Runtime.

One graph serves two passes. The first reads a window of text and keeps its keys and values. The
second reads only the pieces of some words, each in the place of the target: they attend to the
window, with the target hidden, and to themselves. So a word in context costs its own pieces, not
another reading of the sentence.

Every pass reads one window or the words for one target, never a batch of several: activations are
quantised by the range of the whole pass, and a batch would let one answer touch another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from motjuste.encoder.quantisation import Floats, unpack_rows
from motjuste.encoder.windows import Pieces, Window, tiles, window
from motjuste.errors import REINSTALL, MissingResourceError, bad_file
from motjuste.lexicon.store import Store
from motjuste.text.segmentation import Span

Numbers = NDArray[np.intp]
DATA = Path(str(files("motjuste.encoder") / "data"))
# Word pieces of a window, including its two special tokens.
WINDOW = 128
# Word pieces of a substitute that are read in place; the rest is cut off.
LONGEST = 12
# Substitutes that are read in one pass.
TOGETHER = 40


@dataclass(frozen=True)
class Reading:
    """What one pass over a window found: states of its pieces, their keys and values, queries."""

    offsets: tuple[tuple[int, int], ...]
    states: Floats
    cache: Floats
    queries: Floats

    def pieces(self, start: int, end: int) -> Numbers:
        """The numbers of the pieces that a span of the text touches."""
        found = [n for n, (a, b) in enumerate(self.offsets) if a < end and b > start and b > a]
        return np.array(found, np.intp)


class Encoder:
    """The embedded model.

    >>> encoder = Encoder.open()
    >>> reading = encoder.read("The bank raised its rates.", 4, 8)
    >>> first, second = encoder.in_place(reading, reading.pieces(4, 8), ["lender", "shore"]).mean(1)
    >>> bool(first > second)
    True
    """

    def __init__(self, folder: Path, threads: int = 1) -> None:
        store = Store(folder / "encoder.bin")
        graph = _checked(folder / "encoder.onnx", store.about["onnx_sha256"])
        names = _checked(folder / "tokenizer.json", store.about["tokenizer_sha256"])
        self._session = _session(graph, threads)
        self._tokenizer = Tokenizer.from_buffer(names)
        self._marks = self._tokenizer.encode("").ids
        self._codes, self._scale = store.array("embedding.codes"), store.array("embedding.scale")
        self._query = store.array("query.weight").T.astype(np.float32, order="C")
        self._query_bias = store.array("query.bias")
        self._nothing = _empty_cache(self._session)
        # Cached: all words of a sentence need the same window, and substitutes recur.
        self._read_window = lru_cache(8)(self._pass_over)
        self._tokenise = lru_cache(1 << 14)(self._pieces)
        # A smaller cache: sentences are long, and recur only while their text is read.
        self._tokenise_sentence = lru_cache(1 << 8)(self._pieces)

    @staticmethod
    @lru_cache
    def open(folder: Path | None = None, threads: int = 1) -> "Encoder":
        """The encoder in the package, or in another folder; opened once."""
        return Encoder(folder or DATA, threads)

    def read(
        self, text: str, start: int, end: int, sentences: Sequence[Span] | None = None
    ) -> Reading:
        """One pass over the window that holds a span of a text.

        `sentences` are those around the span, if they have been found already.
        """
        tokenise = self._tokenise_sentence
        return self._read_window(window(text, start, end, tokenise, WINDOW - 2, sentences))

    def read_through(self, text: str, sentences: Sequence[Span] | None = None) -> Iterator[Reading]:
        """Every piece of a text, once, in as few passes as that takes."""
        return map(self._read_window, tiles(text, self._tokenise_sentence, WINDOW - 2, sentences))

    def query(self, reading: Reading, pieces: Numbers) -> Floats:
        """What to compare with the stored vectors of words: a unit vector for the target."""
        return unit(reading.queries[pieces].mean(0) + self._query_bias)

    def in_place(self, reading: Reading, pieces: Numbers, words: Sequence[str]) -> Floats:
        """Cosine of each word, read in the target's place, and the target, by layer.

        What a word gets depends a little on the words beside it in a pass; they are taken in
        alphabetical order, so that the order in which they are given means nothing.
        """
        found = np.empty((len(words), 2), np.float32)
        order = sorted(range(len(words)), key=words.__getitem__)
        for low in range(0, len(order), TOGETHER):
            some = order[low : low + TOGETHER]
            found[some] = self._nearness(reading, pieces, [words[n] for n in some])
        return found

    def _nearness(self, reading: Reading, pieces: Numbers, words: list[str]) -> Floats:
        own = [self._tokenise(word)[0][:LONGEST] or self._marks[1:] for word in words]
        lengths = np.array([len(ids) for ids in own])
        starts, word = np.cumsum(lengths) - lengths, np.repeat(np.arange(len(own)), lengths)
        allowed = np.ones((len(word), len(reading.offsets) + len(word)), bool)
        allowed[:, pieces] = False
        allowed[:, len(reading.offsets) :] = word[:, None] == word
        places = pieces[0] + np.arange(len(word)) - starts[word]
        states, _ = self._run(np.concatenate(own), places, allowed, reading.cache)
        average = (word == np.arange(len(own))[:, None]) / lengths[:, None].astype(np.float32)
        mean = average.astype(np.float32) @ states
        target = reading.states[pieces].mean(0).reshape(2, -1)
        near: Floats = np.einsum("wld,ld->wl", unit(mean.reshape(len(own), 2, -1)), unit(target))
        return near

    def _pieces(self, text: str) -> Pieces:
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        return encoded.ids, encoded.offsets

    def _pass_over(self, shown: Window) -> Reading:
        ids = np.array([self._marks[0], *shown.ids, self._marks[1]])
        everything = np.ones((len(ids), len(ids)), bool)
        states, cache = self._run(ids, np.arange(len(ids)), everything, self._nothing)
        # Queries of all pieces at once: every word of the sentence needs its own.
        return Reading(((0, 0), *shown.offsets, (0, 0)), states, cache, states @ self._query)

    def _run(
        self, ids: NDArray[Any], places: NDArray[Any], allowed: NDArray[np.bool_], cache: Floats
    ) -> tuple[Floats, Floats]:
        """States of pieces, and their keys and values if nothing was read before them."""
        inputs = {
            "words": unpack_rows(self._codes[ids], self._scale[ids])[None],
            "at": places[None],
            "past_at": np.arange(cache.shape[4])[None],
            "allowed": allowed[None],
            "past": cache,
        }
        wanted = ["states", "present"] if cache is self._nothing else ["states"]
        states, *present = self._session.run(wanted, inputs)
        return states[0], present[0] if present else cache


def unit(vectors: Floats) -> Floats:
    """The vectors along the last axis, made one long; zeros stay zeros."""
    length: Floats = np.linalg.norm(vectors, axis=-1, keepdims=True) + np.float32(1e-9)
    found: Floats = vectors / length
    return found


def _session(graph: bytes, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _empty_cache(session: onnxruntime.InferenceSession) -> Floats:
    """Keys and values of no pieces, in the shape that the graph wants."""
    shape = next(each.shape for each in session.get_inputs() if each.name == "past")
    layers, heads, size = shape[0], shape[3], shape[5]
    return np.zeros((layers, 2, 1, heads, 0, size), np.float32)


def _checked(path: Path, checksum: str) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise MissingResourceError(f"{path}: there is no such file; {REINSTALL}") from None
    if sha256(content).hexdigest() != checksum:
        raise bad_file(path, "is damaged (it fails its checksum)", REINSTALL)
    return content
