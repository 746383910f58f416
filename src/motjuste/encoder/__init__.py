"""The embedded contextual model: one pass over a sentence serves every word in it."""

from motjuste.encoder.encoder import Encoder, Reading, TargetReading

__all__ = ["Encoder", "Reading", "TargetReading"]
