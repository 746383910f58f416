"""Lookup in the usage list: words and phrases that style guides advise against.

The list itself is `rules/data/detector/usage.tsv`.
"""

from functools import lru_cache

from motjuste.rules.detector_lists import FIXED, UsageEntry, read_usage


def usage_of_word(word: str, pos_code: str) -> UsageEntry | None:
    """The entry of a single word.

    >>> usage_of_word("kid", "n").label, usage_of_word("kid", "v")
    ('informal', None)
    """
    return _words().get((word, pos_code))


def phrases_from(word: str) -> tuple[UsageEntry, ...]:
    """The entries that begin with a word and are looked up as phrases, the longest first."""
    return _phrases().get(word, ())


@lru_cache(1)
def _words() -> dict[tuple[str, str], UsageEntry]:
    return {
        (entry.words[0], entry.pos_code): entry for entry in read_usage() if len(entry.words) == 1
    }


@lru_cache(1)
def _phrases() -> dict[str, tuple[UsageEntry, ...]]:
    by_first_word: dict[str, list[UsageEntry]] = {}
    for entry in read_usage():
        # A single word that is never inflected (`gonna`) is looked up as phrases are.
        if len(entry.words) > 1 or entry.pos_code == FIXED:
            by_first_word.setdefault(entry.words[0], []).append(entry)
    return {
        first: tuple(sorted(entries, key=lambda entry: -len(entry.words)))
        for first, entries in by_first_word.items()
    }
