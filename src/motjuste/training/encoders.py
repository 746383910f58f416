"""The step from a checkpoint to tuned encoders, which learn from graded substitutes and senses.

One is tuned for each half of the lemmas, and sees only the other half. The rankers learn from the
output of each encoder for the lemmas that it has not seen: a ranker that learns from targets on
which its encoder was tuned trusts it too much. The encoder that is shipped has the mean of their
weights: both start from the same checkpoint, and together they have seen every target.
"""

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.files import whole_file
from motjuste.lexicon.lexicon import Lexicon
from motjuste.training import (
    encoder_export,
    encoder_tuning,
    examples,
    mpnet,
    vocabulary,
    word_vectors,
)
from motjuste.training.folds import HALF_NAMES, half_of, halves
from motjuste.training.senses import SynonymList

# Passes over the lists.
_EPOCHS = 2
# Targets in one optimiser step.
_BATCH_SIZE = 8
# Learning rate of the tuned layers at its peak.
_LEARNING_RATE = 1e-4
# Repetitions per epoch of a target that a crowd judged: there are few, but many judged each word.
_CROWD_REPEATS = 3
# Targets whose lower states are kept in one file.
_SHARD = 500
FINAL = "final"


class _Lesson(NamedTuple):
    """A list to learn from, the half that its lemma belongs to, and repetitions per epoch."""

    example: examples.Example
    half: int
    repeats: int


class Encoders:
    """Makes encoders in a work folder; existing files are kept."""

    def __init__(
        self,
        work: Path,
        checkpoint: Path,
        labels: Benchmark,
        crowd: Benchmark,
        senses: Sequence[SynonymList],
    ) -> None:
        self.work, self.checkpoint = work, checkpoint
        self.labels, self.crowd, self.senses = labels, crowd, senses
        self.lexicon = Lexicon.open()
        torch.set_num_threads(1)

    @cached_property
    def words(self) -> vocabulary.Vocabulary:
        """The words that may be offered."""
        return vocabulary.load(self.work / "vocabulary.npz")

    @cached_property
    def pieces(self) -> encoder_export.ReducedTokenizer:
        """The tokenizer with fewer pieces."""
        path = self.work / "pieces.json"
        if not path.exists():
            whole = self.checkpoint / "tokenizer.json"
            made = encoder_export.fewer_pieces(whole, self.words, self.lexicon)
            path.write_text(json.dumps(made), "utf-8")
        return encoder_export.ReducedTokenizer(*json.loads(path.read_text("utf-8")))

    @cached_property
    def _stored(self) -> tuple[word_vectors.Axes, torch.Tensor, float]:
        """Axes, stored vectors, and the mean length of vectors before they are made unit."""
        layer = word_vectors.LAYERS.index(word_vectors.STORED_LAYER)
        raw = np.load(self.work / "word_vectors.npy", mmap_mode="r")[:, layer].astype(np.float32)
        axes = word_vectors.load_axes(self.work / "axes.npz")
        return axes, torch.from_numpy(axes.stored(raw)), float(np.linalg.norm(raw, axis=1).mean())

    @cached_property
    def _lessons(self) -> list[_Lesson]:
        pairs, lessons = examples.Pairs(self.words, self.lexicon), []
        for benchmark, repeats in ((self.labels, 1), (self.crowd, _CROWD_REPEATS)):
            for item, half in zip(benchmark.items, halves(benchmark.items), strict=True):
                example = examples.from_item(item, self.lexicon, pairs)
                lessons.append(_Lesson(example, half, repeats))
        for synonyms in self.senses:
            half = half_of(synonyms.target.word, synonyms.target.pos)
            lessons.append(_Lesson(examples.from_senses(synonyms, pairs), half, 1))
        return lessons

    def read_records(self, first: int = 0, every: int = 1) -> None:
        """Write the frozen layers' states for the lists, in files of some hundred lists each.

        `first` and `every` let several processes share the files among them.
        """
        reader = encoder_tuning.Reader(
            self._untuned().model, Tokenizer.from_str(self.pieces.tokenizer)
        )
        for path, lessons in self._shards()[first::every]:
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                read = (reader.read([lesson.example]) for lesson in lessons)
                records = [record for of_lesson in read for record in of_lesson]
                with whole_file(path) as temporary:
                    torch.save([tuple(record) for record in records], temporary)

    def _shards(self) -> list[tuple[Path, list[_Lesson]]]:
        starts = range(0, len(self._lessons), _SHARD)
        return [
            (self.work / "records" / f"{start:05}.pt", self._lessons[start : start + _SHARD])
            for start in starts
        ]

    @cached_property
    def _records(self) -> list[encoder_tuning.FrozenStates]:
        self.read_records()
        shards = (torch.load(path, weights_only=True) for path, _ in self._shards())
        return [encoder_tuning.FrozenStates(*row) for shard in shards for row in shard]

    def tune(self, name: str) -> None:
        """Make the encoder of a half, from the lists of the other half."""
        half = HALF_NAMES.index(name)
        chosen = [n for n, lesson in enumerate(self._lessons) if lesson.half != half]
        lessons = [self._lessons[n] for n in chosen]
        draw, steps = encoder_tuning.draw_again(
            [self._records[n] for n in chosen],
            [lesson.example for lesson in lessons],
            [lesson.repeats for lesson in lessons],
            rows=_BATCH_SIZE,
            epochs=_EPOCHS,
        )
        path = self._weights(name)
        self._export(
            name,
            encoder_tuning.train(
                self._untuned(), self._stored[1], draw, steps, _LEARNING_RATE, path
            ),
        )

    def average(self) -> None:
        """Make the encoder that is shipped: the mean of the weights of the halves."""
        halves = [encoder_tuning.load_tuned(self._weights(name)) for name in HALF_NAMES]
        mean = {key: torch.stack([half[key] for half in halves]).mean(0) for key in halves[0]}
        top = self._untuned()
        top.load_state_dict(mean, strict=False)
        self._export(FINAL, top.eval())

    def _untuned(self) -> encoder_tuning.TunedLayers:
        axes, _, length = self._stored
        model = mpnet.load(self.checkpoint, encoder_tuning.DEPTH)
        model = encoder_export.keep_pieces(model, self.pieces.rows)
        return encoder_tuning.TunedLayers(model, encoder_tuning.first_head(axes, length))

    def _weights(self, name: str) -> Path:
        return self.work / f"{name}.pt"

    def _export(self, name: str, top: encoder_tuning.TunedLayers) -> None:
        folder = self.work / name
        encoder_export.export(folder, top.model, top.head, top.fit, self.pieces.tokenizer)
        (folder / "READY").touch()
