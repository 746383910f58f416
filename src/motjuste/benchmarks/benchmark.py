"""A benchmark: targets in their contexts, and the annotators' labels of each substitute."""

import copyreg
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from motjuste.errors import BadInputError, brief
from motjuste.text import Target

Abstentions = Literal["drop", "negative"]
Extra = Mapping[str, Any]
NOTHING: Extra = MappingProxyType({})

TRUE = "TRUE"
FALSE = "FALSE"
UNSURE = "UNSURE"
# SWORDS's implicit labels in sets made from memory: an annotator wrote the word, or nobody did.
TRUE_IMPLICIT = "TRUE_IMPLICIT"
FALSE_IMPLICIT = "FALSE_IMPLICIT"
# Votes that a substitute may have in a file: more is an error in the data.
MAX_VOTES = 1_000_000
LABELS = frozenset({TRUE, FALSE, UNSURE, TRUE_IMPLICIT, FALSE_IMPLICIT})


def _read_only(content: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(content)


# Read-only mappings cannot be pickled by default; benchmarks are sent to other processes.
copyreg.pickle(MappingProxyType, lambda proxy: (_read_only, (dict(proxy),)))


class Judgement(NamedTuple):
    """A substitute and the labels that annotators gave it, in their order.

    >>> Judgement("glad", (TRUE, TRUE, FALSE, UNSURE)).share()
    0.6666666666666666
    """

    text: str
    labels: tuple[str, ...]
    extra: Extra = NOTHING

    @property
    def votes(self) -> int:
        """The number of positive labels."""
        return count_votes(self.labels)

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the substitute came from, if the benchmark says so."""
        return tuple(self.extra.get("sources", ()))

    def share(self, abstentions: Abstentions = "drop") -> float | None:
        """The share of positive labels; None if no label counts."""
        total = count_labels(self.labels, abstentions)
        return self.votes / total if total else None


def count_votes(labels: tuple[str, ...]) -> int:
    """How many labels are positive."""
    return labels.count(TRUE) + labels.count(TRUE_IMPLICIT)


def count_labels(labels: tuple[str, ...], abstentions: Abstentions = "drop") -> int:
    """The number of labels that count: without abstentions, or with them as negative ones."""
    return len(labels) - (labels.count(UNSURE) if abstentions == "drop" else 0)


def voted(text: str, votes: int, extra: Extra = NOTHING) -> Judgement:
    """A substitute that a number of annotators wrote by themselves."""
    if not 0 <= votes <= MAX_VOTES:
        raise BadInputError(f"{brief(text)} has {brief(votes)} votes, not 0 to {MAX_VOTES:,}")
    return Judgement(text, (TRUE_IMPLICIT,) * votes, extra)


class Context(NamedTuple):
    """A text with targets."""

    text: str
    extra: Extra = NOTHING


@dataclass(frozen=True, slots=True)
class Item:
    """One target to find substitutes for, under the id of its source."""

    id: str
    context_id: str
    target: Target
    judgements: tuple[Judgement, ...]
    extra: Extra = field(default_factory=lambda: NOTHING)
    pool: tuple[str, ...] | None = None

    @property
    def named(self) -> str:
        """The target as its source names it, which may differ in case from the text."""
        return str(self.extra.get("target", self.target.word))

    @property
    def candidates(self) -> tuple[str, ...]:
        """The candidates for a ranker: the pool if there is one, else the judged substitutes."""
        if self.pool is not None:
            return self.pool
        # SemEval-2007's gold has the same word with and without a space after it.
        return tuple(dict.fromkeys(judgement.text.strip() for judgement in self.judgements))


@dataclass(frozen=True, eq=False)
class Benchmark:
    """Items and their contexts, in one form whatever file they were read from."""

    name: str
    format: str
    contexts: Mapping[str, Context]
    items: tuple[Item, ...]
    lemmatized: bool = True
    fingerprint: str = ""
    extra: Extra = field(default_factory=lambda: NOTHING)
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for item in self.items:
            if item.id in seen:
                raise BadInputError(f"benchmark {self.name}: the item id {item.id!r} occurs twice")
            seen.add(item.id)
            if item.context_id not in self.contexts:
                raise BadInputError(
                    f"benchmark {self.name}: item {item.id!r} names a context that is not there"
                )

    def __len__(self) -> int:
        return len(self.items)


class Labels:
    """Shares equal tuples of labels: a benchmark has many, but few different ones."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], tuple[str, ...]] = {}

    def __call__(self, labels: Iterable[str]) -> tuple[str, ...]:
        """The shared copy of these labels; an error if one of them is unknown."""
        key = tuple(labels)
        shared = self._kept.get(key)
        if shared is None:
            unknown = [label for label in key if label not in LABELS]
            if unknown:
                raise BadInputError(
                    f"unknown label {unknown[0]!r}; labels are TRUE, FALSE and UNSURE"
                )
            shared = self._kept[key] = key
        return shared
