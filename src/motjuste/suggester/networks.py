"""The rankers: small networks that score candidates by their features, and the order they give.

A network gives two scores. One is for suggesting: is the word acceptable, among all that could be
suggested? The other orders words that somebody has already proposed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.errors import BadInputError
from motjuste.lexicon.array_file import ArrayFile
from motjuste.suggester.associations import DATA
from motjuste.suggester.candidates import Pool
from motjuste.suggester.features import Meaning

# Columns of a network's output: the score for suggesting …
SUGGEST = 0
# … and the score for ordering given words.
RANK = 1
# Candidates chosen by the first score, as many as a reader is shown; the second orders the rest.
CHOSEN = 10

# Standardised features are clipped at this many deviations, so that no outlier decides a score.
_MAX_DEVIATIONS = 5

# Whose judgement the scores predict.
EDITOR = "editor"
CROWD = "crowd"
_BIASES = {EDITOR: "hidden_bias", CROWD: "crowd_bias"}


def check_judges(judges: str) -> None:
    """Refuse an unknown name of judges."""
    if judges not in _BIASES:
        raise BadInputError(f"judges is {judges!r}; give {' or '.join(_BIASES)}")


def standardised_input(rows: Floats, mean: Floats, deviation: Floats) -> Floats:
    """Features standardised by their mean and deviation in training, without outliers."""
    standardised: Floats = (rows - mean) / deviation
    return np.clip(standardised, -_MAX_DEVIATIONS, _MAX_DEVIATIONS)


def forward(network: Mapping[str, Floats], rows: Floats, bias: str = "hidden_bias") -> Floats:
    """The log odds that a network with one hidden layer gives for rows of features.

    Several trained copies stand side by side in the hidden layer. `bias` names its bias.
    """
    standardised = standardised_input(rows, network["mean"], network["deviation"])
    hidden = np.maximum(standardised @ network["hidden"] + network[bias], 0)
    log_odds: Floats = hidden @ network["output"] + network["output_bias"]
    return log_odds


class Network:
    """A trained network, read from a file."""

    def __init__(self, store: ArrayFile, name: str, bias: str = "hidden_bias") -> None:
        parts = ("mean", "deviation", "hidden", bias, "output", "output_bias")
        self._arrays = {part: store.array(f"{name}.{part}") for part in parts}
        self._bias = bias

    def scores(self, rows: Floats) -> Floats:
        """The log odds of both scores, a row for each candidate."""
        return forward(self._arrays, rows, self._bias)


class Rankers:
    """The networks of the first step, of re-ranking and of given words, each read on first use.

    They learnt from an editor's labels and from a crowd's, and judge as one or the other.
    """

    def __init__(self, path: Path, judges: str) -> None:
        self._path, self._bias = path, _BIASES[judges]

    @staticmethod
    @lru_cache
    def open(path: Path | None = None, judges: str = EDITOR) -> "Rankers":
        """The rankers in the package, or in another file; opened once."""
        return Rankers(path or DATA / "ranker.bin", judges)

    @cached_property
    def _store(self) -> ArrayFile:
        return ArrayFile(self._path)

    @cached_property
    def first(self) -> Network:
        """Scores all candidates after the one pass over the sentence."""
        return Network(self._store, "one", self._bias)

    @cached_property
    def second(self) -> Network:
        """Re-ranks the best candidates, each read in the target's place."""
        return Network(self._store, "two", self._bias)

    @cached_property
    def given(self) -> Network:
        """Scores words that the caller gives."""
        return Network(self._store, "rank", self._bias)


@dataclass(frozen=True)
class Ranking:
    """The candidates of a pool in order.

    `order`: places in the pool, best first.
    `scores`: the probability of each, in that order.
    `rows`: the features of the first candidates: of those that were re-ranked, if any were.
    `network`: the network that scored these rows.
    `meaning`: the sense of the target, if it was determined.
    """

    pool: Pool
    order: Numbers
    scores: Floats
    rows: Floats
    network: Network
    meaning: Meaning | None = None


def probability(log_odds: Floats) -> Floats:
    """Log odds as probabilities."""
    return 1 / (1 + np.exp(-log_odds))


def order_candidates(scores: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The order of candidates, and their probabilities, which never increase along it.

    The first ten are chosen and ordered by the score for suggesting. The others are words that
    hardly anyone would suggest first; the score for ranking orders these better.
    """
    probabilities = probability(scores)
    order = np.argsort(-scores[:, SUGGEST], kind="stable")
    chosen, rest = order[:CHOSEN], order[CHOSEN:]
    rest = rest[np.argsort(-scores[rest, RANK], kind="stable")]
    values = probabilities[:, SUGGEST].copy()
    if len(rest):
        values[rest] = values[chosen[-1]] * probabilities[rest, RANK]
    order = np.concatenate([chosen, rest])
    return order, values[order]
