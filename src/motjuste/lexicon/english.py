"""Whether a text is English, judged by its lower-case words and their frequencies."""

from collections.abc import Iterable

from motjuste.lexicon.lexicon import Lexicon
from motjuste.text.segmentation import words

# Lower-case words that a text needs to be judged; shorter texts are taken for English.
_MIN_WORDS = 3
# Share of known words below which a text is not English.
_MIN_KNOWN = 0.6
# Share at or above which it is; below, other languages share many spellings (grande, car).
_SURELY_KNOWN = 0.85
# Between the two, this share of common function words makes a text English …
_MIN_COMMON = 0.15
# … or this one, in a text with many unknown words that may be misspelled …
_MIN_COMMON_MISSPELLED = 0.2
# … or else at most this share of words that are rare in English.
_MAX_RARE = 0.3
# Rare words are those below this frequency (log10 per billion words) …
_RARE = 3.5
# … and the test by frequency needs at least this number of lower-case words.
_MIN_WORDS_BY_FREQUENCY = 5
_COMMON = frozenset(
    "a about after all an and are as at be because been but by can could do for from had has have "
    "he her his i if in into is it its more my no not of on one or our out she so than that the "
    "their them then there these they this to up was we were what when which who will with would "
    "you your".split()
)


def english_share(lexicon: Lexicon, text: str) -> float | None:
    """The share of lower-case words that are known; None if there are too few to tell.

    >>> english_share(Lexicon.open(), "Er ging nach Hause, und niemand folgte ihm.") < 0.6
    True
    """
    return _known_share(lexicon, _lower_case(token.text for token in words(text)))


def is_english(lexicon: Lexicon, spellings: Iterable[str]) -> bool:
    """Whether words, in their order in a text, are English; True if in doubt.

    >>> lexicon = Lexicon.open()
    >>> is_english(lexicon, "El perro grande corre por la calle con su amigo .".split())
    False
    >>> is_english(lexicon, "Thirty-five thin fingers waved lazily like seaweed .".split())
    True
    """
    lower_case = _lower_case(spellings)
    known_share = _known_share(lexicon, lower_case)
    if known_share is None or known_share >= _SURELY_KNOWN:
        return True
    if known_share < _MIN_KNOWN:
        return False
    common_share = sum(word in _COMMON for word in lower_case) / len(lower_case)
    rare_share = sum(lexicon.frequency(word) < _RARE for word in lower_case) / len(lower_case)
    return (
        len(lower_case) < _MIN_WORDS_BY_FREQUENCY
        or common_share >= _MIN_COMMON
        or rare_share <= _MAX_RARE
    )


def is_learner_english(spellings: Iterable[str]) -> bool:
    """Whether the share of English function words suggests that the rest is misspelled English.

    >>> is_learner_english("my freind teached me alot of things about diffrent countrys".split())
    True
    >>> is_learner_english("er ging nach Hause und niemand folgte ihm".split())
    False
    """
    lower_case = _lower_case(spellings)
    return sum(word in _COMMON for word in lower_case) >= _MIN_COMMON_MISSPELLED * len(lower_case)


def _lower_case(spellings: Iterable[str]) -> list[str]:
    return [word for word in spellings if word[:1].isalpha() and word.islower()]


def _known_share(lexicon: Lexicon, lower_case: list[str]) -> float | None:
    if len(lower_case) < _MIN_WORDS:
        return None
    known = sum(lexicon.frequency(word) > 0 or "'" in word for word in lower_case)
    return known / len(lower_case)
