"""Markup inside a paragraph: which characters are hidden from a reader, and which are fixed.

One pass from left to right, linear in the text: closing markup is searched for only once.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property

from motjuste.documents.directives import Exemptions, in_comment
from motjuste.documents.passage import FIXED, HIDDEN, Raw

_URL = re.compile(
    r"""(?:\b(?:https?|ftp|file)://|\bwww\.|\bmailto:)[^\s<>"]*[^\s<>".,;:!?'()\[\]*_]""", re.I
)
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@\w[\w-]*(?:\.[\w-]+)+")
_EMPHASIS = re.compile(r"[*_]+|~~")


def mark_addresses(raw: Raw) -> None:
    """Fix URLs and e-mail addresses."""
    text = raw.text
    if "://" in text or "www." in text or "mailto:" in text:
        for match in _URL.finditer(text):
            raw.mark(*match.span(), FIXED)
    if "@" in text:
        for match in _MAIL.finditer(text):
            raw.mark(*match.span(), FIXED)


def mark_emphasis(raw: Raw) -> None:
    """Hide the markers around `*words*` and `_words_`."""
    for match in _EMPHASIS.finditer(raw.text):
        if _is_emphasis(raw.text, *match.span()):
            raw.mark(*match.span(), HIDDEN)


def _is_emphasis(text: str, start: int, end: int) -> bool:
    """Whether markers touch a word on one side only."""
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if before.isalnum() and after.isalnum():
        return False
    return bool(before.strip() or after.strip())


_TOKEN = re.compile(
    r"""
    \\(?P<escaped>[!-/:-@\[-`{-~])
  | (?P<code>`+)
  | (?P<comment><!--)
  | (?P<auto><[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>|<[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]+>)
  | (?P<tag></?(?P<name>[A-Za-z][A-Za-z0-9-]*)
      (?:\s+[\w:.@-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*/?>|<[?!][A-Za-z\[][^<>]*>)
  | (?P<math>\$\$(?:\\.|[^$\\])+\$\$|\$(?=[^\s$])(?:\\.|[^$\\])*(?<=\S)\$(?!\d))
  | (?P<template>\{\{|\{%)
  | (?P<note>\[\^[^\]\s]{1,100}\])
  | (?P<wiki>\[\[[^\[\]]{1,500}\]\])
  | (?P<opening>!?\[)
  | (?P<closing>\])
  | (?P<signs>[*_]+|~~)
  | (?P<fixed>&\#?\w{1,31};|(?<![\w@])@\w[\w:.-]*|(?<![\w:]):[a-z][a-z0-9_+-]{0,40}:(?![\w:]))
    """,
    re.VERBOSE | re.DOTALL,
)
_TITLE = r"""(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?"""
_DESTINATION = re.compile(
    r"\(\s*(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)" + _TITLE + r"\s*\)"
)
_LABEL = re.compile(r"\[[^\[\]]{1,999}\]")
# Nested brackets that are followed: without a bound, marking them would take quadratic time.
_MAX_BRACKET_DEPTH = 20
# Elements whose text is code, not prose.
_CODE_ELEMENTS = frozenset("code kbd math pre samp script style svg textarea tt var".split())


class Inline:
    """Marks the inline markup of a paragraph of Markdown in one pass."""

    def __init__(self, raw: Raw, exemptions: Exemptions) -> None:
        self.raw = raw
        self.exemptions = exemptions
        self._open: list[tuple[int, int]] = []
        self._absent: set[str] = set()
        self._exempt_from: int | None = 0 if exemptions.off else None

    def mark(self) -> None:
        """Mark all markup."""
        offset, text = 0, self.raw.text
        while match := _TOKEN.search(text, offset):
            handle: Callable[[re.Match[str]], int] = getattr(self, f"_{match.lastgroup}")
            offset = handle(match)
        self._end_exempt(len(text))
        mark_addresses(self.raw)

    def _find(self, needle: str, offset: int) -> int:
        """The position of a string from an offset on; an absent one is searched for only once."""
        if needle in self._absent:
            return -1
        position = self.raw.text.find(needle, offset)
        if position < 0:
            self._absent.add(needle)
        return position

    def _until(self, match: re.Match[str], closer: str, mark: int) -> int:
        """Mark everything up to the closing markup; without one, the opening is plain text."""
        end = self._find(closer, match.end())
        if end < 0:
            return match.end()
        self.raw.mark(match.start(), end + len(closer), mark)
        return end + len(closer)

    def _escaped(self, match: re.Match[str]) -> int:
        if match["escaped"] in "([":
            closer = {"(": r"\)", "[": r"\]"}[match["escaped"]]
            end = self._until(match, closer, FIXED)
            if end > match.end():
                return end
        self.raw.mark(match.start(), match.start() + 1, HIDDEN)
        return match.end()

    def _code(self, match: re.Match[str]) -> int:
        run_length = len(match["code"])
        end = self._ticks(run_length, match.end())
        if end < 0:
            return match.end()
        self.raw.mark(match.start(), match.end(), HIDDEN)
        self.raw.mark(match.end(), end, FIXED)
        self.raw.mark(end, end + run_length, HIDDEN)
        return end + run_length

    def _ticks(self, run_length: int, offset: int) -> int:
        """The position of a run of exactly this number of backticks."""
        offsets = self._runs_of_ticks.get(run_length, [])
        index = bisect_left(offsets, offset)
        return offsets[index] if index < len(offsets) else -1

    @cached_property
    def _runs_of_ticks(self) -> dict[int, list[int]]:
        runs: dict[int, list[int]] = {}
        for match in re.finditer("`+", self.raw.text):
            runs.setdefault(len(match[0]), []).append(match.start())
        return runs

    def _comment(self, match: re.Match[str]) -> int:
        end = self._until(match, "-->", HIDDEN)
        if end > match.end():
            directive = in_comment(self.raw.text[match.end() : end - 3])
            if directive and directive.name == "ignore" and not directive.words:
                self.raw.mark(*self.raw.line(match.start()), FIXED)
            elif directive:
                self._switch(match.start(), directive.name)
                self.exemptions.obey(directive)
        return end

    def _switch(self, offset: int, name: str) -> None:
        if name == "ignore-start" and self._exempt_from is None:
            self._exempt_from = offset
        elif name == "ignore-end":
            self._end_exempt(offset)

    def _end_exempt(self, offset: int) -> None:
        if self._exempt_from is not None:
            self.raw.mark(self._exempt_from, offset, FIXED)
            self._exempt_from = None

    def _auto(self, match: re.Match[str]) -> int:
        self.raw.mark(*match.span(), FIXED)
        return match.end()

    _math = _wiki = _fixed = _auto

    def _note(self, match: re.Match[str]) -> int:
        self.raw.mark(*match.span(), HIDDEN)
        return match.end()

    def _tag(self, match: re.Match[str]) -> int:
        self.raw.mark(*match.span(), HIDDEN)
        name = (match["name"] or "").lower()
        if name not in _CODE_ELEMENTS or match[0].startswith("</") or match[0].endswith("/>"):
            return match.end()
        end = self._find(f"</{match['name']}", match.end())
        if end < 0:
            return match.end()
        self.raw.mark(match.end(), end, FIXED)
        return end

    def _template(self, match: re.Match[str]) -> int:
        return self._until(match, "}}" if match[0] == "{{" else "%}", HIDDEN)

    def _opening(self, match: re.Match[str]) -> int:
        if len(self._open) < _MAX_BRACKET_DEPTH:
            self._open.append(match.span())
        return match.end()

    def _closing(self, match: re.Match[str]) -> int:
        if not self._open:
            return match.end()
        start, inside = self._open.pop()
        text = self.raw.text
        address = _DESTINATION.match(text, match.end()) or _LABEL.match(text, match.end())
        end = address.end() if address else match.end()
        if inside - start == 2:
            self.raw.mark(start, end, HIDDEN)
        elif address:
            self.raw.mark(start, inside, HIDDEN)
            self.raw.mark(match.start(), end, HIDDEN)
        else:
            # It may be a link that is defined elsewhere, or an editorial remark.
            self.raw.mark(start, end, FIXED)
        return end

    def _signs(self, match: re.Match[str]) -> int:
        if _is_emphasis(self.raw.text, *match.span()):
            self.raw.mark(*match.span(), HIDDEN)
        return match.end()
