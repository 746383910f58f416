"""A system for tests of `check`: it would change every word of a fixed list, and nothing else."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from motjuste.systems.system import System
from motjuste.text import Improvement, Suggestion

LISTED = {
    "big": ("refine-usage", ("enormous", "large")),
    "amazing": ("refine-usage", ("wonderful", "awesome")),
    "very": ("diversify-expression", ("extremely", "quite", "rather")),
    "nice": ("diversify-expression", ("kind",)),
    "give up": ("refine-usage", ("quit",)),
    "thing": ("refine-usage", ()),
    "שלום": ("refine-usage", ("ברכה",)),
}
# What it knows of a word besides its kind.
REASONS = {"thing": "'thing' is vague"}
_WORDS = re.compile(
    r"\b(?:" + "|".join(phrase.replace(" ", r"\s+") for phrase in LISTED) + r")\b", re.IGNORECASE
)


@dataclass
class Listed(System):
    """Substitutes of a list, with their lemmas; what it read is kept to be looked at."""

    name: ClassVar[str] = "listed"
    sensitivity: float = 0.1
    read: ClassVar[list[str]] = []

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        Listed.read.extend(texts)
        return [[_improvement(match) for match in _WORDS.finditer(text)] for text in texts]


def _improvement(match: re.Match[str]) -> Improvement:
    name = " ".join(match[0].lower().split())
    kind, words = LISTED[name]
    offered = tuple(Suggestion(word, 1.0 / rank, word) for rank, word in enumerate(words, start=1))
    return Improvement(*match.span(), kind, offered, REASONS.get(name))


def program(*arguments: str) -> list[str]:
    """The command as a program of its own that knows the system `listed`."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from motjuste.systems import registry\n"
        "registry.SYSTEMS['listed'] = 'improver:Listed'\n"
        "from motjuste.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    return [sys.executable, "-c", code, *arguments]
