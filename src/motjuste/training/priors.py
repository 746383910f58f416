"""Priors of substitutes: four probabilities that do not depend on the sentence, by boosted trees.

They are the share of judges who accept the word, and the probabilities that it is conceivable, that
it is acceptable, and that it was judged at all. Training uses labelled targets and SWORDS's.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motjuste.analysis import locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.extras import need
from motjuste.lexicon import lemma_table
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.metrics.lemmas import gold_lemmas
from motjuste.metrics.precision_recall import THRESHOLDS
from motjuste.training.features import Featured, Featuriser, Head
from motjuste.training.folds import halves
from motjuste.training.knowledge import Array, Knowledge

# What the boosters predict: the share of judges who accept a word, and three yes-or-no labels.
LABELS = ("share", "conceivable", "acceptable", "judged")
# Probabilities are clipped before their logarithm is taken: from below …
MIN_PROBABILITY = 1e-4
# … and from above.
MAX_PROBABILITY = 0.99
# Trees of each booster.
_ROUNDS = 200
_SETTINGS: dict[str, Any] = {
    "objective": "cross_entropy",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "seed": 0,
    "num_threads": 1,
    "verbose": -1,
    "deterministic": True,
    "force_row_wise": True,
}


class PriorExample(NamedTuple):
    """An item with its candidates: texts, features and judgements.

    The first `own` candidates are the headword's pool, the others were judged for this item.
    """

    item: Item
    head: Head
    numbers: Array
    texts: list[str]
    features: Array
    share: Array
    judged: Array
    own: int


def head_of(known: Knowledge, item: Item) -> Head | None:
    """The headword under which an item's target is looked up."""
    word = locate(item.target)
    number, names = known.lexicon.number(word.lemma), list(PARTS_OF_SPEECH.values())
    pos = item.target.pos or word.pos
    return Head(number, names.index(pos)) if number is not None and pos in names else None


def examples(featuriser: Featuriser, benchmark: Benchmark) -> list[PriorExample]:
    """The candidates of all items that have a headword: its pool, then judged words outside it."""
    known, golds = featuriser.known, gold_lemmas(benchmark, "drop")
    heads = [head_of(known, gold.item) for gold in golds]
    extra: dict[Head, dict[int, None]] = {}
    for gold, head in zip(golds, heads, strict=True):
        numbers = (known.number.get(text) for text in gold.shares)
        if head is not None:
            extra.setdefault(head, {}).update({n: None for n in numbers if n is not None})
    ordered = sorted(extra, key=lambda head: head.pos)
    pools = featuriser(ordered, {head: [*extra[head]] for head in ordered})
    featured_of = {featured.head: featured for featured in pools}
    return [
        _example(known, gold.item, gold.shares, featured_of[head])
        for gold, head in zip(golds, heads, strict=True)
        if head is not None
    ]


def _example(
    known: Knowledge, item: Item, shares: dict[str, float], featured: Featured
) -> PriorExample:
    """Of the words outside the pool only those that were judged for this item."""
    lemmas = lemma_table(item.target.pos)
    texts = [known.spellings[number] for number in featured.numbers.tolist()]
    own_shares = [shares.get(lemmas[text]) for text in texts]
    rows = [row for row, share in enumerate(own_shares) if row < featured.own or share is not None]
    return PriorExample(
        item,
        featured.head,
        featured.numbers[rows],
        [texts[row] for row in rows],
        featured.features[rows],
        np.array([own_shares[row] or 0.0 for row in rows], np.float32),
        np.array([own_shares[row] is not None for row in rows]),
        featured.own,
    )


def labels_of(example: PriorExample) -> dict[str, Array]:
    """The labels of the candidates for each booster; SWORDS's thresholds make two of them."""
    reached = {name: example.share >= minimum for name, minimum in THRESHOLDS.items()}
    labels = {"share": example.share, "judged": example.judged, **reached}
    return {name: np.asarray(labels[name], np.float32) for name in LABELS}


class Priors:
    """The four boosters."""

    def __init__(self, boosters: Sequence[Any]) -> None:
        self.boosters = list(boosters)

    @classmethod
    def train(cls, given: Sequence[PriorExample]) -> "Priors":
        """Boosters trained on examples."""
        lightgbm = need("lightgbm", "training", "train")
        rows = np.concatenate([example.features for example in given])
        boosters = []
        for name in LABELS:
            labels = np.concatenate([labels_of(example)[name] for example in given])
            boosters.append(lightgbm.train(_SETTINGS, lightgbm.Dataset(rows, labels), _ROUNDS))
        return cls(boosters)

    def __call__(self, features: Array, boosters: slice = slice(None)) -> Array:
        """The logarithms of the probabilities, one column for each booster."""
        columns = [booster.predict(features, num_threads=1) for booster in self.boosters[boosters]]
        return np.asarray(
            np.log(np.clip(np.stack(columns, 1), MIN_PROBABILITY, MAX_PROBABILITY)), np.float32
        )

    def save(self, folder: Path) -> None:
        """Write each booster as text."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, booster in zip(LABELS, self.boosters, strict=True):
            booster.save_model(str(folder / f"{name}.txt"))

    @classmethod
    def load(cls, folder: Path) -> "Priors":
        """The boosters that `save` wrote."""
        lightgbm = need("lightgbm", "training", "train")
        return cls([lightgbm.Booster(model_file=str(folder / f"{name}.txt")) for name in LABELS])


def half_priors(given: Sequence[PriorExample], half: int) -> Priors:
    """Boosters trained without the lemmas of a half."""
    own_halves = halves([example.item for example in given])
    return Priors.train(
        [example for example, own in zip(given, own_halves, strict=True) if own != half]
    )


def heads_of_half(given: Sequence[PriorExample], half: int) -> list[Head]:
    """The headwords of a half's examples, by part of speech."""
    own_halves = halves([example.item for example in given])
    heads = {example.head for example, own in zip(given, own_halves, strict=True) if own == half}
    return sorted(heads, key=lambda head: (head.pos, head.number))
