"""Patterns of paths as `.gitignore` has them: `*.tmp`, `/build/`, `drafts/**`, `!keep.md`."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Glob(NamedTuple):
    """A pattern, ready to be matched."""

    pattern: re.Pattern[str]
    folders_only: bool
    negated: bool

    def matches(self, path: str, is_folder: bool = False) -> bool:
        """Whether it means a path, given with slashes, relative to where the pattern stands."""
        if self.folders_only and not is_folder:
            return False
        return self.pattern.fullmatch(path) is not None


@lru_cache(1 << 10)
def glob(line: str) -> Glob | None:
    """The pattern that a line is; nothing for a comment or a blank one.

    >>> [glob("*.md").matches(path) for path in ("a.md", "b/c.md", "b/c.txt")]
    [True, True, False]
    >>> [glob("drafts/*.md").matches(path) for path in ("drafts/a.md", "x/drafts/a.md")]
    [True, False]
    """
    line = re.sub(r"(?<!\\) +\Z", "", line.rstrip("\r\n"))
    if not line or line.startswith("#"):
        return None
    negated = line.startswith("!")
    line = line[1:] if negated else line
    folders_only = line.endswith("/")
    line = line.rstrip("/")
    anchored = "/" in line
    prefix = "" if anchored else "(?:.*/)?"
    return Glob(re.compile(prefix + _regex(line.lstrip("/")), re.DOTALL), folders_only, negated)


def _regex(line: str) -> str:
    parts: list[str] = []
    at = 0
    while at < len(line):
        piece, at = _piece(line, at)
        # Several stars in a row say no more than one, and would take for ever.
        if not (parts and piece == parts[-1] == "[^/]*"):
            parts.append(piece)
    return "".join(parts)


def _piece(line: str, at: int) -> tuple[str, int]:
    for stars, meaning in (("**/", "(?:.*/)?"), ("/**", "/.*")):
        whole = at == 0 or line[at - 1] == "/" if stars == "**/" else at + 3 == len(line)
        if line.startswith(stars, at) and whole:
            return meaning, at + 3
    char = line[at]
    if char == "*":
        return "[^/]*", at + 1
    if char == "?":
        return "[^/]", at + 1
    if char == "[" and (end := line.find("]", at + 2)) > 0:
        inside = line[at + 1 : end].replace("\\", r"\\").replace("[", r"\[")
        inside = f"^{inside[1:]}" if inside[0] in "!^" else inside
        return (f"(?![/])[{inside}]", end + 1) if _is_set(inside) else (r"\[", at + 1)
    if char == "\\" and at + 1 < len(line):
        return re.escape(line[at + 1]), at + 2
    return re.escape(char), at + 1


def _is_set(inside: str) -> bool:
    try:
        re.compile(f"[{inside}]")
    except re.error:
        return False
    return True


def any_matches(patterns: Iterable[str], path: str) -> bool:
    """Whether the last pattern that means a path, or a folder above it, is for it.

    >>> any_matches(["drafts/", "!drafts/b.md"], "drafts/a.md")
    True
    >>> any_matches(["*.md", "!b.md"], "b.md")
    False
    """
    matched = False
    parts = path.split("/")
    for pattern in filter(None, map(glob, patterns)):
        above = ("/".join(parts[:n]) for n in range(1, len(parts)))
        if pattern.matches(path) or any(pattern.matches(each, True) for each in above):
            matched = not pattern.negated
    return matched
