"""The suggester: words for a target, in two steps.

The first step scores all candidates from one encoder pass over the sentence (`features.py`,
`networks.py`). The second, re-ranking, reads the best of them in the target's place
(`reranking.py`). `filters.py` leaves out what is never offered.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from motjuste.analysis import Text, around, construction_edits, edits_for, in_form, locate
from motjuste.analysis.fitting import edits_around_object, is_verb, split_edits
from motjuste.analysis.phrases import Phrase, general, phrases_around
from motjuste.encoder import Encoder, TargetReading
from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon import keys
from motjuste.lexicon.complements import PREPOSITIONS
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.word_lists import register_of
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Pool, find_pool, pool_of_given
from motjuste.suggester.explanation import explained, gloss, sense_of, why_nothing
from motjuste.suggester.features import (
    Meaning,
    SensesAndLabels,
    first_step_features,
    given_features,
    with_senses_and_labels,
)
from motjuste.suggester.filters import Filters, spelling_key
from motjuste.suggester.labelled import is_candidate
from motjuste.suggester.networks import RANK, Rankers, Ranking, order_candidates, probability
from motjuste.suggester.reranking import reranked
from motjuste.suggester.styles import has_style, rarity_name
from motjuste.text import Answer, Around, Suggestion, Target, Word
from motjuste.text.segmentation import Span

# A word is inflected as a noun, verb, … only if at least this share of its uses has that tag.
_MIN_SHARE_OF_USES = 0.1
# The tagger is overruled if the encoder gives its part of speech at most this probability …
_DOUBTED_TAG = 0.05
# … and another part of speech at least this one.
_CERTAIN_TAG = 0.9
# The same for a form that has labelled sentences of its own as that part of speech (`splitting`).
_DOUBTED_TAG_OF_FORM = 0.2
_LIKELY_TAG_OF_FORM = 0.4
# A marked word is taken as part of a phrase if the best word for the phrase has at least this share
# of the score of the best word for the marked word alone …
_MIN_PHRASE_SCORE = 0.5
# … or this share, if only WordNet has the phrase, or if it ends in a preposition with an object: in
# the text the words may merely be neighbours (`work in a library`).
_MIN_DOUBTFUL_PHRASE_SCORE = 1.1
# Word sequences for which it is cached whether they are phrases.
_CACHED_PHRASES = 1 << 12
_POSSESSIVE = re.compile(r"(?:(?<=\w)['’]s|(?<=s)['’])$")


class _Choice(NamedTuple):
    """What a target stands for, its candidates, and the reason if it can have none."""

    place: Phrase
    ranking: Ranking | None
    reason: str | None = None


@dataclass(frozen=True, eq=False)
class Suggester:
    """Finds words for a target, and ranks words that are given.

    `max_suggestions`: the number of substitutes to give.
    `reranked_count`: the number of candidates that are re-ranked, each read in the target's place.
    `glosses`: the number of substitutes that come with a definition.
    `min_frequency`: log10 of the occurrences in a billion words that a substitute must have.
    `phrases`: whether a marked word stands for the phrase that it is part of.
    `style`: the style of the substitutes, one of `STYLES`.
    """

    lexicon: Lexicon
    table: Associations
    encoder: Encoder
    rankers: Rankers
    senses_and_labels: SensesAndLabels
    max_suggestions: int
    reranked_count: int
    glosses: int
    min_frequency: float
    phrases: bool = True
    style: str = "any"

    def answer(self, target: Target, origins: bool = False) -> Answer:
        """Substitutes in the form that fits, best first, and the sense of the target.

        If there are none, the answer says why. `origins` adds where each substitute came from and
        what changed its score.
        """
        narrow, ending = without_ending(target)
        place, ranking, reason = self._choose(narrow)
        if ranking is None or not len(ranking.order):
            reason = reason or self._why_none_is_offered(narrow.word, place, ranking)
            return Answer(target, place.word, reason=reason)
        is_wider = place.target != narrow or place.particle is not None
        phrase = general(place.word.lemma) if is_wider else None
        suggestions = [
            with_ending(suggestion, ending) for suggestion in self._placed(place, ranking, phrase)
        ]
        if origins:
            suggestions = explained(ranking, suggestions)
        return Answer(target, place.word, tuple(suggestions), sense_of(ranking), phrase=phrase)

    def _why_none_is_offered(self, text: str, place: Phrase, ranking: Ranking | None) -> str:
        """Why there is no suggestion: none is known, none fits, or the settings exclude all."""
        if ranking is None:
            return f"no substitute is known for {text!r}"
        unrestricted, pool = replace(self, style="any", min_frequency=0.0), ranking.pool
        rows = np.arange(len(pool))
        if not unrestricted.allowed(place.target, pool, place.word, around(place.target), rows, 1):
            return f"no substitute known for {text!r} fits in its place"
        settings = {"style": self.style, "max_rarity": rarity_name(self.min_frequency)}
        chosen = [f"{name}={value}" for name, value in settings.items() if value != "any"]
        return f"no substitute known for {text!r} passes the settings ({', '.join(chosen)})"

    def _choose(self, target: Target) -> _Choice:
        """What a target stands for: the phrase around it if words for that fit, else itself."""
        alone = Phrase(target, self._word(target))
        reason = why_nothing(self.lexicon, target, alone.word)
        ranking = None if reason else self.ranking(alone)
        if ranking is None and not reason and (shorter := _without_preposition(alone)):
            return self._choose(shorter)._replace(reason=None)
        for phrase in phrases_around(target, self._is_phrase) if self.phrases else ():
            other = self.ranking(phrase)
            labelled = self.senses_and_labels.has_labels(
                phrase.word.lemma, WORDNET_POS.get(phrase.word.pos, "n")
            )
            is_certain = labelled and not phrase.is_open
            min_share = _MIN_PHRASE_SCORE if is_certain else _MIN_DOUBTFUL_PHRASE_SCORE
            if _best_score(other) > min_share * _best_score(ranking):
                return _Choice(phrase, other)
        return _Choice(alone, ranking, reason)

    @cached_property
    def _is_phrase(self) -> Callable[[str, str], bool]:
        """`_is_listed_phrase` with a cache: all words of a sentence ask for the same phrases."""
        return lru_cache(_CACHED_PHRASES)(self._is_listed_phrase)

    def _is_listed_phrase(self, lemma: str, letter: str) -> bool:
        """Whether several words are one entry of the labels, or a verb, adverb or noun of WordNet.

        Of WordNet's compound nouns only those that begin with a noun count (`bank account`): an
        adjective keeps its own meaning before most nouns (`young man`).
        """
        if self.senses_and_labels.has_labels(lemma, letter):
            return True
        number = self.lexicon.number(lemma)
        if number is None or not self.lexicon.synsets_of(number, keys.PARTS_OF_SPEECH[letter]):
            return False
        # The lexicon ignores spaces when it looks up a word: `a long` is no spelling of `along`.
        if _spaced(self.lexicon.spelling(number)) != _spaced(lemma):
            return False
        first = next(iter(self.lexicon.parts_of_speech(lemma.partition(" ")[0])), None)
        return letter in "vr" or (letter == "n" and first == "NOUN")

    def _word(self, target: Target) -> Word:
        """The target as a word of its sentence; the encoder, where sure, overrules the tagger."""
        word = locate(target)
        tagged = WORDNET_POS.get(word.pos)
        if target.pos or tagged is None or " " in target.word:
            return word
        reading = self.read(target)
        if reading is None:
            return word
        state = reading.reading.states[reading.pieces].mean(0)
        probabilities = self.senses_and_labels.senses.parts_of_speech(state)
        best = max(probabilities, key=probabilities.__getitem__)
        is_known = best != tagged and self.senses_and_labels.has_labels(target.word.lower(), best)
        doubted = _DOUBTED_TAG_OF_FORM if is_known else _DOUBTED_TAG
        certain = _LIKELY_TAG_OF_FORM if is_known else _CERTAIN_TAG
        if probabilities[tagged] > doubted or probabilities[best] < certain:
            return word
        name = keys.PARTS_OF_SPEECH[best]
        other = locate(replace(target, pos=name))
        if is_known:
            return other
        share_of_uses = self.lexicon.parts_of_speech(other.lemma).get(name, 0.0)
        return other if share_of_uses >= _MIN_SHARE_OF_USES else word

    def rank(self, target: Target, words: Sequence[str]) -> list[Suggestion]:
        """The words in order of how well they fit, unchanged, with probabilities as scores."""
        word, reading = locate(target), self.read(target)
        if not words or reading is None:
            return [Suggestion(text, 0.0) for text in words]
        lemmas = [lemma_of(text, word.pos) for text in words]
        pool, known = pool_of_given(self.lexicon, self.table, word, lemmas)
        in_place = self.encoder.in_place(*reading, lemmas)
        rows = self.rows(pool, reading, self.meaning(pool, reading))
        scores = self.rankers.given.scores(given_features(rows, in_place, known))
        values = probability(scores[:, RANK])
        order = np.argsort(-values, kind="stable")
        return [Suggestion(words[n], float(values[n])) for n in order]

    def ranking(self, place: Phrase) -> Ranking | None:
        """The candidates for a place in order; None if there are none."""
        target, word = place.target, place.word
        pool = self.pool(word)
        reading = self.read(target, place.particle)
        if pool is None or reading is None:
            return None
        meaning = self.meaning(pool, reading)
        rows = self.rows(pool, reading, meaning)
        order, scores = order_candidates(self.rankers.first.scores(rows))
        limit = max(self.max_suggestions, self.reranked_count)
        allowed = self.allowed(target, pool, word, around(target), order, limit)
        order, scores = order[allowed], scores[allowed]
        ranking = Ranking(pool, order, scores, rows[order], self.rankers.first, meaning)
        if not (self.reranked_count and len(order)):
            return ranking
        return reranked(ranking, self.encoder, self.rankers.second, reading, self.reranked_count)

    def pool(self, word: Word, without: Floats | None = None) -> Pool | None:
        """The candidates of a word from the table, and what labels accept for it in any sentence.

        `without` is the point of a labelled sentence that training leaves out.
        """
        pool = find_pool(self.lexicon, self.table, word)
        if pool is None:
            return self.senses_and_labels.labelled_pool(self.table, word, without)
        return self.senses_and_labels.with_labelled(pool, without)

    def meaning(self, pool: Pool, target: TargetReading) -> Meaning:
        """The sense of a target."""
        return self.senses_and_labels.meaning(target.reading.states[target.pieces].mean(0), pool)

    def rows(
        self,
        pool: Pool,
        target: TargetReading,
        meaning: Meaning,
        without_own_labels: bool = False,
    ) -> Floats:
        """The features of each candidate in the first step.

        Training leaves out the labels of the target's own sentence.
        """
        nearness = self.table.nearness(pool.vectors, self.encoder.query(*target))
        columns = self.senses_and_labels.columns(meaning, pool, without_own_labels)
        return with_senses_and_labels(first_step_features(pool.facts, nearness), columns)

    def read(self, target: Target, particle: Span | None = None) -> TargetReading | None:
        """The encoder's pass around a target, and the target's own pieces; None if it has none.

        The pieces of a separate particle are among them.
        """
        reading = Text.of(target.text).reading(self.encoder, target.start, target.end)
        pieces = reading.pieces(target.start, target.end)
        if particle is not None:
            pieces = np.concatenate([pieces, reading.pieces(*particle)])
        return TargetReading(reading, pieces) if len(pieces) else None

    def allowed(
        self,
        target: Target,
        pool: Pool,
        word: Word,
        sentence: Around,
        order: Numbers,
        limit: int,
        written: bool = False,
    ) -> list[int]:
        """The positions in `order` of the candidates that may be offered, at most `limit`.

        `written` leaves out every form that the lexicon's word counts do not have.
        """
        is_in_use = self.is_written if written else self.is_current
        filters = Filters(pool, word, sentence)
        is_common = pool.frequency >= self.min_frequency
        fitting = (
            position
            for position, row in enumerate(order)
            if is_common[row]
            and not filters.rejects(row)
            and has_style(self.style, self.lexicon, word.lemma, pool.word(row), pool.letter)
            and is_in_use(pool.word(row), target, word)
        )
        return list(islice(fitting, limit))

    def is_written(self, lemma: str, target: Target, word: Word) -> bool:
        """Whether the lexicon's word counts have a word in the form that fits the target."""
        form = in_form(target, lemma, word.form).lower()
        return form == lemma or self.lexicon.frequency(form) > 0

    def is_current(self, lemma: str, target: Target, word: Word) -> bool:
        """Whether the form of a word that fits the target is in use.

        False for an irregular form without a corpus count (`forwent`), a form of a word that is
        rarely used as this part of speech (`jobbed`), and what is no verb in a verb's place: only a
        participle's may be an adjective's too (`broke` for `strapped for cash`).
        """
        if word.pos == "VERB" and word.form != "VBN" and not is_verb(lemma):
            return False
        if " " in lemma:
            return is_candidate(lemma, WORDNET_POS.get(word.pos, "n"))
        if self.is_written(lemma, target, word):
            return True
        form = in_form(target, lemma, word.form).lower()
        share = self.lexicon.parts_of_speech(lemma).get(word.pos, 1.0)
        return form.startswith(lemma[:-1]) and share >= _MIN_SHARE_OF_USES

    def suggestions(
        self, target: Target, word: Word, ranking: Ranking, limit: int | None = None
    ) -> Iterator[Suggestion]:
        """The first `limit` candidates in the target's form, the very first with their glosses.

        Of candidates with the same form only the first is given.
        """
        used = {spelling_key(target.word)}
        for candidate, score in zip(ranking.order[:limit], ranking.scores, strict=False):
            lemma = ranking.pool.word(candidate)
            text = in_form(target, lemma, word.form)
            key = spelling_key(text)
            if key not in used:
                meaning = gloss(ranking, lemma, score) if len(used) <= self.glosses else None
                used.add(key)
                register = register_of(lemma, ranking.pool.letter)
                differs = register != register_of(word.lemma, ranking.pool.letter)
                yield Suggestion(
                    text, float(score), lemma, meaning, register=register if differs else None
                )

    def _placed(self, place: Phrase, ranking: Ranking, phrase: str | None) -> Iterator[Suggestion]:
        """The suggestions for a place, with edits if they change more than the target."""
        sentence = around(place.target)
        for suggestion in self.suggestions(place.target, place.word, ranking, self.max_suggestions):
            lemma = suggestion.lemma or suggestion.text
            if place.particle is not None:
                edits = split_edits(place, place.particle, lemma, suggestion.text)
                yield replace(suggestion, edits=edits)
                continue
            edits = edits_around_object(place.target, sentence, lemma, suggestion.text)
            if edits:
                yield replace(suggestion, edits=edits)
                continue
            more = construction_edits(sentence, place.word.lemma, lemma)
            edits = edits_for(place.target, suggestion.text) if phrase or more else ()
            yield replace(suggestion, edits=(*edits, *more))


def _spaced(phrase: str) -> str:
    """A phrase in lower case, with spaces for hyphens."""
    return phrase.lower().replace("-", " ")


def _without_preposition(place: Phrase) -> Target | None:
    """A marked phrase without the preposition at its end: `soft spot` of `soft spot for`."""
    rest, _, last = place.target.word.rpartition(" ")
    if not rest.strip() or last.lower() not in PREPOSITIONS:
        return None
    return replace(place.target, end=place.target.start + len(rest.rstrip()))


def _best_score(ranking: Ranking | None) -> float:
    return float(ranking.scores[0]) if ranking is not None and len(ranking.order) else 0.0


def without_ending(target: Target) -> tuple[Target, str]:
    """A target without the possessive ending, and the ending, which substitutes keep.

    >>> narrow, ending = without_ending(Target("the company's loss", 4, 13))
    >>> narrow.word, ending
    ('company', "'s")
    """
    match = _POSSESSIVE.search(target.word)
    if match is None:
        return target, ""
    return replace(target, end=target.end - len(match[0])), match[0]


def with_ending(suggestion: Suggestion, ending: str) -> Suggestion:
    """The suggestion with a possessive ending: `workers'`, but `people's`."""
    full = f"{ending}s" if len(ending) == 1 and not suggestion.text.endswith("s") else ending
    return replace(suggestion, text=suggestion.text + full) if ending else suggestion
