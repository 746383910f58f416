"""Why a substitute is offered: the sense that was taken, where it came from, what moved it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.candidates import Candidate, Link, candidates
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.candidates import Pool
from motjuste.suggester.evidence import Meaning
from motjuste.suggester.features import GROUPS
from motjuste.suggester.networks import SUGGEST, Network
from motjuste.text import Suggestion

# Weight of a substitute's sense that has nothing to do with the target's senses.
_ALONE = 0.1
# The least share of all weight that a sense must have to be shown.
_CLEAR = 0.7
# The least probability that the target has the same sense, or one next to it.
_SHARED = 0.4


@dataclass(frozen=True)
class Ranking:
    """Candidates in order, by their places in the pool, with probabilities, and what was seen.

    `rows` are the features of the first of them, and `network` is what turned them into scores.
    `meaning` is what is known of the target's sense, if it was asked for.
    """

    pool: Pool
    order: Numbers
    scores: Floats
    rows: Floats
    network: Network
    meaning: Meaning | None = None


def explained(ranking: Ranking, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """The suggestions with the origin of each and what moved its score."""
    pool = ranking.pool
    links = {link.word: link for link in candidates(pool.lexicon, pool.headword, pool.pos)}
    parts = {pool.word(place): moved for place, moved in _parts(ranking)}
    return [
        replace(
            suggestion,
            origin=_origin(links.get(suggestion.lemma or "")),
            parts=parts.get(suggestion.lemma or "", ()),
        )
        for suggestion in suggestions
    ]


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


def sense_of(ranking: Ranking) -> str | None:
    """The definition of the target's likeliest sense."""
    chances = ranking.meaning.chances if ranking.meaning else {}
    if not chances:
        return None
    return definition(ranking.pool.lexicon, max(chances, key=chances.__getitem__))


def gloss(ranking: Ranking, word: str) -> str | None:
    """What a substitute means here; nothing if it is not clear which of its senses is meant.

    Each of its senses is weighed by how likely the substitute would be to have it here, and by how
    likely the target has the same sense or one next to it.
    """
    pool, meaning = ranking.pool, ranking.meaning
    if meaning is None:
        return None
    own = meaning.senses.probabilities(meaning.here, word, pool.letter)
    weights = {synset: chance * (_ALONE + meaning.near(synset)) for synset, chance in own.items()}
    if not weights:
        return None
    best = max(weights, key=weights.__getitem__)
    is_clear = weights[best] >= _CLEAR * sum(weights.values())
    is_shown = is_clear and meaning.near(best) >= _SHARED
    return definition(pool.lexicon, best) if is_shown else None


def definition(lexicon: Lexicon, synset: int) -> str:
    """What a synset means, without the examples."""
    return lexicon.gloss(synset).split('; "', 1)[0].strip()
