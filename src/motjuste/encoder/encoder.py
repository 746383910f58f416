"""The encoder: five layers of a sentence encoder, quantised, run by ONNX Runtime.

One graph serves two kinds of pass. The first reads a window of text and keeps its keys and values.
The second reads only the word pieces of some substitutes, each placed where the target stands: they
attend to the window, with the target masked, and to themselves. Scoring a word in context therefore
costs its own pieces, not another pass over the sentence.

A window is a word's sentence and as many neighbouring ones as fit. It depends on the sentence
alone, so all words of a sentence share one pass; only in a sentence that is too long for a window
does it move with the word, in steps.

Each pass reads one window, or the substitutes of one target, never several of either: activations
are quantised by the range of the whole pass, so a batch would let one answer influence another.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from motjuste.encoder.quantisation import Floats, unpack_rows
from motjuste.errors import REINSTALL, MissingResourceError, bad_file
from motjuste.lexicon.array_file import ArrayFile
from motjuste.text.segmentation import Span, sentences

Numbers = NDArray[np.intp]
DATA = Path(str(files("motjuste.encoder") / "data"))
# Word pieces in a window, including the two special tokens.
WINDOW = 128
# Word pieces read of one substitute in place; longer substitutes are cut off.
MAX_SUBSTITUTE_PIECES = 12
# Numbers that `Encoder.in_place` gives for a substitute: a cosine per layer, and how well it fits.
IN_PLACE_COLUMNS = 3
# Substitutes read in one pass.
SUBSTITUTES_PER_PASS = 40

# Optimisations of ONNX Runtime that cost time: its fused addition and layer normalisation takes
# five times as long as the two operations, 7 % of a pass.
_SLOW_OPTIMIZERS = ["SkipLayerNormFusion"]

# Characters on each side of a word that are considered; more never fits into a window.
REACH = 1500
# Word pieces by which the window moves within a sentence that is longer than the window.
_STEP = 64

Pieces = tuple[list[int], list[tuple[int, int]]]
Tokenise = Callable[[str], Pieces]


class Window(NamedTuple):
    """The word pieces that are read, each with its offsets in the text."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Reading:
    """The result of a pass over a window: offsets, states, keys and values."""

    offsets: tuple[tuple[int, int], ...]
    states: Floats
    cache: Floats

    def pieces(self, start: int, end: int) -> Numbers:
        """The indices of the pieces that overlap a span of the text."""
        touching = [
            piece
            for piece, (first, last) in enumerate(self.offsets)
            if first < end and last > start and last > first
        ]
        return np.array(touching, np.intp)


class TargetReading(NamedTuple):
    """The pass over a target's window, and the indices of the target's own word pieces."""

    reading: Reading
    pieces: Numbers


class Encoder:
    """The embedded model.

    >>> encoder = Encoder.open()
    >>> reading = encoder.read("The bank raised its rates.", 4, 8)
    >>> first, second = encoder.in_place(reading, reading.pieces(4, 8), ["lender", "shore"]).mean(1)
    >>> bool(first > second)
    True
    """

    def __init__(self, folder: Path, threads: int = 1) -> None:
        store = ArrayFile(folder / "encoder.bin")
        graph = folder / "encoder.onnx"
        content = _checked(graph, store.about["onnx_sha256"])
        if folder != DATA:
            _refuse_outside_weights(graph, content)
        del content
        names = _checked(folder / "tokenizer.json", store.about["tokenizer_sha256"])
        self._session = _session(graph, threads)
        self._tokenizer = Tokenizer.from_buffer(names)
        self._marks = self._tokenizer.encode("").ids
        self._codes, self._scale = store.array("embedding.codes"), store.array("embedding.scale")
        self._query = store.array("query.weight").T.astype(np.float32, order="C")
        self._query_bias = store.array("query.bias")
        self._fit = store.array("fit.weight")
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

        `sentences` are the sentences around the span, if already segmented.
        """
        tokenise = self._tokenise_sentence
        return self._read_window(window(text, start, end, tokenise, WINDOW - 2, sentences))

    def read_through(self, text: str, sentences: Sequence[Span] | None = None) -> Iterator[Reading]:
        """Passes that together read every piece of a text once, as few as possible."""
        return map(self._read_window, tiles(text, self._tokenise_sentence, WINDOW - 2, sentences))

    def query(self, reading: Reading, pieces: Numbers) -> Floats:
        """The target's unit query vector, to be compared with the stored word vectors."""
        return unit(reading.states[pieces].mean(0) @ self._query + self._query_bias)

    def in_place(self, reading: Reading, pieces: Numbers, words: Sequence[str]) -> Floats:
        """How near each word is to the target, read in its place, and how well it fits there.

        The first columns are cosine similarities, one per layer; the last does not look at the
        target. Words in the same pass influence each other slightly through quantisation, so
        batches are formed in alphabetical order: the order of the arguments does not matter.
        """
        states = self.states_in_place(reading, pieces, words)
        target = reading.states[pieces].mean(0).reshape(2, -1)
        cosines: Floats = np.einsum(
            "wld,ld->wl", unit(states.reshape(len(words), 2, -1)), unit(target)
        )
        return np.column_stack([cosines, self.fit(states)])

    @property
    def state_size(self) -> int:
        """The length of a state: both layers side by side."""
        return len(self._query)

    def fit(self, states: Floats) -> Floats:
        """How well words fit a place, by their states there; the word they replace is not seen."""
        # Row by row, unlike a matrix product, whose last digits depend on the other rows.
        fit: Floats = np.einsum("wd,d->w", states, self._fit)
        return fit

    def states_in_place(self, reading: Reading, pieces: Numbers, words: Sequence[str]) -> Floats:
        """The mean state of each word, read in the target's place; both layers side by side."""
        states = np.empty((len(words), reading.states.shape[1]), np.float32)
        order = sorted(range(len(words)), key=words.__getitem__)
        for low in range(0, len(order), SUBSTITUTES_PER_PASS):
            batch = order[low : low + SUBSTITUTES_PER_PASS]
            states[batch] = self._batch_states(reading, pieces, [words[index] for index in batch])
        return states

    def _batch_states(self, reading: Reading, pieces: Numbers, words: list[str]) -> Floats:
        word_pieces = [
            self._tokenise(owner)[0][:MAX_SUBSTITUTE_PIECES] or self._marks[1:] for owner in words
        ]
        lengths = np.array([len(ids) for ids in word_pieces])
        starts, owner = (
            np.cumsum(lengths) - lengths,
            np.repeat(np.arange(len(word_pieces)), lengths),
        )
        allowed = np.ones((len(owner), len(reading.offsets) + len(owner)), bool)
        allowed[:, pieces] = False
        allowed[:, len(reading.offsets) :] = owner[:, None] == owner
        positions = pieces[0] + np.arange(len(owner)) - starts[owner]
        states, _ = self._run(np.concatenate(word_pieces), positions, allowed, reading.cache)
        averaging = (owner == np.arange(len(word_pieces))[:, None]) / lengths[:, None].astype(
            np.float32
        )
        mean: Floats = averaging.astype(np.float32) @ states
        return mean

    def _pieces(self, text: str) -> Pieces:
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        return encoded.ids, encoded.offsets

    def _pass_over(self, window: Window) -> Reading:
        ids = np.array([self._marks[0], *window.ids, self._marks[1]])
        everything = np.ones((len(ids), len(ids)), bool)
        states, cache = self._run(ids, np.arange(len(ids)), everything, self._nothing)
        return Reading(((0, 0), *window.offsets, (0, 0)), states, cache)

    def _run(
        self, ids: NDArray[Any], positions: NDArray[Any], allowed: NDArray[np.bool_], cache: Floats
    ) -> tuple[Floats, Floats]:
        """Hidden states, and the keys and values if there is no earlier pass to attend to."""
        inputs = {
            "words": unpack_rows(self._codes[ids], self._scale[ids])[None],
            "at": positions[None],
            "past_at": np.arange(cache.shape[4])[None],
            "allowed": allowed[None],
            "past": cache,
        }
        outputs = ["states", "present"] if cache is self._nothing else ["states"]
        states, *present = self._session.run(outputs, inputs)
        return states[0], present[0] if present else cache


def unit(vectors: Floats) -> Floats:
    """The vectors along the last axis, scaled to length 1; zero vectors stay zero."""
    length: Floats = np.linalg.norm(vectors, axis=-1, keepdims=True) + np.float32(1e-9)
    units: Floats = vectors / length
    return units


def _session(graph: Path, threads: int) -> onnxruntime.InferenceSession:
    """A session that runs a graph.

    It is given the file, not its content, of which the runtime would keep a copy.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        str(graph),
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=_SLOW_OPTIMIZERS,
    )


def _empty_cache(session: onnxruntime.InferenceSession) -> Floats:
    """Keys and values of zero pieces, in the shape that the graph expects."""
    shape = next(node.shape for node in session.get_inputs() if node.name == "past")
    layers, heads, size = shape[0], shape[3], shape[5]
    return np.zeros((layers, 2, 1, heads, 0, size), np.float32)


def _refuse_outside_weights(path: Path, graph: bytes) -> None:
    """Refuse a graph that names files with its weights: any file could be read by a foreign model.

    ONNX Runtime looks for them below the current folder, and follows `..`. The search may refuse
    too much (a node of that name), but misses no spelling that the format allows.
    """
    if b"location" in graph:
        raise bad_file(path, "takes weights from other files", "export it as one file")


def _checked(path: Path, checksum: str) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise MissingResourceError(f"{path}: there is no such file; {REINSTALL}") from None
    if sha256(content).hexdigest() != checksum:
        raise bad_file(path, "is damaged (it fails its checksum)", REINSTALL)
    return content


def window(
    text: str,
    start: int,
    end: int,
    tokenise: Tokenise,
    size: int,
    known_sentences: Sequence[Span] | None = None,
) -> Window:
    """The window for a span of a text: at most `size` pieces.

    `known_sentences` are the sentences around the span, if already segmented.
    """
    low, high = _reachable(text, start, end)
    if known_sentences is None:
        known_sentences = [Span(s.start + low, s.end + low) for s in sentences(text[low:high])]
    nearby = (span for span in known_sentences if span.end > low and span.start < high)
    spans = [Span(max(span.start, low), min(span.end, high)) for span in nearby]
    first, last = _sentences_of(spans, start, end)
    spans[first : last + 1] = [Span(min(spans[first].start, start), max(spans[last].end, end))]
    encoded = [tokenise(text[span.start : span.end]) for span in spans]
    sizes = [len(ids) for ids, _ in encoded]
    first_sentence, end_sentence = _neighbours(sizes, first, size)
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    for span, (sentence_ids, sentence_offsets) in zip(
        spans[first_sentence:end_sentence], encoded[first_sentence:end_sentence], strict=True
    ):
        ids += sentence_ids
        offsets += [(begin + span.start, finish + span.start) for begin, finish in sentence_offsets]
    skip = _skipped(offsets, start, size)
    return Window(tuple(ids[skip : skip + size]), tuple(offsets[skip : skip + size]))


def _skipped(offsets: Sequence[tuple[int, int]], start: int, size: int) -> int:
    """The pieces of a long sentence before the window that holds the piece at an offset."""
    target_piece = next((piece for piece, (_, finish) in enumerate(offsets) if finish > start), 0)
    middle = target_piece // _STEP * _STEP - (size - _STEP) // 2
    return max(0, min(middle, len(offsets) - size))


def tiles(
    text: str, tokenise: Tokenise, size: int, known_sentences: Sequence[Span] | None = None
) -> Iterator[Window]:
    """Windows that together hold every piece of a text once: as many whole sentences as fit."""
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    for span in sentences(text) if known_sentences is None else known_sentences:
        sentence_ids, sentence_offsets = tokenise(text[span.start : span.end])
        if ids and len(ids) + len(sentence_ids) > size:
            yield from _cut(ids, offsets, size)
            ids, offsets = [], []
        ids = ids + sentence_ids
        offsets = offsets + [
            (begin + span.start, finish + span.start) for begin, finish in sentence_offsets
        ]
    yield from _cut(ids, offsets, size)


def _cut(ids: list[int], offsets: list[tuple[int, int]], size: int) -> Iterator[Window]:
    """One window, or several of about equal length if the pieces do not fit into one."""
    parts = -(-len(ids) // size)
    for part in range(parts):
        low, high = len(ids) * part // parts, len(ids) * (part + 1) // parts
        yield Window(tuple(ids[low:high]), tuple(offsets[low:high]))


def _reachable(text: str, start: int, end: int) -> tuple[int, int]:
    """The reachable part of a text around a span, cut at spaces where there are any."""
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    if low:
        low = max(text.find(" ", low, start) + 1, low)
    if high < len(text):
        space = text.rfind(" ", end, high)
        high = space if space >= 0 else high
    return low, high


def _sentences_of(spans: list[Span], start: int, end: int) -> tuple[int, int]:
    """Indices of the first and last sentence that overlap a span; one is added if none does."""
    touched = [index for index, span in enumerate(spans) if span.end > start and span.start < end]
    if touched:
        return touched[0], touched[-1]
    position = sum(span.end <= start for span in spans)
    spans.insert(position, Span(start, end))
    return position, position


def _neighbours(sizes: list[int], middle: int, size: int) -> tuple[int, int]:
    """A range of whole sentences around one, extended before and after it while they fit."""
    start, end, total = middle, middle + 1, sizes[middle]
    while True:
        before = start > 0 and total + sizes[start - 1] <= size
        if before:
            start, total = start - 1, total + sizes[start - 1]
        after = end < len(sizes) and total + sizes[end] <= size
        if after:
            end, total = end + 1, total + sizes[end]
        if not (before or after):
            return start, end
