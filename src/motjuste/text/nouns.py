"""The nouns that every room shares: a target, a word, a substitute, an improvement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from motjuste.errors import BadInputError

Kind = Literal["refine-usage", "diversify-expression"]
KINDS: tuple[Kind, ...] = ("refine-usage", "diversify-expression")

UNIVERSAL_POS = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X UNKNOWN".split()
)


@dataclass(frozen=True, slots=True)
class Target:
    """A span of characters in a text, end exclusive, with part of speech and lemma if known.

    >>> Target("I read an amazing paper.", 10, 17, pos="ADJ").word
    'amazing'
    """

    text: str
    start: int
    end: int
    pos: str | None = None
    lemma: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end <= len(self.text):
            raise BadInputError(
                f"a target from {self.start} to {self.end} is not inside a text of "
                f"{len(self.text)} characters"
            )
        if self.pos is not None and self.pos not in UNIVERSAL_POS:
            raise BadInputError(
                f"unknown part of speech {self.pos!r}; use the Universal Dependencies names "
                "(NOUN, VERB, ADJ, ADV, …)"
            )

    @property
    def word(self) -> str:
        """The target as it stands in the text."""
        return self.text[self.start : self.end]

    def replace(self, substitute: str) -> str:
        """The text with the substitute in the target's place.

        >>> Target("a big dog", 2, 5).replace("large")
        'a large dog'
        """
        return self.text[: self.start] + substitute + self.text[self.end :]


class Word(NamedTuple):
    """A word of a text: its place, part of speech (UD), form (Penn Treebank tag) and lemma."""

    text: str
    start: int
    end: int
    pos: str
    form: str
    lemma: str


class Around(NamedTuple):
    """The words of a sentence, and the places of a target among them, end exclusive."""

    words: Sequence[Word]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Substitute:
    """A word or phrase offered for a target, with its score and the reason it is offered."""

    text: str
    score: float
    lemma: str | None = None
    gloss: str | None = None


@dataclass(frozen=True, slots=True)
class Improvement:
    """A span worth changing, why, and what to put there, best first.

    `reason` is a short sentence for the writer, from a system that knows more than the kind.
    """

    start: int
    end: int
    kind: Kind
    substitutes: tuple[Substitute, ...]
    reason: str | None = None
