"""Train the tagger on what `label_tagger_data.py` made; writes `lexicon/data/tagger.bin`.

    python scripts/train_tagger.py SENTENCES.txt.gz

Needs SciPy. Two logistic regressions: the first on words alone, from three fifths of the
sentences; the second, added to it, on the tags that the first gives in the other two fifths.
"""

import gzip
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from motjuste.lexicon import array_file, tagging
from motjuste.lexicon.morphology import analyses

OUT = Path(__file__).parent.parent / "src/motjuste/lexicon/data/tagger.bin"
# Occurrences that a feature needs.
LEAST_COUNT = 5
# Passes over the training data.
EPOCHS = 4
# Words in a training batch.
BATCH = 8192
# Learning rate of AdaGrad.
RATE = 0.25
# Strength of the L1 penalty.
SHRINK = 0.01
# Occurrences that a tag needs; rarer ones are merged into one.
RARE = 50
ABOUT = {
    "content": 1,
    "notices": [
        "Trained on texts in the public domain and on WordNet 3.0 (see WORDNET-LICENSE), "
        "with labels by spaCy's en_core_web_sm (MIT)."
    ],
}
Array = np.ndarray[Any, Any]


def read(path: Path) -> tuple[list[list[str]], list[str]]:
    """Sentences, and the labels of all words in a row."""
    sentences, labels = [], []
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            pairs = [pair.split("\t") for pair in line.rstrip("\n").split(" ")]
            if all(len(pair) == 2 and "|" in pair[1] for pair in pairs):
                sentences.append([word for word, _ in pairs])
                labels += [corrected(word, label) for word, label in pairs]
    counts = Counter(labels)
    return sentences, [label if counts[label] >= RARE else "XX|X" for label in labels]


def corrected(word: str, label: str) -> str:
    """A label without the labeller's plainest mistakes: lower-case names, `geese` as singular."""
    if word.islower() and label.startswith("NNP"):
        label = "NNS|NOUN" if label.startswith("NNPS") else "NN|NOUN"
    if label == "NN|NOUN" and analyses(word.lower(), "n")[:1] not in ([], [word.lower()]):
        label = "NNS|NOUN"
    return label.replace("_SP|SPACE", "XX|X")


class Model:
    """A multinomial logistic regression over hashed features, by AdaGrad."""

    def __init__(self, features: Array, tags: int) -> None:
        known, counts = np.unique(features, return_counts=True)
        self.known = known[counts >= LEAST_COUNT]
        self.weights = np.zeros((len(self.known), tags), np.float32)

    def matrix(self, features: Array) -> csr_matrix:
        """The features of words as rows of zeros and ones."""
        at = np.searchsorted(self.known, features)
        at[at == len(self.known)] = 0
        hit = self.known[at] == features
        ends = np.concatenate([[0], np.cumsum(hit.sum(1))])
        ones = np.ones(int(ends[-1]), np.float32)
        return csr_matrix((ones, at[hit], ends), shape=(len(features), len(self.known)))

    def train(self, features: Array, labels: Array, base: Array | None = None) -> "Model":
        """Fit to the labels, on top of what another model says."""
        seen = np.ones(self.weights.shape, np.float32)
        rng, rows = np.random.default_rng(0), self.matrix(features)
        for epoch in range(EPOCHS):
            losses, order = [], rng.permutation(len(labels))
            for chosen in np.array_split(order, len(labels) // BATCH + 1):
                x = rows[chosen]
                scores = x @ self.weights
                if base is not None:
                    scores += base[chosen]
                scores = np.exp(scores - scores.max(1, keepdims=True))
                scores /= scores.sum(1, keepdims=True)
                row_numbers = np.arange(len(chosen))
                losses.append(-np.log(scores[row_numbers, labels[chosen]] + 1e-9).mean())
                scores[row_numbers, labels[chosen]] -= 1
                self._step(x, scores, seen)
            print(f"  epoch {epoch}: loss {np.mean(losses):.4f}", flush=True)
        return self

    def _step(self, x: csr_matrix, gradient: Array, seen: Array) -> None:
        used, local = np.unique(x.indices, return_inverse=True)
        narrow = csr_matrix((x.data, local, x.indptr), shape=(x.shape[0], len(used)))
        slope = np.asarray(narrow.T @ gradient, np.float32)
        slope += SHRINK * np.sign(self.weights[used])
        seen[used] += slope * slope
        self.weights[used] -= RATE * slope / np.sqrt(seen[used])

    def scores(self, features: Array) -> Array:
        """What the model says of words."""
        return np.concatenate(
            [self.matrix(part) @ self.weights for part in np.array_split(features, 64)]
        )


def packed(model: Model, look: str, scale: float, least: int) -> dict[str, Array]:
    """Weights as whole numbers, the smallest left out."""
    values = np.clip(np.round(model.weights * scale), -127, 127).astype(np.int8)
    values[np.abs(values.astype(int)) < least] = 0
    keep = values.any(1)
    rows, columns = np.nonzero(values[keep])
    lengths = np.bincount(rows, minlength=int(keep.sum()))
    return {
        f"{look}.features": model.known[keep].astype(np.uint32),
        f"{look}.lengths": lengths.astype(np.uint8),
        f"{look}.columns": columns.astype(np.uint8),
        f"{look}.values": values[keep][rows, columns],
    }


def main(path: Path) -> None:
    """Train both looks and write the file."""
    sentences, names = read(path)
    tags = sorted(set(names))
    labels = np.array([tags.index(name) for name in names])
    print(f"{len(sentences):,} sentences, {len(labels):,} words, {len(tags)} tags")
    types = tagging.Types()
    numbers = types.numbers(sentences)
    table, places = types.features[numbers], np.flatnonzero(numbers)
    features = tagging.hashes(table, places, tagging.FIRST_STAGE).T
    held = np.repeat(np.arange(len(sentences)) // 100 % 5 < 2, [len(s) for s in sentences])
    held_out, training = np.flatnonzero(held), np.flatnonzero(~held)
    first = Model(features[training], len(tags)).train(features[training], labels[training])
    base = first.scores(features)
    predicted = base.argmax(1)
    print(f"first look on held-out words: {(predicted[held_out] == labels[held_out]).mean():.4f}")
    wider = tagging.with_tags(table, places, predicted)
    more = tagging.hashes(wider, places[held_out], tagging.SECOND_STAGE).T
    second = Model(more, len(tags)).train(more, labels[held_out], base[held_out])
    scale = 127 / max(np.quantile(np.abs(first.weights).max(1), 0.999), 1e-6)
    arrays = {**packed(first, "first", scale, 5), **packed(second, "second", scale, 5)}
    OUT.write_bytes(array_file.pack(arrays, {**ABOUT, "tags": tags}))
    print(f"{OUT.name}: {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
