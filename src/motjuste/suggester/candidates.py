"""The candidates of a target, before its sentence is read.

They come from the table of associations, from the lexicon for words that the table does not have,
from labelled sentences, and from the user's thesauri or arguments.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon import keys
from motjuste.lexicon.candidates import candidates, contraries
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.suggester.associations import LETTERS, Associations
from motjuste.text import Word

# Candidates taken from the lexicon for a word that is not in the table.
_FROM_LEXICON = 60
# How well a given word is known as a candidate (0 to 1) if the lexicon links it to the target but
# the table does not have it.
_LINKED = 0.5
# Log of the probability assumed for a given word if the target has no candidates at all.
_UNKNOWN_PRIOR = np.log(1e-4)
# Pools kept in memory, by headword and by form: the vocabulary of a long document.
_CACHED_POOLS = 1 << 12
# Lemmas of candidates kept in memory.
_CACHED_LEMMAS = 1 << 14


class Facts(NamedTuple):
    """The features of candidates that do not depend on the sentence; a row or number for each.

    `features`: the columns of the table of associations (`Links.features`).
    `likeness`: the cosine of a candidate's vector and the headword's.
    `frequency`: log10 of occurrences in a billion words.
    `spaces`: the number of spaces in the candidate (0 for a single word).
    `head`: the same for all candidates: the headword's frequency, the log of one more than the
        number of its senses, and its part of speech as one of four.
    """

    features: Floats
    likeness: Floats
    frequency: Floats
    spaces: Floats
    head: Floats


@dataclass(frozen=True, eq=False)
class Pool:
    """The candidates of one headword, with the features of each that need no sentence.

    `letter`: the headword's part of speech as WordNet's letter.
    `numbers`: the candidates by the lexicon's numbers. Those that the lexicon does not have are in
        `others`, and have the numbers -1, -2, ….
    `vectors`: indices of the candidates' vectors in the table of associations.
    `features`: the table's features, one row for each candidate.
    `frequency`: log10 of occurrences in a billion words.
    `spaces`: the number of spaces in each candidate.
    """

    lexicon: Lexicon
    table: Associations
    headword: str
    letter: str
    numbers: NDArray[np.int64]
    vectors: NDArray[np.int64]
    features: Floats
    frequency: Floats
    spaces: Floats
    others: tuple[str, ...] = ()
    _spelled: dict[int, str] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self.numbers)

    def word(self, place: int) -> str:
        """A candidate as a lemma; the table has some inflected forms (`benefits`, `discussed`)."""
        if place not in self._spelled:
            number = int(self.numbers[place])
            in_lexicon = number >= 0
            spelling = self.lexicon.spelling(number) if in_lexicon else self.others[-1 - number]
            self._spelled[place] = base_form(spelling, self.letter)
        return self._spelled[place]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All candidates as lemmas."""
        return tuple(self.word(place) for place in range(len(self)))

    @cached_property
    def lemma_numbers(self) -> tuple[int | None, ...]:
        """The lexicon's numbers of all candidates as lemmas; None for those that it lacks."""
        return tuple(self._lemma_number(place) for place in range(len(self)))

    def _lemma_number(self, place: int) -> int | None:
        number, lemma = int(self.numbers[place]), self.word(place)
        # A search is slow, and needed only for a lemma that is not the candidate itself.
        is_itself = number >= 0 and lemma == self.lexicon.spelling(number)
        if is_itself and self.lexicon.pos_bits[number]:
            return number
        return self.lexicon.number(lemma)

    def places(self, words: Iterable[str]) -> list[int]:
        """The places of words among the candidates; words that are not candidates are left out."""
        other_numbers = {word: -1 - place for place, word in enumerate(self.others)}
        wanted = [other_numbers.get(word, self.lexicon.number(word)) for word in words]
        matches = [np.flatnonzero(self.numbers == n) for n in wanted if n is not None]
        return [int(places[0]) for places in matches if len(places)]

    @cached_property
    def opposite(self) -> frozenset[int]:
        """The numbers of the headword's opposites, including indirect ones (`cheap`, `costly`)."""
        return frozenset(contraries(self.lexicon, self.lexicon.senses(self.headword, self.pos)))

    @cached_property
    def facts(self) -> Facts:
        """The features of the candidates that need no sentence."""
        number = self.lexicon.number(self.headword)
        senses = 0 if number is None else len(self.lexicon.synsets_of(number, self.pos))
        kind = [float(letter == self.letter) for letter in LETTERS]
        frequency = self.lexicon.frequency(self.headword)
        head = np.array([frequency, np.log1p(senses), *kind], np.float32)
        likeness = self.table.likeness(self.vectors, self.table.vector(number, self.letter))
        return Facts(self.features, likeness, self.frequency, self.spaces, head)

    @property
    def pos(self) -> str:
        """The part of speech by its Universal Dependencies name."""
        return keys.PARTS_OF_SPEECH[self.letter]


@lru_cache(_CACHED_LEMMAS)
def base_form(word: str, letter: str) -> str:
    """The lemma of an inflected noun or verb that has no sense of its own; else the word itself.

    >>> base_form("benefits", "n"), base_form("gaining", "v"), base_form("building", "n")
    ('benefit', 'gain', 'building')
    """
    if letter not in "nv":
        return word
    bases = analyses(word.lower(), letter)
    if not bases or word.lower() in bases:
        return word
    return lemma_of(word, keys.PARTS_OF_SPEECH[letter]) if " " not in word else bases[0]


def find_pool(lexicon: Lexicon, table: Associations, word: Word) -> Pool | None:
    """The candidates for a word of a sentence; None if there are none."""
    return _find(lexicon, table, word.text.lower(), word.lemma, word.pos)


@lru_cache(_CACHED_POOLS)
def _find(lexicon: Lexicon, table: Associations, form: str, lemma: str, pos: str) -> Pool | None:
    heads = _headwords(lexicon, form, lemma, WORDNET_POS.get(pos))
    pools = (_of_headword(lexicon, table, *head) for head in heads)
    return next((pool for pool in pools if len(pool)), None)


def _headwords(
    lexicon: Lexicon, form: str, lemma: str, own: str | None
) -> Iterator[tuple[str, str]]:
    """The headwords to look up for a word: its lemma, other lemmas, other parts of speech."""
    if own:
        yield lemma, own
    for letter in dict.fromkeys([own, *LETTERS] if own else LETTERS):
        for other in analyses(form, letter):
            yield other, letter
        if lexicon.listed(form):
            yield form, letter


def pool_of_given(
    lexicon: Lexicon, table: Associations, word: Word, words: Sequence[str]
) -> tuple[Pool, Floats]:
    """A pool of exactly these words, and how well each is known as a candidate (0 to 1).

    It is 1 for a candidate of the table, a half for a word that only the lexicon links to the
    target, 0 for others. Words that are not in the table get the lowest features of those that are.
    """
    usual = find_pool(lexicon, table, word)
    headword, letter = (usual.headword, usual.letter) if usual else (word.lemma, _letter(word))
    pool = pool_of_words(lexicon, table, headword, letter, words)
    known = np.zeros(len(words), np.float32)
    features = np.full((len(words), table.width), _UNKNOWN_PRIOR, np.float32)
    if usual:
        features[:] = usual.features.min(0)
        place_of = {int(number): place for place, number in enumerate(usual.numbers)}
        linked = {candidate.word for candidate in candidates(lexicon, headword, usual.pos)}
        for place, number in enumerate(pool.numbers):
            if number in place_of:
                features[place], known[place] = usual.features[place_of[number]], 1
            elif words[place] in linked:
                known[place] = _LINKED
    return replace(pool, features=features), known


def _letter(word: Word) -> str:
    return WORDNET_POS.get(word.pos, "n")


# Cached: a headword recurs in a text in several forms.
@lru_cache(_CACHED_POOLS)
def _of_headword(lexicon: Lexicon, table: Associations, headword: str, letter: str) -> Pool:
    number = lexicon.number(headword)
    links = None if number is None else table.links(number, letter)
    if links is None:
        linked = candidates(lexicon, headword, keys.PARTS_OF_SPEECH[letter])
        words = [candidate.word for candidate in linked if candidate.word.islower()]
        words = words[:_FROM_LEXICON]
        return pool_of_words(lexicon, table, headword, letter, words)
    listed = [entry.word for entry in lexicon.listed(headword, keys.PARTS_OF_SPEECH[letter])]
    frequency = lexicon.frequencies[links.numbers].astype(np.float32) / keys.FREQUENCY_STEPS
    pool = Pool(lexicon, table, headword, letter, *links[:3], frequency, links.spaces)
    return with_words(pool, list(dict.fromkeys(listed))) if listed else pool


def pool_of_words(
    lexicon: Lexicon, table: Associations, headword: str, letter: str, words: Sequence[str]
) -> Pool:
    """A pool of words that the table does not have, ordered from the most likely to the least.

    Each gets the mean features of the table's candidates of the same rank.
    """
    known = [lexicon.number(word) for word in words]
    others = tuple(word for word, number in zip(words, known, strict=True) if number is None)
    places = {word: -1 - place for place, word in enumerate(others)}
    numbers = [places[w] if n is None else n for w, n in zip(words, known, strict=True)]
    return Pool(
        lexicon,
        table,
        headword,
        letter,
        np.array(numbers, np.int64),
        np.array([table.vector(number, letter) for number in known], np.int64),
        table.typical(len(words)),
        np.array([lexicon.frequency(word) for word in words], np.float32),
        np.array([word.count(" ") for word in words], np.float32),
        others,
    )


def with_words(pool: Pool, words: Sequence[str]) -> Pool:
    """The pool with more words; one that is already in it gets the higher features of the two."""
    more = pool_of_words(pool.lexicon, pool.table, pool.headword, pool.letter, words)
    added = np.where(more.numbers < 0, more.numbers - len(pool.others), more.numbers)
    there = {int(number): place for place, number in enumerate(pool.numbers)}
    features, new = pool.features.copy(), []
    for place, number in enumerate(added):
        at = there.get(int(number))
        if at is None:
            new.append(place)
        else:
            features[at] = np.maximum(features[at], more.features[place])
    return replace(
        pool,
        numbers=np.concatenate([pool.numbers, added[new]]),
        vectors=np.concatenate([pool.vectors, more.vectors[new]]),
        features=np.concatenate([features, more.features[new]]),
        frequency=np.concatenate([pool.frequency, more.frequency[new]]),
        spaces=np.concatenate([pool.spaces, more.spaces[new]]),
        others=(*pool.others, *more.others),
    )
