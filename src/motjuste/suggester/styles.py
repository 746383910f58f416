"""What a writer may ask of substitutes: a style, and how rare they may be."""

from math import nan

from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import register_of

# The highest minimum frequency that can be set (log10 of occurrences in a billion words).
_MAX_FREQUENCY = 8.0
# Minimum frequencies by name: nearly all readers know familiar words, most learners common ones.
RARITIES = {"any": 0.0, "familiar": 3.5, "common": 4.3}

# Styles of substitutes that a writer can choose.
STYLES = ("any", "plainer", "formal", "shorter")
# Registers that a plain text avoids.
_NOT_PLAIN = frozenset({"formal", "literary", "technical"})
# A plainer word is at least this much more frequent than the target (log10) …
_PLAINER_BY = 0.1
# … or as common as the words that every learner knows (log10 of occurrences in a billion words).
_EVERYDAY = 5.0
# A word without a register passes for formal if it is at least this much rarer than the target.
_RARER_BY = 0.3


def min_frequency(rarity: str) -> float:
    """The minimum frequency of a substitute, from one of the names in `RARITIES` or a number.

    >>> min_frequency("common"), min_frequency("3.8")
    (4.3, 3.8)
    """
    if rarity in RARITIES:
        return RARITIES[rarity]
    try:
        minimum = float(rarity)
    except ValueError:
        minimum = nan
    if not 0 <= minimum <= _MAX_FREQUENCY:
        names = ", ".join(RARITIES)
        raise BadInputError(
            f"max_rarity is {rarity!r}; give {names}, or a minimum frequency (0 to 8)"
        )
    return minimum


def rarity_name(frequency: float) -> str:
    """The setting that stands for a minimum frequency: a name in `RARITIES`, or the number itself.

    >>> rarity_name(4.3), rarity_name(3.8)
    ('common', '3.8')
    """
    names = {minimum: name for name, minimum in RARITIES.items()}
    return names.get(frequency, f"{frequency:g}")


def check_style(style: str) -> None:
    """Refuse an unknown style."""
    if style not in STYLES:
        raise BadInputError(f"style is {style!r}; use {', '.join(STYLES)}")


def has_style(style: str, lexicon: Lexicon, target: str, substitute: str, letter: str) -> bool:
    """Whether a substitute has a style, compared with the target; both are lemmas.

    >>> lexicon = Lexicon.open()
    >>> has_style("plainer", lexicon, "commence", "begin", "v")
    True
    >>> has_style("formal", lexicon, "begin", "commence", "v")
    True
    >>> has_style("shorter", lexicon, "begin", "commence", "v")
    False
    """
    if style == "any":
        return True
    if style == "shorter":
        return len(substitute) < len(target)
    register = register_of(substitute, letter)
    gain = lexicon.frequency(substitute) - lexicon.frequency(target)
    if style == "plainer":
        is_common = gain >= _PLAINER_BY or lexicon.frequency(substitute) >= _EVERYDAY
        return register not in _NOT_PLAIN and is_common
    is_rarer = gain <= -_RARER_BY and " " not in substitute
    return register == "formal" or (register is None and is_rarer)
