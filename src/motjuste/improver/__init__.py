"""Finds the places of a text that are worth changing, and says why."""

from motjuste.improver.detector import Detector
from motjuste.improver.doubt import Doubt
from motjuste.improver.evidence import EvidenceFinder
from motjuste.improver.genre import guess_genre
from motjuste.improver.improver import Improver

__all__ = [
    "Detector",
    "Doubt",
    "EvidenceFinder",
    "Improver",
    "guess_genre",
]
