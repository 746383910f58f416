"""The range of sensitivity, stated once for all surfaces, and the one line for what is beyond."""

from motjuste.errors import BadInputError, brief

# Shares of words: none, and all.
LEAST = 0.0
MOST = 1.0
WANTED = f"give the share of words to mark, from {LEAST:g} (none) to {MOST:g}"


def is_sensitivity(value: object) -> bool:
    """Whether a value is a share of words that can be asked for.

    >>> is_sensitivity(0), is_sensitivity(1.5), is_sensitivity(float("nan")), is_sensitivity(True)
    (True, False, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool) and LEAST <= value <= MOST


def check_sensitivity(value: float | None) -> None:
    """Refuse what is no share of words; nothing leaves it to the system."""
    if value is not None and not is_sensitivity(value):
        raise BadInputError(f"sensitivity is {brief(value)}; {WANTED}")
