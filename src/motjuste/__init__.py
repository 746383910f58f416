"""Motjuste: the right word in context, and how to measure who finds it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from motjuste.privacy import disable_telemetry

if TYPE_CHECKING:
    from motjuste.systems import System
    from motjuste.text import Improvement, Suggestion, Target

__version__ = "0.1.0"
__all__ = ["__version__", "improve", "rank", "suggest"]

disable_telemetry()


def suggest(
    text: "str | Target",
    *,
    system: "str | System" = "default",
    top: int | None = 10,
    min_score: float | None = None,
    lemmas: bool = False,
) -> "list[Suggestion]":
    """Words that could stand in place of the marked one, best first, in the form that fits.

    The text marks its target with asterisks, or is a `Target`; `lemmas` gives lemmas instead of
    forms. There may be no answer: `[]`.

    >>> [word.text for word in suggest("She *purchased* it.", system="wordnet", top=1)]
    ['bought']
    """
    from motjuste.systems.answers import suggest_words

    return suggest_words(text, system, top, min_score, lemmas)


def rank(
    text: "str | Target", candidates: Sequence[str], *, system: "str | System" = "default"
) -> "list[Suggestion]":
    """The candidates for the place of the marked word, as they are, best first, with scores.

    >>> sorted(word.text for word in rank("a *big* dog", ["vast", "large"], system="random"))
    ['large', 'vast']
    """
    from motjuste.systems.answers import rank_words

    return rank_words(text, candidates, system)


def improve(
    text: str, *, system: "str | System" = "default", sensitivity: float | None = None
) -> "list[Improvement]":
    """The spans of a text that are worth changing, in order, each with what to write there.

    `sensitivity` is the share of words to mark, from 0 to 1; without it, the system's own.

    >>> text = "We did a mistake."
    >>> [(text[mark.start : mark.end], mark.suggestions[0].text) for mark in improve(text)]
    [('did', 'made')]
    """
    from motjuste.systems.answers import improve_text

    return improve_text(text, system, sensitivity)
