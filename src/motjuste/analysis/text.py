"""A text with its sentences, words and tags: analysed once, then handed along."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from motjuste.analysis.tags import tag_sentence, tag_sentences
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.tagging import Tag
from motjuste.text import Target, Word
from motjuste.text.segmentation import Span, Token, sentences, words

if TYPE_CHECKING:
    from motjuste.encoder import Encoder, Reading

# Characters on each side of a target that are segmented and tagged: enough for any sentence, and
# little of a book.
REACH = 2000
# Sentences that are tagged at once: more take memory and no less time.
_BATCH = 500
# Neighbourhoods, and tagged sentences, that a text keeps.
_KEPT = 16

TaggedWords = tuple[Sequence[Token], Sequence[Tag]]


class Text(str):
    """A text that keeps its sentences, words and tags, each found when it is first needed.

    It is a string, so that whatever takes a text takes it: a `Target`, a system of another
    package. Whoever needs the analysis of a string that may be one calls `Text.of`.

    >>> text = Text("The boss left. Geese were flying.")
    >>> [word.lemma for word in text.words if word.pos == "VERB"], len(text.sentences)
    (['leave', 'fly'], 2)
    """

    @staticmethod
    def of(text: str) -> "Text":
        """The text itself if it is one already, so that nothing is analysed twice."""
        return text if isinstance(text, Text) else Text(text)

    def __reduce__(self) -> tuple[type["Text"], tuple[str]]:
        # Another process finds out by itself what it needs.
        return Text, (str(self),)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences, without the white space around them."""
        return tuple(sentences(self))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The words, numbers and signs, with their places."""
        return tuple(words(self))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All tokens with their parts of speech, forms and lemmas."""
        return tuple(
            tagged_word(token, tag)
            for tokens, tags in self.tagged_sentences()
            for token, tag in zip(tokens, tags, strict=True)
        )

    def word_sentences(self) -> Iterator[Sequence[Word]]:
        """The words of each sentence that has any."""
        words, first = self.words, 0
        for tokens in self.by_sentence():
            if tokens:
                yield words[first : first + len(tokens)]
                first += len(tokens)

    def tagged_sentences(self) -> Iterator[TaggedWords]:
        """The tokens of each sentence and their tags, some sentences at a time."""
        parted = self.by_sentence()
        for first in range(0, len(parted), _BATCH):
            batch = parted[first : first + _BATCH]
            yield from zip(batch, tag_sentences(map(_texts, batch)), strict=True)

    def by_sentence(self) -> list[list[Token]]:
        """The tokens, sentence by sentence."""
        spans = self.sentences
        parted: list[list[Token]] = [[] for _ in spans] or [[]]
        place = 0
        for token in self.tokens:
            while place < len(spans) - 1 and token.start >= spans[place + 1].start:
                place += 1
            parted[place].append(token)
        return parted

    def near(self, start: int, end: int) -> tuple["Text", int]:
        """The text around a span, `REACH` characters on each side, and where that begins."""
        low, high = max(0, start - REACH), min(len(self), end + REACH)
        if low == 0 and high == len(self):
            return self, 0
        kept = self._neighbourhoods
        if (low, high) not in kept:
            _make_room(kept)
            kept[low, high] = Text(self[low:high])
        return kept[low, high], low

    def sentences_near(self, start: int, end: int) -> list[Span]:
        """The sentences within reach of a span; those at the ends may be cut off."""
        near, low = self.near(start, end)
        return [Span(span.start + low, span.end + low) for span in near.sentences]

    def sentences_touching(self, start: int, end: int) -> list[Span]:
        """The sentences of which a span is a part: one as a rule.

        >>> Text("Go on. It rains.").sentences_touching(8, 9)
        [Span(start=7, end=16)]
        """
        return [span for span in self.sentences_near(start, end) if touches(span, start, end)]

    def tagged_around(self, target: Target) -> TaggedWords:
        """The tokens of a target's sentence with their tags.

        A target of one word may bring its part of speech, which helps to tag the others.
        """
        near, low = self.near(target.start, target.end)
        tokens, tags = near._tagged_sentence(target.start - low, target.end - low, target.pos)
        if low:
            tokens = [Token(text, start + low, end + low) for text, start, end in tokens]
        return tokens, tags

    def _tagged_sentence(self, start: int, end: int, pos: str | None) -> TaggedWords:
        spans = [span for span in self.sentences if touches(span, start, end)]
        low = min([start, *(span.start for span in spans)])
        high = max([end, *(span.end for span in spans)])
        tokens, tags = self._tagged_between(low, high)
        inside = [token for token in tokens if touches(token, start, end)]
        whole = inside and inside[0].start == start and inside[-1].end == end
        if whole and not (pos and len(inside) == 1):
            return tokens, tags
        # A target may be a part of what is one word otherwise (`meat` in `meat-free`).
        parted = [*words(self, low, start), *words(self, start, end), *words(self, end, high)]
        places = [n for n, token in enumerate(parted) if touches(token, start, end)]
        known = {places[0]: pos} if len(places) == 1 and pos else {}
        return parted, tag_sentence(_texts(parted), known)

    def reading(self, encoder: "Encoder", start: int, end: int) -> "Reading":
        """The encoder's pass over the sentence of a span, which serves all words of it."""
        return encoder.read(self, start, end, self.sentences_near(start, end))

    def readings(self, encoder: "Encoder") -> "Iterator[Reading]":
        """The encoder's passes over the whole text."""
        return encoder.read_through(self, self.sentences)

    def _tagged_between(self, low: int, high: int) -> TaggedWords:
        kept = self._tagged
        if (low, high) not in kept:
            _make_room(kept)
            tokens = words(self, low, high)
            kept[low, high] = tokens, tag_sentence(_texts(tokens), {})
        return kept[low, high]

    @cached_property
    def _neighbourhoods(self) -> dict[tuple[int, int], "Text"]:
        return {}

    @cached_property
    def _tagged(self) -> dict[tuple[int, int], TaggedWords]:
        return {}


def analysed(targets: Iterable[Target]) -> list[Target]:
    """The targets with texts that keep their analysis; targets in the same text share it."""
    texts: dict[str, Text] = {}
    shared = []
    for target in targets:
        text = texts.setdefault(target.text, Text.of(target.text))
        shared.append(Target(text, target.start, target.end, target.pos, target.lemma))
    return shared


def touches(span: Span | Token | Word, start: int, end: int) -> bool:
    """Whether something in a text and a span of it have a character in common."""
    return span.end > start and span.start < end


def tagged_word(token: Token, tag: Tag) -> Word:
    """A token with its tag and lemma."""
    return Word(*token, tag.pos, tag.form, lemma_of(token.text, tag.pos, tag.form))


def _texts(tokens: Iterable[Token]) -> list[str]:
    return [token[0] for token in tokens]


def _make_room(kept: dict[tuple[int, int], Any]) -> None:
    if len(kept) >= _KEPT:
        kept.clear()
