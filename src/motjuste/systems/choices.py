"""Settings that are one of a few names, stated once for all surfaces."""

from collections.abc import Sequence
from difflib import get_close_matches

from motjuste.errors import BadInputError, brief
from motjuste.rules.kinds import GENRES
from motjuste.text import DIALS

# The genre of those who let it be guessed.
GUESS = "guess"


def check_confidence(value: object) -> None:
    """Refuse what is no setting of the writer's dial."""
    _check("confidence", value, DIALS)


def check_genre(value: object) -> None:
    """Refuse what is no genre."""
    _check("genre", value, (GUESS, *GENRES))


def _check(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        near = get_close_matches(str(value), known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
        raise BadInputError(f"{name} is {brief(value)}; {hint}")
