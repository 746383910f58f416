"""Path patterns as in `.gitignore`: `*.tmp`, `/build/`, `drafts/**`, `!keep.md`."""

import re
from collections.abc import Iterable
from functools import lru_cache

from pathspec import GitIgnoreSpec

_STARS = re.compile(r"\*{3,}")
# Stars in one part of a path, and `**` in a whole pattern, that are supported. Matching takes time
# that grows with the length of a path to the power of their number: a dozen would never end.
_MOST_STARS = 3


class Patterns:
    """The patterns of one file, or of one setting."""

    def __init__(self, lines: Iterable[str]) -> None:
        # Three or more stars mean the same as one, and would match very slowly.
        plain = (_STARS.sub("*", line) for line in lines)
        self._spec = GitIgnoreSpec.from_lines(line for line in plain if _is_pattern(line))

    def verdict(self, path: str, is_folder: bool = False) -> bool | None:
        """Whether a path is matched (True), excepted (False) or not mentioned (None).

        The path has slashes and is relative to the folder of the patterns.
        """
        return self._spec.check_file(f"{path}/" if is_folder else path).include


@lru_cache(1 << 10)
def _is_pattern(line: str) -> bool:
    """Whether a line is a valid pattern that is fast to match; others are ignored, as git does."""
    parts = line.split("/")
    if parts.count("**") > _MOST_STARS or any(part.count("*") > _MOST_STARS for part in parts):
        return False
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def any_matches(patterns: Iterable[str], path: str) -> bool:
    """Whether the last pattern that mentions a path, or a folder above it, matches it.

    >>> any_matches(["drafts/", "!drafts/b.md"], "drafts/a.md")
    True
    >>> any_matches(["*.md", "!b.md"], "b.md")
    False
    """
    return bool(_patterns(tuple(patterns)).verdict(path))


@lru_cache(1 << 8)
def _patterns(lines: tuple[str, ...]) -> Patterns:
    return Patterns(lines)
