"""Directives in a text, `motjuste: ignore`, by which its author exempts parts from checking.

`ignore` exempts the next paragraph (or, inside a line of Markdown, that line), `ignore-start`
everything up to `ignore-end`, and `ignore WORD, WORD` these words from there on.
"""

import re
import warnings
from typing import NamedTuple

from motjuste.errors import BadInputWarning, brief

_DIRECTIVE = re.compile(r"\s*motjuste:\s*([\w-]+)[ \t]*([^\r\n]*?)\s*", re.IGNORECASE)
# In plain text the line may look like a comment in any language.
_LINE = re.compile(r"[ \t]*(?:<!--|[#%;*/.-]{0,3})[ \t]*(motjuste:.*?)[ \t]*(?:-->|\*/)?[ \t]*")
_NAMES = ("ignore", "ignore-start", "ignore-end")


class Directive(NamedTuple):
    """A directive, and the words it applies to."""

    name: str
    words: frozenset[str] = frozenset()


def in_comment(content: str) -> Directive | None:
    """The directive in the content of a comment, if it is one.

    >>> in_comment(" motjuste: ignore ")
    Directive(name='ignore', words=frozenset())
    >>> sorted(in_comment("motjuste: ignore nice, a lot").words)
    ['a lot', 'nice']
    >>> in_comment("a plain comment")
    """
    match = _DIRECTIVE.fullmatch(content)
    if match is None:
        return None
    name, rest = match[1].lower(), match[2]
    if name not in _NAMES or (rest and name != "ignore"):
        quoted = brief(" ".join(content.split()))
        warnings.warn(
            f"{quoted} is not a directive; use ignore, ignore-start, ignore-end or "
            "ignore WORD, WORD",
            BadInputWarning,
            stacklevel=2,
        )
        return None
    words = (" ".join(word.split()).casefold() for word in rest.split(","))
    return Directive(name, frozenset(word for word in words if word))


def in_line(line: str) -> Directive | None:
    """The directive in a line of plain text, if it is one.

    >>> in_line("# motjuste: ignore-start").name
    'ignore-start'
    >>> in_line("motjuste is a program")
    """
    if "motjuste:" not in line or len(line) > 1_000:
        return None
    match = _LINE.fullmatch(line)
    return in_comment(match[1]) if match else None


class Exemptions:
    """The exemptions that the directives so far have set."""

    def __init__(self) -> None:
        self.words: frozenset[str] = frozenset()
        self._off = False
        self._next = False

    def obey(self, directive: Directive) -> None:
        """Apply a directive."""
        if directive.words:
            self.words |= directive.words
        elif directive.name == "ignore":
            self._next = True
        else:
            self._off = directive.name == "ignore-start"

    def skips(self) -> bool:
        """Whether the next paragraph is exempt; one `ignore` exempts one paragraph."""
        skipped, self._next = self._off or self._next, False
        return skipped

    @property
    def off(self) -> bool:
        """Whether everything is exempt up to `ignore-end`."""
        return self._off
