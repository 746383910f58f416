"""A text with its sentences, words and tags, each computed once and passed along; a target in it.

Tagging takes three steps: misleading capitals are normalised, the tagger runs, and the rules of
`lexicon/tag_rules.py` correct what it often gets wrong.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.tag_rules import correct_tags
from motjuste.lexicon.tagging import Tag, Tagger
from motjuste.text import Around, Target, Word
from motjuste.text.segmentation import Span, Token, sentences, words

if TYPE_CHECKING:
    from motjuste.encoder import Encoder, Reading

# Characters on each side of a target that are segmented and tagged: more than any real sentence
# needs, and a small part of a book.
REACH = 2000
# Sentences tagged in one call: larger batches take more memory and are no faster.
_TAGGING_BATCH = 500
# Entries in each of a text's two caches (neighbourhoods, tagged sentences) before it is cleared.
_CACHE_SIZE = 16
_PARTICIPLES = frozenset({"VBG", "VBN"})
# Parts of speech of phrases that begin with a participle, and their tags.
_FIXED = {"ADJ": "JJ", "NOUN": "NN", "ADV": "RB"}

TaggedWords = tuple[Sequence[Token], Sequence[Tag]]


class Text(str):
    """A string that computes its sentences, words and tags on first use and keeps them.

    It is a `str`, so anything that takes a string takes it: a `Target`, a third-party system.
    A function that needs the analysis of a string calls `Text.of`.

    >>> text = Text("The boss left. Geese were flying.")
    >>> [word.lemma for word in text.words if word.pos == "VERB"], len(text.sentences)
    (['leave', 'fly'], 2)
    """

    @staticmethod
    def of(text: str) -> "Text":
        """The same object if it is a `Text` already, so that nothing is analysed twice."""
        return text if isinstance(text, Text) else Text(text)

    def __reduce__(self) -> tuple[type["Text"], tuple[str]]:
        # Only the string is pickled; another process recomputes what it needs.
        return Text, (str(self),)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences, without the white space around them."""
        return tuple(sentences(self))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens (words, numbers, punctuation) with their offsets."""
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
        """The tokens and tags of each sentence, tagged in batches."""
        sentence_tokens = self.by_sentence()
        for first in range(0, len(sentence_tokens), _TAGGING_BATCH):
            batch = sentence_tokens[first : first + _TAGGING_BATCH]
            yield from zip(batch, tag_sentences(map(_texts, batch)), strict=True)

    def by_sentence(self) -> list[list[Token]]:
        """The tokens, sentence by sentence."""
        spans = self.sentences
        sentence_tokens: list[list[Token]] = [[] for _ in spans] or [[]]
        sentence = 0
        for token in self.tokens:
            while sentence < len(spans) - 1 and token.start >= spans[sentence + 1].start:
                sentence += 1
            sentence_tokens[sentence].append(token)
        return sentence_tokens

    def near(self, start: int, end: int) -> tuple["Text", int]:
        """The text within `REACH` characters of a span, and the offset at which it begins."""
        low, high = max(0, start - REACH), min(len(self), end + REACH)
        if low == 0 and high == len(self):
            return self, 0
        cache = self._neighbourhoods
        if (low, high) not in cache:
            _make_room(cache)
            cache[low, high] = Text(self[low:high])
        return cache[low, high], low

    def sentences_near(self, start: int, end: int) -> list[Span]:
        """The sentences within `REACH` of a span; the outermost may be cut off."""
        near, low = self.near(start, end)
        return [Span(span.start + low, span.end + low) for span in near.sentences]

    def sentences_touching(self, start: int, end: int) -> list[Span]:
        """The sentences that overlap a span: usually one.

        >>> Text("Go on. It rains.").sentences_touching(8, 9)
        [Span(start=7, end=16)]
        """
        return [span for span in self.sentences_near(start, end) if touches(span, start, end)]

    def tagged_around(self, target: Target) -> TaggedWords:
        """The tokens and tags of the sentence that holds a target.

        If the target is one word with a known part of speech, the tagger uses that.
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
        is_whole_tokens = inside and inside[0].start == start and inside[-1].end == end
        if is_whole_tokens and not (pos and len(inside) == 1):
            return tokens, tags
        # A target may be part of a token (`meat` in `meat-free`): then the token is split.
        pieces = [*words(self, low, start), *words(self, start, end), *words(self, end, high)]
        target_positions = [
            position for position, token in enumerate(pieces) if touches(token, start, end)
        ]
        known_pos = {target_positions[0]: pos} if len(target_positions) == 1 and pos else {}
        return pieces, tag_sentence(_texts(pieces), known_pos)

    def reading(self, encoder: "Encoder", start: int, end: int) -> "Reading":
        """The encoder's pass over the window around a span; words of one sentence share it."""
        return encoder.read(self, start, end, self.sentences_near(start, end))

    def readings(self, encoder: "Encoder") -> "Iterator[Reading]":
        """The encoder's passes over the whole text."""
        return encoder.read_through(self, self.sentences)

    def _tagged_between(self, low: int, high: int) -> TaggedWords:
        cache = self._tagged
        if (low, high) not in cache:
            _make_room(cache)
            tokens = words(self, low, high)
            cache[low, high] = tokens, tag_sentence(_texts(tokens), {})
        return cache[low, high]

    @cached_property
    def _neighbourhoods(self) -> dict[tuple[int, int], "Text"]:
        return {}

    @cached_property
    def _tagged(self) -> dict[tuple[int, int], TaggedWords]:
        return {}


def analysed(targets: Iterable[Target]) -> list[Target]:
    """The targets with `Text` objects; targets in the same text share one analysis."""
    texts: dict[str, Text] = {}
    shared = []
    for target in targets:
        text = texts.setdefault(target.text, Text.of(target.text))
        shared.append(Target(text, target.start, target.end, target.pos, target.lemma))
    return shared


def touches(span: Span | Token | Word, start: int, end: int) -> bool:
    """Whether a token or sentence overlaps a span by at least one character."""
    return span.end > start and span.start < end


def tagged_word(token: Token, tag: Tag) -> Word:
    """A token with its tag and lemma."""
    return Word(*token, tag.pos, tag.form, lemma_of(token.text, tag.pos, tag.form))


def _texts(tokens: Iterable[Token]) -> list[str]:
    return [token[0] for token in tokens]


def _make_room(cache: dict[tuple[int, int], Any]) -> None:
    if len(cache) >= _CACHE_SIZE:
        cache.clear()


def tag_sentences(sentences: Iterable[Sequence[str]]) -> list[list[Tag]]:
    """The tags of each sentence's words."""
    normalised = [_normalised(texts) for texts in sentences]
    return [
        correct_tags(*words_and_tags)
        for words_and_tags in zip(normalised, Tagger.open().tag_all(normalised), strict=True)
    ]


def tag_sentence(words: Sequence[str], known_pos: dict[int, str]) -> list[Tag]:
    """The tags of one sentence's words; `known_pos` maps word positions to given POS."""
    normalised = _normalised(words)
    return correct_tags(normalised, Tagger.open().tag(normalised, known_pos), known_pos)


def _normalised(words: Sequence[str]) -> Sequence[str]:
    """A sentence's words as the tagger should see them, with misleading capitals removed.

    The tagger takes a rare capitalised word for a name even at the start of a sentence, so the
    first word is lower-cased if it is a common word. A sentence in capitals is lower-cased whole.
    """
    if _is_all_capitals(words):
        return [word.lower() for word in words]
    if words and _is_common_word(words[0]) and not any(word[:1].isupper() for word in words[1:2]):
        return [words[0].lower(), *words[1:]]
    return words


def _is_all_capitals(words: Sequence[str]) -> bool:
    """Whether a sentence has at least two words and all of them are in capitals."""
    count = 0
    for word in words:
        if len(word) > 1 and word[0].isalpha():
            if not word.isupper():
                return False
            count += 1
    return count > 1


@lru_cache(1 << 12)
def _is_common_word(word: str) -> bool:
    if len(word) < 2 or not word.istitle():
        return False
    lexicon = Lexicon.open()
    is_name = any(lexicon.spelling(number) == word for number in lexicon.find_all(word))
    return not is_name and any(analyses(word.lower(), letter) for letter in WORDNET_POS.values())


def words_of(text: str) -> Sequence[Word]:
    """All words of a text with their parts of speech, forms and lemmas.

    >>> [word.lemma for word in words_of("The boss left. Geese were flying.") if word.pos == "VERB"]
    ['leave', 'fly']
    """
    return Text.of(text).words


def locate(target: Target) -> Word:
    """The target as a word of its sentence; a phrase takes part of speech and form of its head.

    If the target carries a part of speech, that is used.

    >>> text = "They watched the watch."
    >>> locate(Target(text, 5, 12))[3:]
    ('VERB', 'VBD', 'watch')
    >>> locate(Target(text, 17, 22))[3:]
    ('NOUN', 'NN', 'watch')
    """
    text, start, end = target.text, target.start, target.end
    tokens, tags = Text.of(text).tagged_around(target)
    inside = [
        (token, tag) for token, tag in zip(tokens, tags, strict=True) if touches(token, start, end)
    ]
    if not inside:
        return Word(target.word, start, end, "X", "XX", target.word)
    given_pos = target.pos if len(inside) == 1 else None
    fixed = _fixed_phrase(inside) if len(inside) > 1 else None
    if fixed is not None:
        return Word(target.word, start, end, *fixed)
    head, (pos, form) = _head(inside)
    if given_pos in ("NOUN", "VERB"):
        pos, form = given_pos, form.replace("NNP", "NN")
    lemma = lemma_of(head.text, pos, form)
    phrase_lemma = (text[start : head.start] + lemma + text[head.end : end]).strip()
    return Word(target.word, start, end, pos, form, phrase_lemma or lemma)


def around(target: Target) -> Around:
    """The words of a target's sentence, and the target's positions among them, end exclusive.

    >>> around(Target("It rains. They watched.", 15, 22))[1:]
    (1, 2)
    """
    tokens, tags = Text.of(target.text).tagged_around(target)
    words = [tagged_word(*pair) for pair in zip(tokens, tags, strict=True)]
    inside = [
        position
        for position, token in enumerate(tokens)
        if touches(token, target.start, target.end)
    ]
    return Around(words, inside[0], inside[-1] + 1) if inside else Around(words, 0, 0)


def lemma_and_pos(target: Target) -> tuple[str, str]:
    """A target's lemma and part of speech: those it carries, else those the tagger finds.

    >>> lemma_and_pos(Target("They stopped.", 5, 12)), lemma_and_pos(Target("A b", 2, 3, "X", "c"))
    (('stop', 'VERB'), ('c', 'X'))
    """
    if target.lemma is not None and target.pos is not None:
        return target.lemma, target.pos
    word = locate(target)
    return target.lemma or word.lemma, target.pos or word.pos


def _head(inside: Sequence[tuple[Token, Tag]]) -> tuple[Token, Tag]:
    """The word that a phrase inflects on: its first verb, else its head noun, else the last.

    The head noun is the last one, or the last one before a preposition (`men of means`).
    """
    # The tagger labels `get` in `get rid of` as an auxiliary.
    if len(inside) > 1 and inside[0][1].pos == "AUX" and _is_verb_phrase(inside):
        return inside[0][0], inside[0][1]._replace(pos="VERB")
    by_pos = {tag.pos: (token, tag) for token, tag in reversed(inside)}
    if "VERB" in by_pos:
        return by_pos["VERB"]
    inner = (n for n, (_, tag) in enumerate(inside[:-1]) if n and tag.pos == "ADP")
    nouns = [pair for pair in inside[: next(inner, None)] if pair[1].pos in ("NOUN", "PROPN")]
    return nouns[-1] if nouns else inside[-1]


def _fixed_phrase(inside: Sequence[tuple[Token, Tag]]) -> tuple[str, str, str] | None:
    """Part of speech, form and lemma of a phrase that is not inflected on its first verb or noun.

    It begins with a participle, and the lexicon has it as an adjective, adverb or noun but not as a
    verb (`fed up`, `stumbling block`); or it is no noun phrase in spite of a plural (`on pins and
    needles`, `down in the dumps`, `hands down`).
    """
    first, (last_token, last) = inside[0][1], inside[-1]
    words = [token.text.lower() for token, _ in inside]
    if _is_adverbial(inside):
        return "NOUN", "NN", " ".join(words)
    if first.form not in _PARTICIPLES or _is_verb_phrase(inside):
        return None
    is_plural = last.form == "NNS"
    words[-1] = lemma_of(last_token.text, "NOUN", last.form) if is_plural else words[-1]
    lexicon, lemma = Lexicon.open(), " ".join(words)
    number = lexicon.number(lemma)
    if number is None:
        return None
    listed = (pos for pos in _FIXED if lexicon.synsets_of(number, pos))
    pos = next(listed, None)
    return None if pos is None else (pos, "NNS" if is_plural else _FIXED[pos], lemma)


def _is_adverbial(inside: Sequence[tuple[Token, Tag]]) -> bool:
    """Whether a phrase with a plural noun, and without a verb, is no noun phrase.

    It begins with a preposition, or the lexicon has it as an adverb or adjective.
    """
    kinds = [tag.pos for _, tag in inside]
    if "VERB" in kinds or all(tag.form != "NNS" for _, tag in inside):
        return False
    if kinds[0] == "ADP" or kinds[:2] == ["ADV", "ADP"]:
        return True
    words = " ".join(token.text.lower() for token, _ in inside)
    return not {"ADJ", "ADV"}.isdisjoint(Lexicon.open().parts_of_speech(words))


def _is_verb_phrase(inside: Sequence[tuple[Token, Tag]]) -> bool:
    """Whether the words, the first as a lemma, are a verb entry of the lexicon."""
    (first, tag), *rest = inside
    words = [lemma_of(first.text, "VERB", tag.form), *(token.text.lower() for token, _ in rest)]
    lexicon = Lexicon.open()
    number = lexicon.number(" ".join(words))
    return number is not None and bool(lexicon.synsets_of(number, "VERB"))
