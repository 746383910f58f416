"""The tags of sentences that are parted into words already."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.tag_rules import correct_tags
from motjuste.lexicon.tagging import Tag, Tagger


def tag_sentences(parted: Iterable[Sequence[str]]) -> list[list[Tag]]:
    """The tags of each sentence's words."""
    plain = [_plain(texts) for texts in parted]
    return [correct_tags(*pair) for pair in zip(plain, Tagger.open().tag_all(plain), strict=True)]


def tag_sentence(texts: Sequence[str], known: dict[int, str]) -> list[Tag]:
    """The tags of one sentence's words, of which some parts of speech are known by their place."""
    plain = _plain(texts)
    return correct_tags(plain, Tagger.open().tag(plain, known), known)


def _plain(texts: Sequence[str]) -> Sequence[str]:
    """A sentence's words; the first loses its capital if it is a plain word and no name.

    The tagger takes a rare word with a capital for a name, at the beginning of a sentence too.
    Where all words are written in capitals, these tell nothing.
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
