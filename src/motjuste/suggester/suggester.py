"""Words for a place in a text: candidates, one encoder pass over the sentence, a re-ranking step.

The first step orders all candidates by the table of associations and the one pass. The second reads
the best of them in the target's place and orders them again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from motjuste.analysis import Text, around, edits_for, in_form, locate
from motjuste.analysis.phrases import PARTICLES, Phrase, phrases_around
from motjuste.encoder import Encoder, Reading
from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon import keys
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.word_lists import register_of
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Pool, find_pool, pool_of_given
from motjuste.suggester.construction import construction_edits
from motjuste.suggester.evidence import Evidence, Meaning
from motjuste.suggester.explanation import Ranking, explained, gloss, sense_of
from motjuste.suggester.features import first_look, given_words, second_look, with_evidence
from motjuste.suggester.filters import Filters, spelling_key
from motjuste.suggester.labelled import is_candidate
from motjuste.suggester.messages import why_nothing
from motjuste.suggester.networks import RANK, Rankers, listed, probability
from motjuste.suggester.style import has_style
from motjuste.text import Answer, Around, Edit, Suggestion, Target, Word
from motjuste.text.segmentation import Span

# A word may be inflected as another part of speech only if at least this share of its uses is one.
_MIN_SHARE_OF_USES = 0.1
# The tagger is overruled if the encoder gives its part of speech at most the first probability, and
# another one at least the second.
_DOUBTED_TAG = 0.05
_CERTAIN_TAG = 0.9
# A marked word is taken as part of a phrase if the best word for the phrase has at least this share
# of the score of the best word for the marked word alone …
_MIN_PHRASE_SCORE = 0.5
# … or this, if only WordNet has the phrase, which also has words that merely meet (`work in`).
_MIN_WORDNET_PHRASE_SCORE = 1.0
_POSSESSIVE = re.compile(r"(?:(?<=\w)['’]s|(?<=s)['’])$")


class _Choice(NamedTuple):
    """What a target was taken to be, the candidates for it, and why it can have none."""

    place: Phrase
    ranking: Ranking | None
    reason: str | None = None


@dataclass(frozen=True, eq=False)
class Suggester:
    """Finds words for a target, and ranks words that are given.

    `most`: how many substitutes to give.
    `reranked`: how many candidates are read in the target's place and ordered again.
    `glosses`: how many substitutes come with a definition.
    `min_frequency`: how common a substitute must be (occurrences in a billion words, log10).
    `phrases`: whether a marked word stands for the phrase that it is part of.
    `style`: what kind of words are wanted, one of `STYLES`.
    """

    lexicon: Lexicon
    table: Associations
    encoder: Encoder
    rankers: Rankers
    evidence: Evidence
    most: int
    reranked: int
    glosses: int
    min_frequency: float
    phrases: bool = True
    style: str = "any"

    def answer(self, target: Target, origins: bool = False) -> Answer:
        """Substitutes in the form that fits, best first, with the sense that the target has.

        If there are none, the answer says why. `origins` adds where each substitute came from and
        what moved its score.
        """
        narrow, ending = without_ending(target)
        place, ranking, reason = self._choose(narrow)
        if ranking is None or not len(ranking.order):
            few = f"all substitutes known for {narrow.word!r} are rarer words"
            none = f"no substitute is known for {narrow.word!r}"
            return Answer(target, place.word, reason=reason or (few if ranking else none))
        phrase = None if place.target == narrow and place.particle is None else place.word.lemma
        suggestions = [
            with_ending(suggestion, ending) for suggestion in self._placed(place, ranking, phrase)
        ]
        if origins:
            suggestions = explained(ranking, suggestions)
        return Answer(target, place.word, tuple(suggestions), sense_of(ranking), phrase=phrase)

    def _choose(self, target: Target) -> _Choice:
        """What a target stands for: itself, or the phrase around it if words for that fit."""
        alone = Phrase(target, self._word(target))
        reason = why_nothing(self.lexicon, target, alone.word)
        ranking = None if reason else self.ranking(alone)
        for phrase in phrases_around(target, self._is_phrase) if self.phrases else ():
            other = self.ranking(phrase)
            labelled = self.evidence.has_labels(
                phrase.word.lemma, WORDNET_POS.get(phrase.word.pos, "n")
            )
            least = _MIN_PHRASE_SCORE if labelled else _MIN_WORDNET_PHRASE_SCORE
            if _best_score(other) > least * _best_score(ranking):
                return _Choice(phrase, other)
        return _Choice(alone, ranking, reason)

    def _is_phrase(self, lemma: str, letter: str) -> bool:
        """Whether several words are one entry: of the labels, or a verb or adverb of WordNet.

        Of WordNet's many compounds, only those that begin with a noun (`bank account`): an
        adjective keeps its own meaning before most nouns (`young man`).
        """
        if self.evidence.has_labels(lemma, letter):
            return True
        number = self.lexicon.number(lemma)
        if number is None or not self.lexicon.synsets_of(number, keys.PARTS_OF_SPEECH[letter]):
            return False
        first = next(iter(self.lexicon.parts_of_speech(lemma.partition(" ")[0])), None)
        return letter in "vr" or (letter == "n" and first == "NOUN")

    def _word(self, target: Target) -> Word:
        """The target as a word of its sentence; where the tagger errs, as the encoder reads it."""
        word = locate(target)
        own = WORDNET_POS.get(word.pos)
        if target.pos or own is None or " " in target.word:
            return word
        seen = self.seen(target)
        if seen is None:
            return word
        reading, pieces = seen
        chances = self.evidence.senses.parts_of_speech(reading.states[pieces].mean(0))
        best = max(chances, key=chances.__getitem__)
        if chances[own] > _DOUBTED_TAG or chances[best] < _CERTAIN_TAG:
            return word
        name = keys.PARTS_OF_SPEECH[best]
        other = locate(replace(target, pos=name))
        known = self.lexicon.parts_of_speech(other.lemma).get(name, 0.0) >= _MIN_SHARE_OF_USES
        return other if known else word

    def rank(self, target: Target, words: Sequence[str]) -> list[Suggestion]:
        """The words by how well they fit, as they are given."""
        word, seen = locate(target), self.seen(target)
        if not words or seen is None:
            return [Suggestion(text, 0.0) for text in words]
        lemmas = [lemma_of(text, word.pos) for text in words]
        pool, known = pool_of_given(self.lexicon, self.table, word, lemmas)
        in_place = self.encoder.in_place(*seen, lemmas)
        rows = self.rows(pool, seen, self.meaning(pool, seen))
        scores = self.rankers.given.scores(given_words(rows, in_place, known))
        values = probability(scores[:, RANK])
        order = np.argsort(-values, kind="stable")
        return [Suggestion(words[n], float(values[n])) for n in order]

    def ranking(self, place: Phrase) -> Ranking | None:
        """The candidates for a place in order; nothing if there are none."""
        target, word = place.target, place.word
        pool = self.pool(word)
        seen = self.seen(target, place.particle)
        if pool is None or seen is None:
            return None
        meaning = self.meaning(pool, seen)
        rows = self.rows(pool, seen, meaning)
        order, scores = listed(self.rankers.first.scores(rows))
        most = max(self.most, self.reranked)
        kept = self.allowed(target, pool, word, around(target), order, most)
        order, scores = order[kept], scores[kept]
        if not (self.reranked and len(order)):
            return Ranking(pool, order, scores, rows[order], self.rankers.first, meaning)
        best, rest = order[: self.reranked], order[self.reranked :]
        # As lemmas: they gave better rankings than inflected forms.
        lemmas = [pool.word(candidate) for candidate in best]
        in_place = second_look(rows[best], self.encoder.in_place(*seen, lemmas))
        first, values = listed(self.rankers.second.scores(in_place))
        # Candidates that were not read in place come after the others, and score below the last.
        scores = np.concatenate([values, values[-1] * scores[self.reranked :]])
        order = np.concatenate([best[first], rest])
        return Ranking(pool, order, scores, in_place[first], self.rankers.second, meaning)

    def pool(self, word: Word, without: Floats | None = None) -> Pool | None:
        """The candidates of a word from the table, and what labels accept for it anywhere.

        `without` is the point of a labelled sentence that is left out, as training must.
        """
        pool = find_pool(self.lexicon, self.table, word)
        if pool is None:
            return self.evidence.labelled_pool(self.table, word, without)
        return self.evidence.with_labelled(pool, without)

    def meaning(self, pool: Pool, seen: tuple[Reading, Numbers]) -> Meaning:
        """The sense in which a target stands."""
        reading, pieces = seen
        return self.evidence.meaning(reading.states[pieces].mean(0), pool)

    def rows(
        self,
        pool: Pool,
        seen: tuple[Reading, Numbers],
        meaning: Meaning,
        without_own_labels: bool = False,
    ) -> Floats:
        """The features of each candidate in the first step.

        Training leaves out the labels of the target's own sentence.
        """
        near = self.table.nearness(pool.vectors, self.encoder.query(*seen))
        evidence = self.evidence.columns(meaning, pool, without_own_labels)
        return with_evidence(first_look(pool.facts, near), evidence)

    def seen(self, target: Target, particle: Span | None = None) -> tuple[Reading, Numbers] | None:
        """The encoder's pass around a target, and the target's own pieces; nothing without any.

        The pieces of a particle that stands apart are among them.
        """
        reading = Text.of(target.text).reading(self.encoder, target.start, target.end)
        pieces = reading.pieces(target.start, target.end)
        if particle is not None:
            pieces = np.concatenate([pieces, reading.pieces(*particle)])
        return (reading, pieces) if len(pieces) else None

    def allowed(
        self,
        target: Target,
        pool: Pool,
        word: Word,
        sentence: Around,
        order: Numbers,
        most: int,
        written: bool = False,
    ) -> list[int]:
        """The places in the order of candidates that may be offered, at most `most` of them.

        `written` leaves out every form that the lexicon's word counts do not have.
        """
        allows = self.is_written if written else self.is_current
        styled = self.style != "any"
        filters = Filters(pool, word, sentence)
        common = pool.frequency >= self.min_frequency
        kept: list[int] = []
        for place, candidate in enumerate(order):
            if not common[candidate] or filters.rejects(candidate):
                continue
            lemma = pool.word(candidate)
            if styled and not has_style(self.style, self.lexicon, word.lemma, lemma, pool.letter):
                continue
            if allows(lemma, target, word):
                kept.append(place)
                if len(kept) == most:
                    break
        return kept

    def is_written(self, lemma: str, target: Target, word: Word) -> bool:
        """Whether the lexicon's word counts have a word in the form that would be put here."""
        form = in_form(target, lemma, word.form).lower()
        return form == lemma or self.lexicon.frequency(form) > 0

    def is_current(self, lemma: str, target: Target, word: Word) -> bool:
        """Whether somebody may write a word in the form that would be put here.

        Not so an irregular form that the counts do not have (`forwent`), nor a form of a word that
        is hardly ever of this part of speech (`jobbed`), nor a phrase that has no verb to inflect.
        """
        if " " in lemma:
            return is_candidate(lemma, WORDNET_POS.get(word.pos, "n"))
        if self.is_written(lemma, target, word):
            return True
        form = in_form(target, lemma, word.form).lower()
        share = self.lexicon.parts_of_speech(lemma).get(word.pos, 1.0)
        return form.startswith(lemma[:-1]) and share >= _MIN_SHARE_OF_USES

    def suggestions(self, target: Target, word: Word, ranking: Ranking) -> Iterator[Suggestion]:
        """The best candidates in the target's form, the first with their glosses."""
        seen = {spelling_key(target.word)}
        for candidate, score in zip(ranking.order[: self.most], ranking.scores, strict=False):
            lemma = ranking.pool.word(candidate)
            text = in_form(target, lemma, word.form)
            key = spelling_key(text)
            if key not in seen:
                meaning = gloss(ranking, lemma) if len(seen) <= self.glosses else None
                seen.add(key)
                register = register_of(lemma, ranking.pool.letter)
                differs = register != register_of(word.lemma, ranking.pool.letter)
                yield Suggestion(
                    text, float(score), lemma, meaning, register=register if differs else None
                )

    def _placed(self, place: Phrase, ranking: Ranking, phrase: str | None) -> Iterator[Suggestion]:
        """The suggestions for a place, with edits where they change more than the target."""
        sentence = around(place.target)
        for suggestion in self.suggestions(place.target, place.word, ranking):
            lemma = suggestion.lemma or suggestion.text
            if place.particle is not None:
                yield replace(suggestion, edits=_split_edits(place, place.particle, suggestion))
                continue
            more = construction_edits(sentence, place.word.lemma, lemma)
            edits = edits_for(place.target, suggestion.text) if phrase or more else ()
            yield replace(suggestion, edits=(*edits, *more))


def _best_score(ranking: Ranking | None) -> float:
    return float(ranking.scores[0]) if ranking is not None and len(ranking.order) else 0.0


def _split_edits(place: Phrase, particle: Span, suggestion: Suggestion) -> tuple[Edit, ...]:
    """The edits for a phrasal verb whose object stands inside it.

    Another phrasal verb is split in the same way (`put it off`, `hold it off`); in place of its
    particle, any other substitute leaves nothing.
    """
    verb, _, rest = suggestion.text.partition(" ")
    if rest in PARTICLES:
        return (*edits_for(place.target, verb), Edit(*particle, rest))
    start = particle.start
    while start and place.target.text[start - 1] == " ":
        start -= 1
    return (*edits_for(place.target, suggestion.text), Edit(start, particle.end, ""))


def without_ending(target: Target) -> tuple[Target, str]:
    """A target without the ending of a possessive, and that ending, which substitutes keep.

    >>> narrow, ending = without_ending(Target("the company's loss", 4, 13))
    >>> narrow.word, ending
    ('company', "'s")
    """
    match = _POSSESSIVE.search(target.word)
    if match is None:
        return target, ""
    return replace(target, end=target.end - len(match[0])), match[0]


def with_ending(suggestion: Suggestion, ending: str) -> Suggestion:
    """The suggestion as a possessive too: `workers'`, but `people's`."""
    full = f"{ending}s" if len(ending) == 1 and not suggestion.text.endswith("s") else ending
    return replace(suggestion, text=suggestion.text + full) if ending else suggestion
