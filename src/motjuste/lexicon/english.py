"""Whether a text is English, as far as its lower-case words and their frequencies tell."""

from collections.abc import Iterable

from motjuste.lexicon.lexicon import Lexicon
from motjuste.text.segmentation import words

# Texts with fewer lower-case words are taken for English.
_MIN_WORDS = 3
# The share of known words below which a text is not English.
_MIN_KNOWN = 0.6
# The share from which on it is; other languages share many spellings with English (grande, car).
_SURELY_KNOWN = 0.85
# Between the two, at least this share of common function words makes a text English …
_MIN_COMMON = 0.15
# (of a text with many unknown words at least this one) …
_MIN_COMMON_MISSPELLED = 0.2
# … and else at most this share of words that are rare in English …
_MAX_RARE = 0.3
# … which are those below this Zipf frequency; of fewer words than this it cannot be told.
_RARE = 3.5
_MIN_WORDS_BY_FREQUENCY = 5
_COMMON = frozenset(
    "a about after all an and are as at be because been but by can could do for from had has have "
    "he her his i if in into is it its more my no not of on one or our out she so than that the "
    "their them then there these they this to up was we were what when which who will with would "
    "you your".split()
)


def english_share(lexicon: Lexicon, text: str) -> float | None:
    """The share of its lower-case words that are known; nothing if there are too few to tell.

    >>> english_share(Lexicon.open(), "Er ging nach Hause, und niemand folgte ihm.") < 0.6
    True
    """
    return _known_share(lexicon, _lower_case(token.text for token in words(text)))


def is_english(lexicon: Lexicon, spellings: Iterable[str]) -> bool:
    """Whether words in their order in a sentence or a text are English; if in doubt, they are.

    >>> lexicon = Lexicon.open()
    >>> is_english(lexicon, "El perro grande corre por la calle con su amigo .".split())
    False
    >>> is_english(lexicon, "Thirty-five thin fingers waved lazily like seaweed .".split())
    True
    """
    checked = _lower_case(spellings)
    known = _known_share(lexicon, checked)
    if known is None or known >= _SURELY_KNOWN:
        return True
    if known < _MIN_KNOWN:
        return False
    common = sum(word in _COMMON for word in checked) / len(checked)
    rare = sum(lexicon.frequency(word) < _RARE for word in checked) / len(checked)
    return len(checked) < _MIN_WORDS_BY_FREQUENCY or common >= _MIN_COMMON or rare <= _MAX_RARE


def is_learners(spellings: Iterable[str]) -> bool:
    """Whether there are so many English function words that the rest may be misspelled English.

    >>> is_learners("my freind teached me alot of things about diffrent countrys".split())
    True
    >>> is_learners("er ging nach Hause und niemand folgte ihm".split())
    False
    """
    checked = _lower_case(spellings)
    return sum(word in _COMMON for word in checked) >= _MIN_COMMON_MISSPELLED * len(checked)


def _lower_case(spellings: Iterable[str]) -> list[str]:
    return [word for word in spellings if word[:1].isalpha() and word.islower()]


def _known_share(lexicon: Lexicon, checked: list[str]) -> float | None:
    if len(checked) < _MIN_WORDS:
        return None
    known = sum(lexicon.frequency(word) > 0 or "'" in word for word in checked)
    return known / len(checked)
