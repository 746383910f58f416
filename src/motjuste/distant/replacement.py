"""Selects the words and phrases of a sentence that are targets, and replaces them by synonyms."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from motjuste.analysis.fitting import edits_for, formed
from motjuste.distant.draws import Draws
from motjuste.distant.phrases import NO_WORD, Phrases, WordInPhrases, ends
from motjuste.distant.records import Replaced
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.synonymy import Synonym, Synonymy
from motjuste.lexicon.tagging import Tag
from motjuste.text import Target, Word, merged_edit
from motjuste.text.segmentation import starts, word_texts

# Entries in the cache of choices before it is cleared.
MAX_CACHE_ENTRIES = 1 << 17


class InflectedSynonym(NamedTuple):
    """A synonym in the form in which it replaces a target, and its number of words."""

    text: str
    words: int


class SynonymChoice(dict[int, InflectedSynonym | None]):
    """The synonyms of a target by number; each is inflected when it is first drawn."""

    __slots__ = ("_original", "_synonyms", "count", "tag")

    def __init__(self, original: str, tag: Tag, synonyms: Sequence[Synonym]) -> None:
        self._original, self.tag = original, tag
        # Capitalised synonyms are names and are not used.
        self._synonyms = [synonym for synonym in synonyms if synonym.text.islower()]
        self.count = len(self._synonyms)

    def __missing__(self, number: int) -> InflectedSynonym | None:
        """The synonym in the original's form; the next one if that equals the original."""
        original, inflected = self._original.lower(), None
        for synonym in (*self._synonyms[number:], *self._synonyms[:number]):
            text = formed(self._original, synonym.text, self.tag.form if synonym.lemma else "XX")
            if text.lower() != original:
                inflected = InflectedSynonym(text, len(word_texts(text)))
                break
        self[number] = inflected
        return inflected


_NO_SYNONYMS = SynonymChoice("", Tag("X", "XX"), ())
# A target: the position of its first word, of the word after its last, and its synonyms.
ChosenTarget = tuple[int, int, SynonymChoice]


class TaggedSentence(NamedTuple):
    """A sentence of the corpus: text, words, their offsets and their tags."""

    text: str
    words: Sequence[str]
    starts: Sequence[int]
    tags: Sequence[Tag]


class ReplacedSentence(NamedTuple):
    """A sentence after replacement: text, number of words, and targets."""

    text: str
    words: int
    targets: tuple[Replaced, ...]


_ARTICLES = frozenset({"a", "an", "A", "An", "AN"})


class Replacer:
    """Finds targets and replaces them; synonyms are cached."""

    def __init__(self, synonymy: Synonymy, rate: float = 1.0) -> None:
        self._synonymy, self._rate = synonymy, rate
        self._phrases = Phrases(synonymy.phrases)
        # By everything that they depend on: spelling, tags, whether the word begins a sentence.
        self._choices: dict[tuple[Any, ...], SynonymChoice] = {}

    def replace(
        self, text: str, words: Sequence[str], tags: Sequence[Tag], draws: Draws
    ) -> ReplacedSentence:
        """The sentence with every target (or a share of them) replaced by a random synonym."""
        pieces: list[str] = []
        targets: list[Replaced] = []
        rate, length, position, count, offsets = self._rate, 0, 0, len(words), starts(text, words)
        # There may be a quotation mark between an article and its word.
        before = ["", "", *words]
        for first, last, choice in self.targets(TaggedSentence(text, words, offsets, tags)):
            if rate < 1 and not draws.chance(rate):
                continue
            inflected = choice[draws.below(choice.count)]
            if inflected is None:
                continue
            synonym, word_count = inflected
            start, end = offsets[first], offsets[last - 1] + len(words[last - 1])
            original, new = text[start:end], synonym
            if before[first] in _ARTICLES or before[first + 1] in _ARTICLES:
                start, _, new = merged_edit(text, edits_for(Target(text, start, end), synonym))
            pieces += (text[position:start], new)
            length += start - position + len(new)
            targets.append(Replaced(length - len(synonym), length, original, choice.tag.pos))
            count += word_count - (last - first)
            position = end
        pieces.append(text[position:])
        return ReplacedSentence("".join(pieces), count, tuple(targets))

    def targets(self, sentence: TaggedSentence) -> Iterator[ChosenTarget]:
        """The words and phrases that the thesaurus has, the longest at each position."""
        choices, next_position = self._choices, 0
        _, words, _, tags = sentence
        parts = [*map(self._phrases.__getitem__, words), NO_WORD]
        rows = zip(words, tags, parts[:-1], parts[1:], strict=True)
        for position, (word, tag, (_, following, _), (forms, _, _)) in enumerate(rows):
            if position < next_position:
                continue
            begins = not following.isdisjoint(forms)
            if begins and (phrase := self._phrase(sentence, parts, position)):
                yield phrase
                next_position = phrase[1]
            elif tag.pos in WORDNET_POS:
                key = word, tag, position == 0
                choice = choices.get(key)
                if choice is None:
                    choice = self._choose(key, word, [word], [tag])
                if choice.count:
                    yield position, position + 1, choice

    def _phrase(
        self, sentence: TaggedSentence, parts: Sequence[WordInPhrases], first: int
    ) -> ChosenTarget | None:
        """The longest phrase of the thesaurus that begins at a position."""
        text, words, offsets, tags = sentence
        for last in ends(words, parts, first):
            original = text[offsets[first] : offsets[last - 1] + len(words[last - 1])]
            key = original, *words[first:last], *tags[first:last], first == 0
            choice = self._choices.get(key)
            if choice is None:
                choice = self._choose(key, original, words[first:last], tags[first:last])
            if choice.count:
                return first, last, choice
        return None

    def _choose(
        self, key: tuple[Any, ...], original: str, words: Sequence[str], tags: Sequence[Tag]
    ) -> SynonymChoice:
        """The synonyms of a word or phrase, cached under a key."""
        if len(self._choices) >= MAX_CACHE_ENTRIES:
            self._choices.clear()
        phrase_words = [_word(word, tag) for word, tag in zip(words, tags, strict=True)]
        is_common = [
            _is_common(word.text, key[-1] and not position)
            for position, word in enumerate(phrase_words)
        ]
        match = self._synonymy.find(phrase_words) if all(is_common) else None
        choice = _NO_SYNONYMS
        if match:
            choice = SynonymChoice(original, Tag(match.head.pos, match.head.form), match.synonyms)
        self._choices[key] = choice
        return choice


def _is_common(text: str, is_first: bool) -> bool:
    """Whether a word is in lower case, or begins a sentence and is capitalised."""
    return text.islower() or (is_first and (text[1:].islower() or len(text) == 1))


def _word(text: str, tag: Tag) -> Word:
    return Word(text, 0, len(text), tag.pos, tag.form, lemma_of(text, tag.pos, tag.form))
