"""The steps from word vectors to tables of associations: the final one, and one for each half."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import numpy as np

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.lexicon.lexicon import Lexicon
from motjuste.training import association_table as table
from motjuste.training import vocabulary, word_vectors
from motjuste.training.features import Featuriser, Head
from motjuste.training.folds import HALF_NAMES
from motjuste.training.knowledge import Array, Knowledge, VocabularyVectors, static_rows
from motjuste.training.priors import Priors, examples, half_priors, heads_of_half

Advance = Callable[[int], None]


class Tables:
    """Makes `associations.bin` in the folders of a work folder; existing files are kept."""

    def __init__(self, work: Path, glove: Path, benchmark: Benchmark) -> None:
        self.work, self.glove, self.benchmark = work, glove, benchmark
        self.lexicon = Lexicon.open()

    def path(self, name: str) -> Path:
        """The table in the folder of a model (`final`, `half0`, …)."""
        return self.work / name / "associations.bin"

    @cached_property
    def words(self) -> vocabulary.Vocabulary:
        """The words that may be offered."""
        return vocabulary.load(self.work / "vocabulary.npz")

    @cached_property
    def known(self) -> Knowledge:
        """The lexicon as arrays."""
        return Knowledge(self.lexicon)

    @cached_property
    def featuriser(self) -> Featuriser:
        """Computes features, with all vectors in memory."""
        layers = np.load(self.work / "word_vectors.npy", mmap_mode="r")
        return Featuriser(
            self.known, VocabularyVectors(len(self.lexicon), self.words, layers, self._static)
        )

    @property
    def _static(self) -> Array:
        path = self.work / "static_vectors.npy"
        if not path.exists():
            np.save(path, static_rows(self.glove, self.words.words(self.lexicon)))
        return np.asarray(np.load(path))

    def train_priors(self) -> None:
        """Train the boosters on all items, and those that leave out one half of the lemmas."""
        folders = {name: self.work / "priors" / name for name in ("all", *HALF_NAMES)}
        missing = [name for name, folder in folders.items() if not (folder / "DONE").exists()]
        given = examples(self.featuriser, self.benchmark) if missing else []
        for name in missing:
            half = HALF_NAMES.index(name) if name in HALF_NAMES else None
            priors = Priors.train(given) if half is None else half_priors(given, half)
            priors.save(folders[name])
            if half is not None:
                heads = heads_of_half(given, half)
                rows = table.best_candidates(self.known, list(self.featuriser(heads)), priors)
                table.write_rows(rows, folders[name] / "rows.npz")
            (folders[name] / "DONE").touch()

    @cached_property
    def heads(self) -> list[Head]:
        """All headwords of the table."""
        return table.headwords(self.known)

    def make(self, advance: Advance = lambda _: None) -> dict[str, float]:
        """Make all tables; returns the errors of compression."""
        folder = self.work / "associations"
        paths = table.shard_paths(self.heads, folder)
        if not all(path.exists() for path in paths):
            priors = Priors.load(self.work / "priors" / "all")
            table.make_shards(self.featuriser, priors, self.heads, folder, advance)
        rows = [table.capped(self.known, row) for row in table.read_shards(paths)]
        packing = table.make_packing(rows, self.words, self.stored)
        packed = table.pack_rows(rows, packing)
        self._write("final", packed, packing)
        for name in HALF_NAMES:
            own = table.read_shards([self.work / "priors" / name / "rows.npz"])
            other = table.pack_rows((table.capped(self.known, row) for row in own), packing)
            by_key = {row.key: row for row in other}
            self._write(name, [by_key.get(row.key, row) for row in packed], packing)
        places = np.searchsorted(self.words.keys, packing.pairs)
        return table.packing_errors(rows, self.stored[places], packing)

    def _write(self, name: str, rows: list[table.Packed], packing: table.Packing) -> None:
        arrays = table.pack_table(self.known, rows, packing)
        table.write_table(arrays, self.lexicon, self.path(name))

    @cached_property
    def stored(self) -> Array:
        """The vocabulary's vectors in the space of queries."""
        layer = word_vectors.LAYERS.index(word_vectors.STORED_LAYER)
        raw = np.load(self.work / "word_vectors.npy", mmap_mode="r")[:, layer]
        return word_vectors.load_axes(self.work / "axes.npz").stored(raw)
