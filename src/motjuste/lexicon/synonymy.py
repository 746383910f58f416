"""Thesauri as sources of synonyms for words in a text: by name or file, alone or combined.

A source lists words under a word; which of them are of the same part of speech as a word that
stands in a sentence, and in which form they must be put there, is found out here.
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

How = Literal["intersection", "union"]
# Words of the longest phrase looked up: longer ones are hardly ever replaced.
LONGEST_PHRASE = 4


class Source(Protocol):
    """What lists words under a word, best first."""

    @property
    def name(self) -> str:
        """What its answers are known by."""

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word."""

    def phrases(self) -> AbstractSet[str]:
        """The entries of several words, in lower case with spaces between them."""


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

    def phrases(self) -> AbstractSet[str]:
        """The phrases that have a sense."""
        return _lexicon_phrases()


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

    def among(self, word: str, listed: Sequence[Listed]) -> list[Listed]:
        """Those that Moby lists too: its lists are long, and few words are looked for in them."""
        lexicon = Lexicon.open()
        number = lexicon.number(word)
        if number is None:
            return []
        links = lexicon.moby(number)
        linked = {*links.both, *links.forward}
        return [each for each in listed if not linked.isdisjoint(lexicon.find_all(each.word))]

    def phrases(self) -> AbstractSet[str]:
        """The phrases of the lexicon, among which all of Moby's are."""
        return _lexicon_phrases()


@cache
def _lexicon_phrases() -> AbstractSet[str]:
    lexicon = Lexicon.open()
    spelled = (lexicon.spelling(number) for number in range(len(lexicon)))
    # A word with a capital is taken as a name and left alone.
    return frozenset(text for text in spelled if " " in text and text.islower())


class Combined:
    """Several sources as one: what each of them lists, or what any of them does."""

    def __init__(self, sources: Sequence[Source], how: How) -> None:
        self.sources, self.how = tuple(sources), how
        self.name = f" {'and' if how == 'intersection' else 'or'} ".join(s.name for s in sources)

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word, in the order of the first source that lists it."""
        found = self.sources[0].lookup(word)
        for source in self.sources[1:]:
            if self.how == "union":
                known = _by_key(found)
                more = source.lookup(word)
                found = [*found, *(each for each in more if not _agreeing(each, known))]
            elif found and isinstance(source, Moby):
                found = source.among(word, found)
            elif found:
                listed = _by_key(source.lookup(word))
                found = [both for each in found for both in _agreeing(each, listed)]
        return found

    def phrases(self) -> AbstractSet[str]:
        """The phrases that each of them has, or that any of them does."""
        first, *others = (source.phrases() for source in self.sources)
        for phrases in others:
            first = first & phrases if self.how == "intersection" else first | phrases
        return first


def _by_key(listed: Sequence[Listed]) -> dict[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for each in listed:
        found.setdefault(key(each.word), []).append(each)
    return found


def _agreeing(one: Listed, listed: Mapping[str, Sequence[Listed]]) -> list[Listed]:
    """The entry, with its part of speech as far as either knows it, if it is in the list."""
    same = listed.get(key(one.word), ())
    parts = dict.fromkeys(
        one.pos or each.pos for each in same if None in (one.pos, each.pos) or one.pos == each.pos
    )
    return [one._replace(pos=pos) for pos in parts]


def open_source(name: str) -> Source:
    """`wordnet` and `moby` are the lexicon's own; everything else is a thesaurus file."""
    known: dict[str, type[WordNet] | type[Moby]] = {"wordnet": WordNet, "moby": Moby}
    if name in known:
        return known[name]()
    path = Path(name).expanduser()
    if not path.exists():
        raise bad_file(path, "there is no such file", "give one, or take wordnet or moby")
    return read_thesaurus(path)


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


class Found(NamedTuple):
    """What a source has for words of a text: on which of them they are inflected, and synonyms."""

    head: Word
    synonyms: list[Synonym]


class Synonymy:
    """The synonyms of words in sentences, of the same part of speech, from a source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._look = lru_cache(1 << 16)(self._looked_up)
        # Cached: one word is looked up as several parts of speech in a row.
        self._list = lru_cache(1 << 13)(source.lookup)

    @cached_property
    def phrases(self) -> AbstractSet[str]:
        """The source's entries of several words."""
        return self.source.phrases()

    def of(self, words: Sequence[Word]) -> list[Synonym]:
        """The synonyms of a word, or of several words that are one phrase, in the source's order.

        Under the lemma first; a thesaurus of inflected words has them under the form.
        """
        found = self.find(words)
        return found.synonyms if found else []

    def find(self, words: Sequence[Word]) -> Found | None:
        """The synonyms of a word or phrase, and its head."""
        if len(words) == 1:
            found = self._of_word(words[0])
            return Found(words[0], found) if found else None
        texts = [word.text.lower() for word in words]
        for head in _heads(words):
            for lemma, text in ((True, words[head].lemma), (False, texts[head])):
                spelled = " ".join([*texts[:head], text.lower(), *texts[head + 1 :]])
                if found := self._of_phrase(spelled, words[head].pos, lemma):
                    return Found(words[head], found)
        # `of course` is an adverb, though none of its words is.
        for pos in ("ADV", "ADJ"):
            if found := self._of_phrase(" ".join(texts), pos, lemma=False):
                return Found(words[-1]._replace(pos=pos), found)
        return None

    def _of_word(self, word: Word) -> list[Synonym]:
        if found := self._look(word.lemma.lower(), word.pos):
            return [Synonym(text) for text in found]
        return [Synonym(text, lemma=False) for text in self._look(word.text.lower(), word.pos)]

    def _of_phrase(self, spelled: str, pos: str, lemma: bool) -> list[Synonym]:
        # Keys do not distinguish `may be` from `maybe`; the source knows which it has.
        if spelled not in self.phrases:
            return []
        return [Synonym(text, lemma) for text in self._look(spelled, pos)]

    def _looked_up(self, word: str, pos: str) -> tuple[str, ...]:
        if pos not in WORDNET_POS:
            return ()
        found = [each.word for each in self._list(word) if _is(each, pos)]
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
