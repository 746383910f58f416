"""The kinds of rules: what each is called, how sure it is, and in which genres it is on."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, cast

from motjuste.shipped import shipped_rows
from motjuste.text import GENRES, Confidence, Genre, SwsKind

# The kind shown to writers for each SWS kind when no rule gives a more specific one.
SHOWN_KIND: dict[str, str] = {
    "refine-usage": "word-choice",
    "diversify-expression": "variety",
}
DATA = Path(str(files("motjuste.rules"))) / "data"


class RuleKind(NamedTuple):
    """A kind of rule as `data/kinds.tsv` describes it.

    `genres` says for each genre whether the kind is `on`, `off`, or shown as `thorough` only.
    """

    name: str
    title: str
    sws: SwsKind
    confidence: Confidence
    colour: str
    genres: dict[Genre, str]
    reason: str
    explanation: str

    def level(self, confidence: Confidence, genre: Genre | None) -> Confidence | None:
        """How sure a row of this kind is in a genre; None if the genre turns the kind off.

        >>> informal = kinds()["informal"]
        >>> informal.level("likely", "neutral"), informal.level("sure", "casual")
        ('thorough', None)
        """
        switch = self.genres[genre] if genre else "on"
        if switch == "off":
            return None
        return "thorough" if switch == "thorough" else confidence


@lru_cache(1)
def kinds() -> dict[str, RuleKind]:
    """All kinds by their names, in the order of the table."""
    columns = len(RuleKind._fields) - 1 + len(GENRES)
    return {row[0]: _kind(row) for row in shipped_rows(DATA / "kinds.tsv", columns)}


def _kind(columns: list[str]) -> RuleKind:
    name, title, sws, confidence, colour, *switches, reason, explanation = columns
    return RuleKind(
        name,
        title,
        cast(SwsKind, sws),
        cast(Confidence, confidence),
        colour,
        dict(zip(GENRES, switches, strict=True)),
        reason,
        explanation,
    )
