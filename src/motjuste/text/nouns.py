"""The nouns that every room shares: a target, a word, a suggestion, an answer, a mark."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from motjuste.errors import BadInputError
from motjuste.text.edits import Edit

Kind = Literal["refine-usage", "diversify-expression"]
KINDS: tuple[Kind, ...] = ("refine-usage", "diversify-expression")
# How sure a mark is, from the surest on.
Confidence = Literal["sure", "likely", "thorough"]
CONFIDENCES: tuple[Confidence, ...] = ("sure", "likely", "thorough")
# A writer's dial: only what is sure, what is sure or likely, or all that there is evidence for.
Dial = Literal["sure", "balanced", "thorough"]
DIALS: tuple[Dial, ...] = ("sure", "balanced", "thorough")

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
class Suggestion:
    """A word or phrase for a place in a text, with its score, and what puts it there.

    `text` is in the form that fits if `lemma` is given; without one it is itself a lemma.
    `edits` put it in place, in order: the article before it if that changes, then the word. They
    are empty until somebody places it (`systems.answers`, `check`).
    `origin` says where a system found it, and `parts` what moved its score by how much.
    """

    text: str
    score: float
    lemma: str | None = None
    gloss: str | None = None
    edits: tuple[Edit, ...] = ()
    origin: str | None = None
    parts: tuple[tuple[str, float], ...] = ()


# The name by which systems of other packages may know it.
Substitute = Suggestion


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system suggests for a target, best first; if that is nothing, the reason.

    `word` is the target as a word of its sentence, `sense` the meaning that it is taken to have.
    """

    target: Target
    word: Word
    suggestions: tuple[Suggestion, ...] = ()
    sense: str | None = None
    reason: str | None = None

    def best(self, top: int | None = None, min_score: float | None = None) -> "Answer":
        """The first `top` suggestions that have at least that score."""
        if min_score is None or not self.suggestions:
            return replace(self, suggestions=self.suggestions[:top])
        kept = tuple(each for each in self.suggestions if each.score >= min_score)
        best = max(each.score for each in self.suggestions)
        few = f"no substitute has a score of {min_score:g} or more; the best has {best:.3g}"
        return replace(self, suggestions=kept[:top], reason=None if kept else few)

    def in_lemmas(self) -> "Answer":
        """The same suggestions by their lemmas, with which no article need agree."""
        start, end = self.target.start, self.target.end
        suggestions = []
        for each in self.suggestions:
            lemma = each.lemma or each.text
            suggestions.append(replace(each, text=lemma, edits=(Edit(start, end, lemma),)))
        return replace(self, suggestions=tuple(suggestions))


_MESSAGES = {
    "refine-usage": "“{}” may not be quite the right word here.",
    "diversify-expression": "Another expression than “{}” would make the text more varied.",
}


@dataclass(frozen=True, slots=True)
class Improvement:
    """A mark: a span worth changing, its kind, why, and what to write there, best first.

    `kind` is a kind that writers know (`collocation`, `spelling`, …) if the system knows it, else
    one of the two of Smart Word Suggestions, which `sws_kind` always is.
    `reason` is a sentence for the writer, from a system that knows more than the kind.
    `confidence` is how sure the mark is, if the system knows it.
    `text` is what stands there, once the mark is placed in a document.
    """

    start: int
    end: int
    kind: str
    suggestions: tuple[Suggestion, ...]
    reason: str | None = None
    confidence: Confidence | None = None
    text: str = ""
    sws_kind: str = ""

    def __post_init__(self) -> None:
        if not self.sws_kind:
            object.__setattr__(self, "sws_kind", self.kind)

    @property
    def message(self) -> str:
        """One sentence for the writer: the reason, or else what the kind says."""
        if self.reason:
            return self.reason
        return _MESSAGES[self.sws_kind].format(" ".join(self.text.split()))
