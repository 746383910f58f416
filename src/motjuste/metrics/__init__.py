"""Measures by name, what is measured by default, and scores with intervals and tests."""

from motjuste.metrics.measure import Family, Measure
from motjuste.metrics.pairing import Pairing, Settings
from motjuste.metrics.registry import default_measures, families, parse_measure
from motjuste.metrics.scoring import Comparison, Resampling, Scores, compare, score

__all__ = [
    "Comparison",
    "Family",
    "Measure",
    "Pairing",
    "Resampling",
    "Scores",
    "Settings",
    "compare",
    "default_measures",
    "families",
    "parse_measure",
    "score",
]
