"""Thesauri as sources of synonyms for words in a text: by name or file, alone or combined.

A source lists words under a word; which of them are of the same part of speech as a word that
stands in a sentence, and in which form they must be put there, is found out here.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, get_args

from motjuste.errors import BadInputError
from motjuste.lexicon.context import Word
from motjuste.lexicon.keys import key
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.thesauri import Listed, read_thesaurus

How = Literal["intersection", "union"]
# Longer phrases are hardly ever what is to be replaced.
LONGEST_PHRASE = 4


class Source(Protocol):
    """What lists words under a word, best first."""

    @property
    def name(self) -> str:
        """What its answers are known by."""

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word."""


class WordNet:
    """WordNet's synonyms, those of the first sense first."""

    name = "wordnet"

    def lookup(self, word: str) -> list[Listed]:
        """The other words of all synsets."""
        own = key(word)
        found = {
            (other, sense.pos): None
            for sense in Lexicon.open().senses(word)
            for other in sense.words
            if key(other) != own
        }
        return [Listed(other, self.name, pos) for other, pos in found]


class Moby:
    """Moby's lists: what two words list under each other first, then the commonest."""

    name = "moby"

    def lookup(self, word: str) -> list[Listed]:
        """What Moby lists under a word, which has no parts of speech."""
        lexicon = Lexicon.open()
        number = lexicon.number(word)
        if number is None:
            return []
        links = lexicon.moby(number)
        ordered = [
            lexicon.spelling(n)
            for group in (links[0], links[1])
            for n in sorted(group, key=lambda n: (-lexicon.frequency_of(n), n))
        ]
        own = key(word)
        return [Listed(other, self.name) for other in ordered if key(other) != own]


class Combined:
    """Several sources as one: what each of them lists, or what any of them does."""

    def __init__(self, sources: Sequence[Source], how: How) -> None:
        self.sources, self.how = tuple(sources), how
        self.name = f" {'and' if how == 'intersection' else 'or'} ".join(s.name for s in sources)

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word, in the order of the first source that lists it."""
        first, *others = (source.lookup(word) for source in self.sources)
        if self.how == "union":
            found = first
            for listed in others:
                found = [*found, *(each for each in listed if not _agreeing(each, found))]
            return found
        for listed in others:
            first = [both for each in first for both in _agreeing(each, listed)]
        return first


def _agreeing(one: Listed, listed: Sequence[Listed]) -> list[Listed]:
    """The entry, with its part of speech as far as either knows it, if it is in the list."""
    same = [each for each in listed if key(each.word) == key(one.word)]
    parts = dict.fromkeys(
        one.pos or each.pos for each in same if None in (one.pos, each.pos) or one.pos == each.pos
    )
    return [one._replace(pos=pos) for pos in parts]


def open_source(name: str) -> Source:
    """`wordnet` and `moby` are the lexicon's own; everything else is a thesaurus file."""
    known: dict[str, type[WordNet] | type[Moby]] = {"wordnet": WordNet, "moby": Moby}
    return known[name]() if name in known else read_thesaurus(Path(name).expanduser())


def combined(names: Sequence[str], how: How = "intersection") -> Source:
    """One or more sources by name or file, as one."""
    if how not in get_args(How):
        raise BadInputError(f"thesauri are combined by intersection or union, not {how!r}")
    if not names:
        raise BadInputError("no thesaurus is named; take wordnet, moby or a file")
    sources = [open_source(name) for name in names]
    return sources[0] if len(sources) == 1 else Combined(sources, how)


class Synonym(NamedTuple):
    """A word or phrase that may replace another; a lemma still has to be put into its form."""

    text: str
    lemma: bool = True


class Synonymy:
    """The synonyms of words in sentences, of the same part of speech, from a source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._look = lru_cache(1 << 16)(self._looked_up)

    def of(self, words: Sequence[Word]) -> list[Synonym]:
        """The synonyms of a word, or of several words that are one phrase, in the source's order.

        Under the lemma first; a thesaurus of inflected words has them under the form.
        """
        if len(words) == 1:
            return self._of_word(words[0])
        for place in _heads(words):
            texts = [word.text.lower() for word in words]
            for lemma, text in ((True, words[place].lemma), (False, texts[place])):
                spelled = " ".join([*texts[:place], text.lower(), *texts[place + 1 :]])
                if found := self._look(spelled, words[place].pos):
                    return [Synonym(each, lemma) for each in found]
        return []

    def _of_word(self, word: Word) -> list[Synonym]:
        if found := self._look(word.lemma.lower(), word.pos):
            return [Synonym(text) for text in found]
        return [Synonym(text, lemma=False) for text in self._look(word.text.lower(), word.pos)]

    def _looked_up(self, word: str, pos: str) -> tuple[str, ...]:
        if pos not in WORDNET_POS:
            return ()
        listed = self.source.lookup(word)
        found = [each.word for each in listed if _is(each, pos)]
        return tuple(dict.fromkeys(found))


def _heads(words: Sequence[Word]) -> list[int]:
    """The words of a phrase that it may be inflected on: its first, its last."""
    ends = [0, len(words) - 1]
    return [place for place in ends if words[place].pos in WORDNET_POS]


def _is(listed: Listed, pos: str) -> bool:
    """Whether an entry is of a part of speech: as it says, else as far as the lexicon knows."""
    if listed.pos is not None:
        return listed.pos == pos
    known = Lexicon.open().parts_of_speech(listed.word)
    return not known or pos in known or bool(analyses(listed.word, WORDNET_POS[pos]))
