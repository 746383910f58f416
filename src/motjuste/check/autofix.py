"""Automatic fixes: what `--apply` considers sure, and changing it until nothing is left to change.

A suggestion may itself be marked by the system, or change how it judges the words around it. So a
place gets its first suggestion unless that is marked in turn, then the second if it is nearly as
good, else it stays as it was; this is repeated until the text no longer changes. Applying the fixes
again then changes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from motjuste.analysis import Text, placed
from motjuste.lexicon.articles import article_before
from motjuste.text import Edit, Improvement, Suggestion, Target, apply_edits

# Kinds that are matters of judgement: not changed, however certain the mark.
_NEVER_SURE = frozenset({"word-choice", "variety"})
# Rounds after which a text that still changes is left as it was.
_MAX_ROUNDS = 8
# The second suggestion is tried if its score is at least this share of the first's. Shares are
# meaningless for negative scores (log odds): there it must be as high as the first.
_MIN_SHARE_OF_BEST = 0.8

Improve = Callable[[str], Sequence[Improvement]]
Changeable = Callable[[int, int], bool]


def is_sure(mark: Improvement) -> bool:
    """Whether `--apply` may change a mark, whose kind is the writer's.

    Systems that give no confidence give only marks that are to be changed.
    """
    if mark.confidence is None:
        return True
    return mark.confidence == "sure" and mark.kind not in _NEVER_SURE


@dataclass
class _Place:
    """A mark whose suggestions are tried one after the other.

    `article` is the span of an article before it, if there is one that may be changed.
    """

    mark: Improvement
    article: tuple[int, int] | None
    tried: int = 0

    @property
    def span(self) -> tuple[int, int]:
        """The span of the mark with the article before it."""
        return self.article[0] if self.article else self.mark.start, self.mark.end

    @property
    def suggestion(self) -> Suggestion | None:
        """The suggestion that is tried now; None if the word stays."""
        return next(iter(_good(self.mark.suggestions)[self.tried :]), None)

    def edits(self) -> tuple[Edit, ...]:
        """The edits of the suggestion, to the article before it if that changes, and to it."""
        edits = () if self.suggestion is None else self.suggestion.edits
        first = self.span[0]
        return tuple(edit for edit in edits if edit.end > self.mark.start or edit.start >= first)

    def in_text(self, edits: Sequence[Edit]) -> "_Place":
        """The same place in the text before the edits, none of which touches it."""
        mark = self.mark
        suggestions = tuple(
            replace(suggestion, edits=tuple(_undone(edit, edits) for edit in suggestion.edits))
            for suggestion in mark.suggestions
        )
        start, end = span_before((mark.start, mark.end), edits)
        article = self.article and span_before(self.article, edits)
        mark = replace(mark, start=start, end=end, suggestions=suggestions)
        return replace(self, mark=mark, article=article)


def _undone(edit: Edit, edits: Sequence[Edit]) -> Edit:
    return Edit(*span_before((edit.start, edit.end), edits), edit.text)


def _good(suggestions: Sequence[Suggestion]) -> Sequence[Suggestion]:
    """The suggestions to try: the best, and the second if it is nearly as good."""
    best = suggestions[0].score if suggestions else 0.0
    min_score = min(best, _MIN_SHARE_OF_BEST * best)
    return [
        *suggestions[:1],
        *(suggestion for suggestion in suggestions[1:2] if suggestion.score >= min_score),
    ]


def fix_text(text: str, improve: Improve, changeable: Changeable) -> list[Improvement]:
    """The changes, one suggestion each, after which the system would change nothing more.

    `changeable` tells whether a span of the original text may be changed.
    """
    changed: list[_Place] = []
    for _ in range(_MAX_ROUNDS):
        edits = _all_edits(changed)
        current = Text(apply_edits(text, edits))
        places = _places(current, improve, _in_original(changeable, edits))
        _choose(current, places, improve)
        new = [place for place in places if place.edits()]
        if not new:
            return [_fix(place) for place in changed]
        changed = _merged_places(changed, new)
    return []


def _merged_places(changed: Sequence[_Place], marked_after: Sequence[_Place]) -> list[_Place]:
    """The places that are changed already, and those found after these changes.

    A change that is marked in turn is no improvement: the place gets its next suggestion, or its
    original text.
    """
    edits = _all_edits(changed)
    positions = dict(zip(edits, new_places(edits), strict=True))
    new_places_left = list(marked_after)
    for place in changed:
        spans = [positions[edit] for edit in place.edits()]
        touching = [other for other in new_places_left if _meets(other.span, spans)]
        if touching:
            place.tried += 1
            new_places_left = [other for other in new_places_left if other not in touching]
    still_changed = [place for place in changed if place.edits()]
    added_places = [place.in_text(edits) for place in new_places_left]
    return sorted([*still_changed, *added_places], key=lambda place: place.span)


def _all_edits(places: Sequence[_Place]) -> list[Edit]:
    return [edit for place in places for edit in place.edits()]


def _fix(place: _Place) -> Improvement:
    assert place.suggestion is not None
    chosen = replace(place.suggestion, edits=place.edits())
    return replace(place.mark, suggestions=(chosen,))


def _in_original(changeable: Changeable, edits: Sequence[Edit]) -> Changeable:
    """The same test for spans of the changed text, mapped to the original."""
    return lambda low, high: changeable(*span_before((low, high), edits))


def _places(text: str, improve: Improve, changeable: Changeable) -> list[_Place]:
    """The places to change; none of them overlaps another one or its article."""
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
    return replace(
        mark, suggestions=tuple(placed(target, suggestion) for suggestion in mark.suggestions)
    )


def _choose(text: str, places: Sequence[_Place], improve: Improve) -> None:
    """Advance suggestions until the system marks none of them in their place."""
    while edits := _all_edits(places):
        marks = [(mark.start, mark.end) for mark in improve(apply_edits(text, edits))]
        new_spans = dict(zip([edit.start for edit in edits], new_places(edits), strict=True))
        marked = [
            place
            for place in places
            if any(
                _meets(new_spans[edit.start], marks)
                for edit in place.edits()
                if edit.end > place.mark.start
            )
        ]
        if not marked:
            return
        for place in marked:
            place.tried += 1


def _meets(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(low < span[1] and high > span[0] for low, high in others)


def new_places(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Where each edit's new text stands in the changed text.

    >>> new_places([Edit(0, 1, "an"), Edit(2, 5, "enormous")])
    [(0, 2), (3, 11)]
    """
    places, shift = [], 0
    for start, end, new in edits:
        places.append((start + shift, start + shift + len(new)))
        shift += len(new) - (end - start)
    return places


def span_before(span: tuple[int, int], edits: Sequence[Edit]) -> tuple[int, int]:
    """Where a span of the edited text was before; a part of an edit's new text maps to all of it.

    >>> edits = [Edit(2, 5, "enormous")]
    >>> [span_before(span, edits) for span in ((0, 1), (3, 4), (0, 14), (11, 14))]
    [(0, 1), (2, 5), (0, 9), (6, 9)]
    """
    (low, high), offset = span, 0
    start, end = low, None
    for edit, (new_start, new_end) in zip(edits, new_places(edits), strict=True):
        if new_end <= low:
            offset = edit.end - new_end
            start = low + offset
        elif new_start < high:
            start = min(start, edit.start)
            end = edit.end
            offset = edit.end - new_end
    ends_in_new_text = end is not None and high + offset < end
    return start, end if ends_in_new_text and end is not None else high + offset
