"""The places of a text for which there is evidence: a reason that would convince a teacher.

Rules come first, then misspelled words, words written twice, and last words that the network doubts
and for which a clearly better one is known.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from motjuste import rules
from motjuste.analysis import Text
from motjuste.encoder import Reading
from motjuste.encoder.quantisation import Floats
from motjuste.improver.doubled_words import doubled_words
from motjuste.improver.doubt import Doubt
from motjuste.improver.doubt_gate import doubtful_words, is_faulty, is_worth_reading
from motjuste.improver.echoes import echoes
from motjuste.improver.eligible import masked_spans
from motjuste.improver.genre import guess_genre
from motjuste.improver.marks import Span, mark, of_rule, shown_at, touches
from motjuste.improver.misspellings import Spellings, misspellings
from motjuste.lexicon.english import is_english, is_learner_english
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.spelling import Speller
from motjuste.suggester.suggester import Suggester
from motjuste.text import DIALS, Dial, Genre, Improvement, Target, Word
from motjuste.text.segmentation import Span as SentenceSpan

# Suggestions shown for a doubted word.
_SUGGESTIONS = 5
# The least probability of the best suggestion, among all that are tried, for a doubted word to be
# marked. Of the learners' sentences in labels/marks that are kept from training, it loses few right
# marks and a third of the wrong ones.
_BETTER = 0.3
# Sentences of a document that the encoder reads first, to see whether its writer errs at all.
_SAMPLED = 32
# Sentences whose scores are kept: an editor asks for a whole document after each change in it.
_CACHED_SENTENCES = 4096


def is_foreign(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Whether the words of a sentence are of another language, not misspelled English."""
    return not is_english(lexicon, words) and not is_learner_english(words)


def has_verb(words: Sequence[Word]) -> bool:
    """Whether a sentence has a verb; headings and closings (`Yours faithfully`) have none.

    The network was trained on whole sentences, and doubts many words of fragments.

    >>> has_verb(Text.of("Yours faithfully,").words), has_verb(Text.of("We agree.").words)
    (False, True)
    """
    return any(word.pos in ("VERB", "AUX") for word in words)


class DocumentSentence(NamedTuple):
    """The words of a sentence, and the number of its text."""

    text: int
    words: Sequence[Word]


class ScoredWord(NamedTuple):
    """A word of a text, by the number of the text, and the log odds that it is wrong there."""

    text: int
    word: Word
    score: float


class WordToScore(NamedTuple):
    """A word that the network is to score: its place in its sentence, and its frequency."""

    start: int
    end: int
    frequency: float


@dataclass(frozen=True, eq=False)
class EvidenceFinder:
    """Finds the places of a document for which there is evidence.

    `dial`: how sure marks must be.
    `genre`: what the text is; None to guess it.
    `kinds`: the kinds of marks that are wanted.
    `gated`: whether the encoder is spared what `doubt_gate` says it need not read; at the setting
        "thorough" it reads everything.
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
        marks = [
            self._cheap(text, masked, genre, spellings)
            for text, masked in zip(document, masks, strict=True)
        ]
        # Doubt is never sure.
        if self.doubt is not None and "word-choice" in self.kinds and self.dial != "sure":
            doubted = self._doubted(document, masks, marks)
            marks = [[*cheap, *more] for cheap, more in zip(marks, doubted, strict=True)]
        return [sorted(own, key=lambda mark: mark.start) for own in marks]

    def by_rule(self, text: str, genre: Genre | None = None) -> list[Improvement]:
        """The marks that rules give a text, at every setting the same."""
        analysis = Text.of(text)
        return self._ruled(analysis, self._masked(analysis), genre or self.genre)

    def _ruled(self, text: Text, masked: Sequence[Span], genre: Genre | None) -> list[Improvement]:
        # Likely rules always take part: where a specific one displaces a general sure one, the
        # setting "sure" marks nothing rather than something else than the default setting.
        wanted = shown_at(self.dial)
        compared = shown_at(max(self.dial, "balanced", key=DIALS.index))
        matches = rules.match(
            text.words, text, genre=genre, only=self.kinds, confidences=compared, masked=masked
        )
        return [of_rule(match) for match in matches if match.confidence in wanted]

    def _cheap(
        self, text: Text, masked: Sequence[Span], genre: Genre, spellings: Spellings
    ) -> list[Improvement]:
        """The marks that need no encoder; of two that overlap, the earlier finder's is kept."""
        marks = self._ruled(text, masked, genre)
        finders: list[Iterable[Improvement]] = []
        if "spelling" in self.kinds:
            finders.append(misspellings(self._speller, text, masked, spellings))
        if "repeated" in self.kinds:
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

    def _doubted(
        self,
        document: Sequence[Text],
        masks: Sequence[Sequence[Span]],
        marks: Sequence[Sequence[Improvement]],
    ) -> list[list[Improvement]]:
        """Marks on words that the network doubts and for which the suggester knows better ones."""
        sentences = [
            DocumentSentence(number, words)
            for number, text in enumerate(document)
            for words in text.word_sentences()
            if has_verb(words)
        ]
        sure = sum(mark.confidence == "sure" for own in marks for mark in own)
        is_thorough = self.dial == "thorough"
        is_gated = self.gated and not is_thorough
        if is_gated and not is_worth_reading(sure, _count_words(sentences)):
            return [[] for _ in document]
        candidates = [
            doubtful_words(self.suggester.lexicon, text, masked, own, not is_gated)
            for text, masked, own in zip(document, masks, marks, strict=True)
        ]
        if is_thorough:
            return self._remedied(document, self._scored(document, sentences, candidates))
        sure_rate = sure / max(1, len(sentences))
        scored = self._scored_if_faulty(document, sentences, candidates, sure_rate)
        return self._remedied(document, scored)

    def _scored_if_faulty(
        self,
        document: Sequence[Text],
        sentences: Sequence[DocumentSentence],
        candidates: Sequence[set[int]],
        sure_rate: float,
    ) -> list[ScoredWord]:
        """The scored words of all sentences, or none if a sample shows a writer who does not err.

        `sure_rate` is the number of sure marks a sentence.
        """
        assert self.doubt is not None
        step = max(1, len(sentences) // _SAMPLED)
        sampled, least = sentences[::step], self.doubt.threshold("balanced")
        sample = self._scored(document, sampled, candidates)
        faults = sum(score >= least for _, _, score in sample) + sure_rate * len(sampled)
        if not is_faulty(faults, _count_words(sampled)):
            return []
        rest = [sentence for place, sentence in enumerate(sentences) if place % step]
        return [*sample, *self._scored(document, rest, candidates)]

    def _remedied(
        self, document: Sequence[Text], scored: Sequence[ScoredWord]
    ) -> list[list[Improvement]]:
        """The marks of each text on scored words that are doubted enough and have a remedy."""
        assert self.doubt is not None
        least = self.doubt.threshold(self.dial)
        marks: list[list[Improvement]] = [[] for _ in document]
        for number, word, score in scored:
            if score >= least:
                marks[number] += self._better(document[number], word, score)
        return marks

    def _better(self, text: Text, word: Word, score: float) -> list[Improvement]:
        """The mark on a doubted word, if a suggestion is good enough."""
        assert self.doubt is not None
        span = (word.start, word.end)
        suggestions = self.doubt.remedies(self.suggester, Target(text, *span), word)[:_SUGGESTIONS]
        if not suggestions or suggestions[0].score < _BETTER:
            return []
        confidence = self.doubt.confidence(score)
        return [mark(text, span, "word-choice", suggestions, confidence)]

    def _scored(
        self,
        document: Sequence[Text],
        sentences: Sequence[DocumentSentence],
        candidates: Sequence[set[int]],
    ) -> list[ScoredWord]:
        """The words of some sentences that may be doubted, each with its log odds."""
        scored = []
        for number, inside in sentences:
            words = [word for word in inside if word.start in candidates[number]]
            if not words:
                continue
            low, high = inside[0].start, inside[-1].end
            to_score = tuple(
                WordToScore(
                    word.start - low, word.end - low, self.suggester.lexicon.frequency(word.lemma)
                )
                for word in words
            )
            scores = self._sentence_scores(str(document[number][low:high]), to_score)
            pairs = zip(words, scores, strict=True)
            scored += [
                ScoredWord(number, word, score) for word, score in pairs if score is not None
            ]
        return scored

    @cached_property
    def _sentence_scores(self) -> Callable[[str, tuple[WordToScore, ...]], list[float | None]]:
        """The log odds of some words of a sentence; None for those that the encoder cannot see."""
        return lru_cache(_CACHED_SENTENCES)(self._score_sentence)

    def _score_sentence(self, sentence: str, words: Sequence[WordToScore]) -> list[float | None]:
        assert self.doubt is not None
        encoder = self.suggester.encoder
        readings = list(encoder.read_through(sentence, [SentenceSpan(0, len(sentence))]))
        states = [_state(readings, word) for word in words]
        seen = [
            (state, word.frequency)
            for state, word in zip(states, words, strict=True)
            if state is not None
        ]
        scores = iter(self.doubt.scores(*zip(*seen, strict=True)).tolist() if seen else ())
        return [None if state is None else next(scores) for state in states]


def _state(readings: Sequence[Reading], word: WordToScore) -> Floats | None:
    """The mean state of a word's pieces, in the first reading that has any."""
    for reading in readings:
        pieces = reading.pieces(word.start, word.end)
        if len(pieces):
            state: Floats = reading.states[pieces].mean(0)
            return state
    return None


def _count_words(sentences: Sequence[DocumentSentence]) -> int:
    return sum(len(sentence.words) for sentence in sentences)
