"""Finds a target's span in its text: by the marks around it, by its word, or by its token."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from motjuste.errors import BadInputError
from motjuste.text import Target
from motjuste.text.segmentation import Span

# A text without white space, and an offset in it.
SpacelessPosition: TypeAlias = tuple[str, int]


class Unmarked(NamedTuple):
    """A text without its marks, and the span that was between them."""

    text: str
    span: Span


def unmark(text: str, opening: str, closing: str) -> Unmarked:
    """The text without the first pair of marks, and the span that they enclosed.

    >>> unmark("a **plain** room", "**", "**")
    Unmarked(text='a plain room', span=Span(start=2, end=7))
    """
    start = text.find(opening)
    end = text.find(closing, start + len(opening))
    if start < 0 or end < 0:
        raise BadInputError(f"no word is marked as {opening}word{closing}")
    inner = text[start + len(opening) : end]
    word = inner.strip()
    if not word:
        raise BadInputError(f"nothing stands between the marks {opening} and {closing}")
    first = start + inner.index(word)
    plain = text[:start] + inner + text[end + len(closing) :]
    return Unmarked(plain, Span(first, first + len(word)))


def occurrences(text: str, word: str) -> list[Span]:
    """The spans of a word in a text: as a whole word, else ignoring case, else inside another.

    >>> occurrences("Art is part of art.", "art")
    [Span(start=15, end=18)]
    >>> occurrences("ART", "art"), occurrences("party", "art")
    ([Span(start=0, end=3)], [Span(start=1, end=4)])
    """
    escaped = re.escape(word)
    whole = rf"(?<!\w){escaped}(?!\w)"
    for pattern, flags in ((whole, 0), (whole, re.IGNORECASE), (escaped, 0)):
        spans = [Span(*match.span()) for match in re.finditer(pattern, text, flags)]
        if word and spans:
            return spans
    return []


def _no_other_spelling(token: str) -> tuple[str, ...]:
    return ()


def walk(
    text: str,
    tokens: Iterable[str],
    spellings: Callable[[str], tuple[str, ...]] = _no_other_spelling,
) -> Iterator[Span | None]:
    """The span of each token in the text, in order; None for a token that is not there.

    Only white space separates them; `spellings` gives other forms that a token may have.

    >>> [span and tuple(span) for span in walk("Is it?", ["Is", "it", "?"])]
    [(0, 2), (3, 5), (5, 6)]
    """
    offset = 0
    for token in tokens:
        span = next_span(text, offset, (token, *spellings(token)))
        offset = span.end if span else offset
        yield span


def next_span(
    text: str,
    offset: int,
    forms: tuple[str, ...],
    may_skip: Callable[[str], bool] = str.isspace,
) -> Span | None:
    """The span of one of the forms, if only characters that may be skipped precede it."""
    while offset <= len(text):
        for form in forms:
            if form and text.startswith(form, offset):
                return Span(offset, offset + len(form))
        if offset == len(text) or not may_skip(text[offset]):
            return None
        offset += 1
    return None


def spaceless_position(target: Target) -> SpacelessPosition:
    r"""A text without white space and the offset of its target: independent of spacing.

    >>> spaceless_position(Target("a  big\ndog", 3, 6))
    ('abigdog', 1)
    """
    before = "".join(target.text[: target.start].split())
    return before + "".join(target.text[target.start :].split()), len(before)
