"""The places of a text for which there is evidence: a reason that would convince a teacher.

Rules come first, then misspelled words, words written twice, and last words that are probably wrong
(`wrong_words.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from motjuste import rules
from motjuste.analysis import Text
from motjuste.improver.doubled_words import doubled_words
from motjuste.improver.doubt import Doubt
from motjuste.improver.doubt_gate import ERRORS
from motjuste.improver.echoes import echoes
from motjuste.improver.eligible import masked_spans
from motjuste.improver.genre import guess_genre
from motjuste.improver.marks import Span, of_rule, shown_at, touches
from motjuste.improver.misspellings import Spellings, misspellings
from motjuste.improver.wrong_words import WrongWordFinder
from motjuste.lexicon.english import is_english, is_learner_english
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.spelling import Speller
from motjuste.suggester.suggester import Suggester
from motjuste.text import DIALS, Dial, Genre, Improvement


def is_foreign(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Whether the words of a sentence are of another language, not misspelled English."""
    return not is_english(lexicon, words) and not is_learner_english(words)


@dataclass(frozen=True, eq=False)
class EvidenceFinder:
    """Finds the places of a document for which there is evidence.

    `dial`: how sure marks must be.
    `genre`: what the text is; None to guess it.
    `kinds`: the kinds of marks that are wanted.
    `gated`: as of `WrongWordFinder`.
    """

    suggester: Suggester
    doubt: Doubt | None
    dial: Dial
    genre: Genre | None
    kinds: frozenset[str]
    gated: bool = True

    def find(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The marks of each text; the texts are one document."""
        document = [Text.of(text) for text in texts]
        genre = self.genre or guess_genre(document)
        spellings = Spellings.of(document)
        masks = [self._masked(text) for text in document]

        def cheap(kinds: frozenset[str]) -> list[list[Improvement]]:
            pairs = zip(document, masks, strict=True)
            return [self._cheap(text, masked, genre, spellings, kinds) for text, masked in pairs]

        marks = cheap(self.kinds)
        # What the networks find is never sure.
        if self._wrong_words is not None and "word-choice" in self.kinds and self.dial != "sure":
            # Errors count for the gate whether they are to be shown or not.
            errors = marks if self.kinds >= ERRORS else cheap(ERRORS)
            wrong = self._wrong_words.find(document, masks, errors)
            marks = [[*own, *more] for own, more in zip(marks, wrong, strict=True)]
        return [sorted(own, key=lambda mark: mark.start) for own in marks]

    @cached_property
    def _wrong_words(self) -> WrongWordFinder | None:
        if self.doubt is None:
            return None
        return WrongWordFinder(self.suggester, self.doubt, self.dial, self.gated)

    def by_rule(self, text: str, genre: Genre | None = None) -> list[Improvement]:
        """The marks that rules give a text, at every setting the same."""
        analysis = Text.of(text)
        return self._ruled(analysis, self._masked(analysis), genre or self.genre, self.kinds)

    def _ruled(
        self, text: Text, masked: Sequence[Span], genre: Genre | None, kinds: frozenset[str]
    ) -> list[Improvement]:
        # Likely rules are matched at every setting. Where a specific likely rule overrides a
        # general sure rule, the setting "sure" shows no mark; otherwise it would show a different
        # mark than the default setting does.
        wanted = shown_at(self.dial)
        compared = shown_at(max(self.dial, "balanced", key=DIALS.index))
        matches = rules.match(
            text.words, text, genre=genre, only=kinds, confidences=compared, masked=masked
        )
        return [of_rule(match) for match in matches if match.confidence in wanted]

    def _cheap(
        self,
        text: Text,
        masked: Sequence[Span],
        genre: Genre,
        spellings: Spellings,
        kinds: frozenset[str],
    ) -> list[Improvement]:
        """The marks that need no encoder; of two that overlap, the earlier finder's is kept."""
        marks = self._ruled(text, masked, genre, kinds)
        finders: list[Iterable[Improvement]] = []
        if "spelling" in kinds:
            finders.append(misspellings(self._speller, text, masked, spellings))
        if "repeated" in kinds:
            finders += [echoes(text, masked), doubled_words(text, masked)]
        wanted = shown_at(self.dial)
        for candidates in finders:
            marks += [
                candidate
                for candidate in candidates
                if candidate.confidence in wanted
                and not touches((candidate.start, candidate.end), marks)
            ]
        return marks

    @cached_property
    def _speller(self) -> Speller:
        return Speller.open()

    def _masked(self, text: Text) -> list[Span]:
        """Quotations, code, and sentences in another language."""
        foreign = [
            (words[0].start, words[-1].end)
            for words in text.word_sentences()
            if is_foreign(self.suggester.lexicon, [word.text for word in words])
        ]
        return [*masked_spans(text), *foreign]
