"""The detector: which words and phrases of a text are worth changing, and its best candidates.

For each expression the networks estimate how likely a good teacher is to mark it, from the
expression, its sentence, its candidates, and its entry in the usage list.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.quantisation import Floats
from motjuste.improver.calibration import Calibration
from motjuste.improver.detector_input import DetectorInput, kind_row
from motjuste.improver.expressions import NEVER_MANDATORY, Expression
from motjuste.improver.training_counts import TrainingCounts
from motjuste.lexicon.array_file import ArrayFile
from motjuste.suggester.candidates import Pool
from motjuste.suggester.networks import SUGGEST, Network, Rankers, probability
from motjuste.text import KINDS, Around, SwsKind, Word

# The folder of this package's trained networks.
DATA = Path(str(files("motjuste.improver") / "data"))
# Outputs of the detector, as columns of log odds: is the expression worth improving …
IMPROVABLE = 0
# … and is our first suggestion apt?
APT = 1
# Suggestions that a mark comes with, at most.
SUGGESTIONS = 5
# A mark is of the kind refine-usage if that is at least this probable.
MIN_REFINE_USAGE = 0.5
# Candidates kept for each expression; filters may refuse some of them later.
_KEPT_CANDIDATES = 25
# Added to the log odds of an expression for each earlier use nearby …
_REPETITION_BONUS = 0.6
# … counting at most this many uses.
_COUNTED_REPETITIONS = 2
# Taken off the log odds of a fully concrete noun: names of physical things are seldom wrong, and
# the essays of the training data have too few of them to learn that from.
_CONCRETENESS_PENALTY = 1.0


class PossibleMark(NamedTuple):
    """An expression with the detector's judgement, and everything that a mark needs.

    `candidates`: places in the pool of the best candidates, best first.
    `probabilities`: how likely each of them is a good suggestion.
    `score`: how much the expression should be marked, from 0 to 1.
    `refine_usage`: the probability that the mark is of the kind refine-usage.
    """

    expression: Expression
    pool: Pool
    candidates: NDArray[np.intp]
    probabilities: Floats
    score: float
    refine_usage: float
    around: Around

    @property
    def word(self) -> Word:
        """The word, or the phrase as one word."""
        return self.expression.word

    @property
    def sws_kind(self) -> SwsKind:
        """Which of the two kinds of Smart Word Suggestions the mark is."""
        return kind_of(self.expression, self.refine_usage)


class Detector:
    """The networks of the improver, the counts from their training, and their calibration.

    `ranker`: the suggester's network, whose scores are among the features of `chooser`.
    `chooser`: scores the candidates of an expression.
    `reranker`: scores the best of these again, each read in the expression's place.
    `network`: scores how likely an expression is marked, and its first suggestion apt.
    `kind_network`: scores how likely a mark is of the kind refine-usage.
    """

    def __init__(self, store: ArrayFile, ranker: Network) -> None:
        self.ranker = ranker
        self.network = Network(store, "detect")
        self.kind_network = Network(store, "kind")
        self.chooser = Network(store, "choose")
        self.reranker = Network(store, "again")
        self.counts = TrainingCounts.read(store)
        self.calibration = Calibration(store.array("scale"))

    @staticmethod
    @lru_cache
    def open(folder: Path | None = None) -> "Detector":
        """The detector of the package, or of another folder; opened once."""
        ranker = Rankers.open(folder and folder / "ranker.bin").first
        return Detector(ArrayFile((folder or DATA) / "improver.bin"), ranker)

    def judge(self, inputs: Sequence[DetectorInput]) -> list[PossibleMark]:
        """The score and the best candidates of each expression of a text."""
        if not inputs:
            return []
        probabilities = self._candidate_probabilities(inputs)
        rows = np.stack(
            [
                detector_input.row(of_candidates, self.counts.of_head(detector_input.pool))
                for detector_input, of_candidates in zip(inputs, probabilities, strict=True)
            ]
        )
        expressions = [detector_input.expression for detector_input in inputs]
        scores = mark_scores(self.network.scores(rows), expressions)
        refine_usage = probability(self.kind_network.scores(kind_row(rows))[:, 0])
        judgements = zip(inputs, probabilities, scores.tolist(), refine_usage.tolist(), strict=True)
        return [_possible_mark(*judgement) for judgement in judgements]

    def _candidate_probabilities(self, inputs: Sequence[DetectorInput]) -> list[Floats]:
        """For each expression, how likely each of its candidates is a good suggestion."""
        first = np.concatenate([detector_input.candidate_features for detector_input in inputs])
        counted = np.concatenate(
            [
                listed_and_counted(detector_input.pool, detector_input.expression, self.counts)
                for detector_input in inputs
            ]
        )
        rows = chooser_rows(first, counted, self.ranker.scores(first))
        sizes = [len(detector_input.candidate_features) for detector_input in inputs]
        return np.split(probability(self.chooser.scores(rows)[:, SUGGEST]), np.cumsum(sizes)[:-1])


def _possible_mark(
    detector_input: DetectorInput, probabilities: Floats, score: float, refine_usage: float
) -> PossibleMark:
    best = np.argsort(-probabilities, kind="stable")[:_KEPT_CANDIDATES]
    return PossibleMark(
        detector_input.expression,
        detector_input.pool,
        best,
        probabilities[best],
        score,
        refine_usage,
        detector_input.around,
    )


def kind_of(expression: Expression, refine_usage: float) -> SwsKind:
    """The kind of a mark, given the probability that it is refine-usage; some need no guess."""
    if expression.mandatory_from < NEVER_MANDATORY:
        return KINDS[0]
    # A repeated word is not used wrongly, only too often.
    return KINDS[expression.repetition is not None or refine_usage < MIN_REFINE_USAGE]


def chooser_rows(first: Floats, counted: Floats, ranked: Floats) -> Floats:
    """The chooser's input: the suggester's features, counts from training, the ranker's scores."""
    return np.concatenate([first, counted, ranked], 1)


def listed_and_counted(pool: Pool, expression: Expression, counts: TrainingCounts) -> Floats:
    """Features of candidates: two counts from training, and whether the usage list has them."""
    listed = np.zeros((len(pool), 1), np.float32)
    listed[pool.places(expression.usage.replacements if expression.usage else ())] = 1
    return np.concatenate([counts.of_candidates(pool), listed], 1)


def mark_scores(log_odds: Floats, expressions: Sequence[Expression]) -> Floats:
    """How much each expression should be marked, from the detector's two outputs.

    It is the probability that the expression is worth improving, times the probability that our
    first suggestion is apt.
    """
    prior = np.array([_prior_log_odds(expression) for expression in expressions], np.float32)
    improvable = probability(log_odds[:, IMPROVABLE] + prior)
    scores: Floats = improvable * probability(log_odds[:, APT] + prior / 2)
    return scores


def _prior_log_odds(expression: Expression) -> float:
    uses = expression.repetition.uses if expression.repetition else 0
    bonus = _REPETITION_BONUS * min(uses, _COUNTED_REPETITIONS)
    return bonus - _CONCRETENESS_PENALTY * expression.concreteness
