"""SemEval-2007's mw task: is the target part of a multiword, and which multiword is it?"""

import re

from motjuste.benchmarks.benchmark import Item
from motjuste.errors import BadInputError
from motjuste.metrics.measure import Array, Family, Measure, columns, ratio
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.semeval import multiword

_DETECTED, _IDENTIFIED, _ANSWERED, _GOLD = range(4)
_HITS = {"detection": _DETECTED, "identification": _IDENTIFIED}
_OF = {"P": _ANSWERED, "R": _GOLD}


def _rows(pairing: Pairing) -> Array:
    rows = columns((_row(pairing, item) for item in pairing.benchmark.items), 4)
    if not any("multiwords" in item.extra for item in pairing.benchmark.items):
        raise BadInputError(
            f"{pairing.benchmark.name} does not say which targets are part of a multiword: the "
            "measures mw.* need a benchmark that does, such as SemEval-2007 with its gold.mw"
        )
    # Every run must have exactly one row per item. Answers to other targets are added to the last
    # item's row, so that a resample takes or leaves all of them.
    rows[-1, _ANSWERED] += _strays(pairing)
    return rows


def _row(pairing: Pairing, item: Item) -> tuple[bool, bool, bool, bool]:
    gold = multiword(item)
    guesses = [guess.text for guess in pairing.guesses(item) if guess.text.strip()]
    detected = gold is not None and bool(guesses)
    return detected, detected and guesses[0] == gold, bool(guesses), gold is not None


def _strays(pairing: Pairing) -> int:
    """The number of answers to targets that the gold does not have: they count as wrong."""
    answers = pairing.strays.values()
    return sum(any(guess.text.strip() for guess in answer) for answer in answers)


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
