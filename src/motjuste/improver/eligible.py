"""What of a text may be marked at all: never names, quotations, code, addresses or numbers."""

import re
from collections.abc import Sequence

from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.text import Word

_QUOTED = re.compile(
    r"""
    “[^”\n]*(?:”|$)  |  «[^»\n]*(?:»|$)  |  „[^“”\n]*(?:[“”]|$)
  | (?<![\w"])"(?=\S)[^"\n]*(?:"|$)
  | (?<![\w'‘’])['‘](?=\w)(?:[^'‘’\n]|(?<=\w)['’](?=\w)){1,300}(?<=[\w.,!?…])['’](?!\w)
  | `[^`\n]+`
    """,
    re.VERBOSE | re.MULTILINE,
)
# A stretch without white space that is no prose: an address, a path, a name in a program. It is
# tried from its beginning alone, or the time would grow with the square of its length.
_CODE = re.compile(
    r"""
    (?<!\S)\S*?(?:://|[\\_@\#=<>{}$|~^`]|::|\(\)|[a-z][A-Z]|\w\.\w|[A-Za-z]\d|\d[A-Za-z])\S*
  | (?<!\S)[/.]?\w[\w.-]*/[\w./-]*  |  (?<!\S)/\w\S*
  | (?<!\S)--?[A-Za-z]\S*
    """,
    re.VERBOSE,
)
# A line that is a program or a command, whatever words are in it.
_CODE_LINE = re.compile(
    r"""
    ^[ \t]*(?: [$%][ ]\S | >>>[ ] | \#include\b | import[ ]\w+$ | from[ ][\w.]+[ ]import\b
             | (?:def|class|fn|func)[ ]\w+\s*[(:{]
             | (?:SELECT|INSERT|UPDATE|DELETE)\b.*\b(?:FROM|INTO|SET|WHERE)\b
             | (?:if|for|while)[ ]?\(.*\)\s*\{? | \} ).*$
  | ^.*(?:\)\s*;|[{}])\s*$
  | ^.*(?:\s[:+*/-]?=\s|\s[=!]==?\s|\s=>\s|\s->\s).*$
    """,
    re.VERBOSE | re.MULTILINE,
)
_ENDS = frozenset(".!?:…")
# Beside a quotation these are hardly heard, and nobody should look for finer ones.
_SAYING = frozenset(
    "add answer ask call continue cry exclaim explain murmur mutter reply say shout tell whisper "
    "yell".split()
)
# A quotation is beside a word if at most three words and this many characters lie between.
_BESIDE, _REACH = re.compile(r"[\s,;:—-]*(?:\w+[\s,:—-]+){0,3}"), 60
# Words of which each means just one thing: colours, times, numbers.
_EXACT = frozenset(
    "black blue brown gray green grey orange pink purple red white yellow "
    "afternoon century day decade evening hour minute month morning night today tomorrow tonight "
    "week year yesterday "
    "eight eighteen eighty eleven fifteen fifty five forty four fourteen hundred million billion "
    "nine nineteen ninety one seven seventeen seventy six sixteen sixty ten thirteen thirty "
    "thousand three twelve twenty two dozen".split()
)


def worth_asking(words: Sequence[Word], text: str) -> list[bool]:
    """For every word, whether it may be marked: of an open class, no name, in no quotation or code.

    >>> from motjuste.analysis import read
    >>> text = "Big Ben is a good clock, said Mr Good of the Good Times (see good_clock.py)."
    >>> [w.text for w, may in zip(read(text), worth_asking(read(text), text)) if may]
    ['good', 'clock', 'said', 'see']
    """
    closed = closed_spans(text)
    names = _names(words)
    found, place = [], 0
    for number, word in enumerate(words):
        while place < len(closed) and closed[place][1] <= word.start:
            place += 1
        outside = place == len(closed) or word.end <= closed[place][0]
        near = closed[max(0, place - 1) : place + 1]
        told = word.lemma in _SAYING and _is_beside(text, word, near)
        plain = _is_word(word) and not _is_exact(word) and not told
        found.append(outside and plain and not _is_name(words, number, names))
    return found


def _is_beside(text: str, word: Word, closed: Sequence[tuple[int, int]]) -> bool:
    """Whether a quotation ends or begins at most three words from a word."""
    gaps = [(end, word.start) if end <= word.start else (word.end, at) for at, end in closed]
    near = (gap for gap in gaps if 0 <= gap[1] - gap[0] <= _REACH)
    return any(_BESIDE.fullmatch(text, *gap) for gap in near)


def _is_exact(word: Word) -> bool:
    return all(part in _EXACT for part in word.lemma.split("-"))


def closed_spans(text: str) -> list[tuple[int, int]]:
    """Where a text is quotation or code, in order and apart."""
    spans = sorted(
        match.span() for pattern in (_QUOTED, _CODE, _CODE_LINE) for match in pattern.finditer(text)
    )
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _is_word(word: Word) -> bool:
    if word.pos not in WORDNET_POS or len(word.text) < 2 or word.text.isupper():
        return False
    return word.text.replace("-", "").isalpha()


def _names(words: Sequence[Word]) -> frozenset[str]:
    """Words that have a capital wherever it need not be, and never stand without one."""
    inside = (word for n, word in enumerate(words) if not _begins(words, n))
    capital = {word.text for word in inside if _has_capital(word)}
    small = {word.text.lower() for word in words if word.text.islower()}
    return frozenset(text for text in capital if text.lower() not in small)


def _is_name(words: Sequence[Word], number: int, names: frozenset[str]) -> bool:
    """Whether a word with a capital is a name, or part of one, or of a title."""
    word = words[number]
    if not _has_capital(word):
        return False
    if not _begins(words, number) or word.text in names:
        return True
    after = words[number + 1] if number + 1 < len(words) else None
    return after is not None and _has_capital(after) and after.text not in ("I", "I'm")


def _has_capital(word: Word) -> bool:
    return word.text[:1].isupper()


def _begins(words: Sequence[Word], number: int) -> bool:
    """Whether a word begins a sentence or a line, where any word has a capital."""
    if number == 0:
        return True
    before = words[number - 1]
    return before.text[-1:] in _ENDS or (not before.text[-1:].isalnum() and before.pos == "PUNCT")
