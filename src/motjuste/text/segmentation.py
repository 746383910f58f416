"""Sentences and words of a text, each with its exact place in it.

Rules of our own, because every word of every text a user types goes through them: one pass of a
regular expression, linear in the text whatever it holds.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a text, in characters, end exclusive."""

    start: int
    end: int


class Token(NamedTuple):
    """A word, number or sign of a text, and where it stands."""

    text: str
    start: int
    end: int


_MARK, _EMOJI, _FLAG, _JOINER = "\u0300", "\u263a", "\u2691", "\u200d"
_STAND_INS = {
    **dict.fromkeys("’ʼ＇", "'"),
    **dict.fromkeys("‐‑", "-"),
    **dict.fromkeys("\u200c\u00ad\u2060", _MARK),
    _JOINER: _JOINER,
}


def _stand_in(char: str) -> str:
    """The character that represents the class of another one in the shadow of a text."""
    if char in _STAND_INS:
        return _STAND_INS[char]
    category = unicodedata.category(char)
    if category[0] == "M" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return _MARK
    if category in ("Cc", "Cf"):
        return char if char.isspace() else " "
    if category == "So":
        return _FLAG if "\U0001f1e6" <= char <= "\U0001f1ff" else _EMOJI
    return char


def _shadow(text: str) -> str:
    """The text, character for character, with combining marks, emoji and the like made uniform.

    Python's regular expressions know no Unicode categories; with the shadow they need none.
    """
    if text.isascii():
        return text
    table = {ord(char): _stand_in(char) for char in set(text) if char > "\x7f"}
    return text.translate(table)


# Titles and similar abbreviations: a name or number follows, so their full stop ends no sentence.
_BEFORE_NAME = (
    "mr mrs ms mx messrs mme mlle dr prof rev hon gen col lt maj capt sgt cpl cmdr adm gov sen rep "
    "pres supt st mt ft fr vs v cf viz ca approx esp"
).split()
_BEFORE_NUMBER = "no nos p pp fig figs vol vols ch sec art nr eq ed eds".split()
# Abbreviations that may end a sentence; the next word decides.
_ANYWHERE = (
    "inc ltd co corp bros jr sr etc al dept univ assn ave blvd rd esq est jan feb mar apr jun jul "
    "aug sept sep oct nov dec mon tue tues wed thu thur thurs fri sat sun ph.d m.d b.a m.a d.c"
).split()
_TITLES = frozenset(_BEFORE_NAME)
_NUMBERED = frozenset(_BEFORE_NUMBER)
_LOOSE = frozenset(_ANYWHERE)
_DOTTED = "|".join(
    sorted(re.escape(a) for a in _TITLES | _LOOSE if a not in {"sun", "sat", "mar", "wed", "est"})
)

_CHAR = rf"[\w{_MARK}]"
_PARTS = rf"""
    [A-Za-z]{{1,40}}(?=[\s,;)])
  | (?:https?://|www\.)[^\s<>"]*[^\s<>".,;:!?'()\[\]]
  | [\w.+-]{{1,64}}@\w[\w.-]*\w
  | </?[A-Za-z][^<>]{{0,200}}> | &\#?\w{{1,10}};
  | \d+(?:[.,:/]\d+)+(?!{_CHAR})
  | (?:[^\W\d_]\.){{2,}}
  | \b(?i:{_DOTTED})\.(?=\s*\S)
  | '(?i:em|tis|twas|til|cause|n|\d\ds)\b
  | \w{_CHAR}*(?:['-]\w{_CHAR}*|(?<=[A-Z])&(?=[A-Z])\w*)*
  | {_EMOJI}{_MARK}*(?:{_JOINER}{_EMOJI}?{_MARK}*)*
  | {_FLAG}{_FLAG}?
  | \.{{2,}} | -{{2,}} | [!?]{{2,}}
  | [^\s\x00-\x1f\x7f]{_MARK}*
"""
_TOKEN = re.compile(_PARTS, re.VERBOSE)
# Looking for e-mail addresses costs most; a text without an at-sign has none.
_TOKEN_NO_AT = re.compile("\n".join(x for x in _PARTS.split("\n") if "@" not in x), re.VERBOSE)
_CLITIC = re.compile(r"(?:n't|'(?:s|m|re|ve|ll|d))\Z", re.IGNORECASE)


# Characters of the longest stretch without white space whose tokens are cached.
_LONGEST_KEPT = 40
# Entries of that cache.
_MOST_KEPT = 1 << 17


class _Parted(dict[str, tuple[str, ...]]):
    """A cache from a stretch without white space to its tokens: most stretches occur many times."""

    def __init__(self, after: str) -> None:
        self._after = after

    def __missing__(self, piece: str) -> tuple[str, ...]:
        tokens = _scan(piece + self._after)
        found = tuple([token.text for token in tokens if token.end <= len(piece)])
        if len(piece) <= _LONGEST_KEPT:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[piece] = found
        return found


# Nothing but a tag (`<a b>`) reaches over white space, and what follows it matters only to an
# abbreviation, which asks whether there is anything to be seen.
_INSIDE, _LAST = _Parted(" ."), _Parted("")


def words(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The words and signs of a text, in order, with contractions parted and hyphens kept.

    Between them there is only white space and what nobody sees (control and format characters).

    >>> " ".join(token.text for token in words("I don't owe the well-known Mr. O'Neil $3.50!"))
    "I do n't owe the well-known Mr. O'Neil $ 3.50 !"
    """
    if start or end is not None:
        return _scan(text, start, end)
    found = word_texts(text)
    # This is the hottest loop of segmentation: `tuple.__new__` takes half the time of `Token(...)`.
    make = tuple.__new__
    return [
        make(Token, (word, first, first + len(word)))
        for word, first in zip(found, starts(text, found), strict=True)
    ]


def word_texts(text: str) -> list[str]:
    """The words and signs of a text as `words` has them, without their places."""
    pieces = text.split()
    if not pieces or "<" in text or not pieces[-1][-1].isprintable():
        return [token.text for token in _scan(text)]
    last = pieces.pop()
    found: list[str] = []
    for piece in pieces:
        found += _INSIDE[piece]
    found += _LAST[last]
    return found


def starts(text: str, found: Iterable[str]) -> list[int]:
    """Where each of a text's words begins; no word begins with what may stand between two."""
    places: list[int] = []
    at = 0
    for word in found:
        at = text.find(word, at)
        places.append(at)
        at += len(word)
    return places


def _scan(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a text, or of a part of it, by one pass of the regular expression."""
    shadow = _shadow(text)
    end = len(text) if end is None else end
    pattern = _TOKEN if "@" in shadow else _TOKEN_NO_AT
    tokens: list[Token] = []
    for match in pattern.finditer(shadow, start, end):
        first, last = match.span()
        found = match.group()
        if "'" in found and last - first > 1 and (clitic := _CLITIC.search(found)):
            cut = first + clitic.start()
            if cut > first:
                tokens.append(Token(text[first:cut], first, cut))
            first = cut
        tokens.append(Token(text[first:last], first, last))
    return tokens


_CLOSERS = r"[\"')\]}”’»]"
# All alternatives begin with one of a few characters, which the regex engine finds fast.
_BREAK = re.compile(
    r"[.!?…。！？\n](?:"
    rf"(?<=[.!?…]){_CLOSERS}{{0,8}}(?:\s+|(?=[“«]))"
    r"|(?<=[。！？])[」』”’）)]{0,8}\s*"
    r"|(?<=\n)[^\S\n]*\n\s*"
    r"|(?<=\n)(?=[^\S\n]{0,20}(?:[-*•–]|\(?\d{1,3}[.)])[^\S\n])\s*"
    r")"
)
_OPENERS = "\"'([{“‘«¿¡*_ "
_LAST_WORD = re.compile(r"[^\s\"'(\[{“‘«—-]*\Z")
_FIRST_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STARTERS = frozenset(
    "a all also an and another as at although after because before both but by can could "
    "despite did do does during each even every few for from had has have he her here his how "
    "however i i'm i've if in is it it's its just many may most my neither no nor not now of "
    "on once one only or other our over perhaps she should since so some soon still such that "
    "that's the their then there there's these they they're this those though three through "
    "thus to today two under until was we we're were what when where whether which while who "
    "why will with without would yet you your".split()
)


def sentences(text: str) -> list[Span]:
    """The sentences of a text, without the white space around them.

    A blank line always ends one; a single line break does only before an item of a list.

    >>> text = 'Dr. J. Smith paid $3.50. "Why?" he asked... Nobody knew, e.g. us.'
    >>> [text[start:end] for start, end in sentences(text)]
    ['Dr. J. Smith paid $3.50.', '"Why?" he asked...', 'Nobody knew, e.g. us.']
    """
    found: list[Span] = []
    start = 0
    for match in _BREAK.finditer(text):
        if _ends_sentence(text, start, match):
            _add(found, text, start, match.end())
            start = match.end()
    _add(found, text, start, len(text))
    return found


def _add(found: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.lstrip()
    if stripped:
        start = end - len(stripped)
        found.append(Span(start, start + len(stripped.rstrip())))


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    sign = text[match.start()]
    if sign not in ".!?…" or "\n\n" in match.group().replace("\r", ""):
        return True
    ahead = text[match.end() : match.end() + 40].lstrip(_OPENERS)
    if not ahead:
        return True
    quoted = match.group().rstrip() != sign
    if ahead[0].islower():
        return sign in "!?" and not quoted
    if sign != "." or quoted:
        return True
    last = _LAST_WORD.search(text, max(start, match.start() - 40), match.start())
    return last is None or _full_stop(last.group(), ahead, last.start() == start)


def _full_stop(last: str, ahead: str, alone: bool) -> bool:
    """Whether the full stop after a word ends a sentence, given what comes next."""
    word = last.lower().strip(")]}")
    if word in _TITLES or word in ("e.g", "i.e"):
        return False
    if word in _NUMBERED:
        return not ahead[0].isdigit()
    if alone and (last.isdigit() or (len(last) == 1 and last.isalpha())):
        return False
    initial = len(last) == 1 and last.isupper()
    if initial or word in _LOOSE or re.fullmatch(r"(?:[^\W\d_]\.)+[^\W\d_]", word):
        first = _FIRST_WORD.match(ahead)
        return first is not None and first.group().lower().replace("’", "'") in _STARTERS
    return True
