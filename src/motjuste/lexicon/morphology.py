"""WordNet's own morphology: from a form to its lemmas, by exception lists and suffix rules.

Scores published for lexical substitution depend on it to the last digit, so it follows the
algorithm of WordNet 3.0 exactly, including what looks odd (`boss` -> `bos`).
"""

import gzip
import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

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

# No word of WordNet is longer than 71 characters; a bound keeps hostile input linear.
_LONGEST = 200


class _Words(NamedTuple):
    lemmas: frozenset[str]
    exceptions: dict[str, list[str]]


@cache
def _words() -> dict[str, _Words]:
    packed = (files("motjuste.lexicon") / "data" / "morphology.json.gz").read_bytes()
    data = json.loads(gzip.decompress(packed))
    return {
        pos: _Words(frozenset(entry["lemmas"].split(" ")), entry["exceptions"])
        for pos, entry in data.items()
    }


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
    forms = _detach([form], pos)
    found = [lemma for lemma in dict.fromkeys([form, *forms]) if lemma in known]
    while forms and not found:
        forms = _detach(forms, pos)
        found = [lemma for lemma in forms if lemma in known]
    return found


@lru_cache(maxsize=1 << 17)
def lemma(form: str, pos: str | None = None) -> str:
    """The lemma under which SWORDS compares a string, given the target's UD part of speech.

    Of several analyses the shortest wins, the first among equals; a string that WordNet does not
    know stays as it is. Then lower case, and no white space around.

    >>> lemma("ran", "VERB"), lemma("us", "NOUN"), lemma("better", "ADV")
    ('run', 'u', 'well')
    >>> lemma(" Give up ", "VERB")
    'give up'
    """
    found = analyses(form, WORDNET_POS.get(pos or "", "n"))
    return min(found, key=len, default=form).lower().strip()
