"""Words for a place in a text: candidates, one encoder pass over the sentence, a second look.

The first look orders all candidates by what the table of associations and the one pass say. The
second puts the best of them in the target's place and orders them again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from motjuste.analysis import Text, around, in_form, locate
from motjuste.encoder import Encoder, Reading
from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Pool, find_pool, pool_of_given
from motjuste.suggester.evidence import Evidence, Meaning
from motjuste.suggester.explanation import Ranking, explained, gloss
from motjuste.suggester.features import first_look, given_words, second_look, with_evidence
from motjuste.suggester.filters import Filters, spelling_key
from motjuste.suggester.labelled import is_candidate
from motjuste.suggester.messages import why_nothing
from motjuste.suggester.networks import RANK, Rankers, listed, probability
from motjuste.text import Answer, Around, Suggestion, Target, Word

# The least share of a word's uses that must be of a part of speech, if its form is not on record.
_USED_AS = 0.1
_POSSESSIVE = re.compile(r"(?:(?<=\w)['’]s|(?<=s)['’])$")


@dataclass(frozen=True, eq=False)
class Suggester:
    """What finds words for a target and ranks words that are given.

    `most`: how many substitutes to give.
    `looked_at`: how many candidates are looked at a second time.
    `glosses`: how many substitutes come with a definition.
    `min_frequency`: how common a substitute must be (occurrences in a billion words, log10).
    """

    lexicon: Lexicon
    table: Associations
    encoder: Encoder
    rankers: Rankers
    evidence: Evidence
    most: int
    looked_at: int
    glosses: int
    min_frequency: float

    def suggest(self, target: Target) -> list[Suggestion]:
        """Substitutes in the form that fits, best first; none for names and function words."""
        target, ending = without_ending(target)
        word = locate(target)
        if why_nothing(self.lexicon, target, word):
            return []
        ranking = self.ranking(target, word)
        return [] if ranking is None else self._with_ending(target, word, ranking, ending)

    def explain(self, target: Target) -> Answer:
        """The same with the sense that was taken, and why each substitute is offered.

        Where there is no substitute, the reason.
        """
        narrow, ending = without_ending(target)
        word = locate(narrow)
        reason = why_nothing(self.lexicon, narrow, word)
        ranking = None if reason else self.ranking(narrow, word)
        if ranking is None:
            reason = reason or f"no substitute is known for {narrow.word!r}"
            return Answer(target, word, reason=reason)
        if not len(ranking.order):
            reason = f"all substitutes known for {narrow.word!r} are rarer words"
            return Answer(target, word, reason=reason)
        suggestions = self._with_ending(narrow, word, ranking, ending)
        return explained(target, word, ranking, suggestions)

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

    def ranking(self, target: Target, word: Word) -> Ranking | None:
        """The candidates of a target in order; nothing if there are none."""
        pool = self.pool(word)
        seen = self.seen(target)
        if pool is None or seen is None:
            return None
        meaning = self.meaning(pool, seen)
        rows = self.rows(pool, seen, meaning)
        order, scores = listed(self.rankers.first.scores(rows))
        most = max(self.most, self.looked_at)
        kept = self.allowed(target, pool, word, around(target), order, most)
        order, scores = order[kept], scores[kept]
        if not (self.looked_at and len(order)):
            return Ranking(pool, order, scores, rows[order], self.rankers.first, meaning)
        best, rest = order[: self.looked_at], order[self.looked_at :]
        # As lemmas: they were found to stand nearer where they belong than the forms that fit.
        lemmas = [pool.word(place) for place in best]
        again = second_look(rows[best], self.encoder.in_place(*seen, lemmas))
        first, values = listed(self.rankers.second.scores(again))
        # What was not looked at again comes after the others, and below the last of them.
        scores = np.concatenate([values, values[-1] * scores[self.looked_at :]])
        order = np.concatenate([best[first], rest])
        return Ranking(pool, order, scores, again[first], self.rankers.second, meaning)

    def pool(self, word: Word, without: Floats | None = None) -> Pool | None:
        """The candidates of a word from the table, and what labels accept for it anywhere.

        `without` is the point of a labelled sentence that is left out, as training must.
        """
        pool = find_pool(self.lexicon, self.table, word)
        return None if pool is None else self.evidence.with_labelled(pool, without)

    def meaning(self, pool: Pool, seen: tuple[Reading, Numbers]) -> Meaning:
        """The sense in which a target stands."""
        reading, pieces = seen
        return self.evidence.meaning(reading.states[pieces].mean(0), pool)

    def rows(
        self, pool: Pool, seen: tuple[Reading, Numbers], meaning: Meaning, others: bool = False
    ) -> Floats:
        """What the first look sees of each candidate; `others`: without the target's own labels."""
        near = self.table.nearness(pool.vectors, self.encoder.query(*seen))
        evidence = self.evidence.columns(meaning, pool, others)
        return with_evidence(first_look(pool.facts, near), evidence)

    def seen(self, target: Target) -> tuple[Reading, Numbers] | None:
        """The encoder's pass around a target, and the target's own pieces; nothing without any."""
        reading = Text.of(target.text).reading(self.encoder, target.start, target.end)
        pieces = reading.pieces(target.start, target.end)
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
        """The places in the order of candidates that may be offered, at most so many.

        `written` leaves out every form that the lexicon's word counts do not have.
        """
        allows = self.is_written if written else self.is_current
        filters = Filters(pool, word, sentence)
        common = pool.frequency >= self.min_frequency
        kept: list[int] = []
        for place, candidate in enumerate(order):
            if not common[candidate] or candidate in filters:
                continue
            if allows(pool.word(candidate), target, word):
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
        return form.startswith(lemma[:-1]) and share >= _USED_AS

    def suggestions(self, target: Target, word: Word, ranking: Ranking) -> Iterator[Suggestion]:
        """The best candidates in the target's form, the first with their glosses."""
        seen = {spelling_key(target.word)}
        for place, score in zip(ranking.order[: self.most], ranking.scores, strict=False):
            lemma = ranking.pool.word(place)
            text = in_form(target, lemma, word.form)
            key = spelling_key(text)
            if key not in seen:
                meaning = gloss(ranking, lemma) if len(seen) <= self.glosses else None
                seen.add(key)
                yield Suggestion(text, float(score), lemma, meaning)

    def _with_ending(
        self, target: Target, word: Word, ranking: Ranking, ending: str
    ) -> list[Suggestion]:
        return [with_ending(each, ending) for each in self.suggestions(target, word, ranking)]


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
