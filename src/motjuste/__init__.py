"""Motjuste: the right word in context, and how to measure who finds it."""

__version__ = "0.1.0"
