"""Clauses of a verb with a modified subject and a modified object: the basis of ANVAN phrases.

The agent of a passive counts as its subject; a verb without a subject shares that of the verb it
depends on.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from motjuste.spaces.bigrams import NOUNS
from motjuste.spaces.conllu import Parsed, ParsedSentence
from motjuste.text.segmentation import Span

Allowed = Callable[[str], bool]
MODIFIER = ("amod", "compound", "nmod")
_RELATIVE = ("relcl", "acl:relcl")
_PRONOUNS = ("who", "whom", "which", "that")
_OBJECT = ("obj", "dobj")
# Relations in which a verb without a subject shares that of its head.
_SHARES_SUBJECT = ("conj", "xcomp", "advcl")
# Nouns coordinated with another one or in apposition to it.
_COORDINATE = ("conj", "appos")
# Verbs up the tree in which a shared subject is searched.
_MAX_SHARED_DEPTH = 5


class Clause(NamedTuple):
    """Positions of the five words in their sentence: modifier, subject, verb, modifier, object."""

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
    """All clauses of a sentence with the five words, one for each subject and object.

    A modifier is an adjective, or a noun that is known as a modifier. Of several the one next to
    the noun is taken, or with `every_modifier` each in its own clause. With `oblique`, a noun after
    a preposition replaces a missing object.
    """
    tree = _Tree(sentence.words)
    for verb, word in enumerate(sentence.words):
        if word.pos != "VERB":
            continue
        objects = tree.undergoers(verb)
        if not objects and oblique:
            objects = tree.obliques(verb)
        for subject, object_noun in product(tree.doers(verb), objects):
            if subject == object_noun:
                continue
            subject_modifiers, object_modifiers = (
                tree.modifiers(noun, noun_modifies, every_modifier)
                for noun in (subject, object_noun)
            )
            for first, second in product(subject_modifiers, object_modifiers):
                yield Clause(first, subject, verb, second, object_noun)


class _Tree:
    """A sentence's dependency tree with queries on it."""

    def __init__(self, words: Sequence[Parsed]) -> None:
        self.words = words
        self._below: dict[int, list[int]] = {}
        for place, word in enumerate(words):
            self._below.setdefault(word.head, []).append(place)

    def below(self, head: int, *relations: str) -> list[int]:
        """The dependents of a word in one of the given relations, in order."""
        return [
            child for child in self._below.get(head, []) if self.words[child].relation in relations
        ]

    def doers(self, verb: int) -> list[int]:
        """The nouns that are agents of a verb."""
        return self._with_others(self._agents(verb) if self._passive(verb) else self._subject(verb))

    def undergoers(self, verb: int) -> list[int]:
        """The nouns that a verb acts on; of `that men built`, the noun before it."""
        if self._passive(verb):
            return self._with_others(self._subject(verb))
        return self._with_others(self._antecedent(verb, self.below(verb, *_OBJECT)))

    def obliques(self, verb: int) -> list[int]:
        """The nouns that a preposition attaches to a verb."""
        nouns = self.below(verb, "obl")
        for preposition in self.below(verb, "prep"):
            nouns += self.below(preposition, "pobj")
        return self._with_others(nouns)

    def modifiers(self, noun: int, noun_modifies: Allowed, take_all: bool) -> list[int]:
        """The suitable modifiers before a noun: all of them, or the nearest."""
        if self.words[noun].pos not in NOUNS:
            return []
        fitting = [
            position
            for position in self.below(noun, *MODIFIER)
            if position < noun and self._modifies(self.words[position], noun_modifies)
        ]
        return fitting if take_all else fitting[-1:]

    @staticmethod
    def _modifies(word: Parsed, noun_modifies: Allowed) -> bool:
        return word.pos == "ADJ" or (word.pos in NOUNS and noun_modifies(word.lemma.lower()))

    def _with_others(self, nouns: Sequence[int]) -> list[int]:
        """Nouns, with those coordinated or in apposition: `the Seabees, the construction arm`."""
        with_coordinates: list[int] = []
        for noun in nouns:
            with_coordinates += [noun, *self._with_others(self.below(noun, *_COORDINATE))]
        return list(dict.fromkeys(with_coordinates))

    def _passive(self, verb: int) -> bool:
        word = self.words[verb]
        if self.below(verb, "nsubj:pass", "aux:pass", "auxpass"):
            return True
        if word.relation == "conj" and word.tag == "VBN" and not self.below(verb, "aux"):
            return self._passive(word.head)
        return word.relation == "acl" and word.tag == "VBN"

    def _agents(self, verb: int) -> list[int]:
        agents = self.below(verb, "obl:agent")
        for by in self.below(verb, "agent"):
            agents += self.below(by, "pobj")
        return agents

    def _subject(self, verb: int, depth: int = 0) -> list[int]:
        """The grammatical subjects of a verb: its own, or those it shares."""
        subjects = self.below(verb, "nsubj", "nsubj:pass")
        head, relation = self.words[verb].head, self.words[verb].relation
        if subjects:
            return self._antecedent(verb, subjects)
        if relation in ("acl", *_RELATIVE) and self.words[verb].tag in ("VBG", "VBN", "_"):
            return [head]
        if relation in _SHARES_SUBJECT and head >= 0 and depth < _MAX_SHARED_DEPTH:
            objects = self.below(head, *_OBJECT) if relation == "xcomp" else []
            return objects or self._subject(head, depth + 1)
        return []

    def _antecedent(self, verb: int, nouns: list[int]) -> list[int]:
        """The noun that a relative pronoun refers to, if the argument is one."""
        relative = self.words[verb].relation in _RELATIVE and nouns
        if relative and self.words[nouns[0]].form.lower() in _PRONOUNS:
            return [self.words[verb].head]
        return nouns


def spans(sentence: ParsedSentence, text: str, start: int = 0) -> list[Span | None]:
    """The span of each word in the text from an offset on; None if it does not occur."""
    word_spans: list[Span | None] = []
    for word in sentence.words:
        position = text.find(word.form, start)
        word_spans.append(Span(position, position + len(word.form)) if position >= 0 else None)
        start = start if position < 0 else position + len(word.form)
    return word_spans
