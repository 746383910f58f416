"""The detector's input: features of each word and phrase of a text, from one encoder pass."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from motjuste.analysis import Text
from motjuste.encoder import Reading, TargetReading
from motjuste.encoder.quantisation import Floats
from motjuste.improver.collocations import WrongCollocation, wrong_collocations
from motjuste.improver.eligible import eligible_words
from motjuste.improver.expressions import Expression, find_repetitions
from motjuste.improver.phrases import compound_places, find_phrases, set_phrase_sizes
from motjuste.improver.training_counts import TrainingCounts
from motjuste.improver.usage import usage_of_word
from motjuste.improver.variety import UNNOTICED_FREQUENCY
from motjuste.lexicon.concreteness import concreteness
from motjuste.lexicon.english import is_english
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.rules.detector_lists import COLLOCATION, FIXED, LABELS, UsageEntry
from motjuste.suggester.candidates import Pool, pool_of_words, with_words
from motjuste.suggester.features import NEARNESS
from motjuste.suggester.suggester import Suggester
from motjuste.text import Around, Word

# Dimensions of the encoder's query vector that the detector reads: the first 64.
QUERY_SIZE = 64
# Candidates whose probabilities and nearness the detector reads: the best 5.
_BEST_CANDIDATES = 5
# The length of a punctuation mark, in words (see `length_in_words`).
_PUNCTUATION_LENGTH = 0.25
# Pools of candidates kept in memory: the vocabulary of a long document.
_CACHED_POOLS = 1 << 12


class DetectorInput(NamedTuple):
    """An expression with everything that the networks read about it.

    `candidate_features`: the suggester's features of each candidate of the pool, one row each.
    `query`: the encoder's query vector at the expression.
    `surface`: features of the expression itself and its neighbours (`surface_features`).
    """

    expression: Expression
    pool: Pool
    candidate_features: Floats
    query: Floats
    surface: Floats
    around: Around

    @property
    def word(self) -> Word:
        """The word, or the phrase as one word."""
        return self.expression.word

    def row(self, probabilities: Floats, head_counts: Floats) -> Floats:
        """The detector's input row.

        It needs each candidate's probability to be a good suggestion, and the counts of the
        headword from training (`TrainingCounts.of_head`).
        """
        order = np.argsort(-probabilities, kind="stable")[:_BEST_CANDIDATES]
        best = np.zeros(_BEST_CANDIDATES, np.float32)
        best[: len(order)] = probabilities[order]
        frequency, senses = self.pool.facts.head[:2]
        nearest = np.sort(self.candidate_features[:, NEARNESS])[-_BEST_CANDIDATES:]
        gain = self.pool.frequency[order] - frequency
        summary = [
            frequency, senses, np.log1p(len(self.pool)),
            gain.mean(), gain.max(), nearest[-1], nearest.mean(),
        ]  # fmt: skip
        parts: list[Floats] = [
            self.surface, head_counts, best, np.array(summary), self.pool.features.max(0),
            self.query[:QUERY_SIZE],
        ]  # fmt: skip
        return np.concatenate(parts).astype(np.float32)


def kind_row(row: Floats) -> Floats:
    """The input of the network for the kind of a mark: the detector's row without the query."""
    return row[..., :-QUERY_SIZE]


class InputBuilder:
    """Finds the expressions of a text and makes the detector's input for each."""

    def __init__(self, suggester: Suggester, counts: TrainingCounts) -> None:
        self._suggester, self._lexicon = suggester, suggester.lexicon
        self._counts = counts
        self._cached_pool = lru_cache(_CACHED_POOLS)(self._make_pool)

    def build(self, text: str) -> tuple[list[DetectorInput], float]:
        """The inputs for all expressions that may be marked, in order, and the length in words."""
        text = Text.of(text)
        sentences = _sentence_ranges(text)
        expressions = self._expressions(text.words, text, sentences)
        with_pools = [
            (expression, pool) for expression in expressions if (pool := self._pool(expression))
        ]
        inputs = list(self._inputs(text, with_pools, sentences))
        return inputs, length_in_words(word.text for word in text.words)

    def _expressions(
        self, words: Sequence[Word], text: str, sentences: Sequence[range]
    ) -> Iterator[Expression]:
        """The words and phrases that may be marked, in order."""
        eligible = self._eligible(words, text, sentences)
        phrases = {phrase.first: phrase for phrase in find_phrases(self._lexicon, words, text)}
        single = self._single_words(words, eligible)
        position = 0
        while position < len(words):
            phrase = phrases.get(position)
            if phrase is None:
                if position in single:
                    yield single[position]
                position += 1
                continue
            if _all_eligible(eligible, words, phrase.first, phrase.last):
                yield phrase
            position = phrase.last

    def _eligible(self, words: Sequence[Word], text: str, sentences: Sequence[range]) -> list[bool]:
        """For every word, whether it may be marked; none of a sentence in another language may."""
        eligible = eligible_words(words, text)
        for sentence in sentences:
            if not is_english(self._lexicon, (words[position].text for position in sentence)):
                eligible[sentence.start : sentence.stop] = [False] * len(sentence)
        return eligible

    def _single_words(
        self, words: Sequence[Word], eligible: Sequence[bool]
    ) -> dict[int, Expression]:
        """The single words that may be marked, by position."""
        collocations = wrong_collocations(words)
        # In a wrong collocation the noun is taken to be right: only its partner may be marked.
        excluded = compound_places(self._lexicon, words)
        excluded |= {collocation.noun for collocation in collocations.values()}
        repetitions = find_repetitions(words, self._noticeable(words, eligible))
        phrase_sizes = set_phrase_sizes(self._lexicon, words, eligible)
        return {
            position: Expression(
                word,
                position,
                position + 1,
                _usage(word, collocations.get(position)),
                repetitions[position],
                phrase_sizes.get(position, 0),
                concreteness(self._lexicon, word.lemma) if word.pos == "NOUN" else 0.0,
            )
            for position, word in enumerate(words)
            if eligible[position] and position not in excluded
        }

    def _noticeable(self, words: Sequence[Word], eligible: Sequence[bool]) -> list[bool]:
        """For every word, whether a reader may notice that it is repeated."""
        return [
            is_eligible and self._lexicon.frequency(word.lemma) < UNNOTICED_FREQUENCY
            for word, is_eligible in zip(words, eligible, strict=True)
        ]

    def _pool(self, expression: Expression) -> Pool | None:
        """The candidates for an expression, with those of its usage entry and of training."""
        word = expression.word
        return self._cached_pool(word.text.lower(), word.lemma, word.pos, expression.usage)

    def _make_pool(self, form: str, lemma: str, pos: str, usage: UsageEntry | None) -> Pool | None:
        is_fixed = usage is not None and usage.pos_code == FIXED
        is_collocation = usage is not None and usage.label == COLLOCATION
        replacements = usage.replacements if usage else ()
        pool = None
        # The synonyms of a word that does not go with a noun rarely go with it either.
        if not (is_fixed or is_collocation):
            pool = self._suggester.pool(Word(form, 0, len(form), pos, "", lemma))
        if pool is None:
            letter = "r" if is_fixed else WORDNET_POS[pos]
            table = self._suggester.table
            listed = pool_of_words(self._lexicon, table, lemma, letter, replacements)
            return listed if replacements else None
        added = dict.fromkeys([*replacements, *self._counts.words(pool)])
        return with_words(pool, list(added)) if added else pool

    def _inputs(
        self,
        text: Text,
        with_pools: list[tuple[Expression, Pool]],
        sentences: list[range],
    ) -> Iterator[DetectorInput]:
        """The inputs for expressions with candidates, in one pass over sentences and readings."""
        words = text.words
        readings = text.readings(self._suggester.encoder) if with_pools else iter(())
        reading: Reading | None = None
        sentences_left = iter(sentences)
        sentence, sentence_words = range(0), words[:0]
        for expression, pool in with_pools:
            while expression.first >= sentence.stop:
                sentence = next(sentences_left)
                sentence_words = words[sentence.start : sentence.stop]
            while reading is None or _end(reading) <= expression.word.start:
                reading = next(readings, None)
                if reading is None:
                    return
            pieces = reading.pieces(expression.word.start, expression.word.end)
            if len(pieces):
                first = expression.first - sentence.start
                around = Around(sentence_words, first, expression.last - sentence.start)
                surface = surface_features(words, expression, sentence)
                yield self._input(expression, pool, TargetReading(reading, pieces), surface, around)

    def _input(
        self,
        expression: Expression,
        pool: Pool,
        target: TargetReading,
        surface: Floats,
        around: Around,
    ) -> DetectorInput:
        suggester = self._suggester
        rows = suggester.rows(pool, target, suggester.meaning(pool, target))
        query = suggester.encoder.query(target.reading, target.pieces)
        return DetectorInput(expression, pool, rows, query, surface, around)


def surface_features(words: Sequence[Word], expression: Expression, sentence: range) -> Floats:
    """Features of an expression itself: tags, neighbours, position, label, phrase, length."""
    word, position = expression.word, expression.first
    before = words[position - 1].pos if position > sentence.start else ""
    after = words[expression.last].pos if expression.last < sentence.stop else ""
    pos = [word.pos == pos for pos in WORDNET_POS]
    form = [word.form in ("VBD", "VBG", "VBN"), word.form == "NNS", word.text[0].isupper()]
    neighbours = [before == "DET", before == "ADP", after == "NOUN", after == "ADP"]
    in_sentence = [(position - sentence.start) / len(sentence), len(sentence)]
    label = expression.usage.label if expression.usage else ""
    labels = [label == other for other in LABELS]
    phrase_size = expression.set_phrase_size
    phrase = [expression.size > 1, phrase_size == 2, phrase_size > 2]
    rest = [expression.concreteness, len(word.text)]
    return np.array([*pos, *form, *neighbours, *in_sentence, *labels, *phrase, *rest], np.float32)


def length_in_words(tokens: Iterable[str]) -> float:
    """The length of a text in words, where a punctuation mark counts as a quarter of a word.

    The scorer of SWS counts punctuation as words, readers do not. This way the share that is marked
    is near the requested one whichever way it is counted.
    """
    return sum(1.0 if any(map(str.isalnum, token)) else _PUNCTUATION_LENGTH for token in tokens)


def _usage(word: Word, wrong: WrongCollocation | None) -> UsageEntry | None:
    """The entry of a word in the list of collocations, else in the usage list."""
    return wrong.usage if wrong else usage_of_word(word.lemma, WORDNET_POS[word.pos])


def _end(reading: Reading) -> int:
    """Where the last piece before the closing special token ends, in characters."""
    return reading.offsets[-2][1] if len(reading.offsets) > 2 else 0


def _all_eligible(eligible: Sequence[bool], words: Sequence[Word], first: int, last: int) -> bool:
    """Whether all words of a phrase that are of an open class may be marked."""
    open_class = [position for position in range(first, last) if words[position].pos in WORDNET_POS]
    return all(eligible[position] for position in open_class)


def _sentence_ranges(text: Text) -> list[range]:
    """The positions of the words of each sentence."""
    ranges, start = [], 0
    for words in text.word_sentences():
        ranges.append(range(start, start + len(words)))
        start += len(words)
    return ranges
