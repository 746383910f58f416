"""The embedded default: a substituter that reads the sentence, offline, in a few milliseconds."""

from motjuste.systems.default.explanation import Explanation
from motjuste.systems.default.system import Default

__all__ = ["Default", "Explanation"]
