"""Clauses of a verb with subject and object, both modified: what ANVAN phrases are made from.

Who does what a verb says is told by its voice and by the verbs around it: of a passive it is the
agent, of a verb without a subject of its own that of the verb that it hangs on.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from motjuste.benchmarks.spans import Span
from motjuste.spaces.bigrams import NOUNS
from motjuste.spaces.conllu import Parsed, ParsedSentence

Allowed = Callable[[str], bool]
MODIFIER = ("amod", "compound", "nmod")
_RELATIVE = ("relcl", "acl:relcl")
_PRONOUNS = ("who", "whom", "which", "that")
_OBJECT = ("obj", "dobj")
# A verb in one of these relations to another shares its subject, if it has none of its own.
_SHARED = ("conj", "xcomp", "advcl")
# Nouns that stand beside another for the same place: joined by `and`, or in apposition.
_BESIDE = ("conj", "appos")
_DEEPEST = 5


class Clause(NamedTuple):
    """The places of the five words in their sentence: modifier, subject, verb, modifier, object."""

    a1: int
    n1: int
    v: int
    a2: int
    n2: int


def clauses(
    sentence: ParsedSentence,
    noun_modifies: Allowed,
    *,
    oblique: bool = False,
    every_modifier: bool = False,
) -> Iterator[Clause]:
    """All clauses of a sentence that have the five words, one for each subject and object.

    The modifier is an adjective, or a noun that is known as a modifier; of several the one next to
    the noun, or with `every_modifier` each in a clause of its own. With `oblique`, a noun after a
    preposition stands for the object where there is none.
    """
    tree = _Tree(sentence.words)
    for verb, word in enumerate(sentence.words):
        if word.pos != "VERB":
            continue
        objects = tree.undergoers(verb)
        if not objects and oblique:
            objects = tree.obliques(verb)
        for first, second in product(tree.doers(verb), objects):
            if first == second:
                continue
            subjects, others = (
                tree.modifiers(noun, noun_modifies, every_modifier) for noun in (first, second)
            )
            for one, other in product(subjects, others):
                yield Clause(one, first, verb, other, second)


class _Tree:
    """A sentence's words, with the questions that are asked of them."""

    def __init__(self, words: Sequence[Parsed]) -> None:
        self.words = words
        self._below: dict[int, list[int]] = {}
        for place, word in enumerate(words):
            self._below.setdefault(word.head, []).append(place)

    def below(self, head: int, *relations: str) -> list[int]:
        """The words that hang on one in one of these relations, in their order."""
        return [n for n in self._below.get(head, []) if self.words[n].relation in relations]

    def doers(self, verb: int) -> list[int]:
        """The nouns that do what a verb says."""
        return self._with_others(self._agents(verb) if self._passive(verb) else self._subject(verb))

    def undergoers(self, verb: int) -> list[int]:
        """The nouns that it is done to: of `that men built` the noun before it."""
        if self._passive(verb):
            return self._with_others(self._subject(verb))
        return self._with_others(self._antecedent(verb, self.below(verb, *_OBJECT)))

    def obliques(self, verb: int) -> list[int]:
        """The nouns that a preposition joins to a verb."""
        found = self.below(verb, "obl")
        for preposition in self.below(verb, "prep"):
            found += self.below(preposition, "pobj")
        return self._with_others(found)

    def modifiers(self, noun: int, noun_modifies: Allowed, every: bool) -> list[int]:
        """The modifiers before a noun that fit: all of them, or the one next to it."""
        if self.words[noun].pos not in NOUNS:
            return []
        fitting = [
            place
            for place in self.below(noun, *MODIFIER)
            if place < noun and self._modifies(self.words[place], noun_modifies)
        ]
        return fitting if every else fitting[-1:]

    @staticmethod
    def _modifies(word: Parsed, noun_modifies: Allowed) -> bool:
        return word.pos == "ADJ" or (word.pos in NOUNS and noun_modifies(word.lemma.lower()))

    def _with_others(self, nouns: Sequence[int]) -> list[int]:
        """Nouns, and those that stand beside them: `the Seabees, the construction arm`."""
        found: list[int] = []
        for noun in nouns:
            found += [noun, *self._with_others(self.below(noun, *_BESIDE))]
        return list(dict.fromkeys(found))

    def _passive(self, verb: int) -> bool:
        word = self.words[verb]
        if self.below(verb, "nsubj:pass", "aux:pass", "auxpass"):
            return True
        if word.relation == "conj" and word.tag == "VBN" and not self.below(verb, "aux"):
            return self._passive(word.head)
        return word.relation == "acl" and word.tag == "VBN"

    def _agents(self, verb: int) -> list[int]:
        found = self.below(verb, "obl:agent")
        for by in self.below(verb, "agent"):
            found += self.below(by, "pobj")
        return found

    def _subject(self, verb: int, depth: int = 0) -> list[int]:
        """The nouns before a verb, whatever its voice: its own, or those that it shares."""
        own = self.below(verb, "nsubj", "nsubj:pass")
        head, relation = self.words[verb].head, self.words[verb].relation
        if own:
            return self._antecedent(verb, own)
        if relation in ("acl", *_RELATIVE) and self.words[verb].tag in ("VBG", "VBN", "_"):
            return [head]
        if relation in _SHARED and head >= 0 and depth < _DEEPEST:
            objects = self.below(head, *_OBJECT) if relation == "xcomp" else []
            return objects or self._subject(head, depth + 1)
        return []

    def _antecedent(self, verb: int, nouns: list[int]) -> list[int]:
        """What a relative pronoun stands for, if that is what is there."""
        relative = self.words[verb].relation in _RELATIVE and nouns
        if relative and self.words[nouns[0]].form.lower() in _PRONOUNS:
            return [self.words[verb].head]
        return nouns


def spans(sentence: ParsedSentence, text: str, start: int = 0) -> list[Span | None]:
    """Where each word stands in the text from a place on; nothing for one that does not."""
    found: list[Span | None] = []
    for word in sentence.words:
        at = text.find(word.form, start)
        found.append(Span(at, at + len(word.form)) if at >= 0 else None)
        start = start if at < 0 else at + len(word.form)
    return found
