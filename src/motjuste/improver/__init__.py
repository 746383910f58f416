"""What finds places: the words and phrases of a text that are worth changing, and why."""

from motjuste.improver.detector import Detector
from motjuste.improver.improver import Improver

__all__ = ["Detector", "Improver"]
