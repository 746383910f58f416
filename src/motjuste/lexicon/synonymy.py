"""Thesauri as sources of synonyms for words in a text: by name or file, alone or combined.

A source lists words under a word. This module selects those with the part of speech that the word
has in its sentence, and says in which form they are given.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, get_args

from motjuste.errors import BadInputError, bad_file
from motjuste.lexicon.keys import key
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.thesauri import Listed, read_thesaurus
from motjuste.text import Word

Combination = Literal["intersection", "union"]
# Words in the longest phrase that is looked up: longer ones are hardly ever replaced.
LONGEST_PHRASE = 4


class SynonymSource(Protocol):
    """Anything that lists words under a word, best first."""

    @property
    def name(self) -> str:
        """The name that its entries carry as their source."""

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word."""

    def phrases(self) -> AbstractSet[str]:
        """Its entries of several words, in lower case, separated by spaces."""


class WordNet:
    """WordNet's synonyms, those of the first sense first."""

    name = "wordnet"

    def lookup(self, word: str) -> list[Listed]:
        """The other words of all synsets of a word."""
        own_key = key(word)
        synonyms = {
            (other, sense.pos): None
            for sense in Lexicon.open().senses(word)
            for other in sense.words
            if key(other) != own_key
        }
        return [Listed(other, self.name, pos) for other, pos in synonyms]

    def phrases(self) -> AbstractSet[str]:
        """The phrases that have a sense."""
        return _lexicon_phrases()


class Moby:
    """Moby's lists: first words that list each other, then by falling frequency."""

    name = "moby"

    def lookup(self, word: str) -> list[Listed]:
        """What Moby lists under a word; Moby has no parts of speech."""
        lexicon = Lexicon.open()
        number = lexicon.number(word)
        if number is None:
            return []
        links = lexicon.moby(number)
        ordered = [
            lexicon.spelling(other)
            for group in (links[0], links[1])
            for other in sorted(
                group,
                key=lambda other: (-lexicon.frequency_of(other), other),
            )
        ]
        own_key = key(word)
        return [Listed(other, self.name) for other in ordered if key(other) != own_key]

    def among(self, word: str, listed: Sequence[Listed]) -> list[Listed]:
        """Those of the entries that Moby lists too; faster than a whole list of Moby's."""
        lexicon = Lexicon.open()
        number = lexicon.number(word)
        if number is None:
            return []
        links = lexicon.moby(number)
        linked = {*links.both, *links.forward}
        return [entry for entry in listed if not linked.isdisjoint(lexicon.find_all(entry.word))]

    def phrases(self) -> AbstractSet[str]:
        """The phrases of the lexicon, which include all of Moby's."""
        return _lexicon_phrases()


@cache
def _lexicon_phrases() -> AbstractSet[str]:
    lexicon = Lexicon.open()
    spelled = (lexicon.spelling(number) for number in range(len(lexicon)))
    # Capitalised words are taken for names, which are not replaced.
    return frozenset(text for text in spelled if " " in text and text.islower())


class Combined:
    """Several sources as one: the intersection or the union of their lists."""

    def __init__(self, sources: Sequence[SynonymSource], how: Combination) -> None:
        self.sources, self.how = tuple(sources), how
        self.name = f" {'and' if how == 'intersection' else 'or'} ".join(s.name for s in sources)

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word, in the order of the first source that lists it."""
        entries = self.sources[0].lookup(word)
        for source in self.sources[1:]:
            if self.how == "union":
                by_key = _by_key(entries)
                added = source.lookup(word)
                entries = [*entries, *(entry for entry in added if not _agreeing(entry, by_key))]
            elif entries and isinstance(source, Moby):
                entries = source.among(word, entries)
            elif entries:
                listed = _by_key(source.lookup(word))
                entries = [agreed for entry in entries for agreed in _agreeing(entry, listed)]
        return entries

    def phrases(self) -> AbstractSet[str]:
        """The phrases that all of them have, or any of them."""
        first, *others = (source.phrases() for source in self.sources)
        for phrases in others:
            first = first & phrases if self.how == "intersection" else first | phrases
        return first


def _by_key(listed: Sequence[Listed]) -> dict[str, list[Listed]]:
    by_key: dict[str, list[Listed]] = {}
    for entry in listed:
        by_key.setdefault(key(entry.word), []).append(entry)
    return by_key


def _agreeing(entry: Listed, listed: Mapping[str, Sequence[Listed]]) -> list[Listed]:
    """The entry, with the part of speech that either side knows, if it is in the list."""
    same_word = listed.get(key(entry.word), ())
    parts_of_speech = dict.fromkeys(
        entry.pos or other.pos
        for other in same_word
        if None in (entry.pos, other.pos) or entry.pos == other.pos
    )
    return [entry._replace(pos=pos) for pos in parts_of_speech]


def open_source(name: str, *, ppdb_labels: bool = True) -> SynonymSource:
    """`wordnet` and `moby` are built in; any other name is the path of a thesaurus file."""
    built_in: dict[str, type[WordNet] | type[Moby]] = {"wordnet": WordNet, "moby": Moby}
    if name in built_in:
        return built_in[name]()
    path = Path(name).expanduser()
    if not path.exists():
        raise bad_file(path, "there is no such file", "give one, or take wordnet or moby")
    return read_thesaurus(path, ppdb_labels=ppdb_labels)


def combined(
    names: Sequence[str], how: Combination = "intersection", *, ppdb_labels: bool = True
) -> SynonymSource:
    """One or more sources, by name or file, as one; PPDB's labels may be ignored."""
    if how not in get_args(Combination):
        raise BadInputError(f"thesauri are combined by intersection or union, not {how!r}")
    if not names:
        raise BadInputError("no thesaurus is named; take wordnet, moby or a file")
    sources = [open_source(name, ppdb_labels=ppdb_labels) for name in names]
    return sources[0] if len(sources) == 1 else Combined(sources, how)


class Synonym(NamedTuple):
    """A word or phrase that may replace another; a lemma still has to be inflected."""

    text: str
    lemma: bool = True


class PhraseSynonyms(NamedTuple):
    """The synonyms that a source has for a word or phrase, and the word it inflects on."""

    head: Word
    synonyms: list[Synonym]


class Synonymy:
    """The synonyms of words in sentences, with the same part of speech, from a source."""

    def __init__(self, source: SynonymSource, *, exact: bool = False) -> None:
        self.source = source
        # Whether words are looked up only as they are written, not by their lemmas.
        self.exact = exact
        self._look = lru_cache(1 << 16)(self._looked_up)
        # Cached: one word is looked up as several parts of speech in a row.
        self._list = lru_cache(1 << 13)(source.lookup)

    @cached_property
    def phrases(self) -> AbstractSet[str]:
        """The source's entries of several words."""
        return self.source.phrases()

    def of(self, words: Sequence[Word]) -> list[Synonym]:
        """The synonyms of a word, or of several words that form a phrase, in the source's order.

        They are looked up by lemma, then, for thesauri of inflected words, by form.
        """
        match = self.find(words)
        return match.synonyms if match else []

    def find(self, words: Sequence[Word]) -> PhraseSynonyms | None:
        """The synonyms of a word or phrase, and its head."""
        if len(words) == 1:
            synonyms = self._of_word(words[0])
            return PhraseSynonyms(words[0], synonyms) if synonyms else None
        texts = [word.text.lower() for word in words]
        for head in _heads(words):
            for lemma, text in ((True, words[head].lemma), (False, texts[head])):
                spelled = " ".join([*texts[:head], text.lower(), *texts[head + 1 :]])
                if synonyms := self._of_phrase(spelled, words[head].pos, lemma):
                    return PhraseSynonyms(words[head], synonyms)
        # `of course` is an adverb, though none of its words is.
        for pos in ("ADV", "ADJ"):
            if synonyms := self._of_phrase(" ".join(texts), pos, lemma=False):
                return PhraseSynonyms(words[-1]._replace(pos=pos), synonyms)
        return None

    def _of_word(self, word: Word) -> list[Synonym]:
        if self.exact and not word.text.islower():
            return []
        if not self.exact and (texts := self._look(word.lemma.lower(), word.pos)):
            return [Synonym(text) for text in texts]
        return [Synonym(text, lemma=False) for text in self._look(word.text.lower(), word.pos)]

    def _of_phrase(self, spelled: str, pos: str, lemma: bool) -> list[Synonym]:
        # Keys do not distinguish `may be` from `maybe`; the source's list of phrases does.
        if spelled not in self.phrases:
            return []
        return [Synonym(text, lemma) for text in self._look(spelled, pos)]

    def _looked_up(self, word: str, pos: str) -> tuple[str, ...]:
        if pos not in WORDNET_POS:
            return ()
        words = [entry.word for entry in self._list(word) if _has_pos(entry, pos)]
        return tuple(dict.fromkeys(words))


def _heads(words: Sequence[Word]) -> list[int]:
    """The positions of the words on which a phrase may be inflected: its first and its last."""
    ends = [0, len(words) - 1]
    return [position for position in ends if words[position].pos in WORDNET_POS]


def _has_pos(listed: Listed, pos: str) -> bool:
    """Whether an entry has a part of speech: its own, else one that the lexicon knows."""
    if listed.pos is not None:
        return listed.pos == pos
    parts_of_speech = Lexicon.open().parts_of_speech(listed.word)
    return (
        not parts_of_speech
        or pos in parts_of_speech
        or bool(analyses(listed.word, WORDNET_POS[pos]))
    )
