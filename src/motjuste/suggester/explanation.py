"""Why a substitute is offered: the sense that was taken, where it came from, what moved it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.candidates import Candidate, Link, candidates
from motjuste.lexicon.lexicon import Sense
from motjuste.suggester.candidates import Pool
from motjuste.suggester.features import GROUPS
from motjuste.suggester.networks import SUGGEST, Network
from motjuste.text import Answer, Suggestion, Target, Word

_FIRST = 0.3
# How much a link says about the sense of the target.
_TELLING = {"synonym": 1.0, "similar": 0.6, "verb-group": 0.6, "hypernym": 0.4, "hyponym": 0.3}


@dataclass(frozen=True)
class Ranking:
    """Candidates in order, by their places in the pool, with probabilities, and what was seen.

    `rows` are the features of the first of them, and `network` is what turned them into scores.
    """

    pool: Pool
    order: Numbers
    scores: Floats
    rows: Floats
    network: Network


def explained(
    target: Target, word: Word, ranking: Ranking, suggestions: Sequence[Suggestion]
) -> Answer:
    """The suggestions for a target, with the sense that was taken and the origin of each."""
    pool = ranking.pool
    links = {each.word: each for each in candidates(pool.lexicon, pool.headword, pool.pos)}
    parts = {pool.word(place): moved for place, moved in _parts(ranking)}
    with_origins = tuple(
        replace(
            each,
            origin=_origin(links.get(each.lemma or "")),
            parts=parts.get(each.lemma or "", ()),
        )
        for each in suggestions
    )
    return Answer(target, word, with_origins, _sense(pool, links, suggestions))


def _parts(ranking: Ranking) -> list[tuple[int, tuple[tuple[str, float], ...]]]:
    """For each candidate, what each group of columns does to its log odds.

    That is by how much they would change if the group were as it is on average.
    """
    full = ranking.network.scores(ranking.rows)[:, SUGGEST]
    moved = []
    for name, columns in GROUPS.items():
        columns = [column for column in columns if column < ranking.rows.shape[1]]
        plain = ranking.rows.copy()
        plain[:, columns] = plain[:, columns].mean(0)
        if columns:
            moved.append((name, full - ranking.network.scores(plain)[:, SUGGEST]))
    places = ranking.order[: len(ranking.rows)]
    return [
        (int(place), tuple((name, float(change[row])) for name, change in moved))
        for row, place in enumerate(places)
    ]


def _origin(candidate: Candidate | None) -> str:
    """Where a candidate came from, in words."""
    if candidate is None:
        return "a word of similar use"
    shown = [_link(link) for link in candidate.links]
    return "; ".join(dict.fromkeys(shown))


def _link(link: Link) -> str:
    if link.relation == "listed":
        return link.source
    if link.source == "moby":
        return "Moby"
    return f"{link.relation} of sense {link.sense}"


def _sense(pool: Pool, links: dict[str, Candidate], given: Sequence[Suggestion]) -> str | None:
    """The definition of the sense that the best substitutes speak for."""
    senses = pool.lexicon.senses(pool.headword, pool.pos)
    if not senses:
        return None
    weights = [0.01 / sense.number for sense in senses]
    for each in given[:10]:
        for link in links[each.lemma].links if each.lemma in links else ():
            if link.relation in _TELLING:
                weights[link.sense - 1] += _TELLING[link.relation] * each.score
    return senses[int(np.argmax(weights))].definition


def gloss(pool: Pool, word: str, company: frozenset[int]) -> str | None:
    """What a substitute means here: of its senses, the one that its company shares most.

    The company are the target, which counts twice, and the other words that are offered for it. A
    sense of many words is shared by chance; of two senses that nobody shares, the first is meant.
    """
    lexicon = pool.lexicon
    senses = lexicon.senses(word, pool.pos)
    if not senses:
        return None
    own, target = set(lexicon.find_all(word)), set(lexicon.find_all(pool.headword))

    def shared(sense: Sense) -> float:
        members = set(lexicon.members(sense.synset))
        others = len(company & members - own) + 2 * len(target & members)
        return (others + _FIRST / sense.number) / len(members)

    return max(senses, key=shared).definition
