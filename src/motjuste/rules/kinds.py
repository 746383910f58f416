"""The kinds of rules: what each is called, how sure it is, and in which genres it is on."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, cast

from motjuste.errors import BadInputError, brief, did_you_mean
from motjuste.shipped import shipped_rows
from motjuste.text import GENRES, KINDS, Confidence, Genre, SwsKind

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


def known_kinds(names: Sequence[str]) -> tuple[str, ...]:
    """The kinds of marks of these names, in their usual order.

    A kind of Smart Word Suggestions stands for all kinds that belong to it.

    >>> known_kinds(["wordy", "collocation"])
    ('collocation', 'wordy')
    """
    table = kinds()
    offered = (*table, *KINDS)
    for name in names:
        if name not in offered:
            hint = did_you_mean(name, offered, f"kinds are {', '.join(table)}", cutoff=0.5)
            raise BadInputError(f"there is no kind {brief(name)}; {hint}")
    if not names:
        raise BadInputError(f"no kind is named; kinds are {', '.join(table)}")
    return tuple(kind.name for kind in table.values() if kind.name in names or kind.sws in names)


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
