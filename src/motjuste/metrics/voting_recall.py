"""Smart Word Suggestions, voting recall: recall of the targets with a given voting index.

A target's voting index is the sum of the votes for its suggestions.
"""

import re
from dataclasses import dataclass

from motjuste.errors import BadInputError
from motjuste.metrics.measure import Array, Family, Measure, columns, ratio
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.sws import PAPER, SUBSET, of_targets, sentences


@dataclass(frozen=True)
class _Recalled:
    votes: int
    subset: str | None

    def __call__(self, pairing: Pairing) -> Array:
        return pairing.once(self, lambda: self._rows(pairing))

    def _rows(self, pairing: Pairing) -> Array:
        rows = []
        for sentence in sentences(pairing, self.subset):
            targets = [target for target in sentence.targets if target.voting_index == self.votes]
            rows.append((sum(target.detected for target in targets), len(targets)))
        if not any(targets for _, targets in rows):
            raise BadInputError(
                f"{pairing.benchmark.name} has no target with a voting index of {self.votes}"
            )
        return columns(rows, 2)


def _build(match: re.Match[str]) -> Measure:
    votes, subset = int(match["votes"]), match["subset"]
    return Measure(
        match[0],
        f"share of targets with a voting index of {votes} that are marked{of_targets(subset)}",
        _Recalled(votes, subset),
        ratio(0, 1),
    )


FAMILIES = (
    Family(
        r"det\.R\.votes=(?P<votes>[1-9]\d{0,3})" + SUBSET,
        "Detection: recall of the targets with this voting index.",
        f"{PAPER}, section 6.1, figure 3",
        ("det.R.votes=2", "det.R.votes=3.refine-usage"),
        _build,
    ),
)
