"""Bigrams of a predicate and a noun: from dependencies if there are any, else by patterns.

Patterns are regular expressions over a sentence's parts of speech, one letter per word. They
recognise noun phrases, not clauses; a parser does better.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from motjuste.lexicon.tagging import Tag
from motjuste.spaces.conllu import Parsed

Kind = Literal["an", "nn", "vo", "vs"]
# Adjective and noun, noun and noun it modifies, verb and object, verb and subject.
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
    """A predicate and its noun, by their positions in the sentence."""

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
    """The letter for a word in the patterns."""
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
# A participle after `have` is an active verb; after `be`, its object is its subject.
_OBJECT = re.compile("(?:V|hR*p)(?P<phrase>[DAR]*N+)")
_SUBJECT = re.compile("(?<![IVpDARN])[DAR]*(?P<noun>N+)(?P<helpers>[Rxhb]*)(?P<verb>[Vp])")


def by_pattern(letters: str) -> Iterator[Bigram]:
    """The bigrams of a sentence, given the letters of its words.

    >>> [tuple(bigram) for bigram in by_pattern("DANVDAN")]
    [('an', 1, 2), ('an', 5, 6), ('vo', 3, 6), ('vs', 3, 2)]
    """
    for match in _NOUN_PHRASE.finditer(letters):
        head = match.end() - 1
        for position in range(match.start(), head):
            yield Bigram("an" if letters[position] == "A" else "nn", position, head)
    for match in _OBJECT.finditer(letters):
        yield Bigram("vo", match.start("phrase") - 1, match.end() - 1)
    for match in _SUBJECT.finditer(letters):
        active = match["verb"] == "V" or match["helpers"].rstrip("R").endswith("h")
        if active:
            yield Bigram("vs", match.start("verb"), match.end("noun") - 1)


def by_dependency(words: Sequence[Parsed]) -> Iterator[Bigram]:
    """The bigrams of a parsed sentence, in word order."""
    for position, word in enumerate(words):
        if word.head < 0 or word.relation not in _RELATIONS:
            continue
        kind, predicate, noun_is_head = _RELATIONS[word.relation]
        noun, predicate_position = (word.head, position) if noun_is_head else (position, word.head)
        has_pos = words[predicate_position].pos == predicate or (
            predicate == "NOUN" and words[predicate_position].pos in NOUNS
        )
        if has_pos and words[noun].pos in NOUNS:
            yield Bigram(kind, predicate_position, noun)
