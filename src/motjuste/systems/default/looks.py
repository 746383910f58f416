"""What the rankers see: a row of numbers for every candidate of a target.

The first look knows the lexicon and the one pass over the sentence; the second also how near each
of the best candidates is to the target when it stands in its place. Training and use share this.
"""

from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats


def standard(columns: Floats) -> Floats:
    """Columns relative to all candidates of the target."""
    found: Floats = (columns - columns.mean(0)) / (columns.std(0) + np.float32(1e-6))
    return found


class Facts(NamedTuple):
    """What is known of candidates before the sentence is read, a row or a number for each.

    `head` is the same for all of them: how common the headword is, the log of one more than its
    senses, and its part of speech, one of four.
    """

    features: Floats
    frequency: Floats
    spaces: Floats
    head: Floats


def first_look(facts: Facts, query: Floats) -> Floats:
    """A row for each candidate: what is known, and how near its vector is to the query."""
    features, frequency, spaces, head = facts
    moving = np.concatenate([features, query[:, None]], 1)
    own = np.stack([frequency, spaces], 1)
    same = np.broadcast_to(head, (len(features), len(head)))
    return np.concatenate([moving, standard(moving), own, same], 1)


def second_look(rows: Floats, in_place: Floats) -> Floats:
    """The rows of the best candidates with their nearness in the target's place."""
    return np.concatenate([rows, in_place, standard(in_place)], 1)


def given_words(facts: Facts, query: Floats, in_place: Floats, known: Floats) -> Floats:
    """A row for each of the words somebody gives; `known` is 1 for those that the pool has too."""
    return np.concatenate([second_look(first_look(facts, query), in_place), known[:, None]], 1)


def _columns() -> dict[str, list[int]]:
    """The columns of a row by what they are about, for explanations."""
    priors, kind = 4, 6
    moving = priors + 1
    own = 2 * moving
    last = own + 2 + kind
    return {
        "known substitute": [*range(priors), *range(moving, moving + priors)],
        "near in meaning here": [priors, moving + priors],
        "how common it is": [own],
        "fits in its place": list(range(last, last + 4)),
    }


GROUPS = _columns()
