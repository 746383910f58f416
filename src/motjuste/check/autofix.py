"""Changing a text until nothing is left that would be changed: then a second time changes nothing.

A word that a system puts somewhere may be one that it would replace again, or make it see another
word with other eyes. So a place is changed if the first suggestion is not found fault with, or
else the second where it is nearly as good; any other place stays as it was; and all of it is done
again until the text no longer changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from motjuste.analysis import Text, edits_for
from motjuste.lexicon.articles import article_before
from motjuste.text import Edit, Improvement, Substitute, Target
from motjuste.text.edits import apply_edits, before, new_places

# A text that has not come to rest after so many times is left as it was.
_TIMES = 8
# The second suggestion is tried too if its score is at least this part of the first's; of scores
# below 0, which have no parts, only one that is as high.
_NEARLY = 0.8

Improve = Callable[[str], Sequence[Improvement]]
Changeable = Callable[[int, int], bool]


class Settled(NamedTuple):
    """A place that is changed in the end: with the article before it, if that changes too."""

    said: Improvement
    offer: Substitute
    word: Edit
    article: Edit | None


@dataclass
class _Place:
    """A place of a text with what may be put there, of which one is tried at a time."""

    target: Target
    said: Improvement
    article: tuple[int, int] | None
    tried: int = 0

    @property
    def span(self) -> tuple[int, int]:
        """The place with the article before it."""
        return self.article[0] if self.article else self.target.start, self.target.end

    @property
    def offer(self) -> Substitute | None:
        """What is put there now; nothing if the word stays."""
        return next(iter(_good(self.said.substitutes)[self.tried :]), None)

    def edits(self) -> tuple[Edit, ...]:
        """The article before it, if it changes, and the place."""
        if self.offer is None:
            return ()
        return edits_for(self.target, self.offer.text, keep_article=self.article is None)

    def in_text(self, text: str, edits: Sequence[Edit]) -> "_Place":
        """The same place in the text as it was before the edits, none of which touches it."""
        target = Target(text, *before((self.target.start, self.target.end), edits))
        article = self.article and before(self.article, edits)
        return replace(self, target=target, article=article)


def _good(offers: Sequence[Substitute]) -> Sequence[Substitute]:
    """What is tried in a place: the best, and what is nearly as good."""
    best = offers[0].score if offers else 0.0
    least = min(best, _NEARLY * best)
    return [*offers[:1], *(offer for offer in offers[1:2] if offer.score >= least)]


def settle(text: str, improve: Improve, changeable: Changeable) -> list[Settled]:
    """What to change in a text so that nothing is left to change.

    `changeable` says of a stretch of the text as it was whether it may be changed.
    """
    changed: list[_Place] = []
    for _ in range(_TIMES):
        edits = _all_edits(changed)
        now = Text(apply_edits(text, edits))
        places = _places(now, improve, _as_it_was(changeable, edits))
        _choose(now, places, improve)
        more = [place for place in places if place.edits()]
        if not more:
            return [_settled(place) for place in changed]
        changed = _with(text, changed, more)
    return []


def _with(text: str, changed: Sequence[_Place], more: Sequence[_Place]) -> list[_Place]:
    """The places that are changed, and more of them that were found after that.

    A change that is found fault with is no better than what it replaced: the place gets its next
    suggestion, or what stood there.
    """
    edits = _all_edits(changed)
    new = dict(zip(edits, new_places(edits), strict=True))
    fresh = list(more)
    for place in changed:
        stands = [new[edit] for edit in place.edits()]
        touching = [other for other in fresh if _meets(other.span, stands)]
        if touching:
            place.tried += 1
            fresh = [other for other in fresh if other not in touching]
    kept = [place for place in changed if place.edits()]
    added = [place.in_text(text, edits) for place in fresh]
    return sorted([*kept, *added], key=lambda place: place.span)


def _all_edits(places: Sequence[_Place]) -> list[Edit]:
    return [edit for place in places for edit in place.edits()]


def _settled(place: _Place) -> Settled:
    assert place.offer is not None
    *article, word = place.edits()
    return Settled(place.said, place.offer, word, article[0] if article else None)


def _as_it_was(changeable: Changeable, edits: Sequence[Edit]) -> Changeable:
    """The same question of a text that was changed: about what stood there at first."""
    return lambda low, high: changeable(*before((low, high), edits))


def _places(text: str, improve: Improve, changeable: Changeable) -> list[_Place]:
    """The places to change, none of which touches another or its article."""
    places: list[_Place] = []
    end = -1
    for said in improve(text):
        article = article_before(text, said.start)
        if article is not None and not changeable(*article):
            article = None
        place = _Place(Target(text, said.start, said.end), said, article)
        if said.substitutes and place.span[0] > end and changeable(said.start, said.end):
            places.append(place)
            end = said.end
    return places


def _choose(text: str, places: Sequence[_Place], improve: Improve) -> None:
    """Try suggestions until none is found fault with where it stands."""
    while edits := _all_edits(places):
        found = [(said.start, said.end) for said in improve(apply_edits(text, edits))]
        new = dict(zip([edit.start for edit in edits], new_places(edits), strict=True))
        again = [p for p in places if p.edits() and _meets(new[p.target.start], found)]
        if not again:
            return
        for place in again:
            place.tried += 1


def _meets(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(low < span[1] and high > span[0] for low, high in others)
