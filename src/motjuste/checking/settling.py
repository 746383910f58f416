"""Changing a text until nothing is left that would be changed: then a second time changes nothing.

A word that a system puts somewhere may be one that it would replace again, or make it see another
word with other eyes. So suggestions are tried in turn until one is not found fault with; a word for
which there is none stays; and all of it is done again until the text no longer changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.checking.replacing import apply_edits, before, compose, new_places
from motjuste.lexicon.articles import article_before
from motjuste.lexicon.context import Replacement, put
from motjuste.text import Improvement, Kind, Target

# A text that has not come to rest after so many times is left as it was; suggestions tried.
_TIMES, _TRIED = 8, 3

Improve = Callable[[str], Sequence[Improvement]]
Changeable = Callable[[int, int], bool]


class Settled(NamedTuple):
    """A place that is changed in the end: with the article before it, if that changes too."""

    kind: Kind
    word: Replacement
    article: Replacement | None


@dataclass
class _Place:
    """A place of a text with what may be put there, of which one is tried at a time."""

    target: Target
    said: Improvement
    article: tuple[int, int] | None
    tried: int = 0

    def edits(self) -> list[Replacement]:
        """What is put there now, and the article before it; nothing if the word stays."""
        offered = self.said.substitutes[:_TRIED]
        if self.tried >= len(offered):
            return []
        return edits_for(self.target, offered[self.tried].text, self.article)


def edits_for(target: Target, new: str, article: tuple[int, int] | None) -> list[Replacement]:
    """A text in the target's place, and the article before it set right if it may be changed."""
    edits = [Replacement(target.start, target.end, new)]
    if article is not None:
        first, last = article
        whole = put(target, new).text
        fitting = whole[: len(whole) - len(new) - (target.start - last)]
        if fitting != target.text[first:last]:
            edits.insert(0, Replacement(first, last, fitting))
    return edits


def settle(text: str, improve: Improve, changeable: Changeable) -> list[Settled]:
    """What to change in a text so that nothing is left to change.

    `changeable` says of a stretch of the text as it was whether it may be changed.
    """
    edits: list[Replacement] = []
    kinds: dict[tuple[int, int], Kind] = {}
    for _ in range(_TIMES):
        now, done = apply_edits(text, edits), edits
        places = _places(now, improve, _as_it_was(changeable, done))
        _choose(now, places, improve)
        more = [edit for place in places for edit in place.edits()]
        if not more:
            return _settled(edits, kinds)
        for place in places:
            kinds.setdefault(before((place.target.start, place.target.end), done), place.said.kind)
        edits = compose(text, done, more)
    return []


def _as_it_was(changeable: Changeable, edits: Sequence[Replacement]) -> Changeable:
    """The same question of a text that was changed: about what stood there at first."""
    return lambda low, high: changeable(*before((low, high), edits))


def _places(text: str, improve: Improve, changeable: Changeable) -> list[_Place]:
    """The places to change, none of which touches another or its article."""
    places: list[_Place] = []
    end = -1
    for said in improve(text):
        target = Target(text, said.start, said.end)
        article = article_before(text, said.start)
        if article is not None and not changeable(*article):
            article = None
        start = article[0] if article else said.start
        if said.substitutes and start > end and changeable(said.start, said.end):
            places.append(_Place(target, said, article))
            end = said.end
    return places


def _choose(text: str, places: Sequence[_Place], improve: Improve) -> None:
    """Try suggestions until none is found fault with where it stands."""
    for _ in range(_TRIED):
        edits = [edit for place in places for edit in place.edits()]
        if not edits:
            return
        found = [(said.start, said.end) for said in improve(apply_edits(text, edits))]
        new = dict(zip([edit.start for edit in edits], new_places(edits), strict=True))
        again = [p for p in places if p.edits() and _meets(new[p.target.start], found)]
        if not again:
            return
        for place in again:
            place.tried += 1


def _meets(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(low < span[1] and high > span[0] for low, high in others)


def _settled(edits: Sequence[Replacement], kinds: dict[tuple[int, int], Kind]) -> list[Settled]:
    found: list[Settled] = []
    article: Replacement | None = None
    for edit in edits:
        own = [kind for span, kind in kinds.items() if _meets(span, [(edit.start, edit.end)])]
        if own:
            found.append(Settled(own[0], edit, article))
        article = None if own else edit
    return found
