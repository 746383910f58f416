"""Clauses of a verb with subject and object, both modified: what ANVAN phrases are made from."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from motjuste.benchmarks.spans import Span
from motjuste.spaces.bigrams import NOUNS
from motjuste.spaces.conllu import Parsed, ParsedSentence

Allowed = Callable[[str], bool]
_SUBJECT = ("nsubj",)
_OBJECT = ("obj", "dobj")
_MODIFIER = ("amod", "compound")


class Clause(NamedTuple):
    """The places of the five words in their sentence: modifier, subject, verb, modifier, object."""

    a1: int
    n1: int
    v: int
    a2: int
    n2: int


def clauses(
    sentence: ParsedSentence, noun_modifies: Allowed, *, oblique: bool = True
) -> Iterator[Clause]:
    """All clauses of a sentence that have the five words.

    The modifier is an adjective, or a noun that is known as a modifier; of several the one next to
    the noun. With `oblique`, a noun after a preposition stands for the object where there is none
    (`embark on an overland trip`).
    """
    words = sentence.words
    for place, word in enumerate(words):
        if word.pos != "VERB":
            continue
        subject = _first(words, place, _SUBJECT, noun_modifies)
        objects = _first(words, place, _OBJECT, noun_modifies)
        if objects is None and oblique and not _children(words, place, _OBJECT):
            objects = _oblique(words, place, noun_modifies)
        if subject is not None and objects is not None:
            yield Clause(*subject, place, *objects)


def _children(words: Sequence[Parsed], head: int, relations: tuple[str, ...]) -> list[int]:
    return [n for n, word in enumerate(words) if word.head == head and word.relation in relations]


def _first(
    words: Sequence[Parsed], verb: int, relations: tuple[str, ...], allowed: Allowed
) -> tuple[int, int] | None:
    """The first noun in one of the relations to the verb that is modified, and its modifier."""
    for noun in _children(words, verb, relations):
        modified = _modified(words, noun, allowed)
        if modified is not None:
            return modified
    return None


def _oblique(words: Sequence[Parsed], verb: int, allowed: Allowed) -> tuple[int, int] | None:
    found = _first(words, verb, ("obl",), allowed)
    for preposition in _children(words, verb, ("prep",)):
        found = found or _first(words, preposition, ("pobj",), allowed)
    return found


def _modified(words: Sequence[Parsed], noun: int, allowed: Allowed) -> tuple[int, int] | None:
    if words[noun].pos not in NOUNS:
        return None
    fitting = [
        place
        for place in _children(words, noun, _MODIFIER)
        if place < noun
        and (
            words[place].pos == "ADJ"
            or (words[place].pos in NOUNS and allowed(words[place].lemma.lower()))
        )
    ]
    return (fitting[-1], noun) if fitting else None


def spans(sentence: ParsedSentence, text: str, start: int = 0) -> list[Span | None]:
    """Where each word stands in the text from a place on; nothing for one that does not."""
    found: list[Span | None] = []
    for word in sentence.words:
        at = text.find(word.form, start)
        found.append(Span(at, at + len(word.form)) if at >= 0 else None)
        start = start if at < 0 else at + len(word.form)
    return found
