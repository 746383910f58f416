"""Which words and phrases of a sentence are targets, and synonyms put in their places."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.distant.draws import Draws
from motjuste.distant.records import Replaced
from motjuste.lexicon.context import Word, in_form, lemma_of, put
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.synonymy import LONGEST_PHRASE, Synonym, Synonymy
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


class Replacer:
    """Finds targets and replaces them; what it has seen of a word it keeps."""

    def __init__(self, synonymy: Synonymy, rate: float = 1.0) -> None:
        self._synonymy, self._rate = synonymy, rate
        self._synonyms: dict[tuple[str, Tag], Sequence[Synonym]] = {}
        starts = [phrase.split(" ", 2)[:2] for phrase in synonymy.phrases]
        self._firsts = {first for first, _ in starts}
        self._pairs = {(first, second) for first, second in starts}
        self._begins: dict[str, tuple[str, ...]] = {}

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
            target = Target(text, start, end)
            synonym = _drawn(target, chosen, draws)
            if synonym is None:
                continue
            put_in = put(target, synonym)
            before = text[done : put_in.start]
            pieces += (before, put_in.text)
            size += len(before) + len(put_in.text)
            targets.append(Replaced(size - len(synonym), size, target.word, chosen.tag.pos))
            count += len(words(synonym)) - (chosen.last - chosen.first)
            done = end
        pieces.append(text[done:])
        return Sentence("".join(pieces), count, tuple(targets))

    def targets(self, tokens: Sequence[Token], tags: Sequence[Tag]) -> Iterator[Chosen]:
        """The words and phrases that the thesaurus has, the longest that begins at each place."""
        kept, place = self._synonyms, 0
        while place < len(tokens):
            text, tag = tokens[place].text, tags[place]
            phrase = self._phrase(tokens, tags, place) if self._may_begin(tokens, place) else None
            if phrase is not None:
                yield phrase
                place = phrase.last
                continue
            if tag.pos in WORDNET_POS and _is_common(text, place):
                synonyms = kept.get((text, tag))
                if synonyms is None:
                    synonyms = self._look(text, tag)
                if synonyms:
                    yield Chosen(place, place + 1, tag, synonyms)
            place += 1

    def _look(self, text: str, tag: Tag) -> Sequence[Synonym]:
        if len(self._synonyms) > _KEPT:
            self._synonyms.clear()
        found = self._synonyms[text, tag] = _common(self._synonymy.of([_word(text, tag)]))
        return found

    def _may_begin(self, tokens: Sequence[Token], place: int) -> bool:
        """Whether the first two words of a phrase of the thesaurus stand at a place."""
        firsts = self._begins.get(tokens[place].text)
        if firsts is None:
            firsts = self._begins_with(tokens[place].text)
        if not firsts or place + 1 == len(tokens):
            return False
        seconds = _forms(tokens[place + 1].text)
        return any((first, second) in self._pairs for first in firsts for second in seconds)

    def _begins_with(self, text: str) -> tuple[str, ...]:
        if len(self._begins) > _KEPT:
            self._begins.clear()
        found = self._begins[text] = tuple(f for f in _forms(text) if f in self._firsts)
        return found

    def _phrase(self, tokens: Sequence[Token], tags: Sequence[Tag], place: int) -> Chosen | None:
        for last in range(min(place + LONGEST_PHRASE, len(tokens)), place + 1, -1):
            inside = [_word(tokens[n].text, tags[n]) for n in range(place, last)]
            if not all(_is_common(word.text, place + n) for n, word in enumerate(inside)):
                continue
            found = self._synonymy.find(inside)
            synonyms = _common(found.synonyms) if found else []
            if found and synonyms:
                return Chosen(place, last, Tag(found.head.pos, found.head.form), synonyms)
        return None


def _is_common(text: str, place: int) -> bool:
    """Whether a word is none of those with a capital, which names have; a sentence's first may."""
    return text.islower() or (place == 0 and text[1:].islower()) or (place == 0 and len(text) == 1)


def _common(synonyms: Sequence[Synonym]) -> list[Synonym]:
    """The synonyms that are no names."""
    return [each for each in synonyms if each.text.islower()]


def _word(text: str, tag: Tag) -> Word:
    return Word(text, 0, len(text), tag.pos, tag.form, lemma_of(text, tag.pos, tag.form))


def _forms(text: str) -> tuple[str, ...]:
    """What a word can be in a phrase of a thesaurus: itself, or a lemma."""
    lower = text.lower()
    return tuple(dict.fromkeys((lower, lemma_of(lower, "VERB"), lemma_of(lower, "NOUN"))))


def _drawn(target: Target, chosen: Chosen, draws: Draws) -> str | None:
    """A synonym in the target's form; the next one where it comes out as what is there."""
    own, synonyms = target.word, chosen.synonyms
    first = draws.below(len(synonyms))
    for number in range(len(synonyms)):
        synonym = synonyms[(first + number) % len(synonyms)]
        form = chosen.tag.form if synonym.lemma else "XX"
        text = in_form(target, synonym.text, form)
        if text.lower() != own.lower():
            return text
    return None
