"""The rankers' features: a row of numbers for every candidate of a target.

The first step knows the lexicon and the one pass over the sentence; re-ranking also knows how near
each of the best candidates is to the target when read in its place. Training and use share this.
"""

from typing import NamedTuple

import numpy as np

from motjuste.encoder.encoder import IN_PLACE_COLUMNS
from motjuste.encoder.quantisation import Floats
from motjuste.suggester.labelled import COLUMNS, REVERSE_COLUMNS


def standard(columns: Floats) -> Floats:
    """Columns relative to all candidates of the target."""
    standardised: Floats = (columns - columns.mean(0)) / (columns.std(0) + np.float32(1e-6))
    return standardised


class Facts(NamedTuple):
    """What is known of candidates before the sentence is read, a row or a number for each.

    `likeness` is that of a candidate's vector to the headword's. `head` is the same for all: how
    common the headword is, the log of one more than its senses, its part of speech, one of four.
    """

    features: Floats
    likeness: Floats
    frequency: Floats
    spaces: Floats
    head: Floats


def first_look(facts: Facts, query: Floats) -> Floats:
    """A row for each candidate: what is known, and how near its vector is to the query."""
    features, likeness, frequency, spaces, head = facts
    moving = np.concatenate([features, np.stack([likeness, query], 1)], 1)
    own = np.stack([frequency, spaces], 1)
    same = np.broadcast_to(head, (len(features), len(head)))
    return np.concatenate([moving, standard(moving), own, same], 1)


def second_look(rows: Floats, in_place: Floats) -> Floats:
    """The rows of the best candidates with their nearness in the target's place."""
    return np.concatenate([rows, in_place, standard(in_place)], 1)


def with_evidence(rows: Floats, evidence: Floats) -> Floats:
    """The rows of the first look with the evidence of senses and labelled sentences."""
    return np.concatenate([rows, evidence], 1)


def given_words(rows: Floats, in_place: Floats, known: Floats) -> Floats:
    """A row for each given word; `known` tells how well each is known as a candidate (0 to 1)."""
    return np.concatenate([second_look(rows, in_place), known[:, None]], 1)


def without_labels(rows: Floats) -> Floats:
    """Rows of any step as if the headword had no labelled sentences."""
    changed = rows.copy()
    changed[:, _LAST - COLUMNS : _LAST] = 0
    return changed


# Where the columns of a row stand. First the four priors, likeness and nearness, …
_PRIORS = 4
_MOVING = _PRIORS + 2
# … then the same relative to all candidates, then a candidate's frequency and spaces, …
_OWN = 2 * _MOVING
# … then six about the headword, then the evidence.
_HEAD = 6
EVIDENCE = _OWN + 2 + _HEAD
# Evidence: five columns of links to senses, three of nearness to senses, then those of labels: of
# the candidate's own sentences, and of the headword's, which come last.
_SENSES = 8
EVIDENCE_COLUMNS = _SENSES + REVERSE_COLUMNS + COLUMNS
_LAST = EVIDENCE + EVIDENCE_COLUMNS
# Columns of a candidate read in the target's place, each also relative to all candidates.
_IN_PLACE = 2 * IN_PLACE_COLUMNS
NEARNESS = _PRIORS + 1
GROUPS = {
    "known substitute": [*range(NEARNESS), *range(_MOVING, _MOVING + NEARNESS)],
    "near in meaning here": [NEARNESS, _MOVING + NEARNESS],
    "how common it is": [_OWN],
    "in this sense": list(range(EVIDENCE, EVIDENCE + _SENSES)),
    "accepted in like sentences": list(range(EVIDENCE + _SENSES, _LAST)),
    "fits in its place": list(range(_LAST, _LAST + _IN_PLACE)),
}
