"""The record types that all packages share: target, word, edit, suggestion, answer, mark."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from motjuste.errors import BadInputError

# The two kinds of marks of Smart Word Suggestions (SWS).
SwsKind = Literal["refine-usage", "diversify-expression"]
KINDS: tuple[SwsKind, ...] = ("refine-usage", "diversify-expression")
# How certain a mark is, most certain first.
Confidence = Literal["sure", "likely", "thorough"]
CONFIDENCES: tuple[Confidence, ...] = ("sure", "likely", "thorough")
# The writer's dial: marks that are sure; sure or likely; all that there is evidence for.
Dial = Literal["sure", "balanced", "thorough"]
DIALS: tuple[Dial, ...] = ("sure", "balanced", "thorough")
# What a text is: it decides which rules apply.
Genre = Literal["formal", "neutral", "casual", "fiction"]
GENRES: tuple[Genre, ...] = ("formal", "neutral", "casual", "fiction")

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
        """The text with the substitute in the target's place; articles and case stay as they are.

        >>> Target("a big dog", 2, 5).replace("large")
        'a large dog'
        """
        return self.text[: self.start] + substitute + self.text[self.end :]


class Word(NamedTuple):
    """A word of a text: offsets, part of speech (UD), form (Penn Treebank tag) and lemma."""

    text: str
    start: int
    end: int
    pos: str
    form: str
    lemma: str


class Around(NamedTuple):
    """The words of a sentence, and a target's positions among them, end exclusive."""

    words: Sequence[Word]
    first: int
    last: int


class Edit(NamedTuple):
    """A replacement: the text to write from `start` to `end`, in characters, end exclusive."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """The text after the edit."""
        return text[: self.start] + self.text + text[self.end :]

    def moved(self, by: int) -> "Edit":
        """The same edit, shifted by a number of characters (negative: to the left)."""
        return Edit(self.start + by, self.end + by, self.text)


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits made; they must be in order and not overlap.

    >>> apply_edits("a big dog", [Edit(0, 1, "an"), Edit(2, 5, "old")])
    'an old dog'
    """
    parts, position = [], 0
    for start, end, new in edits:
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])


def merged_edit(text: str, edits: Sequence[Edit]) -> Edit:
    """One edit equivalent to several: it reaches from the first changed place to the last.

    >>> merged_edit("a big dog", [Edit(0, 1, "an"), Edit(2, 5, "old")])
    Edit(start=0, end=5, text='an old')
    """
    start, end = edits[0].start, edits[-1].end
    return Edit(start, end, apply_edits(text[start:end], [edit.moved(-start) for edit in edits]))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word or phrase for a place in a text, with its score and the edits that put it there.

    `text` is inflected to fit if `lemma` is given; otherwise it is itself a lemma.
    `edits`, in text order: the article before the target if it changes, then the word. They are
    empty until the suggestion is placed (`systems.answers`, `check`).
    `origin` says where a system got it from, and `parts` what contributed how much to its score.
    `register` is formal, informal, literary or technical, unless the target has the same.
    """

    text: str
    score: float
    lemma: str | None = None
    gloss: str | None = None
    edits: tuple[Edit, ...] = ()
    origin: str | None = None
    parts: tuple[tuple[str, float], ...] = ()
    register: str | None = None


# The name under which third-party systems may import it.
Substitute = Suggestion


@dataclass(frozen=True, slots=True)
class Answer:
    """A system's suggestions for a target, best first; if there are none, the reason.

    `word` is the target as a word of its sentence, `sense` the gloss of the sense it is taken in.
    `phrase` is the lemma of the phrase that the target was taken to stand for, if it was.
    """

    target: Target
    word: Word
    suggestions: tuple[Suggestion, ...] = ()
    sense: str | None = None
    reason: str | None = None
    phrase: str | None = None

    def best(self, top: int | None = None, min_score: float | None = None) -> "Answer":
        """The first `top` suggestions whose score is at least `min_score`."""
        if min_score is None or not self.suggestions:
            return replace(self, suggestions=self.suggestions[:top])
        good_enough = tuple(
            suggestion for suggestion in self.suggestions if suggestion.score >= min_score
        )
        best_score = max(suggestion.score for suggestion in self.suggestions)
        reason = (
            f"no substitute has a score of {min_score:g} or more; the best has {best_score:.3g}"
        )
        return replace(self, suggestions=good_enough[:top], reason=None if good_enough else reason)

    def likely(self, score: float) -> "Answer":
        """The suggestions with at least this score; a reason if nothing, or nothing else, fits."""
        likely = tuple(offer for offer in self.suggestions if offer.score >= score)
        if likely or not self.suggestions:
            return replace(self, suggestions=likely)
        return replace(self, suggestions=(), reason=f"nothing fits well here{self._as_sense}")

    @property
    def _as_sense(self) -> str:
        return f" ({self.word.lemma}: {self.sense})" if self.sense else ""

    def in_lemmas(self) -> "Answer":
        """The same suggestions as lemmas, each replacing the target only and no article."""
        start, end = self.target.start, self.target.end
        suggestions = []
        for suggestion in self.suggestions:
            lemma = suggestion.lemma or suggestion.text
            suggestions.append(replace(suggestion, text=lemma, edits=(Edit(start, end, lemma),)))
        return replace(self, suggestions=tuple(suggestions))


_MESSAGES = {
    "refine-usage": "“{}” may not be quite the right word here.",
    "diversify-expression": "Another expression than “{}” would make the text more varied.",
}


@dataclass(frozen=True, slots=True)
class Improvement:
    """A mark: a span worth changing, its kind, the reason, and suggestions, best first.

    `kind` is one that writers know (`collocation`, `spelling`, …) if the system knows it, else one
    of the two kinds of Smart Word Suggestions; `sws_kind` is always one of those two.
    `reason` is a sentence for the writer, from a system that knows more than the kind.
    `confidence` is how certain the mark is, if the system says so.
    `text` is the marked text, filled in when the mark is placed in a document.
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
        """One sentence for the writer: the reason, else a general one for the kind."""
        if self.reason:
            return self.reason
        return _MESSAGES[self.sws_kind].format(" ".join(self.text.split()))
