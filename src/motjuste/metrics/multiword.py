"""SemEval-2007's mw: is the target part of a multiword, and of which one?"""

import re

from motjuste.metrics.measure import Array, Family, Measure, columns, ratio
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.semeval import multiword

_DETECTED, _IDENTIFIED, _ANSWERED, _GOLD = range(4)
_HITS = {"detection": _DETECTED, "identification": _IDENTIFIED}
_OF = {"P": _ANSWERED, "R": _GOLD}


def _rows(pairing: Pairing) -> Array:
    rows = []
    for item in pairing.benchmark.items:
        gold = multiword(item)
        guesses = [guess.text for guess in pairing.guesses(item) if guess.text.strip()]
        found = gold is not None and bool(guesses)
        rows.append((found, found and guesses[0] == gold, bool(guesses), gold is not None))
    return columns([*rows, *_strays(pairing)], 4)


def _strays(pairing: Pairing) -> list[tuple[bool, bool, bool, bool]]:
    """An answer to a target of which the gold says nothing is wrong, not out of the count."""
    return [
        (False, False, True, False)
        for answer in pairing.strays.values()
        if any(guess.text.strip() for guess in answer)
    ]


def _collect(pairing: Pairing) -> Array:
    return pairing.once("mw", lambda: _rows(pairing))


def _build(match: re.Match[str]) -> Measure:
    task, letter = match.groups()
    description = {"P": "precision", "R": "recall"}[letter]
    return Measure(
        match[0],
        f"multiword {task}: {description}",
        _collect,
        ratio(_HITS[task], _OF[letter]),
        digits=2,
    )


FAMILIES = (
    Family(
        r"mw\.(detection|identification)\.(P|R)",
        "Finding the targets that are part of a multiword (detection) and naming the multiword "
        "(identification).",
        "McCarthy and Navigli 2007, section 3",
        ("mw.detection.P", "mw.identification.R"),
        _build,
    ),
)
