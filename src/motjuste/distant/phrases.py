"""Phrases of a thesaurus found in sentences, in whatever forms their words stand there."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from motjuste.lexicon.lemmas import lemma_of

# So many words are remembered, then all are forgotten.
_KEPT = 1 << 16

# Phrases by their words, one after the other; under no word stands that a phrase ends.
Tree = dict[str, Any]
_END = ""


class Begun(dict[str, "Begun"]):
    """Phrases of which the first words were read; with one more, as it is written, others."""

    __slots__ = ("_trees", "ends", "following")

    def __init__(self, trees: Sequence[Tree]) -> None:
        self._trees = trees
        self.ends = any(_END in tree for tree in trees)
        self.following: frozenset[str] = frozenset().union(*trees)

    def __missing__(self, word: str) -> "Begun":
        forms = _forms(word)
        found = Begun([tree[form] for tree in self._trees for form in forms if form in tree])
        self[word] = found
        return found


class Part(NamedTuple):
    """What a word can be in phrases, itself or a lemma; what follows it in those that begin so."""

    forms: tuple[str, ...]
    following: frozenset[str]
    begun: Begun


_NOTHING = Begun(())
NO_PART = Part((), _NOTHING.following, _NOTHING)


class Phrases(dict[str, Part]):
    """Words as they are written, and what each can be in the phrases, looked up once."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._tree: Tree = {}
        for phrase in phrases:
            tree = self._tree
            for word in phrase.split():
                tree = tree.setdefault(word, {})
            tree[_END] = {}

    def __missing__(self, word: str) -> Part:
        if len(self) >= _KEPT:
            self.clear()
        forms = _forms(word)
        trees = [self._tree[form] for form in forms if form in self._tree]
        begun = Begun(trees) if trees else _NOTHING
        part = self[word] = Part(forms, begun.following, begun)
        return part


def ends(words: Sequence[str], parts: Sequence[Part], place: int) -> list[int]:
    """Where phrases that begin with two words of a sentence end, the longest first.

    After the parts of all words there is one of none.
    """
    found, last = list[int](), place + 2
    begun = parts[place].begun[words[place + 1]]
    while True:
        if begun.ends:
            found.append(last)
        if begun.following.isdisjoint(parts[last].forms):
            return found[::-1]
        begun, last = begun[words[last]], last + 1


@lru_cache(_KEPT)
def _forms(word: str) -> tuple[str, ...]:
    """What a word can be in a phrase of a thesaurus."""
    lower = word.lower()
    return tuple(dict.fromkeys((lower, lemma_of(lower, "VERB"), lemma_of(lower, "NOUN"))))
