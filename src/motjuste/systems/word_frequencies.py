"""Word frequencies in a corpus of the user's own, such as the British National Corpus.

A file of frequencies is either a space that `motjuste space count` made, or a list with a word a
line: `dog 1234`, `dog n 1234` (with a part of speech), `1234 dog nn1 …` (Kilgarriff's list of BNC
word forms) or `12 1234 dog n` (his list of lemmas, which has a rank before the frequency).
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from motjuste.errors import bad_file
from motjuste.files import numbered_lines, read_text

# The frequency of a word of a part of speech; 0 for one that the corpus does not have.
Frequency: TypeAlias = Callable[[str, str], float]

# How the names of tags begin (C5, or n, v, a, adv), longest beginnings first.
_PARTS = (("adv", "ADV"), ("av", "ADV"), ("aj", "ADJ"), ("at", ""), ("n", "NOUN"), ("v", "VERB"))


class _Entry(NamedTuple):
    word: str
    pos: str | None
    occurrences: int


@lru_cache(maxsize=2)
def read_frequencies(name: str) -> Frequency:
    """The frequencies in a list, or in the folder of a space of counts."""
    path = Path(name).expanduser()
    if path.is_dir():
        from motjuste.spaces.lemmas import SpaceLemmas
        from motjuste.spaces.space import Space

        return SpaceLemmas(Space(path)).frequency
    return _listed(path)


def _listed(path: Path) -> Frequency:
    counts: Counter[tuple[str, str | None]] = Counter()
    for number, line in numbered_lines(read_text(path)):
        entry = _entry(line)
        if entry is None:
            raise bad_file(
                path, f"line {number} is not a word with its frequency", "write `dog 1234`"
            )
        counts[entry.word, entry.pos] += entry.occurrences

    def frequency(word: str, pos: str) -> float:
        lower = word.lower()
        return float(counts[lower, pos] + counts[lower, None])

    return frequency


def _entry(line: str) -> _Entry | None:
    """A line of a list; a word without a part of speech counts for all of them."""
    cells = line.split("\t") if "\t" in line else line.split()
    match [cell.strip() for cell in cells]:
        case [word, count] if count.isdecimal():
            return _Entry(word.lower(), None, int(count))
        case [word, tag, count] if count.isdecimal() and not word.isdecimal():
            return _Entry(word.lower(), _part(tag), int(count))
        case [rank, count, word, tag] if rank.isdecimal() and count.isdecimal():
            return _Entry(word.lower(), _part(tag), int(count))
        case [count, word, tag, *_] if count.isdecimal():
            return _Entry(word.lower(), _part(tag), int(count))
        case [count, word] if count.isdecimal():
            return _Entry(word.lower(), None, int(count))
    return None


def _part(tag: str) -> str:
    """The part of speech of a tag; an empty string for any other than the four open classes.

    >>> [_part(tag) for tag in ("nn1", "VVB", "a", "av0", "at0", "NOUN")]
    ['NOUN', 'VERB', 'ADJ', 'ADV', '', 'NOUN']
    """
    lower = tag.lower()
    if lower in ("a", "adj"):
        return "ADJ"
    return next((pos for start, pos in _PARTS if lower.startswith(start)), "")
