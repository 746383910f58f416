"""Finds the words of a document that are probably wrong, and what to write instead.

The network of `doubt.py` scores the words that `doubt_gate.py` lets through. Each word it doubts is
compared with what could stand there instead (`corrections.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from motjuste.analysis import Text
from motjuste.encoder import Encoder, Reading
from motjuste.encoder.quantisation import Floats
from motjuste.improver.corrections import Corrector
from motjuste.improver.doubt import Doubt, score_of
from motjuste.improver.doubt_gate import ERRORS, doubtful_words, is_faulty, is_worth_reading
from motjuste.improver.marks import Span, mark
from motjuste.suggester.suggester import Suggester
from motjuste.text import Dial, Improvement, Suggestion, Target, Word
from motjuste.text.segmentation import Span as SentenceSpan

# Suggestions shown for a wrong word.
_SUGGESTIONS = 5
# Sentences of a document, at most, that are read first, to see whether its writer errs at all.
_SAMPLED = 32
# Sentences whose wrong words are kept: an editor asks for a whole document after each change in it.
_CACHED_SENTENCES = 4096


def has_verb(words: Sequence[Word]) -> bool:
    """Whether a sentence has a verb; headings and closings (`Yours faithfully`) have none.

    The network was trained on whole sentences, and doubts many words of fragments.

    >>> has_verb(Text.of("Yours faithfully,").words), has_verb(Text.of("We agree.").words)
    (False, True)
    """
    return any(word.pos in ("VERB", "AUX") for word in words)


class DocumentSentence(NamedTuple):
    """The words of a sentence, and the index of its text in the document."""

    text_index: int
    words: Sequence[Word]


class WrongWord(NamedTuple):
    """A word, by its position in its sentence, how surely it is wrong, and what to write instead.

    `score` is that of `doubt.score_of`.
    """

    position: int
    score: float
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True, eq=False)
class WrongWordFinder:
    """Finds wrong words in the sentences of a document.

    `dial`: how sure marks must be.
    `gated`: whether the encoder skips long texts with few sure marks, and short sentences in which
        an error is already marked. At the setting "thorough" it reads everything.

    Gated or not, a document gets marks only if a sample of its sentences has enough faults, except
    at the setting "thorough".
    """

    suggester: Suggester
    doubt: Doubt
    dial: Dial
    gated: bool = True

    def find(
        self,
        document: Sequence[Text],
        masks: Sequence[Sequence[Span]],
        marks: Sequence[Sequence[Improvement]],
    ) -> list[list[Improvement]]:
        """Marks for each text, outside what is masked or marked already.

        `marks` are those of errors that need no encoder.
        """
        sentences = [
            DocumentSentence(index, words)
            for index, text in enumerate(document)
            for words in text.word_sentences()
            if has_verb(words)
        ]
        errors = [mark for own in marks for mark in own if mark.kind in ERRORS]
        sure = sum(mark.confidence == "sure" for mark in errors)
        is_gated = self.gated and self.dial != "thorough"
        found: list[list[Improvement]] = [[] for _ in document]
        if is_gated and not is_worth_reading(sure, _count_words(sentences)):
            return found
        candidates = [
            doubtful_words(self.suggester.lexicon, text, masked, own, not is_gated)
            for text, masked, own in zip(document, masks, marks, strict=True)
        ]
        if self._has_many_faults(document, sentences, candidates, sure):
            for index, improvement in self._marks(document, sentences, candidates):
                found[index].append(improvement)
        return found

    def _has_many_faults(
        self,
        document: Sequence[Text],
        sentences: Sequence[DocumentSentence],
        candidates: Sequence[set[int]],
        sure: int,
    ) -> bool:
        """Whether a sample of the sentences has enough faults for others to be likely.

        `sure` is the number of sure errors in all sentences.
        """
        if self.dial == "thorough":
            return True
        sampled = sentences[:: max(1, -(-len(sentences) // _SAMPLED))]
        wrong = sum(1 for _ in self._marks(document, sampled, candidates))
        faults = wrong + sure * len(sampled) / max(1, len(sentences))
        return is_faulty(faults, _count_words(sampled))

    def _marks(
        self,
        document: Sequence[Text],
        sentences: Iterable[DocumentSentence],
        candidates: Sequence[set[int]],
    ) -> Iterable[tuple[int, Improvement]]:
        """The marks in some sentences, each with the index of its text."""
        for text_index, words in sentences:
            text = document[text_index]
            low, high = words[0].start, words[-1].end
            moved = tuple(_moved(word, -low) for word in words)
            eligible = tuple(
                index for index, word in enumerate(words) if word.start in candidates[text_index]
            )
            for wrong in self._wrong_words(str(text[low:high]), moved, eligible):
                yield text_index, self._mark(text, words[wrong.position], wrong)

    def _mark(self, text: Text, word: Word, wrong: WrongWord) -> Improvement:
        confidence = self.doubt.confidence(wrong.score)
        span = (word.start, word.end)
        return mark(text, span, "word-choice", wrong.suggestions[:_SUGGESTIONS], confidence)

    @cached_property
    def _wrong_words(self) -> Callable[[str, tuple[Word, ...], tuple[int, ...]], list[WrongWord]]:
        return lru_cache(_CACHED_SENTENCES)(self._find_in_sentence)

    def _find_in_sentence(
        self, sentence: str, words: Sequence[Word], eligible: Sequence[int]
    ) -> list[WrongWord]:
        """The wrong words among some words of a sentence, by their indices in it."""
        text = Text.of(sentence)
        doubts = self._doubts(text, [words[index] for index in eligible])
        least = self.doubt.least_score(self.dial)
        found = []
        for index, doubt in zip(eligible, doubts, strict=True):
            if doubt is None or doubt < self.doubt.threshold:
                continue
            target = Target(text, words[index].start, words[index].end)
            choice = self._corrector.choose(words, index, target, doubt)
            if choice is None or not choice.suggestions:
                continue
            score = score_of(doubt, choice.wrong)
            if score >= least:
                found.append(WrongWord(index, score, choice.suggestions))
        return found

    def _doubts(self, text: Text, words: Sequence[Word]) -> list[float | None]:
        """The log odds that each word is wrong; None for a word that the encoder cannot see."""
        states = word_states(self.suggester.encoder, text, words)
        seen = [index for index, state in enumerate(states) if state is not None]
        doubts: list[float | None] = [None] * len(words)
        if seen:
            frequencies = [self.suggester.lexicon.frequency(words[index].lemma) for index in seen]
            scores = self.doubt.scores(
                [state for state in states if state is not None], frequencies
            )
            for index, score in zip(seen, scores.tolist(), strict=True):
                doubts[index] = score
        return doubts

    @cached_property
    def _corrector(self) -> Corrector:
        return self.doubt.corrector(self.suggester)


def _moved(word: Word, by: int) -> Word:
    """A word whose offsets are moved."""
    return word._replace(start=word.start + by, end=word.end + by)


def word_states(encoder: Encoder, text: Text, words: Sequence[Word]) -> list[Floats | None]:
    """The mean state of each word's pieces; None for a word that the encoder cannot see."""
    readings = list(encoder.read_through(text, [SentenceSpan(0, len(text))])) if words else []
    return [_state(readings, word) for word in words]


def _state(readings: Sequence[Reading], word: Word) -> Floats | None:
    """The mean state of a word's pieces, in the first reading that has any."""
    for reading in readings:
        pieces = reading.pieces(word.start, word.end)
        if len(pieces):
            state: Floats = reading.states[pieces].mean(0)
            return state
    return None


def _count_words(sentences: Sequence[DocumentSentence]) -> int:
    return sum(len(sentence.words) for sentence in sentences)
