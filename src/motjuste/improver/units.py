"""What one pass over a text says of every word and phrase in it that may be marked."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from motjuste.analysis import Text
from motjuste.encoder import Encoder, Reading
from motjuste.improver.collocations import wrong_collocations
from motjuste.improver.detector import Unit, UnitFeatures, about, repetitions
from motjuste.improver.eligible import worth_asking
from motjuste.improver.phrases import compound_places, find_phrases, set_phrases
from motjuste.improver.training_counts import TrainingCounts
from motjuste.improver.usage import COLLOCATION, FIXED, Usage, usage
from motjuste.improver.variety import UNHEARD
from motjuste.lexicon.concreteness import concreteness
from motjuste.lexicon.english import is_english
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Pool, find_pool, pool_of_words, with_words
from motjuste.suggester.features import first_look
from motjuste.text import Around, Word

_SIGN = 0.25


class UnitFinder:
    """The parts of the system that see what may be marked."""

    def __init__(
        self, lexicon: Lexicon, table: Associations, encoder: Encoder, counts: TrainingCounts
    ) -> None:
        self._lexicon, self._table, self._encoder = lexicon, table, encoder
        self._counts = counts
        self._pool = lru_cache(1 << 12)(self._find_pool)

    def find(self, text: str) -> tuple[list[UnitFeatures], float]:
        """All that may be marked in a text, in order, and how long the text is in words."""
        text = Text.of(text)
        words = text.words
        count = length(word.text for word in words)
        spans = _by_sentence(words, text)
        units = self.units(words, text, spans)
        wanted = [(unit, pool) for unit in units if (pool := self.pool(unit))]
        return list(self._see(words, text, wanted, spans)), count

    def units(self, words: Sequence[Word], text: str, spans: Sequence[range]) -> Iterator[Unit]:
        """The words and phrases that may be marked, in order."""
        asked = worth_asking(words, text)
        for span in spans:
            if not is_english(self._lexicon, (words[at].text for at in span)):
                asked[span.start : span.stop] = [False] * len(span)
        rare = [
            may and self._lexicon.frequency(word.lemma) < UNHEARD
            for word, may in zip(words, asked, strict=True)
        ]
        said = repetitions(words, rare)
        phrases = {phrase.first: phrase for phrase in find_phrases(self._lexicon, words, text)}
        taken = compound_places(self._lexicon, words)
        company = wrong_collocations(words)
        # Of two words that do not go together the noun is the right one.
        taken |= {companion.noun for companion in company.values()}
        within = set_phrases(self._lexicon, words, asked)
        place = 0
        while place < len(words):
            phrase = phrases.get(place)
            if phrase is not None:
                if _outside(asked, words, phrase.first, phrase.last):
                    yield Unit(phrase.word, phrase.first, phrase.last, phrase.usage)
                place = phrase.last
                continue
            if asked[place] and place not in taken:
                word = words[place]
                wrong = company.get(place)
                listed = wrong.listed if wrong else usage(word.lemma, WORDNET_POS[word.pos])
                thing = concreteness(self._lexicon, word.lemma) if word.pos == "NOUN" else 0.0
                inside = within.get(place, 0)
                yield Unit(word, place, place + 1, listed, *said[place], inside, thing)
            place += 1

    def pool(self, unit: Unit) -> Pool | None:
        """The candidates for a word or phrase, with those of style guides and of memory."""
        return self._pool(unit.word.text.lower(), unit.word.lemma, unit.word.pos, unit.usage)

    def _find_pool(self, form: str, lemma: str, pos: str, listed: Usage | None) -> Pool | None:
        word = Word(form, 0, len(form), pos, "", lemma)
        fixed = listed is not None and listed.letter == FIXED
        # What is like a word in the wrong company mostly is in the wrong company too.
        alone = fixed or (listed is not None and listed.label == COLLOCATION)
        pool = None if alone else find_pool(self._lexicon, self._table, word)
        instead = listed.instead if listed else ()
        if pool is None:
            letter = "r" if fixed else WORDNET_POS[pos]
            found = pool_of_words(self._lexicon, self._table, lemma, letter, instead)
            return found if instead else None
        more = dict.fromkeys([*instead, *self._counts.words(pool)])
        return with_words(pool, list(more)) if more else pool

    def _see(
        self,
        words: Sequence[Word],
        text: Text,
        wanted: list[tuple[Unit, Pool]],
        spans: list[range],
    ) -> Iterator[UnitFeatures]:
        readings = text.readings(self._encoder) if wanted else iter(())
        reading: Reading | None = None
        sentences_left = iter(spans)
        sentence, inside = range(0), words[:0]
        for unit, pool in wanted:
            while unit.first >= sentence.stop:
                sentence = next(sentences_left)
                inside = words[sentence.start : sentence.stop]
            while reading is None or _ends(reading) <= unit.word.start:
                reading = next(readings, None)
                if reading is None:
                    return
            pieces = reading.pieces(unit.word.start, unit.word.end)
            if len(pieces):
                query = self._encoder.query(reading, pieces)
                near = self._table.nearness(pool.vectors, query)
                rows = first_look(pool.facts, near)
                place = Around(inside, unit.first - sentence.start, unit.last - sentence.start)
                yield UnitFeatures(unit, pool, rows, query, about(words, unit, sentence), place)


def length(tokens: Iterable[str]) -> float:
    """How many words a text has; a sign counts as a quarter of one.

    The scorer of SWS counts signs as words, readers do not: so the share marked is near the one
    asked for by both ways to count.
    """
    return sum(1.0 if any(map(str.isalnum, token)) else _SIGN for token in tokens)


def _ends(reading: Reading) -> int:
    return reading.offsets[-2][1] if len(reading.offsets) > 2 else 0


def _outside(asked: Sequence[bool], words: Sequence[Word], first: int, last: int) -> bool:
    """Whether nothing of a phrase is quoted, code or a name: its words of open classes tell."""
    open_class = [place for place in range(first, last) if words[place].pos in WORDNET_POS]
    return all(asked[place] for place in open_class)


def _by_sentence(words: Sequence[Word], text: Text) -> list[range]:
    """The places of the words of each sentence."""
    found, start = [], 0
    for span in text.sentences:
        stop = start
        while stop < len(words) and words[stop].start < span.end:
            stop += 1
        if stop > start:
            found.append(range(start, stop))
        start = stop
    if start < len(words):
        found.append(range(start, len(words)))
    return found
