"""What kind of word a writer wants: any, a plainer one, a more formal one, or a shorter one."""

from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import register_of

STYLES = ("any", "plainer", "formal", "shorter")
# Registers that a plain text avoids.
_NOT_PLAIN = frozenset({"formal", "literary", "technical"})
# A plainer word is at least this much more frequent than the target (log10) …
_PLAINER_BY = 0.1
# … or as common as the words that every learner knows (log10 of occurrences in a billion words).
_EVERYDAY = 5.0
# A word without a register passes for formal if it is at least this much rarer than the target.
_RARER_BY = 0.3


def check_style(style: str) -> None:
    """Refuse what is no style."""
    if style not in STYLES:
        raise BadInputError(f"style is {style!r}; use {', '.join(STYLES)}")


def has_style(style: str, lexicon: Lexicon, target: str, substitute: str, letter: str) -> bool:
    """Whether a substitute is such a word, compared with the target; both are lemmas.

    >>> lexicon = Lexicon.open()
    >>> has_style("plainer", lexicon, "commence", "begin", "v")
    True
    >>> has_style("formal", lexicon, "begin", "commence", "v")
    True
    >>> has_style("shorter", lexicon, "begin", "commence", "v")
    False
    """
    if style == "shorter":
        return len(substitute) < len(target)
    register = register_of(substitute, letter)
    gain = lexicon.frequency(substitute) - lexicon.frequency(target)
    if style == "plainer":
        is_common = gain >= _PLAINER_BY or lexicon.frequency(substitute) >= _EVERYDAY
        return register not in _NOT_PLAIN and is_common
    if style == "formal":
        is_rarer = gain <= -_RARER_BY and " " not in substitute
        return register == "formal" or (register is None and is_rarer)
    return True
