"""Automatic fixes: changes a text until the system would change nothing more.

A suggestion may itself be a word that the system marks, or may change how it judges the words
around it. So a place gets its first suggestion if that is not marked in turn, else the second if it
is nearly as good, else it stays as it was; this is repeated until the text no longer changes.
Applying the fixes a second time then changes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from motjuste.analysis import Text, placed
from motjuste.lexicon.articles import article_before
from motjuste.text import Edit, Improvement, Suggestion, Target
from motjuste.text.edits import apply_edits, new_places, span_before

# Rounds after which a text that still changes is left as it was.
_TIMES = 8
# The second suggestion is tried if its score is at least this share of the first's. Of negative
# scores (log odds) a share means nothing: there it must be as high as the first.
_NEARLY = 0.8

Improve = Callable[[str], Sequence[Improvement]]
Changeable = Callable[[int, int], bool]


@dataclass
class _Place:
    """A mark in a text, of whose suggestions one is tried at a time.

    `article` is where an article stands before it, if there is one and it may be changed.
    """

    mark: Improvement
    article: tuple[int, int] | None
    tried: int = 0

    @property
    def span(self) -> tuple[int, int]:
        """The place with the article before it."""
        return self.article[0] if self.article else self.mark.start, self.mark.end

    @property
    def suggestion(self) -> Suggestion | None:
        """What is put there now; nothing if the word stays."""
        return next(iter(_good(self.mark.suggestions)[self.tried :]), None)

    def edits(self) -> tuple[Edit, ...]:
        """The article before it, if it changes, and the place."""
        edits = () if self.suggestion is None else self.suggestion.edits
        first = self.span[0]
        return tuple(edit for edit in edits if edit.end > self.mark.start or edit.start >= first)

    def in_text(self, edits: Sequence[Edit]) -> "_Place":
        """The same place in the text as it was before the edits, none of which touches it."""
        mark = self.mark
        suggestions = tuple(
            replace(each, edits=tuple(_undone(edit, edits) for edit in each.edits))
            for each in mark.suggestions
        )
        start, end = span_before((mark.start, mark.end), edits)
        article = self.article and span_before(self.article, edits)
        mark = replace(mark, start=start, end=end, suggestions=suggestions)
        return replace(self, mark=mark, article=article)


def _undone(edit: Edit, edits: Sequence[Edit]) -> Edit:
    return Edit(*span_before((edit.start, edit.end), edits), edit.text)


def _good(suggestions: Sequence[Suggestion]) -> Sequence[Suggestion]:
    """What is tried in a place: the best suggestion, and the second if it is nearly as good."""
    best = suggestions[0].score if suggestions else 0.0
    least = min(best, _NEARLY * best)
    return [*suggestions[:1], *(each for each in suggestions[1:2] if each.score >= least)]


def settle(text: str, improve: Improve, changeable: Changeable) -> list[Improvement]:
    """What to change in a text so that nothing is left to change, a suggestion each.

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
        changed = _with(changed, more)
    return []


def _with(changed: Sequence[_Place], more: Sequence[_Place]) -> list[_Place]:
    """The places that are changed, and more of them that were found after that.

    A change that is marked in turn is no better than what it replaced: the place gets its next
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
    added = [place.in_text(edits) for place in fresh]
    return sorted([*kept, *added], key=lambda place: place.span)


def _all_edits(places: Sequence[_Place]) -> list[Edit]:
    return [edit for place in places for edit in place.edits()]


def _settled(place: _Place) -> Improvement:
    assert place.suggestion is not None
    chosen = replace(place.suggestion, edits=place.edits())
    return replace(place.mark, suggestions=(chosen,))


def _as_it_was(changeable: Changeable, edits: Sequence[Edit]) -> Changeable:
    """The same test for spans of the changed text, by what stood there in the original."""
    return lambda low, high: changeable(*span_before((low, high), edits))


def _places(text: str, improve: Improve, changeable: Changeable) -> list[_Place]:
    """The places to change, none of which touches another or its article."""
    places: list[_Place] = []
    end = -1
    for mark in improve(text):
        article = article_before(text, mark.start)
        if article is not None and not changeable(*article):
            article = None
        place = _Place(_placed(text, mark), article)
        if mark.suggestions and place.span[0] > end and changeable(mark.start, mark.end):
            places.append(place)
            end = mark.end
    return places


def _placed(text: str, mark: Improvement) -> Improvement:
    target = Target(text, mark.start, mark.end)
    return replace(mark, suggestions=tuple(placed(target, each) for each in mark.suggestions))


def _choose(text: str, places: Sequence[_Place], improve: Improve) -> None:
    """Try suggestions until the system marks none of them where they stand."""
    while edits := _all_edits(places):
        marks = [(mark.start, mark.end) for mark in improve(apply_edits(text, edits))]
        new = dict(zip([edit.start for edit in edits], new_places(edits), strict=True))
        again = [
            place
            for place in places
            if any(
                _meets(new[edit.start], marks)
                for edit in place.edits()
                if edit.end > place.mark.start
            )
        ]
        if not again:
            return
        for place in again:
            place.tried += 1


def _meets(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(low < span[1] and high > span[0] for low, high in others)
