"""WordNet's own morphology: from a form to its lemmas, by exception lists and suffix rules.

Published scores of lexical substitution depend on it to the last digit, so it follows the algorithm
of WordNet 3.0 exactly, including its oddities (`boss` -> `bos`).
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from motjuste.errors import REINSTALL, bad_file

WORDNET_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}

# Pairs of ending and replacement ("detachment rules", WordNet's morphy manual page).
_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}

_ENDINGS = {pos: tuple(ending for ending, _ in rules) for pos, rules in _RULES.items()}

# Initial letters by which the words in the data file are grouped into blocks.
PREFIX = 3

# Characters in the longest form analysed (WordNet's longest word has 71): a bound keeps hostile
# input linear.
_MAX_LENGTH = 200
# Entries in the cache of lemmas of each part of speech before it is cleared.
_MAX_CACHE_ENTRIES = 1 << 17


class Lemmas:
    """The words of one part of speech, in blocks by their initial letters."""

    def __init__(self, blocks: dict[str, str]) -> None:
        self._blocks = blocks

    def __contains__(self, word: str) -> bool:
        return f"\n{word}\n" in self._blocks.get(word[:PREFIX], "") and "\n" not in word

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks.values():
            yield from block.split()


class _Words(NamedTuple):
    lemmas: Lemmas
    exceptions: dict[str, list[str]]


@cache
def _words() -> dict[str, _Words]:
    path = Path(str(files("motjuste.lexicon") / "data" / "morphology.json.gz"))
    try:
        # gzip verifies length and checksum.
        data = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, zlib.error, ValueError):
        raise bad_file(path, "is missing, damaged or cut short", REINSTALL) from None
    return {
        pos: _Words(Lemmas(entry["lemmas"]), entry["exceptions"]) for pos, entry in data.items()
    }


def wordnet_lemmas(pos: str) -> Lemmas:
    """WordNet's words of a part of speech (`n`, `v`, `a`, `r`), with underscores for spaces."""
    return _words()[pos].lemmas


def irregular_forms(pos: str) -> dict[str, list[str]]:
    """WordNet's irregular forms of a part of speech, each with its lemmas."""
    return _words()[pos].exceptions


def _detach(forms: list[str], pos: str) -> list[str]:
    """All forms that result from applying one suffix rule, without repeats, in rule order."""
    detached = (
        form[: len(form) - len(ending)] + replacement
        for form in forms
        for ending, replacement in _RULES[pos]
        if form.endswith(ending)
    )
    return list(dict.fromkeys(detached))


def analyses(form: str, pos: str = "n") -> list[str]:
    """The lemmas that WordNet has for a form of a part of speech (`n`, `v`, `a`, `r`).

    >>> analyses("boss", "n")
    ['boss', 'bos']
    >>> analyses("better", "r")
    ['better', 'well']
    """
    lemma_set, exceptions = _words()[pos]
    if len(form) > _MAX_LENGTH:
        return []
    if form in exceptions:
        return [lemma for lemma in dict.fromkeys([form, *exceptions[form]]) if lemma in lemma_set]
    if not form.endswith(_ENDINGS[pos]):
        return [form] if form in lemma_set else []
    forms = _detach([form], pos)
    lemmas = [lemma for lemma in dict.fromkeys([form, *forms]) if lemma in lemma_set]
    while forms and not lemmas:
        forms = _detach(forms, pos)
        lemmas = [lemma for lemma in forms if lemma in lemma_set]
    return lemmas


class LemmaCache(dict[str, str]):
    """A cache from forms to lemmas for one part of speech."""

    def __init__(self, pos: str) -> None:
        self._pos = pos

    def __missing__(self, form: str) -> str:
        if len(self) >= _MAX_CACHE_ENTRIES:
            self.clear()
        lemma = form
        # A form that no rule or exception changes is its own lemma, even if unknown to WordNet.
        if form.endswith(_ENDINGS[self._pos]) or form in _words()[self._pos].exceptions:
            lemma = min(analyses(form, self._pos), key=len, default=form)
        lemma = self[form] = lemma.lower().strip()
        return lemma


_TABLES = {pos: LemmaCache(pos) for pos in _RULES}


def lemma_table(pos: str | None = None) -> LemmaCache:
    """The lemmas by which SWORDS compares strings, given the target's UD part of speech.

    Of several analyses the shortest wins, then the first; an unknown string stays as it is. The
    result is in lower case and stripped.

    >>> lemma_table("VERB")["ran"], lemma_table("NOUN")["us"], lemma_table("ADV")["better"]
    ('run', 'u', 'well')
    >>> lemma_table("VERB")[" Give up "]
    'give up'
    """
    return _TABLES[WORDNET_POS.get(pos or "", "n")]


def lemma(form: str, pos: str | None = None) -> str:
    """The lemma of one form: see `lemma_table`.

    >>> lemma("boss", "NOUN")
    'bos'
    """
    return lemma_table(pos)[form]
