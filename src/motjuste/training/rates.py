"""The check of learning rates that all training shares."""

from math import inf

from motjuste.errors import BadInputError


def check_rate(rate: float) -> None:
    """Refuse a learning rate that is not positive and finite."""
    if not 0 < rate < inf:
        raise BadInputError(f"the learning rate is {rate}; give one above 0")
