"""Finds phrases of a thesaurus in sentences, whatever the inflection of their words."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from motjuste.lexicon.inflection import lemma_of

# Entries in each cache before it is cleared.
MAX_CACHE_ENTRIES = 1 << 16

# A trie of phrases by word; the key `_END` marks the end of a phrase.
Tree = dict[str, Any]
_END = ""


class PhraseState(dict[str, "PhraseState"]):
    """The phrases that begin with the words read so far; a further word leads to the next state."""

    __slots__ = ("_trees", "ends", "following")

    def __init__(self, trees: Sequence[Tree]) -> None:
        self._trees = trees
        self.ends = any(_END in tree for tree in trees)
        self.following: frozenset[str] = frozenset().union(*trees)

    def __missing__(self, word: str) -> "PhraseState":
        forms = _forms(word)
        next_state = PhraseState(
            [tree[form] for tree in self._trees for form in forms if form in tree]
        )
        self[word] = next_state
        return next_state


class WordInPhrases(NamedTuple):
    """The forms a word can have in phrases, and the words that may follow it in those it begins."""

    forms: tuple[str, ...]
    following: frozenset[str]
    begun: PhraseState


_NO_STATE = PhraseState(())
NO_WORD = WordInPhrases((), _NO_STATE.following, _NO_STATE)


class Phrases(dict[str, WordInPhrases]):
    """A cache from words to what they can be in the phrases."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._tree: Tree = {}
        for phrase in phrases:
            tree = self._tree
            for word in phrase.split():
                tree = tree.setdefault(word, {})
            tree[_END] = {}

    def __missing__(self, word: str) -> WordInPhrases:
        if len(self) >= MAX_CACHE_ENTRIES:
            self.clear()
        forms = _forms(word)
        trees = [self._tree[form] for form in forms if form in self._tree]
        state = PhraseState(trees) if trees else _NO_STATE
        part = self[word] = WordInPhrases(forms, state.following, state)
        return part


def ends(words: Sequence[str], parts: Sequence[WordInPhrases], position: int) -> list[int]:
    """The ends of phrases that begin at a position, longest first; they have at least two words.

    `parts` has one entry more than `words`, which is `NO_WORD`.
    """
    phrase_ends, end = list[int](), position + 2
    state = parts[position].begun[words[position + 1]]
    while True:
        if state.ends:
            phrase_ends.append(end)
        if state.following.isdisjoint(parts[end].forms):
            return phrase_ends[::-1]
        state, end = state[words[end]], end + 1


@lru_cache(MAX_CACHE_ENTRIES)
def _forms(word: str) -> tuple[str, ...]:
    """The forms under which a word may occur in a phrase of a thesaurus."""
    lower = word.lower()
    return tuple(dict.fromkeys((lower, lemma_of(lower, "VERB"), lemma_of(lower, "NOUN"))))
