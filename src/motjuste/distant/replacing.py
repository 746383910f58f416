"""Which words and phrases of a sentence are targets, and synonyms put in their places."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from motjuste.analysis.fitting import edits_for
from motjuste.distant.draws import Draws
from motjuste.distant.phrases import NO_PART, Part, Phrases, ends
from motjuste.distant.records import Replaced
from motjuste.lexicon.forms import formed
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.synonymy import Synonym, Synonymy
from motjuste.lexicon.tagging import Tag
from motjuste.text import Target, Word
from motjuste.text.edits import merged
from motjuste.text.segmentation import starts, word_texts

# So many words are remembered, then all are forgotten.
_KEPT = 1 << 17


class Made(NamedTuple):
    """A synonym in the form in which it replaces a target, and how many words it is."""

    text: str
    words: int


class Choice(dict[int, Made | None]):
    """The synonyms of a target as it is written, by number; each is made when first drawn."""

    __slots__ = ("_original", "_synonyms", "count", "tag")

    def __init__(self, original: str, tag: Tag, synonyms: Sequence[Synonym]) -> None:
        self._original, self.tag = original, tag
        # Names replace nothing.
        self._synonyms = [each for each in synonyms if each.text.islower()]
        self.count = len(self._synonyms)

    def __missing__(self, number: int) -> Made | None:
        """The synonym in the original's form; the next one where it comes out as what is there."""
        own, made = self._original.lower(), None
        for synonym in (*self._synonyms[number:], *self._synonyms[:number]):
            text = formed(self._original, synonym.text, self.tag.form if synonym.lemma else "XX")
            if text.lower() != own:
                made = Made(text, len(word_texts(text)))
                break
        self[number] = made
        return made


_NO_CHOICE = Choice("", Tag("X", "XX"), ())
# A target: its first word, the one after its last, and what may replace it.
Chosen = tuple[int, int, Choice]


class Read(NamedTuple):
    """A sentence as it was: its text, its words, where these begin, and their tags."""

    text: str
    words: Sequence[str]
    starts: Sequence[int]
    tags: Sequence[Tag]


class Sentence(NamedTuple):
    """A sentence after replacement: its text, how many words it has, and its targets."""

    text: str
    words: int
    targets: tuple[Replaced, ...]


_ARTICLES = frozenset({"a", "an", "A", "An", "AN"})


class Replacer:
    """Finds targets and replaces them; what it has seen of a word it keeps."""

    def __init__(self, synonymy: Synonymy, rate: float = 1.0) -> None:
        self._synonymy, self._rate = synonymy, rate
        self._phrases = Phrases(synonymy.phrases)
        # By what each depends on: how it is written, its tags, whether a sentence begins with it.
        self._choices: dict[tuple[Any, ...], Choice] = {}

    def replace(
        self, text: str, words: Sequence[str], tags: Sequence[Tag], draws: Draws
    ) -> Sentence:
        """The sentence with a synonym, drawn at random, in the place of every target."""
        pieces: list[str] = []
        targets: list[Replaced] = []
        rate, size, done, count, places = self._rate, 0, 0, len(words), starts(text, words)
        # Between an article and its word there may be a quotation mark.
        before = ["", "", *words]
        for first, last, choice in self.targets(Read(text, words, places, tags)):
            if rate < 1 and not draws.chance(rate):
                continue
            made = choice[draws.below(choice.count)]
            if made is None:
                continue
            synonym, length = made
            start, end = places[first], places[last - 1] + len(words[last - 1])
            original, new = text[start:end], synonym
            if before[first] in _ARTICLES or before[first + 1] in _ARTICLES:
                start, _, new = merged(text, edits_for(Target(text, start, end), synonym))
            pieces += (text[done:start], new)
            size += start - done + len(new)
            targets.append(Replaced(size - len(synonym), size, original, choice.tag.pos))
            count += length - (last - first)
            done = end
        pieces.append(text[done:])
        return Sentence("".join(pieces), count, tuple(targets))

    def targets(self, sentence: Read) -> Iterator[Chosen]:
        """The words and phrases that the thesaurus has, the longest that begins at each place."""
        choices, behind = self._choices, 0
        _, words, _, tags = sentence
        parts = [*map(self._phrases.__getitem__, words), NO_PART]
        beside = zip(words, tags, parts[:-1], parts[1:], strict=True)
        for place, (word, tag, (_, following, _), (forms, _, _)) in enumerate(beside):
            if place < behind:
                continue
            begins = not following.isdisjoint(forms)
            if begins and (phrase := self._phrase(sentence, parts, place)):
                yield phrase
                behind = phrase[1]
            elif tag.pos in WORDNET_POS:
                key = word, tag, place == 0
                choice = choices.get(key)
                if choice is None:
                    choice = self._choose(key, word, [word], [tag])
                if choice.count:
                    yield place, place + 1, choice

    def _phrase(self, sentence: Read, parts: Sequence[Part], first: int) -> Chosen | None:
        """The longest phrase of the thesaurus that begins with a word."""
        text, words, places, tags = sentence
        for last in ends(words, parts, first):
            original = text[places[first] : places[last - 1] + len(words[last - 1])]
            key = original, *words[first:last], *tags[first:last], first == 0
            choice = self._choices.get(key)
            if choice is None:
                choice = self._choose(key, original, words[first:last], tags[first:last])
            if choice.count:
                return first, last, choice
        return None

    def _choose(
        self, key: tuple[Any, ...], original: str, words: Sequence[str], tags: Sequence[Tag]
    ) -> Choice:
        """The synonyms of a word or phrase, which are kept under a key."""
        if len(self._choices) >= _KEPT:
            self._choices.clear()
        inside = [_word(word, tag) for word, tag in zip(words, tags, strict=True)]
        common = [_is_common(word.text, key[-1] and not n) for n, word in enumerate(inside)]
        found = self._synonymy.find(inside) if all(common) else None
        choice = _NO_CHOICE
        if found:
            choice = Choice(original, Tag(found.head.pos, found.head.form), found.synonyms)
        self._choices[key] = choice
        return choice


def _is_common(text: str, begins: bool) -> bool:
    """Whether a word is none of those with a capital, which names have; a sentence's first may."""
    return text.islower() or (begins and (text[1:].islower() or len(text) == 1))


def _word(text: str, tag: Tag) -> Word:
    return Word(text, 0, len(text), tag.pos, tag.form, lemma_of(text, tag.pos, tag.form))
