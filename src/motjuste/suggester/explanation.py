"""Why a substitute is offered (sense, origin, what changed its score), or why there is none."""

from collections.abc import Sequence
from dataclasses import replace

from motjuste.analysis.text import Text
from motjuste.lexicon.candidates import Candidate, candidates
from motjuste.lexicon.english import is_english
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.features import GROUPS
from motjuste.suggester.networks import SUGGEST, Ranking
from motjuste.text import Suggestion, Target, Word

# Weight of a substitute's sense that is unrelated to the target's senses.
_UNRELATED_WEIGHT = 0.1
# The share of the total weight that a sense needs for its gloss to be shown …
_MIN_WEIGHT_SHARE = 0.7
# … and the probability that the target has the same sense; a linked sense counts half, which is
# never enough. docs/models.md says how many of the glosses shown are of another sense.
_MIN_SHARED = 0.9
# The probability that the target's own sense needs to be named. For 1,118 words with several
# senses in SemCor's development documents, 84 % of those named from 0.7 on are right (all: 70 %).
_MIN_NAMED = 0.7
# A target whose only sense in WordNet may be another one needs this cosine to that sense.
_MIN_COSINE = 0.5
# Substitutes of a lower score get no gloss: they often share a sense that is not meant.
_MIN_SCORE = 0.4
# Parts of speech of function words, which have no substitutes.
_FUNCTION_WORDS = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
# What a candidate is to the target, by WordNet's relation.
_RELATIONS = {
    "synonym": "synonym",
    "synonym-2": "synonym of a synonym",
    "similar": "similar adjective",
    "similar-2": "similar to a similar adjective",
    "verb-group": "verb of the same group",
    "also-see": "related word",
    "hypernym": "broader word",
    "hypernym-2": "much broader word",
    "hyponym": "narrower word",
    "entailment": "what it entails",
    "sibling": "word of the same kind",
    "through-adjective": "adverb of a similar adjective",
    "gloss": "word of its definition",
}
# Characters in the longest target that is looked up: a longer one is neither a word nor a short
# phrase. (`text.targets.MAX_TARGET_LENGTH` is the limit for all systems, which protects them.)
_MAX_PHRASE_LENGTH = 80


def explained(ranking: Ranking, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """The suggestions with the origin of each, and how much each group of features changed it."""
    pool = ranking.pool
    links = {link.word: link for link in candidates(pool.lexicon, pool.headword, pool.pos)}
    parts = {pool.word(place): changes for place, changes in _parts(ranking)}
    return [
        replace(
            suggestion,
            origin=_origin(links.get(suggestion.lemma or "")),
            parts=parts.get(suggestion.lemma or "", ()),
        )
        for suggestion in suggestions
    ]


def _parts(ranking: Ranking) -> list[tuple[int, tuple[tuple[str, float], ...]]]:
    """For each candidate, by how much each group of columns changes its log odds.

    It is the difference from the log odds with the group's columns at their mean over candidates.
    """
    full = ranking.network.scores(ranking.rows)[:, SUGGEST]
    changes = []
    for name, columns in GROUPS.items():
        columns = [column for column in columns if column < ranking.rows.shape[1]]
        averaged = ranking.rows.copy()
        averaged[:, columns] = averaged[:, columns].mean(0)
        if columns:
            changes.append((name, full - ranking.network.scores(averaged)[:, SUGGEST]))
    places = ranking.order[: len(ranking.rows)]
    return [
        (int(place), tuple((name, float(change[row])) for name, change in changes))
        for row, place in enumerate(places)
    ]


def _origin(candidate: Candidate | None) -> str:
    """Where a candidate came from, in words."""
    if candidate is None:
        return "used in similar sentences"
    listed = [link.source for link in candidate.links if link.relation == "listed"]
    linked = [_RELATIONS[link.relation] for link in candidate.links if link.relation in _RELATIONS]
    sources = [*dict.fromkeys(listed)]
    if linked:
        sources.append(f"WordNet: {', '.join(dict.fromkeys(linked))}")
    if any(link.source == "moby" for link in candidate.links):
        sources.append("Moby's thesaurus")
    return "; ".join(sources)


def sense_of(ranking: Ranking) -> str | None:
    """The definition of the target's sense; None if it is not clear which one is meant."""
    probabilities = ranking.meaning.probabilities if ranking.meaning else {}
    best = max(probabilities, key=probabilities.__getitem__, default=None)
    if best is None or probabilities[best] < _MIN_NAMED:
        return None
    return definition(ranking.pool.lexicon, best)


def gloss(ranking: Ranking, word: str, score: float) -> str | None:
    """The definition of a substitute's sense here; None if it is not clear which one is meant.

    `score` is the substitute's. Each sense is weighted by its probability in this sentence, and by
    the probability that the target has the same sense or a linked one.
    """
    pool, meaning = ranking.pool, ranking.meaning
    if meaning is None or score < _MIN_SCORE:
        return None
    synsets = (sense.synset for sense in pool.lexicon.senses(word, pool.pos))
    near = {synset: meaning.near(synset) for synset in synsets}
    # Most words share no sense with the target: their senses need not be weighed.
    if max(near.values(), default=0.0) < _MIN_SHARED:
        return None
    probabilities = meaning.senses.probabilities(meaning.point, word, pool.letter)
    weights = {
        synset: probability * (_UNRELATED_WEIGHT + near[synset])
        for synset, probability in probabilities.items()
    }
    best = max(weights, key=weights.__getitem__)
    is_clear = weights[best] >= _MIN_WEIGHT_SHARE * sum(weights.values())
    is_shown = is_clear and near[best] >= _MIN_SHARED
    if is_shown and len(meaning.probabilities) == 1:
        cosine = meaning.senses.cosine(meaning.point, pool.headword, pool.letter, best)
        is_shown = cosine is not None and cosine >= _MIN_COSINE
    return definition(pool.lexicon, best) if is_shown else None


def definition(lexicon: Lexicon, synset: int) -> str:
    """The definition of a synset, without the examples."""
    return lexicon.gloss(synset).split('; "', 1)[0].strip()


def why_nothing(lexicon: Lexicon, target: Target, word: Word) -> str | None:
    """The reason why a target gets no substitutes; None if it may have some."""
    shown = repr(target.word)
    if target.pos is not None:
        return None
    if len(target.word) > _MAX_PHRASE_LENGTH:
        return f"the target is {len(target.word)} characters long; mark a word or a short phrase"
    if not any(char.isalpha() for char in target.word):
        number = any(char.isdigit() for char in target.word)
        return f"{shown} is {'a number' if number else 'not a word'}"
    if not _is_in_english(lexicon, target):
        return "the text does not look like English, the only language known here"
    if word.pos == "NUM":
        return f"{shown} is a number"
    if word.pos == "PROPN" and _is_name(lexicon, target.word):
        return f"{shown} is a name"
    if word.pos in _FUNCTION_WORDS and " " not in target.word:
        return f"{shown} is a function word here; no other word can do its work"
    return None


def _is_name(lexicon: Lexicon, text: str) -> bool:
    """Whether a word tagged as a name has a capital, or is not in the lexicon."""
    return not text.islower() or lexicon.number(text) is None


def _is_in_english(lexicon: Lexicon, target: Target) -> bool:
    """Whether the sentence of a target is English."""
    tokens, _ = Text.of(target.text).tagged_around(target)
    return is_english(lexicon, (token.text for token in tokens))
