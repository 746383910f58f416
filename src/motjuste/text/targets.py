"""Finds the target in a text: by asterisks around it, by its word, or by an offset.

Offsets count the characters of the text that the target carries: the given one, without its marks.
"""

import re
import unicodedata
from collections.abc import Iterator

from motjuste.errors import BadInputError, NoWordError, brief
from motjuste.text import Target
from motjuste.text.segmentation import Token, words

# Characters of the longest target.
LONGEST = 200
# Targets that one text may mark.
MOST = 100
_SURROGATES = re.compile("[\ud800-\udfff]")
_ASTERISKS = re.compile(r"\*+")
# Signs stripped from both ends of a marked span: they belong to the sentence, not to the word.
_AROUND = ' \t\r\n,;:!?…"“”'


def marked(text: str) -> Target:
    """The only word or phrase between asterisks; the target's text is the given one without them.

    >>> marked("I read an *amazing* paper: 2 * 3 is 6.")
    Target(text='I read an amazing paper: 2 * 3 is 6.', start=10, end=17, pos=None, lemma=None)
    """
    found = all_marked(text)
    if len(found) > 1:
        raise BadInputError(f"{len(found):,} words are marked with asterisks; mark only one")
    return found[0]


def all_marked(text: str) -> list[Target]:
    """Every word or phrase between asterisks, in order; their text is the given one without marks.

    A mark touches its word and nothing else: `2 * 3`, `2*3*4` and `C*` stay as they are, as does
    an asterisk without a partner. Where there are `*marks*`, `**bold**` is left alone; where there
    are none, it is the mark.

    >>> [(each.word, each.start) for each in all_marked("*Big* dogs **never** *bark*.")]
    [('Big', 0), ('bark', 19)]
    """
    text = with_characters(text)
    pairs: list[tuple[int, int]] = []
    width = 0
    while not pairs and width < 3:
        width += 1
        pairs = list(_pairs(text, width))
    if not pairs:
        raise BadInputError(
            "no word is marked; put asterisks right around one, as in *word*"
            if text.strip()
            else "the text is empty"
        )
    if len(pairs) > MOST:
        raise BadInputError(f"{len(pairs):,} words are marked; mark at most {MOST} at once")
    plain, spans = _without(text, pairs, width)
    return [_target(plain, *_trimmed(plain, *span)) for span in spans]


def _pairs(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Where marks of `width` asterisks open and close; a second opening mark replaces the first."""
    opened = None
    for run in _ASTERISKS.finditer(text):
        start, end = run.span()
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        if end - start != width or before == "\\":
            continue
        if opened is not None and before.strip() and not _in_word(after):
            yield opened, start
            opened = None
        elif after.strip() and not _in_word(before):
            opened = start


def _in_word(char: str) -> bool:
    """Whether a character (or nothing, at the edge of a text) can be part of a word."""
    return char == "_" or char.isalnum() or (char > "\x7f" and unicodedata.category(char)[0] == "M")


def _without(
    text: str, pairs: list[tuple[int, int]], width: int
) -> tuple[str, list[tuple[int, int]]]:
    pieces, spans, last = [], [], 0
    for removed, (opened, closed) in enumerate(pairs):
        first = opened - 2 * width * removed
        pieces += [text[last:opened], text[opened + width : closed]]
        spans.append((first, first + closed - opened - width))
        last = closed + width
    return "".join([*pieces, text[last:]]), spans


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the signs at its ends, if anything remains."""
    inside = text[start:end]
    kept = inside.strip(_AROUND)
    if kept.endswith(".") and kept.count(".") == 1:
        kept = kept[:-1]
    if not kept:
        return start, end
    start += inside.index(kept)
    return start, start + len(kept)


def find_word(text: str, word: str, occurrence: int = 1) -> Target:
    """A word or phrase by its n-th occurrence as a whole, in this spelling or else in any case.

    >>> find_word("Art is part of the art.", "art").start, find_word("ART", "art").start
    (19, 0)
    """
    text, word = _some(text), with_characters(word).strip()
    if not word or len(word) > LONGEST:
        problem = f"longer than {LONGEST} characters" if word else "empty"
        raise BadInputError(f"the word to look for is {problem}")
    if occurrence < 1:
        raise BadInputError(f"occurrences are counted from 1; there is no number {occurrence}")
    found = _occurrences(text, word)
    if occurrence > len(found):
        times = {0: "does not occur", 1: "occurs once"}.get(
            len(found), f"occurs {len(found):,} times"
        )
        asked = f"; there is no occurrence {occurrence}" if found else ""
        raise BadInputError(f"{brief(word)} {times} in the text{asked}")
    return _target(text, *found[occurrence - 1])


def _occurrences(text: str, word: str) -> list[tuple[int, int]]:
    pattern = _pattern(word)
    for flags in (0, re.IGNORECASE):
        spans = (match.span() for match in re.finditer(pattern, text, flags))
        # Python's `\w` does not match combining marks, so they are checked here.
        whole = [(start, end) for start, end in spans if not _goes_on(text, end)]
        if whole:
            return whole
    return []


def _goes_on(text: str, end: int) -> bool:
    return end < len(text) and text[end] > "\x7f" and unicodedata.category(text[end])[0] == "M"


_ALIKE = {**dict.fromkeys("'’ʼ", "['’ʼ]"), **dict.fromkeys("-‐‑", "[-‐‑]")}


def _pattern(word: str) -> str:
    """A word as a whole, whatever its apostrophes, hyphens, white space and accents are made of."""
    spellings = (word, *(unicodedata.normalize(form, word) for form in ("NFC", "NFD")))
    ways = [r"\s+".join(map(_letters, spelled.split())) for spelled in dict.fromkeys(spellings)]
    before = r"(?<!\w)" if _in_word(word[0]) else ""
    after = r"(?!\w)" if _in_word(word[-1]) else ""
    return f"{before}(?:{'|'.join(ways)}){after}"


def _letters(word: str) -> str:
    return "".join(_ALIKE.get(char) or re.escape(char) for char in word)


def at(text: str, start: int, end: int | None = None) -> Target:
    """The span from one character to another; without an end, the word at the character.

    A word is also found by the place right after it, where a cursor stands that has just typed it.

    >>> at("I read an amazing paper.", 12).word, at("I gave up.", 2, 9).word
    ('amazing', 'gave up')
    """
    text = _some(text)
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
    low = max(0, place - 2 * LONGEST)
    near = [
        Token(token.text, token.start + low, token.end + low)
        for token in words(text[low : place + 2 * LONGEST])
        if any(map(str.isalnum, token.text))
    ]
    inside = [token for token in near if token.start <= place < token.end]
    found = inside or [token for token in near if token.end == place]
    if not found:
        there = brief(text[place : place + 1]) if place < len(text) else "the end"
        raise NoWordError(f"there is no word, but {there}", place)
    return found[0]


def _some(text: str) -> str:
    if not text.strip():
        raise BadInputError("the text is empty")
    return with_characters(text)


def _target(text: str, start: int, end: int) -> Target:
    if end - start > LONGEST and end <= len(text):
        raise BadInputError(
            f"the target is longer than {LONGEST} characters; choose a word or a short phrase"
        )
    return Target(text, start, end)


def with_characters(text: str) -> str:
    r"""The text with unpaired surrogates, which are no characters, replaced by U+FFFD.

    >>> with_characters("caf\udce9")
    'caf�'
    """
    return _SURROGATES.sub("\ufffd", text)
