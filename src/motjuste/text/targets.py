"""Finds the target in a text: by asterisks around it, by its word, or by an offset.

Offsets count the characters of the target's own text, from which asterisks have been removed.
"""

import re
import unicodedata
from collections.abc import Iterator

from motjuste.errors import BadInputError, NoWordError, brief
from motjuste.text import Target
from motjuste.text.segmentation import Token, words

# Characters in the longest target.
MAX_TARGET_LENGTH = 200
# Targets that may be marked in one text.
MAX_TARGETS = 100
_SURROGATES = re.compile("[\ud800-\udfff]")
_ASTERISKS = re.compile(r"\*+")
# Signs stripped from both ends of a marked span: they belong to the sentence, not to the word.
_OUTER_SIGNS = ' \t\r\n,;:!?…"“”'


def marked(text: str) -> Target:
    """The only word or phrase between asterisks; the target's text has no asterisks around it.

    >>> marked("I read an *amazing* paper: 2 * 3 is 6.")
    Target(text='I read an amazing paper: 2 * 3 is 6.', start=10, end=17, pos=None, lemma=None)
    """
    targets = all_marked(text)
    if len(targets) > 1:
        raise BadInputError(f"{len(targets):,} words are marked with asterisks; mark only one")
    return targets[0]


def all_marked(text: str) -> list[Target]:
    """All words and phrases between asterisks, in order; their text is without those asterisks.

    A marker directly touches its word and nothing else: `2 * 3`, `2*3*4`, `C*` and an asterisk
    without a partner stay. If there are `*single*` markers, `**double**` ones are plain text;
    otherwise the double ones are the markers.

    >>> [(target.word, target.start) for target in all_marked("*Big* dogs **never** *bark*.")]
    [('Big', 0), ('bark', 19)]
    """
    text = replace_surrogates(text)
    pairs: list[tuple[int, int]] = []
    marker_length = 0
    while not pairs and marker_length < 3:
        marker_length += 1
        pairs = list(_pairs(text, marker_length))
    if not pairs:
        raise BadInputError(
            "no word is marked; put asterisks right around one, as in *word*"
            if text.strip()
            else "the text is empty"
        )
    if len(pairs) > MAX_TARGETS:
        raise BadInputError(f"{len(pairs):,} words are marked; mark at most {MAX_TARGETS} at once")
    plain, spans = _without_markers(text, pairs, marker_length)
    return [_target(plain, *_trimmed(plain, *span)) for span in spans]


def _pairs(text: str, marker_length: int) -> Iterator[tuple[int, int]]:
    """Opening and closing offsets of markers; a second opening marker replaces the first."""
    opening = None
    for run in _ASTERISKS.finditer(text):
        start, end = run.span()
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        if end - start != marker_length or before == "\\":
            continue
        if opening is not None and before.strip() and not _in_word(after):
            yield opening, start
            opening = None
        elif after.strip() and not _in_word(before):
            opening = start


def _in_word(char: str) -> bool:
    """Whether a character (or "", at the edge of a text) can be part of a word."""
    return char == "_" or char.isalnum() or (char > "\x7f" and unicodedata.category(char)[0] == "M")


def _without_markers(
    text: str, pairs: list[tuple[int, int]], marker_length: int
) -> tuple[str, list[tuple[int, int]]]:
    pieces, spans, position = [], [], 0
    for pairs_before, (opening, closing) in enumerate(pairs):
        start = opening - 2 * marker_length * pairs_before
        pieces += [text[position:opening], text[opening + marker_length : closing]]
        spans.append((start, start + closing - opening - marker_length))
        position = closing + marker_length
    return "".join([*pieces, text[position:]]), spans


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without punctuation at its ends, if anything remains."""
    inside = text[start:end]
    trimmed = inside.strip(_OUTER_SIGNS)
    if trimmed.endswith(".") and trimmed.count(".") == 1:
        trimmed = trimmed[:-1]
    if not trimmed:
        return start, end
    start += inside.index(trimmed)
    return start, start + len(trimmed)


def find_word(text: str, word: str, occurrence: int = 1) -> Target:
    """The n-th occurrence of a word or phrase: in the given spelling, else ignoring case.

    >>> find_word("Art is part of the art.", "art").start, find_word("ART", "art").start
    (19, 0)
    """
    text, word = _non_empty(text), replace_surrogates(word).strip()
    if not word or len(word) > MAX_TARGET_LENGTH:
        problem = f"longer than {MAX_TARGET_LENGTH} characters" if word else "empty"
        raise BadInputError(f"the word to look for is {problem}")
    if occurrence < 1:
        raise BadInputError(f"occurrences are counted from 1; there is no number {occurrence}")
    spans = _occurrences(text, word)
    if occurrence > len(spans):
        times = {0: "does not occur", 1: "occurs once"}.get(
            len(spans), f"occurs {len(spans):,} times"
        )
        missing = f"; there is no occurrence {occurrence}" if spans else ""
        raise BadInputError(f"{brief(word)} {times} in the text{missing}")
    return _target(text, *spans[occurrence - 1])


def _occurrences(text: str, word: str) -> list[tuple[int, int]]:
    pattern = _pattern(word)
    for flags in (0, re.IGNORECASE):
        spans = (match.span() for match in re.finditer(pattern, text, flags))
        # Python's `\w` does not match combining marks, so they are checked here.
        whole = [(start, end) for start, end in spans if not _continues(text, end)]
        if whole:
            return whole
    return []


def _continues(text: str, end: int) -> bool:
    return end < len(text) and text[end] > "\x7f" and unicodedata.category(text[end])[0] == "M"


_INTERCHANGEABLE = {**dict.fromkeys("'’ʼ", "['’ʼ]"), **dict.fromkeys("-‐‑", "[-‐‑]")}


def _pattern(word: str) -> str:
    """Regex for a whole word, with any kind of apostrophe, hyphen, white space and accents."""
    spellings = (word, *(unicodedata.normalize(form, word) for form in ("NFC", "NFD")))
    ways = [r"\s+".join(map(_letters, spelled.split())) for spelled in dict.fromkeys(spellings)]
    before = r"(?<!\w)" if _in_word(word[0]) else ""
    after = r"(?!\w)" if _in_word(word[-1]) else ""
    return f"{before}(?:{'|'.join(ways)}){after}"


def _letters(word: str) -> str:
    return "".join(_INTERCHANGEABLE.get(char) or re.escape(char) for char in word)


def at(text: str, start: int, end: int | None = None) -> Target:
    """The span from one offset to another; without an end, the word at the offset.

    The offset right after a word also selects it: there the cursor stands after typing it.

    >>> at("I read an amazing paper.", 12).word, at("I gave up.", 2, 9).word
    ('amazing', 'gave up')
    """
    text = _non_empty(text)
    if end is None:
        token = _word_at(text, start)
        return _target(text, token.start, token.end)
    if 0 <= start < end <= len(text) and not text[start:end].strip():
        raise NoWordError("there is only white space", start, end)
    return _target(text, start, end)


def _word_at(text: str, place: int) -> Token:
    if not 0 <= place <= len(text):
        raise BadInputError(f"there is no place {place} in a text of {len(text):,} characters")
    # No word that is short enough to be a target reaches further than this.
    low = max(0, place - 2 * MAX_TARGET_LENGTH)
    near = [
        Token(token.text, token.start + low, token.end + low)
        for token in words(text[low : place + 2 * MAX_TARGET_LENGTH])
        if any(map(str.isalnum, token.text))
    ]
    inside = [token for token in near if token.start <= place < token.end]
    matches = inside or [token for token in near if token.end == place]
    if not matches:
        what = brief(text[place : place + 1]) if place < len(text) else "the end"
        raise NoWordError(f"there is no word, but {what}", place)
    return matches[0]


def _non_empty(text: str) -> str:
    if not text.strip():
        raise BadInputError("the text is empty")
    return replace_surrogates(text)


def _target(text: str, start: int, end: int) -> Target:
    if end - start > MAX_TARGET_LENGTH and end <= len(text):
        raise BadInputError(
            f"the target is longer than {MAX_TARGET_LENGTH} characters; "
            "choose a word or a short phrase"
        )
    return Target(text, start, end)


def replace_surrogates(text: str) -> str:
    r"""The text with unpaired surrogates, which no encoding can write, replaced by U+FFFD.

    >>> replace_surrogates("caf\udce9")
    'caf�'
    """
    return _SURROGATES.sub("\ufffd", text)
