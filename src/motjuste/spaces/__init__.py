"""Distributional spaces: counted from a corpus, weighted, reduced, and composed."""
