"""The kinds of rules: what each is called, how sure it is, and in which genres it is on."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple

from motjuste.text import Kind as SwsKind

Confidence = Literal["sure", "likely", "thorough"]
Genre = Literal["formal", "neutral", "casual", "fiction"]
# From the surest on: a setting shows its own level and those before it.
CONFIDENCES: tuple[Confidence, ...] = ("sure", "likely", "thorough")
GENRES: tuple[Genre, ...] = ("formal", "neutral", "casual", "fiction")
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
    genres: dict[str, str]
    reason: str
    explanation: str

    def level(self, confidence: Confidence, genre: Genre | None) -> Confidence | None:
        """How sure a row of this kind is in a genre; None if the genre turns the kind off.

        >>> kinds()["informal"].level("likely", "neutral"), kinds()["informal"].level("sure", "casual")
        ('thorough', None)
        """
        switch = self.genres[genre] if genre else "on"
        if switch == "off":
            return None
        return "thorough" if switch == "thorough" else confidence


@lru_cache(1)
def kinds() -> dict[str, RuleKind]:
    """All kinds by their names, in the order of the table."""
    table: dict[str, RuleKind] = {}
    for line in (DATA / "kinds.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, title, sws, confidence, colour, *rest = line.split("\t")
            genres = dict(zip(GENRES, rest[:4], strict=True))
            table[name] = RuleKind(
                name,
                title,
                sws,
                confidence,
                colour,
                genres,
                *rest[4:],  # type: ignore[arg-type]
            )
    return table
