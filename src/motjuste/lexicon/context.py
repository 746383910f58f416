"""What a word is in its sentence (part of speech, form, lemma), and a substitute fitted to it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from motjuste.lexicon.articles import article_before, indefinite_article
from motjuste.lexicon.inflection import inflect, match_case
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.tag_rules import mend
from motjuste.lexicon.tagging import Tag, Tagger
from motjuste.text import Target
from motjuste.text.segmentation import Span, Token, sentences, words

# A sentence longer than this is read in pieces around the target.
_WINDOW = 2000
# So many sentences are tagged at once: more take memory and no less time.
_BATCH = 500


class Word(NamedTuple):
    """A word of a text: its place, part of speech (UD), form (Penn Treebank) and lemma."""

    text: str
    start: int
    end: int
    pos: str
    form: str
    lemma: str


class Around(NamedTuple):
    """Words of a text, and from where to where among them a target stands, end exclusive."""

    words: Sequence[Word]
    first: int
    last: int


class Replacement(NamedTuple):
    """What to write from one place of a text to another, in place of what is there."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """The text after the replacement."""
        return text[: self.start] + self.text + text[self.end :]


def read(text: str) -> list[Word]:
    """All words of a text with their parts of speech, forms and lemmas.

    >>> [word.lemma for word in read("The boss left. Geese were flying.") if word.pos == "VERB"]
    ['leave', 'fly']
    """
    return [
        _word(token, tag)
        for tokens, tags in tagged_sentences(text)
        for token, tag in zip(tokens, tags, strict=True)
    ]


def tagged_sentences(text: str) -> Iterator[tuple[list[Token], list[Tag]]]:
    """The words of each sentence and their tags, for texts of any length.

    >>> [[tag.pos for tag in tags] for _, tags in tagged_sentences("Go on. It rains.")]
    [['VERB', 'ADP', 'PUNCT'], ['PRON', 'VERB', 'PUNCT']]
    """
    parted = by_sentence(text)
    for first in range(0, len(parted), _BATCH):
        batch = parted[first : first + _BATCH]
        yield from zip(batch, tag_sentences(map(_texts, batch)), strict=True)


def tag_sentences(parted: Iterable[Sequence[str]]) -> list[list[Tag]]:
    """The tags of sentences that are words already."""
    plain = [_plain(texts) for texts in parted]
    return [mend(*each) for each in zip(plain, Tagger.open().tag_all(plain), strict=True)]


def by_sentence(text: str) -> list[list[Token]]:
    """The words of a text, sentence by sentence."""
    return _part(words(text), sentences(text))


def _part(tokens: list[Token], spans: list[Span]) -> list[list[Token]]:
    parted: list[list[Token]] = [[] for _ in spans] or [[]]
    place = 0
    for token in tokens:
        while place < len(spans) - 1 and token.start >= spans[place + 1].start:
            place += 1
        parted[place].append(token)
    return parted


def _texts(tokens: Iterable[Token]) -> list[str]:
    return [token[0] for token in tokens]


def _plain(texts: Sequence[str]) -> Sequence[str]:
    """A sentence's words; the capital of the first goes if it is no name but a plain word.

    The tagger takes a rare word with a capital for a name, at the beginning of a sentence too.
    Where all words have nothing but capitals, these say nothing.
    """
    if _is_shouted(texts):
        return [text.lower() for text in texts]
    if texts and _is_plain(texts[0]) and not any(text[:1].isupper() for text in texts[1:2]):
        return [texts[0].lower(), *texts[1:]]
    return texts


def _is_shouted(texts: Sequence[str]) -> bool:
    """Whether there are several words, and all of them in capitals."""
    count = 0
    for text in texts:
        if len(text) > 1 and text[0].isalpha():
            if not text.isupper():
                return False
            count += 1
    return count > 1


@lru_cache(1 << 12)
def _is_plain(word: str) -> bool:
    if len(word) < 2 or not word.istitle():
        return False
    lexicon = Lexicon.open()
    name = any(lexicon.spelling(number) == word for number in lexicon.find_all(word))
    return not name and any(analyses(word.lower(), letter) for letter in WORDNET_POS.values())


def _word(token: Token, tag: Tag) -> Word:
    return Word(*token, tag.pos, tag.form, lemma_of(token.text, tag.pos, tag.form))


def locate(target: Target) -> Word:
    """The target as a word of its sentence; a phrase is what its head is.

    A part of speech that the target names is kept.

    >>> text = "They watched the watch."
    >>> locate(Target(text, 5, 12))[3:]
    ('VERB', 'VBD', 'watch')
    >>> locate(Target(text, 17, 22))[3:]
    ('NOUN', 'NN', 'watch')
    """
    low = max(0, target.start - _WINDOW)
    near = target.text[low : target.end + _WINDOW]
    start, end = target.start - low, target.end - low
    tokens, tags = _tagged_sentence(near, start, end, target.pos)
    inside = [place for place, t in enumerate(tokens) if t.end > start and t.start < end]
    known = target.pos if len(inside) == 1 else None
    if not inside:
        return Word(target.word, target.start, target.end, "X", "XX", target.word)
    head, (pos, form) = _head([(tokens[place], tags[place]) for place in inside])
    if known in ("NOUN", "VERB"):
        pos, form = known, form.replace("NNP", "NN")
    lemma = lemma_of(head.text, pos, form)
    whole = (near[start : head.start] + lemma + near[head.end : end]).strip()
    return Word(target.word, target.start, target.end, pos, form, whole or lemma)


def around(target: Target) -> Around:
    """The words of a target's sentence, and its places among them.

    >>> around(Target("It rains. They watched.", 15, 22))[1:]
    (1, 2)
    """
    low = max(0, target.start - _WINDOW)
    near = target.text[low : target.end + _WINDOW]
    start, end = target.start - low, target.end - low
    tokens, tags = _tagged_sentence(near, start, end, target.pos)
    words = [_word(*each) for each in zip(tokens, tags, strict=True)]
    inside = [place for place, t in enumerate(tokens) if t.end > start and t.start < end]
    return Around(words, inside[0], inside[-1] + 1) if inside else Around(words, 0, 0)


def lemma_and_pos(target: Target) -> tuple[str, str]:
    """A target's lemma and part of speech: as it names them, else as its sentence has them.

    >>> lemma_and_pos(Target("They stopped.", 5, 12)), lemma_and_pos(Target("A b", 2, 3, "X", "c"))
    (('stop', 'VERB'), ('c', 'X'))
    """
    if target.lemma is not None and target.pos is not None:
        return target.lemma, target.pos
    word = locate(target)
    return target.lemma or word.lemma, target.pos or word.pos


def _tagged_sentence(
    text: str, start: int, end: int, pos: str | None
) -> tuple[Sequence[Token], Sequence[Tag]]:
    """The words of the sentence around a span, with their tags; a single word may have its own."""
    spans = [s for s in sentences_of(text) if s.end > start and s.start < end]
    first, last = (spans[0].start, spans[-1].end) if spans else (start, end)
    low, high = min(first, start), max(last, end)
    tokens, tags = _tagged(text, low, high)
    inside = [token for token in tokens if token.end > start and token.start < end]
    whole = inside and inside[0].start == start and inside[-1].end == end
    if whole and not (pos and len(inside) == 1):
        return tokens, tags
    # A target may be a part of what is one word otherwise (`meat` in `meat-free`).
    parted = [*words(text, low, start), *words(text, start, end), *words(text, end, high)]
    places = [n for n, token in enumerate(parted) if token.end > start and token.start < end]
    known = {places[0]: pos} if len(places) == 1 and pos else {}
    return parted, _tag(parted, known)


# A sentence is asked about once for each of its words.
sentences_of = lru_cache(16)(sentences)


@lru_cache(16)
def _tagged(text: str, low: int, high: int) -> tuple[tuple[Token, ...], tuple[Tag, ...]]:
    tokens = words(text, low, high)
    return tuple(tokens), tuple(_tag(tokens, {}))


def _tag(tokens: list[Token], known: dict[int, str]) -> list[Tag]:
    plain = _plain(_texts(tokens))
    return mend(plain, Tagger.open().tag(plain, known), known)


def _head(inside: list[tuple[Token, Tag]]) -> tuple[Token, Tag]:
    """The word of a phrase that it inflects on: its first verb, else its last noun or word."""
    by_pos = {tag.pos: (token, tag) for token, tag in reversed(inside)}
    if "VERB" in by_pos:
        return by_pos["VERB"]
    nouns = [pair for pair in inside if pair[1].pos in ("NOUN", "PROPN")]
    return nouns[-1] if nouns else inside[-1]


_CLITICS = {"n't": "not", "'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "'d": "would"}
_BE = dict.fromkeys("am is are was were been being be".split(), "be")
# `well` is an adjective too, but nobody means it by `better`.
_DEGREES = {"better": "good", "best": "good"}
_FORMS = {"NOUN": "NNS", "PROPN": "NNPS", "VERB": "VBD", "ADJ": "JJR", "ADV": "RBR"}
_BASE_FORMS = frozenset({"NN", "NNP", "VB", "VBP", "JJ", "RB", "MD"})


@lru_cache(1 << 16)
def lemma_of(form: str, pos: str, tag: str | None = None) -> str:
    """The lemma of a form whose part of speech (and, if known, Penn Treebank tag) is given.

    Of several lemmas the one that gives the form back, then the commonest: `boss` is `boss`.

    >>> lemma_of("boss", "NOUN"), lemma_of("left", "VERB", "VBD"), lemma_of("lay", "VERB", "VBD")
    ('boss', 'leave', 'lie')
    """
    lower = form.lower().replace("’", "'")
    if pos == "AUX" and (lower in _BE or lower in _CLITICS or lower == "'s"):
        return _BE.get(lower) or _CLITICS.get(lower, "be")
    if lower in _CLITICS and pos == "PART":
        return _CLITICS[lower]
    letter = WORDNET_POS.get({"AUX": "VERB", "PROPN": "NOUN"}.get(pos, pos))
    if letter is None:
        return lower
    if pos == "PROPN" and tag != "NNPS":
        return form
    if pos == "ADJ" and lower in _DEGREES:
        return _DEGREES[lower]
    found = analyses(lower, letter) or _regular(lower, letter)
    if tag in _BASE_FORMS and (lower in found or (tag != "VBP" and not found)):
        return lower
    return _best(lower, found, pos, tag or _guess_form(lower, pos))


def _guess_form(form: str, pos: str) -> str:
    if pos in ("VERB", "AUX"):
        return "VBG" if form.endswith("ing") else "VBZ" if form.endswith("s") else "VBD"
    return _FORMS.get(pos, "NN")


def _best(form: str, found: list[str], pos: str, tag: str) -> str:
    if len(found) < 2:
        return found[0] if found else form
    lexicon = Lexicon.open()

    def order(lemma: str) -> tuple[bool, int, float]:
        used = sum(sense.count for sense in lexicon.senses(lemma, pos))
        return inflect(lemma, tag) != form, -used, -lexicon.frequency(lemma)

    best = min(found, key=order)
    # A form that no lemma gives back is one of itself, if it is a lemma at all.
    return form if form in found and inflect(best, tag) != form else best


_ENDINGS = {
    "n": (("ies", "y"), ("es", ""), ("s", "")),
    "v": (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"),
          ("es", ""), ("s", "")),
    "a": (("ier", "y"), ("iest", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e")),
    "r": (),
}  # fmt: skip


def _regular(form: str, letter: str) -> list[str]:
    """Lemmas of a word that nobody knows, by its ending alone."""
    stems = [form[: -len(e)] + r for e, r in _ENDINGS[letter] if form.endswith(e)]
    stems += [stem[:-1] for stem in stems if stem[-1:] == stem[-2:-1]]
    return [stem for stem in stems if len(stem) > 2 and not (letter == "n" and stem.endswith("s"))]


def fit(target: Target, substitute: str, form: str | None = None) -> Replacement:
    """The substitute in the target's form and case, with the article before it set right.

    >>> target = Target("I read an amazing paper.", 10, 17)
    >>> fit(target, "wonderful").apply(target.text)
    'I read a wonderful paper.'
    """
    return put(target, in_form(target, substitute, form))


def in_form(target: Target, substitute: str, form: str | None = None) -> str:
    """The substitute in the target's form and case.

    >>> in_form(Target("Quitting is hard.", 0, 8), "give up")
    'Giving up'
    """
    return formed(target.word, substitute, form or locate(target).form)


@lru_cache(1 << 16)
def formed(word: str, substitute: str, form: str) -> str:
    """The substitute in a form (as Penn Treebank tags name it), written as a word is.

    >>> formed("Quitting", "give up", "VBG")
    'Giving up'
    """
    return match_case(inflect(substitute, _form_for(substitute, word, form)), word)


def put(target: Target, text: str) -> Replacement:
    """A text, as it is, in the target's place, with the article before it set right."""
    article = article_before(target.text, target.start)
    if article is None:
        return Replacement(target.start, target.end, text)
    old = target.text[slice(*article)]
    new = match_case(indefinite_article(text), old if old != "A" else "Aa")
    between = target.text[article[1] : target.start]
    return Replacement(article[0], target.end, new + between + text)


def _form_for(substitute: str, word: str, form: str) -> str:
    """The form to give: a verb in the place of a participle becomes one too.

    Participles are tagged as adjectives and nouns as well (`a broken body`, `the hiding place`).
    """
    if form not in ("NN", "JJ") or not set(analyses(word.lower(), "v")) - {word}:
        return form
    if list(Lexicon.open().parts_of_speech(substitute)) != ["VERB"]:
        return form
    return "VBG" if word.lower().endswith("ing") else "VBN"
