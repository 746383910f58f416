"""Which words of a text may be marked: no names, quotations, code, addresses or numbers."""

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
# A token that is not prose: an address, a path, an identifier. The pattern matches only from the
# beginning of a token, or its time would grow with the square of the token's length.
_CODE = re.compile(
    r"""
    (?<!\S)\S*?(?:://|[\\_@\#=<>{}$|~^`]|::|\(\)|[a-z][A-Z]|\w\.\w|[A-Za-z]\d|\d[A-Za-z])\S*
  | (?<!\S)[/.]?\w[\w.-]*/[\w./-]*  |  (?<!\S)/\w\S*
  | (?<!\S)--?[A-Za-z]\S*
    """,
    re.VERBOSE,
)
# A line that is program code or a command, whatever words are in it.
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
# Punctuation marks after which a capital says nothing: a sentence may begin there.
_ENDS = frozenset(".!?:…")
# Verbs of speech: beside a quotation readers hardly notice them, and finer ones distract.
_SPEECH_VERBS = frozenset(
    "add answer ask call continue cry exclaim explain murmur mutter reply say shout tell whisper "
    "yell".split()
)
# A quotation is beside a word if at most three words …
_GAP = re.compile(r"[\s,;:—-]*(?:\w+[\s,:—-]+){0,3}")
# … and this many characters lie between.
_MAX_GAP = 60
# Words that have no synonyms: colours, times, numbers.
_EXACT = frozenset(
    "black blue brown gray green grey orange pink purple red white yellow "
    "afternoon century day decade evening hour minute month morning night today tomorrow tonight "
    "week year yesterday "
    "eight eighteen eighty eleven fifteen fifty five forty four fourteen hundred million billion "
    "nine nineteen ninety one seven seventeen seventy six sixteen sixty ten thirteen thirty "
    "thousand three twelve twenty two dozen".split()
)


def eligible_words(words: Sequence[Word], text: str) -> list[bool]:
    """For every word, whether it may be marked: of an open class, no name, not quoted, not code.

    >>> from motjuste.analysis import words_of
    >>> text = "Big Ben is a good clock, said Mr Good of the Good Times (see good_clock.py)."
    >>> [w.text for w, may in zip(words_of(text), eligible_words(words_of(text), text)) if may]
    ['good', 'clock', 'said', 'see']
    """
    masked = masked_spans(text)
    names = _names(words)
    eligible, span = [], 0
    for position, word in enumerate(words):
        while span < len(masked) and masked[span][1] <= word.start:
            span += 1
        is_outside = span == len(masked) or word.end <= masked[span][0]
        neighbours = masked[max(0, span - 1) : span + 1]
        introduces = word.lemma in _SPEECH_VERBS and _is_beside(text, word, neighbours)
        is_replaceable = _is_word(word) and not _is_exact(word) and not introduces
        eligible.append(is_outside and is_replaceable and not _is_name(words, position, names))
    return eligible


def _is_beside(text: str, word: Word, masked: Sequence[tuple[int, int]]) -> bool:
    """Whether a quotation ends or begins at most three words from a word."""
    gaps = [(end, word.start) if end <= word.start else (word.end, start) for start, end in masked]
    short = (gap for gap in gaps if 0 <= gap[1] - gap[0] <= _MAX_GAP)
    return any(_GAP.fullmatch(text, *gap) for gap in short)


def _is_exact(word: Word) -> bool:
    return all(part in _EXACT for part in word.lemma.split("-"))


def masked_spans(text: str) -> list[tuple[int, int]]:
    """The spans of a text that are quotation or code, in order and without overlaps."""
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
    """Whether a word is of an open class and made of letters, and no acronym."""
    if word.pos not in WORDNET_POS or len(word.text) < 2 or word.text.isupper():
        return False
    return word.text.replace("-", "").isalpha()


def _names(words: Sequence[Word]) -> frozenset[str]:
    """Words with a capital inside a sentence that never occur without one."""
    inside = (word for position, word in enumerate(words) if not _begins(words, position))
    capitalised = {word.text for word in inside if _has_capital(word)}
    lowercase = {word.text for word in words if word.text.islower()}
    return frozenset(text for text in capitalised if text.lower() not in lowercase)


def _is_name(words: Sequence[Word], position: int, names: frozenset[str]) -> bool:
    """Whether a word with a capital is a name, or part of one, or of a title."""
    word = words[position]
    if not _has_capital(word):
        return False
    if not _begins(words, position) or word.text in names:
        return True
    following = words[position + 1] if position + 1 < len(words) else None
    return following is not None and _has_capital(following) and following.text not in ("I", "I'm")


def _has_capital(word: Word) -> bool:
    return word.text[:1].isupper()


def _begins(words: Sequence[Word], position: int) -> bool:
    """Whether a word begins a sentence or a line, where any word has a capital."""
    if position == 0:
        return True
    previous = words[position - 1]
    last = previous.text[-1:]
    return last in _ENDS or (not last.isalnum() and previous.pos == "PUNCT")
