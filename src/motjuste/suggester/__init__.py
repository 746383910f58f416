"""What finds words: candidates for a target, features, the networks that rank them, filters."""

from motjuste.suggester.associations import Associations
from motjuste.suggester.filters import least_frequency
from motjuste.suggester.networks import Rankers
from motjuste.suggester.suggester import Suggester

__all__ = ["Associations", "Rankers", "Suggester", "least_frequency"]
