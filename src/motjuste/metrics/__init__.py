"""Measures by name, what is measured by default, and scores with intervals and tests."""

from motjuste.metrics.measure import Family, Measure
from motjuste.metrics.pairing import Pairing, Settings
from motjuste.metrics.registry import default_measures, families, parse_measure

__all__ = [
    "Family",
    "Measure",
    "Pairing",
    "Settings",
    "default_measures",
    "families",
    "parse_measure",
]
