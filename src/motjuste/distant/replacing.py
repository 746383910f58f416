"""Which words and phrases of a sentence are targets, and synonyms put in their places."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from motjuste.distant.draws import Draws
from motjuste.distant.records import Replaced
from motjuste.lexicon.context import Word, formed, lemma_of, put
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.synonymy import Synonym, Synonymy
from motjuste.lexicon.tagging import Tag
from motjuste.segmentation import Token, words
from motjuste.text import Target

# So many words are remembered, then all are forgotten.
_KEPT = 1 << 18


class Chosen(NamedTuple):
    """A target of a sentence: its tokens, the tag that it is inflected by, and its synonyms."""

    first: int
    last: int
    tag: Tag
    synonyms: Sequence[Synonym]


class Sentence(NamedTuple):
    """A sentence after replacement: its text, how many words it has, and its targets."""

    text: str
    words: int
    targets: tuple[Replaced, ...]


# Phrases by their words, one after the other; under no word stands that a phrase ends.
Tree = dict[str, Any]
_END = ""


class Replacer:
    """Finds targets and replaces them; what it has seen of a word it keeps."""

    def __init__(self, synonymy: Synonymy, rate: float = 1.0) -> None:
        self._synonymy, self._rate = synonymy, rate
        self._phrases: Tree = {}
        for phrase in synonymy.phrases:
            tree = self._phrases
            for word in phrase.split():
                tree = tree.setdefault(word, {})
            tree[_END] = {}
        self._synonyms: dict[tuple[str, Tag], Sequence[Synonym]] = {}
        self._begun: dict[tuple[str, str], Sequence[Tree]] = {}

    def replace(
        self, text: str, tokens: Sequence[Token], tags: Sequence[Tag], draws: Draws
    ) -> Sentence:
        """The sentence with a synonym, drawn at random, in the place of every target."""
        pieces: list[str] = []
        targets: list[Replaced] = []
        size, done, count = 0, 0, len(tokens)
        for chosen in self.targets(tokens, tags):
            if not draws.chance(self._rate):
                continue
            start, end = tokens[chosen.first].start, tokens[chosen.last - 1].end
            original = text[start:end]
            synonym = _drawn(original, chosen, draws)
            if synonym is None:
                continue
            # Between an article and its word there may be a quotation mark.
            before = tokens[max(0, chosen.first - 2) : chosen.first]
            start, new = _put(text, start, end, synonym, before)
            pieces += (text[done:start], new)
            size += start - done + len(new)
            targets.append(Replaced(size - len(synonym), size, original, chosen.tag.pos))
            count += _length(synonym) - (chosen.last - chosen.first)
            done = end
        pieces.append(text[done:])
        return Sentence("".join(pieces), count, tuple(targets))

    def targets(self, tokens: Sequence[Token], tags: Sequence[Tag]) -> Iterator[Chosen]:
        """The words and phrases that the thesaurus has, the longest that begins at each place."""
        known, begun, behind = self._synonyms, self._begun, 0
        texts = [token[0] for token in tokens]
        for place, (text, after, tag) in enumerate(zip(texts, [*texts[1:], ""], tags, strict=True)):
            if place < behind:
                continue
            trees = begun.get((text, after))
            if trees is None:
                trees = self._begin(text, after)
            if trees and (phrase := self._phrase(trees, texts, tags, place)):
                yield phrase
                behind = phrase.last
            elif tag.pos in WORDNET_POS and _is_common(text, place):
                synonyms = known.get((text, tag))
                if synonyms is None:
                    synonyms = self._look(text, tag)
                if synonyms:
                    yield Chosen(place, place + 1, tag, synonyms)

    def _look(self, text: str, tag: Tag) -> Sequence[Synonym]:
        if len(self._synonyms) > _KEPT:
            self._synonyms.clear()
        found = self._synonyms[text, tag] = _common(self._synonymy.of([_word(text, tag)]))
        return found

    def _begin(self, first: str, second: str) -> Sequence[Tree]:
        """What can follow in a phrase that begins with two words, in whatever forms."""
        if len(self._begun) > _KEPT:
            self._begun.clear()
        trees = _grown([self._phrases], first)
        found = self._begun[first, second] = _grown(trees, second) if trees and second else ()
        return found

    def _phrase(
        self, trees: Sequence[Tree], texts: Sequence[str], tags: Sequence[Tag], place: int
    ) -> Chosen | None:
        """The longest phrase of the thesaurus that begins at a place."""
        for last in reversed(list(_ends(trees, texts, place + 2))):
            inside = [_word(texts[n], tags[n]) for n in range(place, last)]
            if not all(_is_common(word.text, place + n) for n, word in enumerate(inside)):
                continue
            found = self._synonymy.find(inside)
            synonyms = _common(found.synonyms) if found else []
            if found and synonyms:
                return Chosen(place, last, Tag(found.head.pos, found.head.form), synonyms)
        return None


def _grown(trees: Sequence[Tree], text: str) -> list[Tree]:
    """The trees one word further."""
    forms = _forms(text)
    return [tree[form] for tree in trees for form in forms if form in tree]


def _ends(trees: Sequence[Tree], texts: Sequence[str], place: int) -> Iterator[int]:
    """Where phrases end, the shortest first."""
    while trees:
        if any(_END in tree for tree in trees):
            yield place
        if place == len(texts):
            return
        trees = _grown(trees, texts[place])
        place += 1


def _is_common(text: str, place: int) -> bool:
    """Whether a word is none of those with a capital, which names have; a sentence's first may."""
    return text.islower() or (place == 0 and text[1:].islower()) or (place == 0 and len(text) == 1)


def _common(synonyms: Sequence[Synonym]) -> list[Synonym]:
    """The synonyms that are no names."""
    return [each for each in synonyms if each.text.islower()]


def _word(text: str, tag: Tag) -> Word:
    return Word(text, 0, len(text), tag.pos, tag.form, lemma_of(text, tag.pos, tag.form))


@lru_cache(1 << 16)
def _forms(text: str) -> tuple[str, ...]:
    """What a word can be in a phrase of a thesaurus: itself, or a lemma."""
    lower = text.lower()
    return tuple(dict.fromkeys((lower, lemma_of(lower, "VERB"), lemma_of(lower, "NOUN"))))


@lru_cache(1 << 16)
def _length(text: str) -> int:
    """How many words a synonym is."""
    return len(words(text))


_ARTICLES = frozenset({"a", "an", "A", "An", "AN"})


def _put(text: str, start: int, end: int, synonym: str, before: Sequence[Token]) -> tuple[int, str]:
    """The synonym with an article before it, if there is one, and where that begins."""
    for token in before:
        if token[0] in _ARTICLES:
            return put(Target(text, start, end), synonym)[::2]
    return start, synonym


def _drawn(original: str, chosen: Chosen, draws: Draws) -> str | None:
    """A synonym in the original's form; the next one where it comes out as what is there."""
    synonyms, own = chosen.synonyms, original.lower()
    first = draws.below(len(synonyms))
    for number in range(first, first + len(synonyms)):
        synonym = synonyms[number % len(synonyms)]
        text = formed(original, synonym.text, chosen.tag.form if synonym.lemma else "XX")
        if text.lower() != own:
            return text
    return None
