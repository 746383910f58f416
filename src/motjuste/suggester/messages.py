"""Why there is nothing to suggest: said plainly, instead of a poor answer."""

from functools import lru_cache

from motjuste.analysis.text import Text
from motjuste.lexicon.english import is_english
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Target, Word
from motjuste.text.segmentation import words

_FUNCTION = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
# Characters: a longer target is no word and no short phrase.
_LONGEST = 80


def why_nothing(lexicon: Lexicon, target: Target, word: Word) -> str | None:
    """The reason why a target gets no substitutes, or nothing if it may have some."""
    shown = repr(target.word)
    if target.pos is not None:
        return None
    if len(target.word) > _LONGEST:
        return f"the target is {len(target.word)} characters long; mark a word or a short phrase"
    if not any(char.isalpha() for char in target.word):
        number = any(char.isdigit() for char in target.word)
        return f"{shown} is {'a number' if number else 'no word'}"
    if not _english(lexicon, target):
        return "the text does not look like English, the only language known here"
    if word.pos == "NUM":
        return f"{shown} is a number"
    if word.pos == "PROPN" and _is_name(lexicon, target.word):
        return f"{shown} is a name"
    if word.pos in _FUNCTION and " " not in target.word:
        return f"{shown} is a function word here; no other word can do its work"
    return None


def _is_name(lexicon: Lexicon, text: str) -> bool:
    """Whether a word that was taken for a name is written as one, or is no other word at all."""
    return not text.islower() or lexicon.number(text) is None


def _english(lexicon: Lexicon, target: Target) -> bool:
    """Whether most of the words around a target are English."""
    text = Text.of(target.text)
    spans = text.sentences_touching(target.start, target.end)
    return all(_mostly_english(lexicon, text[span.start : span.end]) for span in spans)


# Every word of a sentence asks.
@lru_cache(16)
def _mostly_english(lexicon: Lexicon, sentence: str) -> bool:
    return is_english(lexicon, (token.text for token in words(sentence)))
