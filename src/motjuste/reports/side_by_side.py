"""Runs item by item: each system's answers beside the judgements, as in SWORDS's Table 5."""

from collections.abc import Sequence
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.errors import BadInputError
from motjuste.metrics.lemmas import Gold, judged_lemmas
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.precision_recall import THRESHOLDS

# Substitutes of each run that are shown.
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Rated:
    """A substitute and how people judged it, if anybody was asked.

    `gold` is the percentage of those who accepted it, `votes` their number.
    """

    text: str
    gold: float | None = None
    votes: int | None = None

    @property
    def level(self) -> str | None:
        """Whether people find it acceptable, at least conceivable, or not."""
        if self.gold is None:
            return None
        share = self.gold / 100
        return next((name for name, least in THRESHOLDS.items() if share >= least), "not")


@dataclass(frozen=True, slots=True)
class Row:
    """An item, its gold best first, and the first answers of each run."""

    item: Item
    gold: tuple[Rated, ...]
    answers: tuple[tuple[Rated, ...], ...]

    @property
    def differs(self) -> bool:
        """Whether the first answers of the runs are not all the same."""
        return len({answer[0].text if answer else None for answer in self.answers}) > 1

    def holds(self, words: str) -> bool:
        """Whether a text occurs in the context, the target, the gold or an answer."""
        wanted = words.casefold()
        shown = [self.item.id, self.item.target.text, self.item.target.lemma or ""]
        for rated in (self.gold, *self.answers):
            shown += [answer.text for answer in rated]
        return any(wanted in text.casefold() for text in shown)


def side_by_side(benchmark: Benchmark, pairings: Sequence[Pairing]) -> list[Row]:
    """A row for every item that counts, in the benchmark's order; words are lemmas."""
    if any(pairing.run.form == "sws" for pairing in pairings):
        raise BadInputError("runs that mark spans in sentences have no items to show side by side")
    judged = [judged_lemmas(pairing) for pairing in pairings]
    return [
        Row(
            together[0].gold.item,
            _best_first(together[0].gold),
            tuple(_rated(pair.gold, pair.answer[:SHOWN]) for pair in together),
        )
        for together in zip(*judged, strict=True)
    ]


def _best_first(gold: Gold) -> tuple[Rated, ...]:
    order = sorted(gold.shares, key=lambda word: (-gold.shares[word], -gold.votes[word], word))
    return _rated(gold, order)


def _rated(gold: Gold, words: Sequence[str]) -> tuple[Rated, ...]:
    return tuple(
        Rated(word, 100 * gold.shares[word], gold.votes[word])
        if word in gold.shares
        else Rated(word)
        for word in words
    )
