"""Distant supervision: words of corpus sentences replaced by synonyms, as training pairs."""
