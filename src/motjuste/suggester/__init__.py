"""What finds words: candidates for a target, features, the networks that rank them, filters."""

from motjuste.suggester.associations import Associations
from motjuste.suggester.evidence import Evidence
from motjuste.suggester.filters import least_frequency
from motjuste.suggester.labelled import Labelled
from motjuste.suggester.networks import Rankers
from motjuste.suggester.senses import SenseVectors
from motjuste.suggester.style import STYLES, check_style
from motjuste.suggester.suggester import Suggester

__all__ = [
    "STYLES",
    "Associations",
    "Evidence",
    "Labelled",
    "Rankers",
    "SenseVectors",
    "Suggester",
    "check_style",
    "least_frequency",
]
