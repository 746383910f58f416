"""Agreement of annotators: the pairwise agreements of SemEval-2007 (2.2) and of Smart Word
Suggestions (3.4), from a file of annotations per annotator.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from motjuste.reports.annotations import MULTIWORD, Annotation, Annotations, Span
from motjuste.reports.scores import mean

Responses: TypeAlias = Mapping[str, Mapping[str, frozenset[str]]]
Marked: TypeAlias = Mapping[str, Mapping[str, Mapping[Span, tuple[str, ...]]]]
_SpanPair: TypeAlias = tuple[Mapping[Span, tuple[str, ...]], Mapping[Span, tuple[str, ...]]]

NOBODY = "nobody"


@dataclass(frozen=True)
class SubstituteAgreement:
    """SemEval's agreements, in percent, with everybody or without one annotator.

    `with_mode` is the share of items that have a mode; `substitutes` is how many substitutes the
    one who is left out (or everybody) gave for an item on average.
    """

    without: str
    substitutes: float | None
    items: int
    pairwise: float | None
    with_mode: float | None
    pairwise_with_mode: float | None


@dataclass(frozen=True)
class MultiwordAgreement:
    """Whether pairs of annotators see a multiword in the same items, and the same one.

    Identification is about the pairs in which both see one. In percent.
    """

    pairs: int
    detection: float | None
    both_detected: int
    identification: float | None


@dataclass(frozen=True)
class SpanAgreement:
    """SWS's agreement on spans (detection) and on suggestions, in percent."""

    annotators: int
    sentences: int
    detection: float | None
    suggestion: float | None


def jaccard(first: AbstractSet[Any], second: AbstractSet[Any]) -> float:
    """The Jaccard index of two sets; two empty sets agree.

    >>> jaccard({"glad", "merry"}, {"glad"}), jaccard(set(), set())
    (0.5, 1.0)
    """
    union = len(first | second)
    return len(first & second) / union if union else 1.0


def responses(annotations: Annotations) -> Responses:
    """The set of substitutes of each annotator for each item.

    An annotator without a substitute has no set, and an item needs two sets, as in the paper.
    """
    sets: dict[str, dict[str, frozenset[str]]] = {}
    for item, by_annotator in annotations.seen().items():
        sets[item] = {
            annotator: frozenset(row.substitute for row in rows if _is_substitute(row))
            for annotator, rows in by_annotator.items()
            if any(_is_substitute(row) for row in rows)
        }
    return {item: given for item, given in sets.items() if len(given) >= 2}


def _is_substitute(row: Annotation) -> bool:
    return bool(row.substitute) and row.kind != MULTIWORD


def mode_of(sets: Iterable[frozenset[str]]) -> str | None:
    """The substitute that more annotators gave than any other, if there is one.

    >>> mode_of([frozenset({"glad", "merry"}), frozenset({"glad"})])
    'glad'
    """
    counts = Counter(word for given in sets for word in given).most_common(2)
    if len(counts) == 2 and counts[0][1] == counts[1][1]:
        return None
    return counts[0][0] if counts else None


def substitute_agreement(annotations: Annotations) -> list[SubstituteAgreement]:
    """SemEval's figures for everybody, then with each annotator left out in turn.

    The modes are then also those of the other annotators.
    """
    everything = responses(annotations)
    sizes = {
        annotator: [len(given[annotator]) for given in everything.values() if annotator in given]
        for annotator in annotations.annotators
    }
    rows = [
        _agreement(
            NOBODY, [size for item_sizes in sizes.values() for size in item_sizes], everything
        )
    ]
    for left_out in annotations.annotators:
        others = {
            item: {name: words for name, words in given.items() if name != left_out}
            for item, given in everything.items()
        }
        answered = {item: given for item, given in others.items() if len(given) >= 2}
        rows.append(_agreement(left_out, sizes[left_out], answered))
    return rows


def _agreement(without: str, sizes: list[int], given: Responses) -> SubstituteAgreement:
    modes = {item: mode_of(sets.values()) for item, sets in given.items()}
    pairs = [
        jaccard(first, second)
        for sets in given.values()
        for first, second in combinations(sets.values(), 2)
    ]
    with_mode = [
        jaccard(words, {modes[item]})
        for item, sets in given.items()
        if modes[item] is not None
        for words in sets.values()
    ]
    return SubstituteAgreement(
        without,
        mean(sizes),
        len(given),
        pairwise=_percent(pairs),
        with_mode=_percent([mode is not None for mode in modes.values()]),
        pairwise_with_mode=_percent(with_mode),
    )


def multiword_agreement(annotations: Annotations) -> MultiwordAgreement:
    """Do two annotators who saw the same item find the target in a multiword, and in which?"""
    detection: list[bool] = []
    identification: list[float] = []
    for by_annotator in annotations.seen().values():
        named = [
            {row.substitute for row in rows if row.kind == MULTIWORD}
            for rows in by_annotator.values()
        ]
        for first, second in combinations(named, 2):
            detection.append(bool(first) == bool(second))
            if first and second:
                identification.append(jaccard(first, second))
    return MultiwordAgreement(
        len(detection), _percent(detection), len(identification), _percent(identification)
    )


def marked(annotations: Annotations) -> Marked:
    """The spans of each annotator in each sentence that they saw, with their suggestions."""
    spans_by_annotator: dict[str, dict[str, dict[Span, tuple[str, ...]]]] = {}
    for sentence, by_annotator in annotations.seen().items():
        spans_by_annotator[sentence] = {
            annotator: _spans(rows) for annotator, rows in by_annotator.items()
        }
    return spans_by_annotator


def _spans(rows: Iterable[Annotation]) -> dict[Span, tuple[str, ...]]:
    spans: dict[Span, tuple[str, ...]] = {}
    for row in rows:
        if row.span is not None:
            spans[row.span] = (*spans.get(row.span, ()), row.substitute)
    return spans


def span_agreement(annotations: Annotations) -> SpanAgreement:
    """PA of detection and of suggestion, each a mean over pairs of annotators.

    A pair that saw no sentence in common, or for suggestions marked no span in common, has
    nothing to be compared and is left out.
    """
    sentences = marked(annotations)
    pairs = list(combinations(annotations.annotators, 2))
    return SpanAgreement(
        len(annotations.annotators),
        len(sentences),
        detection=_over_pairs(pairs, sentences, _detections),
        suggestion=_over_pairs(pairs, sentences, _suggestions),
    )


def _over_pairs(
    pairs: list[tuple[str, str]],
    sentences: Marked,
    compare: Callable[[list[_SpanPair]], list[float]],
) -> float | None:
    figures = []
    for first, second in pairs:
        both = [(s[first], s[second]) for s in sentences.values() if first in s and second in s]
        figure = mean(compare(both))
        if figure is not None:
            figures.append(figure)
    return _percent(figures)


def _detections(both: list[_SpanPair]) -> list[float]:
    return [jaccard(first.keys(), second.keys()) for first, second in both]


def _suggestions(both: list[_SpanPair]) -> list[float]:
    return [
        jaccard(set(first[span]), set(second[span]))
        for first, second in both
        for span in first
        if span in second
    ]


def _percent(figures: Iterable[float]) -> float | None:
    figure = mean(list(figures))
    return None if figure is None else 100.0 * figure
