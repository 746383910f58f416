"""The suggester, which finds words: candidates, features, ranking networks, re-ranking, filters."""

from motjuste.suggester.associations import Associations
from motjuste.suggester.features import SensesAndLabels
from motjuste.suggester.labelled import Labelled
from motjuste.suggester.networks import CROWD, EDITOR, Rankers, check_judges
from motjuste.suggester.senses import SenseVectors
from motjuste.suggester.styles import STYLES, check_style, min_frequency
from motjuste.suggester.suggester import Suggester

__all__ = [
    "CROWD",
    "EDITOR",
    "STYLES",
    "Associations",
    "Labelled",
    "Rankers",
    "SenseVectors",
    "SensesAndLabels",
    "Suggester",
    "check_judges",
    "check_style",
    "min_frequency",
]
