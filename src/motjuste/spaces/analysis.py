"""From a block of text to countable units: the words as numbers, and the bigrams among them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.analysis import Text
from motjuste.engine.annotated_corpora import TaggedWord, tagged_sentences
from motjuste.engine.corpus import Block
from motjuste.engine.texts import texts
from motjuste.errors import BadInputError, bad_file
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.tagging import Tag
from motjuste.spaces.bigrams import KINDS, Bigram, by_dependency, by_pattern, letter
from motjuste.spaces.conllu import Parsed, read_conllu

Unit = Literal["word", "lemma", "lemma.pos"]
# The number that separates sentences.
BREAK = -1
_OTHER_POS = "x"
_POS_LETTERS = {**WORDNET_POS, "PROPN": "n"}
_NON_WORDS = frozenset({"PUNCT", "SYM", "SPACE"})


class Analysed(NamedTuple):
    """A block as numbers: each word's type, breaks between sentences, and bigrams by place."""

    types: list[str]
    ids: NDArray[np.int32]
    kinds: NDArray[np.uint8]
    predicates: NDArray[np.int32]
    nouns: NDArray[np.int32]


class _Sentence(NamedTuple):
    """The units of a sentence (None for tokens that are not words) and its bigrams."""

    units: Sequence[str | None]
    bigrams: Iterable[Bigram]


def unit_of(form: str, lemma: str, pos: str, unit: Unit) -> str:
    """A word as it is counted.

    >>> unit_of("Dogs", "dog", "NOUN", "lemma.pos"), unit_of("Dogs", "dog", "NOUN", "word")
    ('dog.n', 'dogs')
    """
    name = "_".join((form if unit == "word" else lemma).lower().split())
    return f"{name}.{_POS_LETTERS.get(pos, _OTHER_POS)}" if unit == "lemma.pos" else name


@dataclass
class Analyser:
    """Analyses blocks; the analysis of each word is cached."""

    unit: Unit = "lemma.pos"
    bigrams: tuple[str, ...] = ()
    field_name: str = "text"
    _seen: dict[tuple[str, Tag], tuple[str | None, str]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        unknown = [kind for kind in self.bigrams if kind not in KINDS]
        if unknown:
            raise BadInputError(
                f"no kind of bigram is {unknown[0]!r}; there are {', '.join(KINDS)}"
            )

    def __call__(self, block: Block) -> Analysed:
        """The analysis of a block."""
        gather = _TokenCollector(self.bigrams)
        for sentence in self._sentences(block):
            gather.add(sentence)
        return gather.result()

    def _sentences(self, block: Block) -> Iterator[_Sentence]:
        if block.format == "conllu":
            return self._parsed(block.text(), block)
        if block.format in ("bnc", "wacky"):
            return map(self._annotated, tagged_sentences(block))
        analyse: Callable[[str], Iterator[_Sentence]] = self._tagged
        if self.unit == "word" and not self.bigrams:
            analyse = self._plain
        return (sentence for text in texts(block, self.field_name) for sentence in analyse(text))

    def _plain(self, text: str) -> Iterator[_Sentence]:
        for tokens in Text(text).by_sentence():
            words = [token[0].lower() for token in tokens]
            yield _Sentence([word if _is_word(word) else None for word in words], ())

    def _tagged(self, text: str) -> Iterator[_Sentence]:
        for tokens, tags in Text(text).tagged_sentences():
            units_and_letters = [
                self._look(token[0], tag) for token, tag in zip(tokens, tags, strict=True)
            ]
            bigrams = (
                by_pattern("".join(pair[1] for pair in units_and_letters)) if self.bigrams else ()
            )
            yield _Sentence([pair[0] for pair in units_and_letters], bigrams)

    def _annotated(self, words: Sequence[TaggedWord]) -> _Sentence:
        """A sentence with the lemmas and tags that its corpus has."""
        units = [
            unit_of(word.form, word.lemma, word.pos, self.unit)
            if word.pos not in _NON_WORDS and _is_word(word.form)
            else None
            for word in words
        ]
        letters = "".join(letter(Tag(word.pos, word.penn), word.lemma) for word in words)
        return _Sentence(units, by_pattern(letters) if self.bigrams else ())

    def _look(self, word: str, tag: Tag) -> tuple[str | None, str]:
        cached = self._seen.get((word, tag))
        if cached is None:
            if len(self._seen) > 1 << 18:
                self._seen.clear()
            lemma = lemma_of(word, tag.pos, tag.form)
            unit = unit_of(word, lemma, tag.pos, self.unit) if _is_word(word) else None
            cached = self._seen[word, tag] = (unit, letter(tag, lemma))
        return cached

    def _parsed(self, text: str, block: Block) -> Iterator[_Sentence]:
        try:
            for sentence in read_conllu(text, block.line):
                units = [self._parsed_unit(word) for word in sentence.words]
                yield _Sentence(units, by_dependency(sentence.words) if self.bigrams else ())
        except BadInputError as error:
            raise bad_file(block.path, str(error)) from None

    def _parsed_unit(self, word: Parsed) -> str | None:
        if word.pos in _NON_WORDS or not _is_word(word.form):
            return None
        return unit_of(word.form, word.lemma, word.pos, self.unit)


def _is_word(text: str) -> bool:
    return text.isalpha() or any(char.isalnum() for char in text)


class _TokenCollector:
    """Sentences as they come, turned into numbers."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self._wanted = {kind: KINDS.index(kind) for kind in KINDS if kind in kinds}
        self._numbers: dict[str, int] = {}
        self._ids: list[int] = []
        self._bigrams: list[tuple[int, int, int]] = []

    def add(self, sentence: _Sentence) -> None:
        """Take a sentence."""
        numbers, ids = self._numbers, self._ids
        positions = []
        for unit in sentence.units:
            positions.append(-1 if unit is None else len(ids))
            if unit is not None:
                ids.append(numbers.setdefault(unit, len(numbers)))
        ids.append(BREAK)
        for kind, predicate, noun in sentence.bigrams:
            if kind in self._wanted and positions[predicate] >= 0 and positions[noun] >= 0:
                self._bigrams.append((self._wanted[kind], positions[predicate], positions[noun]))

    def result(self) -> Analysed:
        """The analysis of all sentences so far."""
        bigrams = np.array(self._bigrams, np.int32).reshape(-1, 3)
        return Analysed(
            list(self._numbers),
            np.array(self._ids, np.int32),
            bigrams[:, 0].astype(np.uint8),
            np.ascontiguousarray(bigrams[:, 1]),
            np.ascontiguousarray(bigrams[:, 2]),
        )
