"""Sentences and words of a text, with exact offsets.

The rules are our own because every text a user types goes through them: one pass of a regular
expression, in time linear in the length of any text.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A range of characters in a text, end exclusive."""

    start: int
    end: int


def overlaps(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    """Whether a span shares at least one position with any of the others, ends exclusive.

    >>> overlaps((2, 5), [(0, 2), (4, 9)]), overlaps((2, 4), [(0, 2), (4, 9)])
    (True, False)
    """
    start, end = span
    return any(first < end and start < last for first, last in others)


class Token(NamedTuple):
    """A word, number or punctuation sign of a text, with its offsets."""

    text: str
    start: int
    end: int


# Characters that represent a whole class in the shadow of a text (see `_shadow`).
_COMBINING = "\u0300"
_EMOJI = "\u263a"
_FLAG = "\u2691"
_JOINER = "\u200d"
_STAND_INS = {
    **dict.fromkeys("’ʼ＇", "'"),
    **dict.fromkeys("‐‑", "-"),
    **dict.fromkeys("\u200c\u00ad\u2060", _COMBINING),
    _JOINER: _JOINER,
}


def _stand_in(char: str) -> str:
    """The representative of a character's class."""
    if char in _STAND_INS:
        return _STAND_INS[char]
    category = unicodedata.category(char)
    if category[0] == "M" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return _COMBINING
    if category in ("Cc", "Cf"):
        return char if char.isspace() else " "
    if category == "So":
        return _FLAG if "\U0001f1e6" <= char <= "\U0001f1ff" else _EMOJI
    return char


def _shadow(text: str) -> str:
    """The text with each combining mark, emoji and the like replaced by its class representative.

    It has the same length. Python's regular expressions do not know Unicode categories; on the
    shadow they need not.
    """
    if text.isascii():
        return text
    table = {ord(char): _stand_in(char) for char in set(text) if char > "\x7f"}
    return text.translate(table)


# Titles and similar abbreviations, followed by a name or number: their full stop ends no sentence.
_BEFORE_NAME = (
    "mr mrs ms mx messrs mme mlle dr prof rev hon gen col lt maj capt sgt cpl cmdr adm gov sen rep "
    "pres supt st mt ft fr vs v cf viz ca approx esp"
).split()
_BEFORE_NUMBER = "no nos p pp fig figs vol vols ch sec art nr eq ed eds".split()
# Abbreviations that may end a sentence; the following word decides.
_ABBREVIATIONS = (
    "inc ltd co corp bros jr sr etc al dept univ assn ave blvd rd esq est jan feb mar apr jun jul "
    "aug sept sep oct nov dec mon tue tues wed thu thur thurs fri sat sun ph.d m.d b.a m.a d.c"
).split()
_TITLES = frozenset(_BEFORE_NAME)
_NUMBERED = frozenset(_BEFORE_NUMBER)
_MAY_END_SENTENCE = frozenset(_ABBREVIATIONS)
_DOTTED = "|".join(
    sorted(
        re.escape(a)
        for a in _TITLES | _MAY_END_SENTENCE
        if a not in {"sun", "sat", "mar", "wed", "est"}
    )
)

_CHAR = rf"[\w{_COMBINING}]"
_TOKEN_PATTERN = rf"""
    [A-Za-z]{{1,40}}(?=[\s,;)])
  | (?:https?://|www\.)[^\s<>"]*[^\s<>".,;:!?'()\[\]]
  | [\w.+-]{{1,64}}@\w[\w.-]*\w
  | </?[A-Za-z][^<>]{{0,200}}> | &\#?\w{{1,10}};
  | \d+(?:[.,:/]\d+)+(?!{_CHAR})
  | (?:[^\W\d_]\.){{2,}}
  | \b(?i:{_DOTTED})\.(?=\s*\S)
  | '(?i:em|tis|twas|til|cause|n|\d\ds)\b
  | \w{_CHAR}*(?:['-]\w{_CHAR}*|(?<=[A-Z])&(?=[A-Z])\w*)*
  | {_EMOJI}{_COMBINING}*(?:{_JOINER}{_EMOJI}?{_COMBINING}*)*
  | {_FLAG}{_FLAG}?
  | \.{{2,}} | -{{2,}} | [!?]{{2,}}
  | [^\s\x00-\x1f\x7f]{_COMBINING}*
"""
_TOKEN = re.compile(_TOKEN_PATTERN, re.VERBOSE)
# The e-mail pattern is the slowest; a text without an at-sign does not need it.
_TOKEN_NO_AT = re.compile(
    "\n".join(x for x in _TOKEN_PATTERN.split("\n") if "@" not in x), re.VERBOSE
)
_CLITIC = re.compile(r"(?:n't|'(?:s|m|re|ve|ll|d))\Z", re.IGNORECASE)


# Longest stretch without white space, in characters, whose tokens are cached.
_MAX_CACHED_LENGTH = 40
# Entries in that cache before it is cleared.
MAX_CACHE_ENTRIES = 1 << 17


class _TokenCache(dict[str, tuple[str, ...]]):
    """Cache from a stretch without white space to its tokens, given the text that follows it."""

    def __init__(self, following: str) -> None:
        self._after = following

    def __missing__(self, piece: str) -> tuple[str, ...]:
        tokens = _scan(piece + self._after)
        texts = tuple([token.text for token in tokens if token.end <= len(piece)])
        if len(piece) <= _MAX_CACHED_LENGTH:
            if len(self) >= MAX_CACHE_ENTRIES:
                self.clear()
            self[piece] = texts
        return texts


# Only an HTML tag (`<a b>`) can reach across white space. What follows a stretch matters only to
# an abbreviation, which depends on whether any visible character follows at all.
_MIDDLE_PIECES = _TokenCache(" .")
_LAST_PIECES = _TokenCache("")


def words(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a text, in order: contractions are split, hyphenated words are not.

    Between tokens there are only white space and invisible (control and format) characters.

    >>> " ".join(token.text for token in words("I don't owe the well-known Mr. O'Neil $3.50!"))
    "I do n't owe the well-known Mr. O'Neil $ 3.50 !"
    """
    if start or end is not None:
        return _scan(text, start, end)
    texts = word_texts(text)
    # This is the hottest loop of segmentation: `tuple.__new__` takes half the time of `Token()`.
    make = tuple.__new__
    return [
        make(Token, (token_text, first, first + len(token_text)))
        for token_text, first in zip(texts, starts(text, texts), strict=True)
    ]


def word_texts(text: str) -> list[str]:
    """The tokens of a text as `words` gives them, without their offsets."""
    pieces = text.split()
    if not pieces or "<" in text or not pieces[-1][-1].isprintable():
        return [token.text for token in _scan(text)]
    last = pieces.pop()
    texts: list[str] = []
    for piece in pieces:
        texts += _MIDDLE_PIECES[piece]
    texts += _LAST_PIECES[last]
    return texts


def count_words(text: str) -> int:
    """The number of words as a writer counts them: contractions and compounds are one word.

    A dash separates words; the editor page counts in the same way (`web/src/editor/words.ts`).

    >>> count_words("I don't owe the well-known Mr. O'Neil $3.50 – not & never!")
    10
    """
    pieces = text.replace("—", " ").replace("–", " ").split()
    return sum(any(map(str.isalnum, piece)) for piece in pieces)


def starts(text: str, tokens: Iterable[str]) -> list[int]:
    """The offset of each of a text's tokens, given in order."""
    offsets: list[int] = []
    position = 0
    for token in tokens:
        position = text.find(token, position)
        offsets.append(position)
        position += len(token)
    return offsets


def _scan(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a text, or of a range of it, by one pass of the regular expression."""
    shadow = _shadow(text)
    end = len(text) if end is None else end
    pattern = _TOKEN if "@" in shadow else _TOKEN_NO_AT
    tokens: list[Token] = []
    for match in pattern.finditer(shadow, start, end):
        first, last = match.span()
        shadow_token = match.group()
        if "'" in shadow_token and last - first > 1 and (clitic := _CLITIC.search(shadow_token)):
            cut = first + clitic.start()
            if cut > first:
                tokens.append(Token(text[first:cut], first, cut))
            first = cut
        tokens.append(Token(text[first:last], first, last))
    return tokens


_CLOSERS = r"[\"')\]}”’»]"
# Every alternative begins with one of a few characters, which the regex engine finds fast.
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
    """The sentences of a text, without surrounding white space.

    A blank line always ends a sentence; a single line break only before a list item.

    >>> text = 'Dr. J. Smith paid $3.50. "Why?" he asked... Nobody knew, e.g. us.'
    >>> [text[start:end] for start, end in sentences(text)]
    ['Dr. J. Smith paid $3.50.', '"Why?" he asked...', 'Nobody knew, e.g. us.']
    """
    spans: list[Span] = []
    start = 0
    for match in _BREAK.finditer(text):
        if _ends_sentence(text, start, match):
            _add(spans, text, start, match.end())
            start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.lstrip()
    if stripped:
        start = end - len(stripped)
        spans.append(Span(start, start + len(stripped.rstrip())))


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    sign = text[match.start()]
    if sign not in ".!?…" or "\n\n" in match.group().replace("\r", ""):
        return True
    following = text[match.end() : match.end() + 40].lstrip(_OPENERS)
    if not following:
        return True
    quoted = match.group().rstrip() != sign
    if following[0].islower():
        return sign in "!?" and not quoted
    if sign != "." or quoted:
        return True
    last = _LAST_WORD.search(text, max(start, match.start() - 40), match.start())
    return last is None or _full_stop(last.group(), following, last.start() == start)


def _full_stop(last: str, following: str, is_first_word: bool) -> bool:
    """Whether the full stop after a word ends a sentence, given what comes next."""
    word = last.lower().strip(")]}")
    if word in _TITLES or word in ("e.g", "i.e"):
        return False
    if word in _NUMBERED:
        return not following[0].isdigit()
    if is_first_word and (last.isdigit() or (len(last) == 1 and last.isalpha())):
        return False
    is_initial = len(last) == 1 and last.isupper()
    if is_initial or word in _MAY_END_SENTENCE or re.fullmatch(r"(?:[^\W\d_]\.)+[^\W\d_]", word):
        first = _FIRST_WORD.match(following)
        return first is not None and first.group().lower().replace("’", "'") in _STARTERS
    return True
