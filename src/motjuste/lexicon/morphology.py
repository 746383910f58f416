"""WordNet's own morphology: from a form to its lemmas, by exception lists and suffix rules.

Scores published for lexical substitution depend on it to the last digit, so it follows the
algorithm of WordNet 3.0 exactly, including what looks odd (`boss` -> `bos`).
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

# Words with this many first letters in common are compressed together in the data file.
PREFIX = 3

# No word of WordNet is longer than 71 characters; a bound keeps hostile input linear.
_LONGEST = 200
# Entries of the cache of lemmas for each part of speech.
_MOST_KEPT = 1 << 17


class Lemmas:
    """The words of one part of speech, in blocks by their first letters."""

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
        # gzip checks length and checksum of what it unpacks.
        data = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, zlib.error, ValueError):
        raise bad_file(path, "is missing, damaged or cut short", REINSTALL) from None
    return {
        pos: _Words(Lemmas(entry["lemmas"]), entry["exceptions"]) for pos, entry in data.items()
    }


def wordnet_lemmas(pos: str) -> Lemmas:
    """The words that WordNet has of a part of speech (`n`, `v`, `a`, `r`), with underscores."""
    return _words()[pos].lemmas


def irregular_forms(pos: str) -> dict[str, list[str]]:
    """WordNet's irregular forms of a part of speech, each with its lemmas."""
    return _words()[pos].exceptions


def _detach(forms: list[str], pos: str) -> list[str]:
    """All forms that one suffix rule makes of the given ones, each once, in rule order."""
    detached = (
        form[: len(form) - len(ending)] + replacement
        for form in forms
        for ending, replacement in _RULES[pos]
        if form.endswith(ending)
    )
    return list(dict.fromkeys(detached))


def analyses(form: str, pos: str = "n") -> list[str]:
    """The lemmas that WordNet knows for a form, by part of speech (`n`, `v`, `a`, `r`).

    >>> analyses("boss", "n")
    ['boss', 'bos']
    >>> analyses("better", "r")
    ['better', 'well']
    """
    known, exceptions = _words()[pos]
    if len(form) > _LONGEST:
        return []
    if form in exceptions:
        return [lemma for lemma in dict.fromkeys([form, *exceptions[form]]) if lemma in known]
    if not form.endswith(_ENDINGS[pos]):
        return [form] if form in known else []
    forms = _detach([form], pos)
    found = [lemma for lemma in dict.fromkeys([form, *forms]) if lemma in known]
    while forms and not found:
        forms = _detach(forms, pos)
        found = [lemma for lemma in forms if lemma in known]
    return found


class LemmaTable(dict[str, str]):
    """Forms and their lemmas for one part of speech, worked out when first asked for."""

    def __init__(self, pos: str) -> None:
        self._pos = pos

    def __missing__(self, form: str) -> str:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = form
        # A form that no rule or exception changes is its own lemma, known to WordNet or not.
        if form.endswith(_ENDINGS[self._pos]) or form in _words()[self._pos].exceptions:
            found = min(analyses(form, self._pos), key=len, default=form)
        found = self[form] = found.lower().strip()
        return found


_TABLES = {pos: LemmaTable(pos) for pos in _RULES}


def lemma_table(pos: str | None = None) -> LemmaTable:
    """The lemmas under which SWORDS compares strings, given the target's UD part of speech.

    Of several analyses the shortest wins, the first among equals; a string that WordNet does not
    know stays as it is. Then lower case, and no white space around.

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
