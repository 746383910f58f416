"""How much of a text is English, as far as the lexicon can tell."""

from motjuste.lexicon.lexicon import Lexicon
from motjuste.text.segmentation import words

# Texts with fewer lower-case words are not judged.
_FEW_WORDS = 3
# The share of words that must be known for a text to count as English.
ENGLISH = 0.6


def english_share(lexicon: Lexicon, text: str) -> float | None:
    """The share of its lower-case words that are known; nothing if there are too few to tell.

    >>> english_share(Lexicon.open(), "Er ging nach Hause, und niemand folgte ihm.") < ENGLISH
    True
    """
    checked = [t.text for t in words(text) if t.text[:1].isalpha() and t.text.islower()]
    if len(checked) < _FEW_WORDS:
        return None
    known = sum(lexicon.frequency(word) > 0 or "'" in word for word in checked)
    return known / len(checked)
