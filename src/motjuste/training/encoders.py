"""The step from a checkpoint to a tuned encoder, which learns from graded substitutes."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.lexicon.lexicon import Lexicon
from motjuste.training import examples, exporting, mpnet, tuning, vocabulary, word_vectors

_EPOCHS = 3
# Targets in one optimiser step.
_BATCH_SIZE = 8
# Learning rate of the tuned layers at its peak.
_RATE = 1e-4
Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


class Encoders:
    """Makes the encoder in a work folder; what is there is not made again."""

    def __init__(self, work: Path, checkpoint: Path, benchmark: Benchmark) -> None:
        self.work, self.checkpoint, self.benchmark = work, checkpoint, benchmark
        self.lexicon = Lexicon.open()
        torch.set_num_threads(1)

    def make(self, bar: Bar) -> None:
        """The encoder in the folder `final`."""
        if not (self.work / "final" / "READY").exists():
            with bar("encoder", 1) as advance:
                self._tune()
                advance(1)

    @cached_property
    def words(self) -> vocabulary.Vocabulary:
        """The words that may be offered."""
        return vocabulary.load(self.work / "vocabulary.npz")

    @cached_property
    def pieces(self) -> exporting.Pieces:
        """The tokenizer with fewer pieces."""
        path = self.work / "pieces.json"
        if not path.exists():
            whole = self.checkpoint / "tokenizer.json"
            made = exporting.fewer_pieces(whole, self.words, self.lexicon)
            path.write_text(json.dumps(made), "utf-8")
        return exporting.Pieces(*json.loads(path.read_text("utf-8")))

    @cached_property
    def _stored(self) -> tuple[word_vectors.Axes, torch.Tensor, float]:
        """Axes, stored vectors, and the mean length of vectors before they are made unit."""
        layer = word_vectors.LAYERS.index(word_vectors.STORED_LAYER)
        raw = np.load(self.work / "word_vectors.npy", mmap_mode="r")[:, layer].astype(np.float32)
        axes = word_vectors.load_axes(self.work / "axes.npz")
        return axes, torch.from_numpy(axes.stored(raw)), float(np.linalg.norm(raw, axis=1).mean())

    def _untuned(self) -> tuning.Top:
        axes, _, length = self._stored
        model = mpnet.load(self.checkpoint, tuning.DEPTH)
        model = exporting.keep_pieces(model, self.pieces.rows)
        return tuning.Top(model, tuning.first_head(axes, length))

    def _reader(self) -> tuning.Reader:
        return tuning.Reader(self._untuned().model, Tokenizer.from_str(self.pieces.tokenizer))

    @cached_property
    def _judged(self) -> tuple[list[examples.Example], list[tuning.Record]]:
        """The graded lists, read by the layers that stay frozen."""
        pairs = examples.Pairs(self.words, self.lexicon)
        given = [examples.from_item(item, self.lexicon, pairs) for item in self.benchmark.items]
        reader = self._reader()
        return given, [record for one in given for record in reader.read([one])]

    def _tune(self) -> None:
        given, records = self._judged
        draw, steps = tuning.draw_again(records, given, rows=_BATCH_SIZE, epochs=_EPOCHS)
        path, folder = self.work / "encoder.pt", self.work / "final"
        top = tuning.train(self._untuned(), self._stored[1], draw, steps, _RATE, path)
        exporting.export(folder, top.model, top.head, self.pieces.tokenizer)
        (folder / "READY").touch()
