"""Pairs of a predicate and its noun: by dependencies where there are some, else by patterns.

Patterns are read off a sentence's parts of speech, one letter for each word, so that a regular
expression finds them. They know noun phrases, not clauses: what a parser finds is better.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from motjuste.lexicon.tagging import Tag
from motjuste.spaces.conllu import Parsed

Kind = Literal["an", "nn", "vo", "vs"]
# Adjective and noun, noun and noun that it modifies, verb and object, verb and subject.
KINDS: tuple[Kind, ...] = get_args(Kind)
NOUNS = ("NOUN", "PROPN")

_RELATIONS: dict[str, tuple[Kind, str, bool]] = {
    # relation: kind, part of speech of the predicate, whether the noun is the head
    "amod": ("an", "ADJ", True),
    "compound": ("nn", "NOUN", True),
    "nmod:npmod": ("nn", "NOUN", True),
    "obj": ("vo", "VERB", False),
    "dobj": ("vo", "VERB", False),
    "nsubj": ("vs", "VERB", False),
}


class Bigram(NamedTuple):
    """A predicate and its noun, by their places in the sentence."""

    kind: Kind
    predicate: int
    noun: int


def label(kind: str, predicate: str, noun: str) -> str:
    """The name under which a bigram is counted.

    >>> label("an", "pointed.a", "ear.n"), split_label("an:pointed.a ear.n")
    ('an:pointed.a ear.n', ('an', 'pointed.a', 'ear.n'))
    """
    return f"{kind}:{predicate} {noun}"


def split_label(name: str) -> tuple[str, str, str]:
    """Kind, predicate and noun of a bigram's name."""
    kind, _, pair = name.partition(":")
    predicate, _, noun = pair.partition(" ")
    return kind, predicate, noun


def letter(tag: Tag, lemma: str) -> str:
    """The letter that stands for a word in the patterns."""
    pos, form = tag
    if pos == "AUX":
        return {"be": "b", "have": "h"}.get(lemma, "x")
    if pos == "VERB":
        return "p" if form == "VBN" else "V"
    if pos in NOUNS:
        return "N"
    if form == "PRP$" or pos in ("DET", "NUM"):
        return "D"
    if pos == "ADV" or lemma == "not":
        return "R"
    return {"ADJ": "A", "ADP": "I"}.get(pos, "-")


_NOUN_PHRASE = re.compile("A*N+")
# Participles are verbs after a form of `have`; after `be` their object is their subject.
_OBJECT = re.compile("(?:V|hR*p)(?P<phrase>[DAR]*N+)")
_SUBJECT = re.compile("(?<![IVpDARN])[DAR]*(?P<noun>N+)(?P<helpers>[Rxhb]*)(?P<verb>[Vp])")


def by_pattern(letters: str) -> Iterator[Bigram]:
    """The bigrams of a sentence, given the letters of its words.

    >>> [tuple(each) for each in by_pattern("DANVDAN")]
    [('an', 1, 2), ('an', 5, 6), ('vo', 3, 6), ('vs', 3, 2)]
    """
    for match in _NOUN_PHRASE.finditer(letters):
        head = match.end() - 1
        for place in range(match.start(), head):
            yield Bigram("an" if letters[place] == "A" else "nn", place, head)
    for match in _OBJECT.finditer(letters):
        yield Bigram("vo", match.start("phrase") - 1, match.end() - 1)
    for match in _SUBJECT.finditer(letters):
        active = match["verb"] == "V" or match["helpers"].rstrip("R").endswith("h")
        if active:
            yield Bigram("vs", match.start("verb"), match.end("noun") - 1)


def by_dependency(words: Sequence[Parsed]) -> Iterator[Bigram]:
    """The bigrams of a parsed sentence, in its words' order."""
    for place, word in enumerate(words):
        if word.head < 0 or word.relation not in _RELATIONS:
            continue
        kind, predicate, noun_is_head = _RELATIONS[word.relation]
        noun_at, at = (word.head, place) if noun_is_head else (place, word.head)
        fits = words[at].pos == predicate or (predicate == "NOUN" and words[at].pos in NOUNS)
        if fits and words[noun_at].pos in NOUNS:
            yield Bigram(kind, at, noun_at)
