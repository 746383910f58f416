"""Checks of the settings that several surfaces take: sensitivity, confidence and genre."""

from collections.abc import Sequence

from motjuste.errors import BadInputError, brief, did_you_mean
from motjuste.text import DIALS, GENRES

# The value of `genre` that lets it be guessed.
GUESS = "guess"
# The smallest share of words to mark: none.
LEAST_SENSITIVITY = 0.0
# The largest share of words to mark: all.
MOST_SENSITIVITY = 1.0
SENSITIVITY_WANTED = (
    f"give the share of words to mark, from {LEAST_SENSITIVITY:g} (none) to {MOST_SENSITIVITY:g}"
)


def is_sensitivity(value: object) -> bool:
    """Whether a value is a share of words, from 0 to 1.

    >>> is_sensitivity(0), is_sensitivity(1.5), is_sensitivity(float("nan")), is_sensitivity(True)
    (True, False, False, False)
    """
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return LEAST_SENSITIVITY <= value <= MOST_SENSITIVITY


def check_sensitivity(value: float | None) -> None:
    """Refuse anything but a share of words; None leaves the choice to the system."""
    if value is not None and not is_sensitivity(value):
        raise BadInputError(f"sensitivity is {brief(value)}; {SENSITIVITY_WANTED}")


def check_confidence(value: object) -> None:
    """Refuse anything but a setting of the writer's dial."""
    _check("confidence", value, DIALS)


def check_genre(value: object) -> None:
    """Refuse anything but a genre."""
    _check("genre", value, (GUESS, *GENRES))


def _check(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        hint = did_you_mean(str(value), known, f"use {', '.join(known)}")
        raise BadInputError(f"{name} is {brief(value)}; {hint}")
