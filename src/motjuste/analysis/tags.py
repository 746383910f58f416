"""Tags of tokenised sentences: capitals normalised, then the tagger, then correction rules."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.tag_rules import correct_tags
from motjuste.lexicon.tagging import Tag, Tagger


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
