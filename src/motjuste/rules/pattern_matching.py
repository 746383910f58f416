"""Finds where the pattern of a rule matches: adjacent words, or two parts in a relation."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from motjuste.lexicon.word_lists import closed_class
from motjuste.rules.fixes import is_sentence_start
from motjuste.rules.keys import word_keys
from motjuste.rules.pattern import Element, Pattern, PatternPart, Relation
from motjuste.rules.relations import is_noun_phrase_material, related
from motjuste.text import Word

# Words that `...` stands for, at most.
_MAX_GAP = 5
# Words before a word in which a negation is looked for.
_NEGATION_REACH = 6
_NEGATIONS = closed_class("negations") | {"nor", "neither", "cannot", "barely"}

# The words that each element of a part matches: first and last position, end exclusive.
Spans = list[tuple[int, int]]


class PatternMatch(NamedTuple):
    """A pattern with the words that the elements of both its parts match."""

    pattern: Pattern
    left: Spans
    right: Spans

    @property
    def marked(self) -> Spans:
        """The words that the marked elements match."""
        spans = self.right if self.pattern.marks_right else self.left
        return spans[slice(*self.pattern.mark)]

    def elements(self) -> Iterator[tuple[Element, tuple[int, int]]]:
        """Each element of the pattern, in order, with the words that it matches."""
        left, right = self.pattern.left, self.pattern.right
        elements = (*left.elements, *(right.elements if right else ()))
        return zip(elements, self.left + self.right, strict=True)


class TextView:
    """The words of a text with their keys; relations between words are cached."""

    def __init__(self, words: Sequence[Word], text: str) -> None:
        self.words, self.text = words, text
        self.keys = [word_keys(word) for word in words]
        self._related: dict[tuple[str, int], list[tuple[int, bool]]] = {}

    def related(self, relation: Relation, place: int) -> list[tuple[int, bool]]:
        """The words related to the one at a position (see `motjuste.rules.relations.related`)."""
        key = (relation, place)
        if key not in self._related:
            self._related[key] = related(self.words, relation, place)
        return self._related[key]

    def is_negated(self, place: int) -> bool:
        """Whether a negation stands before a place, in the same clause."""
        for word in reversed(self.words[max(0, place - _NEGATION_REACH) : place]):
            if word.pos == "PUNCT":
                return False
            if word.text.lower().replace("’", "'") in _NEGATIONS:
                return True
        return False

    def is_start(self, place: int) -> bool:
        """Whether the word at a position begins a sentence."""
        return place < len(self.words) and is_sentence_start(self.text, self.words[place].start)

    def is_end(self, place: int) -> bool:
        """Whether only closing punctuation is left in the sentence."""
        return place >= len(self.words) or self.words[place].form == "."


def find_matches(pattern: Pattern, view: TextView, place: int) -> list[PatternMatch]:
    """The matches of a pattern whose anchor is the word at a position."""
    if pattern.right is None or pattern.relation is None:
        spans = _match_part(pattern.left, view, place)
        return [] if spans is None else [PatternMatch(pattern, spans, [])]
    right = _match_part(pattern.right, view, place)
    if right is None:
        return []
    matches = []
    head = pattern.left.elements[pattern.left.anchor]
    alone = pattern.left.anchor + 1 == len(pattern.left.elements)
    for other, has_particle in view.related(pattern.relation, place):
        if head.keys.isdisjoint(view.keys[other]) or (has_particle and alone):
            continue
        left = _match_part(pattern.left, view, other)
        if left is not None:
            matches.append(PatternMatch(pattern, left, right))
    return matches


def _match_part(part: PatternPart, view: TextView, place: int) -> Spans | None:
    """The words that the elements of a part match, if its anchor is the word at a place."""
    if part.elements[part.anchor].keys.isdisjoint(view.keys[place]):
        return None
    after = _extend(part.elements, view, part.anchor + 1, place + 1, 1)
    if after is None:
        return None
    before = _extend(part.elements, view, part.anchor - 1, place - 1, -1)
    return None if before is None else [*reversed(before), (place, place + 1), *after]


def _extend(
    elements: Sequence[Element], view: TextView, index: int, place: int, step: int
) -> Spans | None:
    """Match the elements from `index` on, in direction `step`; None if one does not match.

    The next word is the one at `place`.
    """
    spans: Spans = []
    while 0 <= index < len(elements):
        element = elements[index]
        if element.what != "word" or element.optional:
            rest = _extend_from(elements, view, index, place, step)
            return None if rest is None else spans + rest
        if not 0 <= place < len(view.keys) or element.keys.isdisjoint(view.keys[place]):
            return None
        spans.append((place, place + 1))
        index += step
        place += step
    return spans


def _extend_from(
    elements: Sequence[Element], view: TextView, index: int, place: int, step: int
) -> Spans | None:
    """The same, from an element that may match several words or none: tries each length."""
    for size in _sizes(elements[index], view, place, step):
        rest = _extend(elements, view, index + step, place + step * size, step)
        if rest is not None:
            edges = (place, place + size) if step > 0 else (place - size + 1, place + 1)
            return [edges, *rest]
    return None


def _sizes(element: Element, view: TextView, place: int, step: int) -> Iterable[int]:
    """How many words from a place on an element may match, in the order to try."""
    inside = 0 <= place < len(view.words)
    if element.what == "word":
        if inside and not element.keys.isdisjoint(view.keys[place]):
            return (1, 0) if element.optional else (1,)
        return (0,) if element.optional else ()
    if element.what == "any":
        if inside and view.words[place].pos not in ("PUNCT", "SYM"):
            return (1, 0) if element.optional else (1,)
        return (0,) if element.optional else ()
    if element.what in ("word or start", "word or end"):
        if inside and not element.keys.isdisjoint(view.keys[place]):
            return (1,)
        following = place if step > 0 else place + 1
        is_edge = view.is_start if element.what == "word or start" else view.is_end
        return (0,) if is_edge(following) else ()
    if element.what == "gap":
        return range(_gap(view, place, step) + 1)
    return (0,) if _holds(element, view, place, step) else ()


def _gap(view: TextView, place: int, step: int) -> int:
    """How many words from a place on can be part of a noun phrase before its head."""
    for size in range(_MAX_GAP):
        at = place + step * size
        if not (0 <= at < len(view.words) and is_noun_phrase_material(view.words[at])):
            return size
    return _MAX_GAP


def _holds(element: Element, view: TextView, place: int, step: int) -> bool:
    """Whether a condition holds between two words; `place` is the next word in the direction."""
    following = place if step > 0 else place + 1
    if element.what == "start":
        return view.is_start(following)
    if element.what == "end":
        return view.is_end(following)
    other = following - 1 if element.behind else following
    return not 0 <= other < len(view.keys) or element.keys.isdisjoint(view.keys[other])
