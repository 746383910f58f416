"""Clauses of a verb with subject and object, both modified: what ANVAN phrases are made from."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from motjuste.benchmarks.spans import Span
from motjuste.spaces.bigrams import NOUNS
from motjuste.spaces.conllu import Parsed, ParsedSentence

Allowed = Callable[[str], bool]
_MODIFIER = ("amod", "compound")
_RELATIVE = ("relcl", "acl:relcl")
# A verb in one of these relations to another shares its subject, if it has none of its own.
_SHARED = ("conj", "xcomp", "advcl")
_DEEPEST = 5


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
    """All clauses of a sentence that have the five words, one for each subject and object.

    The modifier is an adjective, or a noun that is known as a modifier; of several the one next to
    the noun. With `oblique`, a noun after a preposition stands for the object where there is none
    (`embark on an overland trip`).
    """
    words = sentence.words
    for verb, word in enumerate(words):
        if word.pos != "VERB":
            continue
        objects = _objects(words, verb)
        if not objects and oblique:
            objects = _obliques(words, verb)
        for first, second in product(_subjects(words, verb), objects):
            subject, other = (_modified(words, noun, noun_modifies) for noun in (first, second))
            if first != second and subject is not None and other is not None:
                yield Clause(*subject, verb, *other)


def _children(words: Sequence[Parsed], head: int, *relations: str) -> list[int]:
    return [n for n, word in enumerate(words) if word.head == head and word.relation in relations]


def _with_conjuncts(words: Sequence[Parsed], nouns: Sequence[int]) -> list[int]:
    """Nouns, and those joined to them by `and` or `or`."""
    return [each for noun in nouns for each in (noun, *_children(words, noun, "conj"))]


def _subjects(words: Sequence[Parsed], verb: int, depth: int = 0) -> list[int]:
    """The nouns that do what a verb says: its own, or those that it shares with another verb."""
    own = _children(words, verb, "nsubj", "nsubj:pass")
    if _children(words, verb, "nsubj:pass"):
        agents = _children(words, verb, "obl:agent")
        for by in _children(words, verb, "agent"):
            agents += _children(words, by, "pobj")
        return _with_conjuncts(words, agents)
    head, relation = words[verb].head, words[verb].relation
    if own:
        relative = relation in _RELATIVE and words[own[0]].pos == "PRON"
        return _with_conjuncts(words, [head] if relative else own)
    if relation in ("acl", "acl:relcl", "relcl") and words[verb].tag in ("VBG", "_"):
        return _with_conjuncts(words, [head])
    if relation in _SHARED and head >= 0 and depth < _DEEPEST:
        return _subjects(words, head, depth + 1)
    return []


def _objects(words: Sequence[Parsed], verb: int) -> list[int]:
    """The nouns that it is done to: of a passive its subject, of `that men built` the noun."""
    found = _children(words, verb, "obj", "dobj", "nsubj:pass")
    head, relation = words[verb].head, words[verb].relation
    if relation in _RELATIVE and found and words[found[0]].pos == "PRON":
        found = [head]
    return _with_conjuncts(words, found)


def _obliques(words: Sequence[Parsed], verb: int) -> list[int]:
    found = _children(words, verb, "obl")
    for preposition in _children(words, verb, "prep"):
        found += _children(words, preposition, "pobj")
    return _with_conjuncts(words, found)


def _modified(words: Sequence[Parsed], noun: int, allowed: Allowed) -> tuple[int, int] | None:
    if words[noun].pos not in NOUNS:
        return None
    fitting = [
        place
        for place in _children(words, noun, *_MODIFIER)
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
