"""Markup inside a paragraph: what of it is hidden from a reader, and what may not be changed.

One pass from left to right, linear in the text: whatever must be closed is looked for once.
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
    """Fix addresses of pages and of people."""
    text = raw.text
    if "://" in text or "www." in text or "mailto:" in text:
        for match in _URL.finditer(text):
            raw.mark(*match.span(), FIXED)
    if "@" in text:
        for match in _MAIL.finditer(text):
            raw.mark(*match.span(), FIXED)


def mark_emphasis(raw: Raw) -> None:
    """Hide the signs around `*words*` and `_words_`."""
    for match in _EMPHASIS.finditer(raw.text):
        if _is_emphasis(raw.text, *match.span()):
            raw.mark(*match.span(), HIDDEN)


def _is_emphasis(text: str, start: int, end: int) -> bool:
    """Whether signs touch a word on one side only."""
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
# Nobody nests brackets so deep; without a bound, marking them would take for ever.
_DEEPEST = 20
# Elements whose text is code, not prose.
_CODE_ELEMENTS = frozenset("code kbd math pre samp script style svg textarea tt var".split())


class Inline:
    """One pass over the markup of a paragraph of Markdown, which marks it."""

    def __init__(self, raw: Raw, exemptions: Exemptions) -> None:
        self.raw = raw
        self.exemptions = exemptions
        self._open: list[tuple[int, int]] = []
        self._absent: set[str] = set()
        self._exempt_from: int | None = 0 if exemptions.off else None

    def mark(self) -> None:
        """Mark everything."""
        at, text = 0, self.raw.text
        while match := _TOKEN.search(text, at):
            handle: Callable[[re.Match[str]], int] = getattr(self, f"_{match.lastgroup}")
            at = handle(match)
        self._end_exempt(len(text))
        mark_addresses(self.raw)

    def _find(self, needle: str, at: int) -> int:
        """Where something is, from a place on; what is nowhere is looked for only once."""
        if needle in self._absent:
            return -1
        found = self.raw.text.find(needle, at)
        if found < 0:
            self._absent.add(needle)
        return found

    def _until(self, match: re.Match[str], closer: str, mark: int) -> int:
        """Mark what stands from here up to its end; if it has none, it is nothing special."""
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
        width = len(match["code"])
        end = self._ticks(width, match.end())
        if end < 0:
            return match.end()
        self.raw.mark(match.start(), match.end(), HIDDEN)
        self.raw.mark(match.end(), end, FIXED)
        self.raw.mark(end, end + width, HIDDEN)
        return end + width

    def _ticks(self, width: int, at: int) -> int:
        """Where a run of exactly so many backticks is."""
        places = self._runs_of_ticks.get(width, [])
        found = bisect_left(places, at)
        return places[found] if found < len(places) else -1

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

    def _switch(self, at: int, name: str) -> None:
        if name == "ignore-start" and self._exempt_from is None:
            self._exempt_from = at
        elif name == "ignore-end":
            self._end_exempt(at)

    def _end_exempt(self, at: int) -> None:
        if self._exempt_from is not None:
            self.raw.mark(self._exempt_from, at, FIXED)
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
        if len(self._open) < _DEEPEST:
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
            # It may be the name of a link that is defined elsewhere, or an editor's remark.
            self.raw.mark(start, end, FIXED)
        return end

    def _signs(self, match: re.Match[str]) -> int:
        if _is_emphasis(self.raw.text, *match.span()):
            self.raw.mark(*match.span(), HIDDEN)
        return match.end()
