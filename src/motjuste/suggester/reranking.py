"""Re-ranking, the second look: the best candidates, read in the target's place, are ordered again.

The first step scores all candidates from one encoder pass over the sentence. Here the encoder also
reads each of the best candidates where the target stands (`Encoder.in_place`), which costs only
their own word pieces, and a second network scores them with that.
"""

from collections.abc import Iterable

import numpy as np

from motjuste.encoder import Encoder, TargetReading
from motjuste.encoder.quantisation import Floats
from motjuste.suggester.candidates import Pool
from motjuste.suggester.features import with_in_place
from motjuste.suggester.networks import Network, Ranking, order_candidates


def reranking_features(
    encoder: Encoder, target: TargetReading, pool: Pool, candidates: Iterable[int], rows: Floats
) -> Floats:
    """The features of some candidates of a pool with how well each fits in the target's place.

    `rows` are their features without that. The encoder reads lemmas: these gave better rankings
    than inflected forms.
    """
    lemmas = [pool.word(candidate) for candidate in candidates]
    return with_in_place(rows, encoder.in_place(*target, lemmas))


def reranked(
    ranking: Ranking, encoder: Encoder, network: Network, target: TargetReading, count: int
) -> Ranking:
    """A ranking whose first `count` candidates are scored and ordered by the second network."""
    pool, best, rest = ranking.pool, ranking.order[:count], ranking.order[count:]
    rows = reranking_features(encoder, target, pool, best, ranking.rows[:count])
    first, scores = order_candidates(network.scores(rows))
    # Candidates that were not read in place come after the others, and score below the last.
    scores = np.concatenate([scores, scores[-1] * ranking.scores[count:]])
    order = np.concatenate([best[first], rest])
    return Ranking(pool, order, scores, rows[first], network, ranking.meaning)
