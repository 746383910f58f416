"""Finding a target's place in its text: by the marks around it, by its word, or by its token."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from motjuste.errors import BadInputError
from motjuste.text import Target

Place: TypeAlias = tuple[str, int]


class Span(NamedTuple):
    """Characters from start to end, end exclusive."""

    start: int
    end: int


class Unmarked(NamedTuple):
    """A text without its marks, and what stood between them."""

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
    """Where a word stands in a text: as a whole word, else in any case, else inside another.

    >>> occurrences("Art is part of art.", "art")
    [Span(start=15, end=18)]
    >>> occurrences("ART", "art"), occurrences("party", "art")
    ([Span(start=0, end=3)], [Span(start=1, end=4)])
    """
    exact = re.escape(word)
    whole = rf"(?<!\w){exact}(?!\w)"
    for pattern, flags in ((whole, 0), (whole, re.IGNORECASE), (exact, 0)):
        found = [Span(*match.span()) for match in re.finditer(pattern, text, flags)]
        if word and found:
            return found
    return []


def _no_other_spelling(token: str) -> tuple[str, ...]:
    return ()


def walk(
    text: str,
    tokens: Iterable[str],
    spellings: Callable[[str], tuple[str, ...]] = _no_other_spelling,
) -> Iterator[Span | None]:
    """The place of each token in the text, in order; nothing for a token that is not there.

    Only white space stands between them; `spellings` gives other forms in which a token may stand.

    >>> [span and tuple(span) for span in walk("Is it?", ["Is", "it", "?"])]
    [(0, 2), (3, 5), (5, 6)]
    """
    at = 0
    for token in tokens:
        span = next_span(text, at, (token, *spellings(token)))
        at = span.end if span else at
        yield span


def next_span(
    text: str,
    at: int,
    forms: tuple[str, ...],
    may_skip: Callable[[str], bool] = str.isspace,
) -> Span | None:
    """Where one of the forms stands, if only characters that may be skipped come before it."""
    while at <= len(text):
        for form in forms:
            if form and text.startswith(form, at):
                return Span(at, at + len(form))
        if at == len(text) or not may_skip(text[at]):
            return None
        at += 1
    return None


def place_of(target: Target) -> Place:
    r"""A text and where its target begins, the same however the text is spaced.

    >>> place_of(Target("a  big\ndog", 3, 6)) == place_of(Target("a big dog", 2, 5))
    True
    """
    before = "".join(target.text[: target.start].split())
    return before + "".join(target.text[target.start :].split()), len(before)
