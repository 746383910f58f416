"""Mean average precision of a ranking of candidates, with exact treatment of ties.

The average precision of a ranking with ties is its mean over all orders of the tied candidates. No
enumeration is needed: within a tie all orders are equally likely, so every place holds a relevant
candidate with the same probability.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from motjuste.benchmarks.benchmark import Item
from motjuste.errors import BadInputError
from motjuste.metrics.measure import Array, Family, Measure, item_rows, ratio
from motjuste.metrics.pairing import Pairing

# Names that a position may have as part of a measure's name.
POSITION = r"[\w-]+"


def average_precision(ties: Iterable[Sequence[bool]]) -> float:
    """Mean average precision over all orders, given the relevance of each tied group, best first.

    >>> average_precision([[True], [False], [True]])
    0.8333333333333333
    >>> round(average_precision([[True, True, False, False]]), 3)
    0.681
    """
    precisions, ranked, relevant = 0.0, 0, 0
    for tie in ties:
        precisions += _within(len(tie), sum(tie), ranked, relevant)
        ranked += len(tie)
        relevant += sum(tie)
    return precisions / relevant if relevant else 0.0


def _within(size: int, hits: int, ranked: int, relevant: int) -> float:
    """The expected sum of precisions in a tie, after `ranked` candidates with `relevant` hits.

    The tie has `size` candidates, `hits` of them relevant. Given a hit at one of its places, each
    earlier place holds another hit with probability (hits - 1) / (size - 1).
    """
    hit_before = (hits - 1) / (size - 1) if size > 1 else 0.0
    return sum(
        hits / size * (relevant + 1 + place * hit_before) / (ranked + place + 1)
        for place in range(size if hits else 0)
    )


def tied_groups(item: Item, pairing: Pairing) -> list[list[bool]]:
    """The relevance of an item's candidates in a system's order, grouped by equal score.

    A candidate is relevant if it has any vote. Guesses that are not candidates are dropped;
    candidates that the system does not rank are tied at the end. A repeated guess keeps its best
    score.
    """
    relevant = {judgement.text for judgement in item.judgements if judgement.votes}
    unranked = dict.fromkeys([*item.candidates, *(judgement.text for judgement in item.judgements)])
    ranked = []
    for guess in pairing.ranking(item):
        if guess.text in unranked:
            del unranked[guess.text]
            ranked.append(guess)
    groups = [
        [guess.text in relevant for guess in tie]
        for _, tie in groupby(ranked, key=lambda guess: guess.score)
    ]
    return [*groups, [text in relevant for text in unranked]]


def position_of(item: Item) -> str:
    """The position of an item's target in its phrase, or "" if the benchmark has none."""
    return str(item.extra.get("position", ""))


@dataclass(frozen=True)
class _AveragePrecisions:
    position: str | None

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: item_rows(pairing, self._rows(pairing), 2))

    def _rows(self, pairing: Pairing) -> dict[str, tuple[float, int]]:
        rows = {}
        for item in self._items(pairing):
            ties = tied_groups(item, pairing)
            if any(map(any, ties)):
                rows[item.id] = (average_precision(ties), 1)
        return rows

    def _items(self, pairing: Pairing) -> list[Item]:
        benchmark = pairing.benchmark
        if self.position is None:
            return list(benchmark.items)
        items = [
            item for item in benchmark.items if str(item.extra.get("position")) == self.position
        ]
        if not items:
            raise BadInputError(f"{benchmark.name} has no target at position {self.position!r}")
        return items


def _build(match: re.Match[str]) -> Measure:
    position = match["position"]
    restriction = f", targets at position {position}" if position else ""
    return Measure(
        match[0],
        f"mean average precision of the candidates' ranking{restriction}",
        _AveragePrecisions(position),
        ratio(0, 1),
    )


FAMILIES = (
    Family(
        rf"MAP(?:\.(?P<position>{POSITION}))?",
        "Mean average precision of the ranking of an item's candidates; tied candidates, and at "
        "the end those that are not ranked, in the mean over all their orders; .A1 or the like: "
        "only the targets at this position.",
        "Buljan et al. 2018, section 3",
        ("MAP", "MAP.V"),
        _build,
    ),
)
