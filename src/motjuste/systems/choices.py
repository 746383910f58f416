"""Checks of the settings that several surfaces take: sensitivity, confidence and genre."""

from collections.abc import Sequence
from difflib import get_close_matches

from motjuste.errors import BadInputError, brief
from motjuste.rules.kinds import GENRES
from motjuste.text import DIALS

# The genre of those who let it be guessed.
GUESS = "guess"
# The least share of words to mark: none.
LEAST_SENSITIVITY = 0.0
# The largest share of words to mark: all.
MOST_SENSITIVITY = 1.0
SENSITIVITY_WANTED = (
    f"give the share of words to mark, from {LEAST_SENSITIVITY:g} (none) to {MOST_SENSITIVITY:g}"
)


def is_sensitivity(value: object) -> bool:
    """Whether a value is a share of words that can be asked for.

    >>> is_sensitivity(0), is_sensitivity(1.5), is_sensitivity(float("nan")), is_sensitivity(True)
    (True, False, False, False)
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and LEAST_SENSITIVITY <= value <= MOST_SENSITIVITY


def check_sensitivity(value: float | None) -> None:
    """Refuse what is not a share of words; None leaves the choice to the system."""
    if value is not None and not is_sensitivity(value):
        raise BadInputError(f"sensitivity is {brief(value)}; {SENSITIVITY_WANTED}")


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
