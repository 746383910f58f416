"""Phrases of a thesaurus found in sentences, in whatever forms their words stand there."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from motjuste.lexicon.context import lemma_of

# So many words are remembered, then all are forgotten.
_KEPT = 1 << 17

# Phrases by their words, one after the other; under no word stands that a phrase ends.
Tree = dict[str, Any]
_END = ""


class Part(NamedTuple):
    """What a word can be in a phrase: itself or a lemma; and what follows where it begins one."""

    forms: tuple[str, ...]
    next: frozenset[str]


class Phrases(dict[str, Part]):
    """Words by how they are written, and what each can be in the phrases; looked up once."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._tree: Tree = {}
        for phrase in phrases:
            tree = self._tree
            for word in phrase.split():
                tree = tree.setdefault(word, {})
            tree[_END] = {}

    def __missing__(self, text: str) -> Part:
        if len(self) >= _KEPT:
            self.clear()
        lower = text.lower()
        forms = dict.fromkeys((lower, lemma_of(lower, "VERB"), lemma_of(lower, "NOUN")))
        following = frozenset[str]().union(*(self._tree.get(form, ()) for form in forms))
        found = self[text] = Part(tuple(forms), following)
        return found

    def ends(self, parts: Sequence[Part], place: int) -> list[int]:
        """Where phrases that begin at a place of a sentence end, the longest first."""
        found, trees = list[int](), [self._tree]
        for last, (forms, _) in enumerate(parts[place:], start=place + 1):
            trees = [tree[form] for tree in trees for form in forms if form in tree]
            if not trees:
                break
            if any(_END in tree for tree in trees):
                found.append(last)
        return found[::-1]
