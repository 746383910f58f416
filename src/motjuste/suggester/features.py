"""The rankers' features: a row of numbers for every candidate of a target.

The first step uses the lexicon, one encoder pass over the sentence, senses and labelled sentences.
Re-ranking (`reranking.py`) adds how well each candidate fits when it is read in the target's place.
Training and use share this module.
"""

from typing import NamedTuple

import numpy as np

from motjuste.encoder.encoder import IN_PLACE_COLUMNS
from motjuste.encoder.quantisation import Floats
from motjuste.suggester.labelled import COLUMNS, REVERSE_COLUMNS


def standard(columns: Floats) -> Floats:
    """Columns standardised over all candidates of the target: zero mean, unit deviation."""
    standardised: Floats = (columns - columns.mean(0)) / (columns.std(0) + np.float32(1e-6))
    return standardised


class Facts(NamedTuple):
    """The features of candidates that do not depend on the sentence; a row or number for each.

    `features`: the columns of the table of associations (`Links.features`).
    `likeness`: the cosine of a candidate's vector and the headword's.
    `frequency`: log10 of occurrences in a billion words.
    `spaces`: the number of spaces in the candidate (0 for a single word).
    `head`: the same for all candidates: the headword's frequency, the log of one more than the
        number of its senses, and its part of speech as one of four.
    """

    features: Floats
    likeness: Floats
    frequency: Floats
    spaces: Floats
    head: Floats


def first_step_features(facts: Facts, nearness: Floats) -> Floats:
    """A row for each candidate: its facts, and the cosine of its vector and the encoder's query."""
    features, likeness, frequency, spaces, head = facts
    relative = np.concatenate([features, np.stack([likeness, nearness], 1)], 1)
    absolute = np.stack([frequency, spaces], 1)
    of_headword = np.broadcast_to(head, (len(features), len(head)))
    return np.concatenate([relative, standard(relative), absolute, of_headword], 1)


def with_evidence(rows: Floats, evidence: Floats) -> Floats:
    """The rows with the columns of senses and labelled sentences (`Evidence.columns`)."""
    return np.concatenate([rows, evidence], 1)


def with_in_place(rows: Floats, in_place: Floats) -> Floats:
    """The rows with the columns of candidates read in the target's place (`Encoder.in_place`)."""
    return np.concatenate([rows, in_place, standard(in_place)], 1)


def given_features(rows: Floats, in_place: Floats, known: Floats) -> Floats:
    """A row for each given word; `known` tells how well it is known as a candidate (0 to 1)."""
    return np.concatenate([with_in_place(rows, in_place), known[:, None]], 1)


def without_labels(rows: Floats) -> Floats:
    """Rows of any step as if the headword had no labelled sentences."""
    changed = rows.copy()
    changed[:, _LAST - COLUMNS : _LAST] = 0
    return changed


# The order of the columns of a row. First the priors of the table of associations, …
_PRIORS = 4
# … then likeness and nearness, …
_RELATIVE = _PRIORS + 2
# … then all of these standardised over the candidates, then a candidate's frequency and spaces, …
_OWN = 2 * _RELATIVE
# … then the columns about the headword, then the evidence.
_HEAD = 6
EVIDENCE = _OWN + 2 + _HEAD
# The evidence begins with five columns of links to senses and three of nearness to senses. Columns
# of labels follow: of the candidate's own labelled sentences, then of the headword's.
_SENSES = 8
EVIDENCE_COLUMNS = _SENSES + REVERSE_COLUMNS + COLUMNS
_LAST = EVIDENCE + EVIDENCE_COLUMNS
# Columns of a candidate read in the target's place, each also standardised.
_IN_PLACE = 2 * IN_PLACE_COLUMNS
# The column of the nearness of a candidate's vector to the encoder's query.
NEARNESS = _PRIORS + 1
# Names of groups of columns, as `--explain` shows them.
GROUPS = {
    "known substitute": [*range(NEARNESS), *range(_RELATIVE, _RELATIVE + NEARNESS)],
    "near in meaning here": [NEARNESS, _RELATIVE + NEARNESS],
    "how common it is": [_OWN],
    "in this sense": list(range(EVIDENCE, EVIDENCE + _SENSES)),
    "accepted in like sentences": list(range(EVIDENCE + _SENSES, _LAST)),
    "fits in its place": list(range(_LAST, _LAST + _IN_PLACE)),
}
