"""Ways to count CoInCo's substitutes in SWORDS, which sections 4.2 and 4.3 of its paper leave open.

A target of SWORDS may stand for two of CoInCo's, because CoInCo has some sentences twice, in
different cuts. Which of their substitutes count, and whether they are matched as written or as
lemmas, changes the starred columns of Table 2 and all figures of section 4.3 a little.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.lexicon import lemma
from motjuste.reports.recall_votes import HIGH_VOTES, per_target
from motjuste.reports.scores import ScoredSubstitute, percentage, scored

Counts = Mapping[str, int]
# Normalises a substitute of a target.
Match = Callable[[str, Item], str]


def _as_written(text: str, item: Item) -> str:
    return text.lower()


def _as_lemma(text: str, item: Item) -> str:
    return lemma(text, item.target.pos)


def _highest(counts: Sequence[Counts]) -> list[Counts]:
    merged: Counter[str] = Counter()
    for one in counts:
        merged |= Counter(one)
    return [merged]


def _added(counts: Sequence[Counts]) -> list[Counts]:
    return [sum(map(Counter, counts), Counter())]


# From the counts of a target's CoInCo items, in the order of the file, to those that are used; of
# several each is beside SWORDS's scores on its own.
CHOICES: Mapping[str, Callable[[Sequence[Counts]], Sequence[Counts]]] = {
    "the last item": lambda counts: counts[-1:],
    "the first item": lambda counts: counts[:1],
    "all, the higher count": _highest,
    "all, counts added": _added,
    "each item on its own": lambda counts: counts,
}
MATCHES: Mapping[str, Match] = {"text": _as_written, "lemma": _as_lemma}


@dataclass(frozen=True)
class RuleFigures:
    """A rule, and what it gives: the starred columns of Table 2, then the figures of 4.3.

    The last two say how many points more the share of acceptable substitutes that CoInCo has, and
    the share of CoInCo's that are acceptable, are than by the sources that SWORDS's file names.
    """

    items: str
    match: str
    inconceivable: float | None
    conceivable: float | None
    acceptable: float | None
    votes_high: float | None
    acceptable_share: float | None
    acceptable_given_votes_high: float | None
    votes_high_given_acceptable: float | None
    more_of_acceptable: float | None
    more_acceptable: float | None


class _Counted(NamedTuple):
    """A substitute of CoInCo with its count; `unit` is what averages run over."""

    entry: ScoredSubstitute
    votes: int
    unit: tuple[str, int]


def rules(benchmark: Benchmark, coinco: Benchmark) -> Iterator[RuleFigures]:
    """Every rule on a benchmark that names CoInCo's items as `coinco_ids`."""
    by_id = {item.id: item for item in coinco.items}
    entries = scored(benchmark)
    named = [entry for entry in entries if "coinco" in entry.judgement.sources]
    good = sum(entry.acceptable for entry in named)
    total = sum(entry.acceptable for entry in entries)
    for choice, choose in CHOICES.items():
        for match, normalise in MATCHES.items():
            counted = list(_counted(entries, by_id, choose, normalise))
            acceptable = sum(one.entry.acceptable for one in counted)
            high = [one for one in counted if one.votes > HIGH_VOTES]
            both = sum(one.entry.acceptable for one in high)
            share = percentage(acceptable, len(counted))
            yield RuleFigures(
                choice,
                match,
                per_target(one.unit for one in counted if not one.entry.conceivable),
                per_target(one.unit for one in counted if one.entry.conceivable),
                per_target(one.unit for one in counted if one.entry.acceptable),
                percentage(len(high), len(counted)),
                share,
                percentage(both, len(high)),
                percentage(both, total),
                _minus(percentage(acceptable, total), percentage(good, total)),
                _minus(share, percentage(good, len(named))),
            )


def _counted(
    entries: Sequence[ScoredSubstitute],
    by_id: Mapping[str, Item],
    choose: Callable[[Sequence[Counts]], Sequence[Counts]],
    normalise: Match,
) -> Iterator[_Counted]:
    chosen: dict[str, Sequence[Counts]] = {}
    for entry in entries:
        item = entry.item
        if item.id not in chosen:
            names = [str(name) for name in item.extra.get("coinco_ids", ())]
            chosen[item.id] = choose(
                [_votes(by_id[name], item, normalise) for name in names if name in by_id]
            )
        word = normalise(entry.judgement.text, item)
        for number, counts in enumerate(chosen[item.id]):
            if votes := counts.get(word, 0):
                yield _Counted(entry, votes, (item.id, number))


def _votes(source: Item, item: Item, normalise: Match) -> Counts:
    counts: Counter[str] = Counter()
    for judgement in source.judgements:
        counts[normalise(judgement.text, item)] += judgement.votes
    return counts


def _minus(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first - second
